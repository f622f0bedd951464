public import Foundation

extension CGImage {
  /// Makes an image from pixels in memory, which are converted to a stored format.
  ///
  /// Supported formats: 32-bit RGB with alpha or an unused byte first or last, premultiplied or
  /// not, big-endian (the default) or 32-bit little-endian (BGRA); 24-bit RGB; gray with 8 bits, or
  /// with 16 bits including alpha last; alpha only, with 8 bits. With 16-bit components, or 16 or
  /// 32 bits in floating point (`floatComponents`): RGB and gray, with alpha or an unused component
  /// first, last or absent, in both byte orders; such images keep values outside of sRGB's 0...1.
  ///
  /// - Parameters:
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - bitsPerComponent: 8, 16 or 32.
  ///   - bitsPerPixel: the number of bits in a pixel, as above.
  ///   - bytesPerRow: at least the number of bytes in a row of pixels.
  ///   - space: an RGB or gray space; ignored for alpha only.
  ///   - bitmapInfo: alpha and byte order.
  ///   - provider: the bytes, row 0 at the top.
  ///   - decode: nil; maps other than the identity are not supported.
  ///   - shouldInterpolate: stored for drawing the image.
  ///   - intent: stored; Glaze always converts relative-colorimetrically.
  /// - Returns: nil for any other format, an empty size, or a provider with too few bytes.
  ///
  /// Observed: Apple documentation of CGImageCreate. Rejecting short providers is Glaze's choice.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: [CGFloat]?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    if bitsPerComponent > 8 {
      guard
        let layout = DeepLayout(
          bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: space,
          info: bitmapInfo),
        layout.accepts(decode: decode),
        let deep = layout.convert(
          provider.bytes, width: width, height: height, bytesPerRow: bytesPerRow,
          encoding: space.encoding)
      else { return nil }
      self.init(
        width: width, height: height, deep: deep, isOpaque: layout.alpha == nil ? true : nil,
        alphaInfo: layout.alpha == nil ? .noneSkipLast : .premultipliedLast,
        shouldInterpolate: shouldInterpolate, renderingIntent: intent,
        contentHeadroom: space.contentHeadroom)
      return
    }
    guard bitsPerComponent == 8,
      let layout = PixelLayout(bitsPerPixel: bitsPerPixel, space: space, info: bitmapInfo),
      layout.accepts(decode: decode),
      let pixels = layout.convert(
        provider.bytes, width: width, height: height, bytesPerRow: bytesPerRow,
        encoding: space.encoding)
    else { return nil }
    self.init(
      width: width, height: height, pixels: pixels,
      isOpaque: layout.alpha == nil ? true : nil,
      alphaInfo: layout.alpha == nil ? .noneSkipLast : .premultipliedLast,
      isMask: layout.colors.isEmpty, shouldInterpolate: shouldInterpolate,
      renderingIntent: intent)
  }

  /// Makes an image mask: 0 paints, 255 does not.
  ///
  /// - Parameters:
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - bitsPerComponent: 8; other depths give nil.
  ///   - bitsPerPixel: 8; other depths give nil.
  ///   - bytesPerRow: at least the width.
  ///   - provider: the bytes, row 0 at the top; too few give nil.
  ///   - decode: nil or [0, 1]; [1, 0] inverts the meaning; others give nil.
  ///   - shouldInterpolate: stored for drawing the image.
  ///
  /// Observed: Apple documentation of CGImageMaskCreate.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int,
    bytesPerRow: Int, provider: CGDataProvider, decode: [CGFloat]?, shouldInterpolate: Bool
  ) {
    let inverted = decode == [1, 0]
    guard bitsPerComponent == 8, bitsPerPixel == 8,
      decode == nil || decode == [0, 1] || inverted,
      var pixels = PixelLayout.alphaOnly.convert(
        provider.bytes, width: width, height: height, bytesPerRow: bytesPerRow,
        encoding: .gray(.sRGB))
    else { return nil }
    if !inverted {
      for i in stride(from: 3, to: pixels.count, by: 4) { pixels[i] = 255 - pixels[i] }
    }
    self.init(
      width: width, height: height, pixels: pixels, isOpaque: nil, alphaInfo: .premultipliedLast,
      isMask: true, shouldInterpolate: shouldInterpolate)
  }
}

/// The layout of a pixel's components in memory.
struct PixelLayout {
  /// The number of bytes from one pixel to the next.
  let stride: Int
  /// The offsets of red, green and blue, or of gray; empty for alpha only.
  let colors: [Int]
  /// The offset of alpha; nil when every pixel is opaque.
  let alpha: Int?
  let isPremultiplied: Bool

  static let alphaOnly = PixelLayout(stride: 1, colors: [], alpha: 0, isPremultiplied: true)

  private init(stride: Int, colors: [Int], alpha: Int?, isPremultiplied: Bool) {
    self.stride = stride
    self.colors = colors
    self.alpha = alpha
    self.isPremultiplied = isPremultiplied
  }

  init?(bitsPerPixel: Int, space: CGColorSpace, info: CGBitmapInfo) {
    guard let place = info.alphaInfo, !info.contains(.floatComponents) else { return nil }
    if place == .alphaOnly {
      guard bitsPerPixel == 8 else { return nil }
      self = .alphaOnly
      return
    }
    let little = info.byteOrder == .byteOrder32Little
    guard info.byteOrder.isEmpty || info.byteOrder == .byteOrder32Big || little else { return nil }
    let premultiplied = place == .premultipliedLast || place == .premultipliedFirst
    let first = place == .premultipliedFirst || place == .first || place == .noneSkipFirst
    switch (space.model, bitsPerPixel) {
    case (.rgb, 32) where place != .none:
      // The order in a 32-bit unit, from its high byte, is ARGB or RGBA; little-endian reverses it.
      let order = first ? [1, 2, 3, 0] : [0, 1, 2, 3]
      let memory = little ? order.map { 3 - $0 } : order
      self.init(
        stride: 4, colors: Array(memory[0..<3]), alpha: place.hasAlpha ? memory[3] : nil,
        isPremultiplied: premultiplied)
    case (.rgb, 24) where place == .none && !little:
      self.init(stride: 3, colors: [0, 1, 2], alpha: nil, isPremultiplied: false)
    case (.monochrome, 8) where place == .none && !little:
      self.init(stride: 1, colors: [0], alpha: nil, isPremultiplied: false)
    case (.monochrome, 16) where place.hasAlpha && !first && !little:
      self.init(stride: 2, colors: [0], alpha: 1, isPremultiplied: premultiplied)
    default:
      return nil
    }
  }

  /// Whether a decode array only means "as stored".
  func accepts(decode: [CGFloat]?) -> Bool {
    guard let decode else { return true }
    let count = max(colors.count, 1)
    return decode == (0..<count).flatMap { _ in [0 as CGFloat, 1] }
  }

  /// Converts to premultiplied sRGB RGBA; nil for an empty size or too few bytes.
  func convert(
    _ data: Data, width: Int, height: Int, bytesPerRow: Int, encoding: ColorEncoding
  ) -> [UInt8]? {
    guard width > 0, height > 0, bytesPerRow > 0 else { return nil }
    let (row, o1) = width.multipliedReportingOverflow(by: stride)
    let (before, o2) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    let (needed, o3) = before.addingReportingOverflow(row)
    guard !o1, !o2, !o3, bytesPerRow >= row, data.count >= needed else { return nil }
    // The bytes exist, so the multiplication cannot overflow.
    let count = width * height * 4
    let converter = PixelConverter(encoding)
    return [UInt8](unsafeUninitializedCapacity: count) { out, initialized in
      data.withUnsafeBytes { bytes in
        for y in 0..<height {
          let source = UnsafeRawBufferPointer(rebasing: bytes[(y * bytesPerRow)...].prefix(row))
          let target = UnsafeMutableBufferPointer(
            rebasing: out[(y * width * 4)..<((y + 1) * width * 4)])
          convertRow(source, to: target, converter: converter)
        }
      }
      initialized = count
    }
  }

  private func convertRow(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableBufferPointer<UInt8>,
    converter: PixelConverter?
  ) {
    let red = colors.first
    let green = colors.count == 3 ? colors[1] : red
    let blue = colors.count == 3 ? colors[2] : red
    var from = 0
    for to in Swift.stride(from: 0, to: target.count, by: 4) {
      let a: UInt8 = alpha.map { source[from + $0] } ?? 255
      var r: UInt8 = red.map { source[from + $0] } ?? 0
      var g: UInt8 = green.map { source[from + $0] } ?? 0
      var b: UInt8 = blue.map { source[from + $0] } ?? 0
      if let converter {
        if isPremultiplied && a < 255 {
          r = PixelMath.unmultiply(r, a)
          g = PixelMath.unmultiply(g, a)
          b = PixelMath.unmultiply(b, a)
        }
        (r, g, b) = converter.convert(r, g, b)
      }
      if isPremultiplied && converter == nil {
        // A color above its alpha is not premultiplied, so it is clamped, as blending requires.
        (r, g, b) = (min(r, a), min(g, a), min(b, a))
      } else if a < 255 {
        r = PixelMath.multiply(r, a)
        g = PixelMath.multiply(g, a)
        b = PixelMath.multiply(b, a)
      }
      target[to] = r
      target[to + 1] = g
      target[to + 2] = b
      target[to + 3] = a
      from += stride
    }
  }
}

/// Tables that convert 8-bit colors of one space to sRGB.
struct PixelConverter {
  private let matrix: ColorMatrix
  private let linear: [Float]
  private let gray: [UInt8]?
  /// The encoding for colors that are converted one by one, because tables cannot express it.
  private let general: ColorEncoding?

  // Near black, sRGB rises by 12.92 * 255 for each unit of light. This many steps keep the error of
  // the table below a quarter of a level.
  private static let steps = 16384
  private static let encoded: [UInt8] = (0...steps).map {
    byte(TransferFunction.sRGB.encode(Double($0) / Double(steps)))
  }

  private static func byte(_ v: Double) -> UInt8 { UInt8(clamping: min(max(v, 0), 1) * 255 + 0.5) }

  /// Makes the tables; nil where the bytes are already sRGB, or where no pixel layout uses them.
  init?(_ encoding: ColorEncoding) {
    let bytes = (0...255).map { Double($0) / 255 }
    var general: ColorEncoding?
    switch encoding {
    case .rgb(.sRGB, .sRGB), .gray(.sRGB), .cmyk:
      return nil
    case .rgb(let primaries, let transfer):
      matrix = primaries.toSRGB
      linear = bytes.map { Float(transfer.decode($0)) }
      gray = nil
    case .gray(let transfer):
      matrix = .identity
      linear = []
      gray = bytes.map { Self.byte(TransferFunction.sRGB.encode(transfer.decode($0))) }
    case .lab, .calibrated, .profile:
      (matrix, linear, gray) = (.identity, [], nil)
      general = encoding
    }
    self.general = general
  }

  func convert(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> (UInt8, UInt8, UInt8) {
    if let gray { return (gray[Int(r)], gray[Int(g)], gray[Int(b)]) }
    if let general {
      let v = general.toSRGB([CGFloat(r) / 255, CGFloat(g) / 255, CGFloat(b) / 255])
      return (Self.byte(v.x), Self.byte(v.y), Self.byte(v.z))
    }
    let light = SIMD3<Double>(
      Double(linear[Int(r)]), Double(linear[Int(g)]), Double(linear[Int(b)]))
    let v = matrix * light
    let table = Self.encoded
    func look(_ x: Double) -> UInt8 {
      table[Int(clamping: min(max(x, 0), 1) * Double(Self.steps) + 0.5)]
    }
    return (look(v.x), look(v.y), look(v.z))
  }
}
