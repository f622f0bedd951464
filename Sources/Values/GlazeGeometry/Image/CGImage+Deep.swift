import Foundation

/// Images with more than 8 bits: half floats, in addition to the 8 bits that all other code reads.
extension CGImage {
  /// Makes an image of components that may leave 0...1.
  ///
  /// - Parameters:
  ///   - width: at least 1.
  ///   - height: at least 1.
  ///   - deepPixels: premultiplied, encoded like sRGB, RGBA, row 0 at the top. NaN becomes 0; alpha
  ///     is clamped to 0...1, colors to the range of a half float.
  ///   - pixels: the same pixels in 8 bits, if the caller has a better version, of numbers that are
  ///     already clamped; nil rounds the numbers.
  ///   - isOpaque: whether every alpha is 1, if the caller knows; nil lets the image check.
  package convenience init(
    width: Int, height: Int, deepPixels: [Float16], pixels: [UInt8]? = nil, isOpaque: Bool? = nil
  ) {
    self.init(
      width: width, height: height, deep: deepPixels, pixels: pixels, isOpaque: isOpaque,
      alphaInfo: nil)
  }

  convenience init(
    width: Int, height: Int, deep: [Float16], pixels: [UInt8]? = nil, isOpaque: Bool?,
    alphaInfo: CGImageAlphaInfo?, shouldInterpolate: Bool = true,
    renderingIntent: CGColorRenderingIntent = .defaultIntent, contentHeadroom: Float = 0
  ) {
    var deep = deep
    // No copy is made where the numbers stay the same.
    let pixels = pixels ?? Self.bytes(limiting: &deep)
    let isOpaque =
      isOpaque ?? stride(from: 3, to: deep.count, by: 4).allSatisfy { deep[$0] == 1 }
    self.init(
      width: width, height: height, pixels: pixels, isOpaque: isOpaque,
      alphaInfo: alphaInfo ?? (isOpaque ? .noneSkipLast : .premultipliedLast),
      shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent, deepPixels: deep,
      contentHeadroom: contentHeadroom)
  }

  /// Returns the same pixels in 8 bits, and clamps the numbers to values that can be drawn.
  ///
  /// Works on the bits of the half floats. Compilers that may not use F16C convert each by a
  /// function call, which took most of the time for a large image.
  private static func bytes(limiting deep: inout [Float16]) -> [UInt8] {
    deep.withUnsafeMutableBytes { deep in
      let halves = deep.bindMemory(to: UInt16.self)
      return byteOfHalf.withUnsafeBufferPointer { byteOfHalf in
        [UInt8](unsafeUninitializedCapacity: halves.count) { bytes, count in
          for i in stride(from: 0, to: halves.count - 3, by: 4) {
            let alpha = limited(halves[i + 3], to: one)
            halves[i + 3] = alpha & 0x8000 == 0 ? alpha : 0
            bytes[i + 3] = byteOfHalf[Int(halves[i + 3])]
            for k in i..<(i + 3) {
              halves[k] = limited(halves[k], to: largest)
              bytes[k] = min(byteOfHalf[Int(halves[k])], bytes[i + 3])
            }
          }
          count = halves.count
        }
      }
    }
  }

  private static let one = Float16(1).bitPattern
  private static let largest = Float16.greatestFiniteMagnitude.bitPattern

  /// The byte for the bits of each half float: 0 below 0 and for NaN, 255 above 1.
  private static let byteOfHalf: [UInt8] = (0...UInt16.max).map { bits in
    let value = Float(Float16(bitPattern: bits))
    return value.isNaN ? 0 : UInt8(clamping: min(max(value, 0), 1) * 255 + 0.5)
  }

  /// The bits of a half float whose magnitude is at most another's; those of 0 for NaN.
  private static func limited(_ bits: UInt16, to bound: UInt16) -> UInt16 {
    let magnitude = bits & 0x7FFF
    if magnitude > Float16.infinity.bitPattern { return 0 }
    return magnitude > bound ? bound | bits & 0x8000 : bits
  }
}

/// The layout in memory of components with 16 bits, or with 32 in floating point.
struct DeepLayout {
  /// The type of a component.
  enum Component {
    case unsigned16
    case half
    case float

    var size: Int { self == .float ? 4 : 2 }
  }

  let component: Component
  let isLittle: Bool
  /// The number of components from one pixel to the next.
  let stride: Int
  /// The positions of red, green and blue, or of gray, in components.
  let colors: [Int]
  /// The position of alpha; nil when every pixel is opaque.
  let alpha: Int?
  let isPremultiplied: Bool

  init?(bitsPerComponent: Int, bitsPerPixel: Int, space: CGColorSpace, info: CGBitmapInfo) {
    guard let place = info.alphaInfo, place != .alphaOnly else { return nil }
    let isFloat = info.contains(.floatComponents)
    let littleOrder: CGBitmapInfo
    switch (bitsPerComponent, isFloat) {
    case (16, false): (component, littleOrder) = (.unsigned16, .byteOrder16Little)
    case (16, true): (component, littleOrder) = (.half, .byteOrder16Little)
    case (32, true): (component, littleOrder) = (.float, .byteOrder32Little)
    default: return nil
    }
    isLittle = info.byteOrder == littleOrder
    let bigOrder: CGBitmapInfo = component == .float ? .byteOrder32Big : .byteOrder16Big
    guard isLittle || info.byteOrder.isEmpty || info.byteOrder == bigOrder else { return nil }
    let count: Int
    switch space.model {
    case .rgb: count = 3
    case .monochrome: count = 1
    default: return nil
    }
    stride = place == .none ? count : count + 1
    guard bitsPerPixel == stride * bitsPerComponent else { return nil }
    let isFirst = place == .premultipliedFirst || place == .first || place == .noneSkipFirst
    colors = (0..<count).map { isFirst ? $0 + 1 : $0 }
    alpha = place.hasAlpha ? (isFirst ? 0 : count) : nil
    isPremultiplied = place == .premultipliedLast || place == .premultipliedFirst
  }

  /// Whether a decode array only means "as stored".
  func accepts(decode: [CGFloat]?) -> Bool {
    decode.map { $0 == colors.flatMap { _ in [0 as CGFloat, 1] } } ?? true
  }

  /// Converts to premultiplied, sRGB-encoded RGBA; nil for an empty size or too few bytes.
  func convert(
    _ data: Data, width: Int, height: Int, bytesPerRow: Int, encoding: ColorEncoding
  ) -> [Float16]? {
    guard width > 0, height > 0, bytesPerRow > 0 else { return nil }
    let (row, o1) = width.multipliedReportingOverflow(by: stride * component.size)
    let (before, o2) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    let (needed, o3) = before.addingReportingOverflow(row)
    guard !o1, !o2, !o3, bytesPerRow >= row, data.count >= needed else { return nil }
    var result: [Float16] = []
    result.reserveCapacity(width * height * 4)
    data.withUnsafeBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let c = color(
            in: bytes, at: y * bytesPerRow + x * stride * component.size, encoding)
          for k in 0..<4 { result.append(Float16(c[k])) }
        }
      }
    }
    return result
  }

  private func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Float {
    if component == .float {
      let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return Float(bitPattern: isLittle ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits))
    }
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    let bits = isLittle ? UInt16(littleEndian: raw) : UInt16(bigEndian: raw)
    return component == .half ? Float(Float16(bitPattern: bits)) : Float(bits) / 65535
  }

  private func color(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ encoding: ColorEncoding
  ) -> SIMD4<Float> {
    func component(_ place: Int) -> Float {
      number(bytes, offset + place * self.component.size)
    }
    let a: Float = alpha.map { min(max(component($0), 0), 1) } ?? 1
    var c = SIMD4<Float>(repeating: component(colors[0]))
    if colors.count == 3 { (c.y, c.z) = (component(colors[1]), component(colors[2])) }
    let isStandard = encoding == .rgb(.sRGB, .sRGB) || encoding == .gray(.sRGB)
    if isStandard {
      if !isPremultiplied { c *= a }
    } else {
      if isPremultiplied { c = a > 0 ? c / a : .zero }
      let v = encoding.toSRGB([CGFloat(c.x), CGFloat(c.y), CGFloat(c.z)])
      c = SIMD4(Float(v.x), Float(v.y), Float(v.z), 1) * a
    }
    c.w = a
    return c
  }
}
