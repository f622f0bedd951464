import CCairo
import Foundation
import GlazeGeometry

/// The layout of a bitmap context's pixels in memory, and the cairo format that draws them.
struct BitmapFormat {
  /// The format of the surface that is drawn on.
  let surfaceFormat: cairo_format_t
  /// The channel order of that surface.
  let order: ChannelOrder
  let bytesPerPixel: Int
  /// The positions of red, green, blue and alpha when cairo cannot draw in place; nil when it can.
  let conversion: Conversion?

  /// A layout that is drawn on another surface and copied.
  enum Conversion {
    /// Four bytes, with the offsets of red, green, blue and alpha.
    case color(SIMD4<Int>)
    /// One byte, with the value in the context's space for each sRGB-encoded gray.
    case gray([UInt8])
  }

  /// Finds the format; nil for one that is not supported.
  init?(bitsPerComponent: Int, space: CGColorSpace?, info: CGBitmapInfo) {
    let alpha = CGImageAlphaInfo(
      rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
    let byteOrder = info.intersection(.byteOrderMask)
    guard bitsPerComponent == 8, let alpha, !info.contains(.floatComponents) else { return nil }
    let isLittle = byteOrder == .byteOrder32Little
    guard isLittle || byteOrder.isEmpty || byteOrder == .byteOrder32Big else { return nil }
    if alpha == .alphaOnly {
      self.init(CAIRO_FORMAT_A8, .rgba, 1, nil)
      return
    }
    guard let space else { return nil }
    switch (space.model, alpha) {
    case (.rgb, _) where !Self.isStandard(space): return nil
    case (.rgb, .premultipliedLast), (.rgb, .noneSkipLast):
      let format = alpha == .noneSkipLast ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
      self.init(format, .rgba, 4, isLittle ? .color(SIMD4(3, 2, 1, 0)) : nil)
    case (.rgb, .premultipliedFirst), (.rgb, .noneSkipFirst):
      let format = alpha == .noneSkipFirst ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
      self.init(format, isLittle ? .bgra : .rgba, 4, isLittle ? nil : .color(SIMD4(1, 2, 3, 0)))
    case (.monochrome, .none) where !isLittle:
      guard let table = Self.grays(in: space) else { return nil }
      self.init(CAIRO_FORMAT_RGB24, .rgba, 1, .gray(table))
    default: return nil
    }
  }

  private init(
    _ format: cairo_format_t, _ order: ChannelOrder, _ bytesPerPixel: Int,
    _ conversion: Conversion?
  ) {
    surfaceFormat = format
    self.order = order
    self.bytesPerPixel = bytesPerPixel
    self.conversion = conversion
  }

  /// Returns whether a space uses the encoding of sRGB.
  static func isStandard(_ space: CGColorSpace) -> Bool {
    space == CGColorSpaceCreateDeviceRGB()
      || [CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.genericRGB]
        .contains(space.name)
  }

  private static func grays(in space: CGColorSpace) -> [UInt8]? {
    let table: [UInt8] = (0...255).compactMap { level in
      let color = CGColor(gray: CGFloat(level) / 255, alpha: 1)
      guard
        let value = color.converted(to: space, intent: .defaultIntent, options: nil)?
          .components?.first
      else { return nil }
      return UInt8(clamping: min(max(value.native, 0), 1) * 255 + 0.5)
    }
    return table.count == 256 ? table : nil
  }

  /// Returns whether cairo can draw on this memory.
  func canDrawInPlace(_ data: UnsafeMutableRawPointer, bytesPerRow: Int) -> Bool {
    conversion == nil && UInt(bitPattern: data) % 4 == 0 && bytesPerRow % 4 == 0
  }
}

/// Memory whose layout cairo does not have, copied to and from a surface.
struct ConvertedBitmap {
  let data: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let format: BitmapFormat

  /// Copies the drawing to the memory.
  func write(from surface: Surface) {
    surface.withBytes { source in
      for y in 0..<surface.height {
        let row = UnsafeRawBufferPointer(rebasing: source[(y * surface.stride)...])
        writeRow(row, to: data + y * bytesPerRow, count: surface.width)
      }
    }
  }

  private func writeRow(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer, count: Int
  ) {
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    switch format.conversion {
    case nil:
      for i in 0..<(count * format.bytesPerPixel) { bytes[i] = source[i] }
    case .color(let places):
      for x in 0..<count {
        for k in 0..<4 { bytes[x * 4 + places[k]] = source[x * 4 + k] }
      }
    case .gray(let table):
      for x in 0..<count {
        bytes[x] = table[Int(Luma.of(source[x * 4], source[x * 4 + 1], source[x * 4 + 2]))]
      }
    }
  }

  /// Copies the contents of the memory to the surface.
  func read(into surface: Surface, space: CGColorSpace?, info: CGBitmapInfo) {
    let (width, height) = (surface.width, surface.height)
    let count = bytesPerRow * (height - 1) + width * format.bytesPerPixel
    guard let provider = CGDataProvider(data: Data(bytes: data, count: count)),
      let image = CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: format.bytesPerPixel * 8,
        bytesPerRow: bytesPerRow, space: space ?? CGColorSpaceCreateDeviceGray(),
        bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: true,
        intent: .defaultIntent)
    else { return }
    surface.withBytes { target in
      for y in 0..<height {
        for x in 0..<width {
          let from = (y * width + x) * 4
          let to = y * surface.stride + x * surface.bytesPerPixel
          if surface.hasColor {
            for k in 0..<4 { target[to + k] = image.pixels[from + k] }
          } else {
            target[to] = image.pixels[from + 3]
          }
        }
      }
    }
  }
}

/// The luma of encoded colors, with the weights of ITU-R BT.709.
enum Luma {
  static func of(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    // The weights are in 16-bit fixed point and sum to 65536.
    let r = Int(red) * 13933
    let g = Int(green) * 46871
    let b = Int(blue) * 4732
    return UInt8((r + g + b + 32768) >> 16)
  }
}
