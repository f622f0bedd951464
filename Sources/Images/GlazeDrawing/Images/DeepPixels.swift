import GlazeGeometry

/// Pixels of 16 bits a component that were decoded from a file: as half floats and as bytes, both
/// premultiplied.
///
/// They take 12 bytes a pixel and never more: components are converted to half floats in the memory
/// that they were decoded into.
struct DeepPixels {
  /// The components in 0...1, in the order R, G, B, A, row 0 at the top, without padding.
  let halves: [Float16]
  /// The same components in 8 bits, each rounded from the 16 bits of the file.
  let bytes: [UInt8]
  /// A Boolean value that indicates whether every alpha is 1.
  let isOpaque: Bool

  /// The number of bytes for a pixel.
  static let bytesPerPixel = 12

  /// Calls `fill` to write `width * height * 4` components of straight alpha, the high byte first.
  init(
    width: Int, height: Int, fill: (UnsafeMutableRawBufferPointer) -> ImageError?
  ) throws(ImageError) {
    let count = width * height * 4
    var failure: ImageError?
    var (bytes, isOpaque) = ([UInt8](), false)
    halves = [Float16](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      let memory = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(count * 2)])
      failure = fill(memory)
      guard failure == nil else { return }
      (bytes, isOpaque) = Self.convert(memory)
      initializedCount = count
    }
    if let failure { throw failure }
    (self.bytes, self.isOpaque) = (bytes, isOpaque)
  }

  /// Converts the components to half floats in place, and also returns them as bytes.
  private static func convert(_ memory: UnsafeMutableRawBufferPointer) -> ([UInt8], isOpaque: Bool)
  {
    let pixelCount = memory.count / 8
    var isOpaque = true
    let bytes = [UInt8](unsafeUninitializedCapacity: pixelCount * 4) { bytes, count in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      halfOfNumber.withUnsafeBufferPointer { halfOfNumber in
        for i in 0..<pixelCount {
          let raw = memory.loadUnaligned(fromByteOffset: i * 8, as: SIMD4<UInt16>.self)
          let c = SIMD4(raw.x.bigEndian, raw.y.bigEndian, raw.z.bigEndian, raw.w.bigEndian)
          let halves = halves(c, halfOfNumber)
          memory.storeBytes(of: halves, toByteOffset: i * 8, as: SIMD4<UInt16>.self)
          bytes.storeBytes(
            of: DecodedPixels.premultiplied(bytesOf(c)).littleEndian, toByteOffset: i * 4,
            as: UInt32.self)
          if halves.w != one { isOpaque = false }
        }
      }
      count = pixelCount * 4
    }
    return (bytes, isOpaque)
  }

  /// Returns the bits of the premultiplied half floats of a pixel.
  @inline(__always)
  private static func halves(
    _ c: SIMD4<UInt16>, _ halfOfNumber: UnsafeBufferPointer<UInt16>
  ) -> SIMD4<UInt16> {
    let alpha = halfOfNumber[Int(c.w)]
    if c.w == 65535 {
      return SIMD4(
        halfOfNumber[Int(c.x)], halfOfNumber[Int(c.y)], halfOfNumber[Int(c.z)], alpha)
    }
    if c.w == 0 { return .zero }
    let color = SIMD4<Float>(c) / 65535 * (Float(c.w) / 65535)
    return SIMD4(
      Float16(color.x).bitPattern, Float16(color.y).bitPattern, Float16(color.z).bitPattern, alpha)
  }

  /// Returns the components in 8 bits, red in the lowest byte.
  @inline(__always)
  private static func bytesOf(_ c: SIMD4<UInt16>) -> UInt32 {
    // x / 65535 is (x + x / 65536 + 1) / 65536, for numbers below 2^32.
    let scaled = SIMD4<UInt32>(truncatingIfNeeded: c) &* 255 &+ 32767
    let rounded = (scaled &+ scaled &>> 16 &+ 1) &>> 16
    return rounded.x | rounded.y << 8 | rounded.z << 16 | rounded.w << 24
  }

  private static let one = Float16(1).bitPattern

  /// The bits of the half float of each number, with 65535 for 1: code that is compiled without
  /// F16C converts each by a function call.
  private static let halfOfNumber: [UInt16] = (0...UInt16.max).map {
    Float16(Float($0) / 65535).bitPattern
  }
}
