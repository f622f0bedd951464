import GlazeGeometry

/// Encodes frames as pixels only: rows of R, G, B, A bytes, row 0 at the top.
package struct RawEncoder: MotionEncoder {
  /// The relation of color to alpha.
  package enum Alpha: Sendable {
    /// Straight, as in PNG files.
    case straight
    /// Premultiplied, which is the color on black.
    case premultiplied
  }

  private let format: MotionFormat
  private let alpha: Alpha
  /// The relation that the frames have.
  package var frameAlpha: Alpha { alpha }

  package init(_ format: MotionFormat, alpha: Alpha = .straight) {
    self.format = format
    self.alpha = alpha
  }

  package var header: [UInt8] { [] }

  package func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8] {
    if alpha == .premultiplied || format.isOpaque { return pixels }
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
      pixels.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        Unpremultiply.row(from, width: pixels.count / 4, into: UnsafeMutableRawPointer(to))
      }
      count = pixels.count
    }
  }

  package var frameByteCount: Int? {
    format.width * format.height * (format.output.isDeep ? 8 : 4)
  }
}

/// Encodes YUV4MPEG2 streams, which video encoders read: 4:4:4, BT.709, limited range, on black.
package struct Y4MEncoder: MotionEncoder {
  private let format: MotionFormat

  package init(_ format: MotionFormat) { self.format = format }

  package var header: [UInt8] {
    let rate = "F\(format.rate.numerator):\(format.rate.denominator)"
    return Array(
      "YUV4MPEG2 W\(format.width) H\(format.height) \(rate) Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8
    )
  }

  private static let frameHeader = Array("FRAME\n".utf8)

  package func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8] {
    let count = pixels.count / 4
    let start = Self.frameHeader.count
    return [UInt8](unsafeUninitializedCapacity: start + count * 3) { target, total in
      total = start + count * 3
      guard let base = target.baseAddress else { return }
      base.initialize(from: Self.frameHeader, count: start)
      let (y, u, v) = (base + start, base + start + count, base + start + count * 2)
      pixels.withUnsafeBytes { source in
        guard let source = source.baseAddress else { return }
        Self.convert(source, count: count, y: y, u: u, v: v)
      }
    }
  }

  package var frameByteCount: Int? { Self.frameHeader.count + format.width * format.height * 3 }

  /// Converts by BT.709 in 16 fractional bits: luma 16...235, chroma 16...240, rounded to nearest.
  private static func convert(
    _ source: UnsafeRawPointer, count: Int, y: UnsafeMutablePointer<UInt8>,
    u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>
  ) {
    let luma: (Int32, Int32, Int32) = (11_966, 40_254, 4_064)
    let blue: (Int32, Int32, Int32) = (-6_596, -22_189, 28_785)
    let red: (Int32, Int32, Int32) = (28_785, -26_145, -2_640)
    let (black, middle): (Int32, Int32) = (16 << 16 + 1 << 15, 128 << 16 + 1 << 15)
    for index in 0..<count {
      let pixel = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      let r = Int32(bitPattern: pixel & 0xFF)
      let g = Int32(bitPattern: pixel >> 8 & 0xFF)
      let b = Int32(bitPattern: pixel >> 16 & 0xFF)
      let sum = { (c: (Int32, Int32, Int32), base: Int32) in
        UInt8(truncatingIfNeeded: (c.0 &* r &+ c.1 &* g &+ c.2 &* b &+ base) >> 16)
      }
      y[index] = sum(luma, black)
      u[index] = sum(blue, middle)
      v[index] = sum(red, middle)
    }
  }
}
