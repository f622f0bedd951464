/// The meaning of a video image's components: the conversion of Y, Cb and Cr to R, G and B, and the
/// meaning of those.
///
/// By default R, G and B are treated as sRGB, as video players do; those of PQ and HLG are converted.
/// Source: ITU-R BT.601, BT.709, BT.2020 and BT.2100.
public struct YCbCrEncoding: Sendable, Hashable {
  /// The weight of red in Y.
  package let red: Float
  /// The weight of blue in Y.
  package let blue: Float
  /// A Boolean value that indicates whether all codes are used, as in JPEG; otherwise black is 16
  /// of 255, and white 235.
  public var isFullRange = false
  /// The primaries of the colors; those of sRGB by default.
  public var primaries = OutputColor.Primaries.sRGB
  /// The curve of the colors' numbers; that of sRGB by default.
  public var transfer = OutputColor.Transfer.sRGB
  /// The brightest light in multiples of white, as the metadata of a video records it; 0, the
  /// default, is 1000 / 203 for PQ and HLG, and not known for other curves.
  public var headroom: Float = 0

  private init(red: Float, blue: Float) { (self.red, self.blue) = (red, blue) }

  /// Standard definition.
  public static let rec601 = YCbCrEncoding(red: 0.299, blue: 0.114)
  /// High definition.
  public static let rec709 = YCbCrEncoding(red: 0.2126, blue: 0.0722)
  /// Ultra-high definition.
  public static let rec2020 = YCbCrEncoding(red: 0.2627, blue: 0.0593)
  /// HDR10: ultra-high definition with the curve of PQ.
  public static let rec2100PQ = rec2100(.pq)
  /// Ultra-high definition with the curve of HLG.
  public static let rec2100HLG = rec2100(.hlg)

  private static func rec2100(_ transfer: OutputColor.Transfer) -> YCbCrEncoding {
    var encoding = rec2020
    (encoding.primaries, encoding.transfer) = (.bt2020, transfer)
    return encoding
  }

  /// The encoding of R, G and B.
  package var color: OutputColor { OutputColor(primaries: primaries, transfer: transfer) }

  /// The brightest light of an image in multiples of white; 0 where it is not known.
  package var contentHeadroom: Float {
    if headroom >= 1, headroom.isFinite { return headroom }
    return transfer == .pq || transfer == .hlg ? kCGDefaultHDRImageContentHeadroom : 0
  }

  /// Three rows that convert (Y, Cb, Cr, 1) to R, G and B.
  ///
  /// The inputs are the values that OpenGL samples: 8-bit codes divided by 255, and 10-bit codes in
  /// the upper part of 16 bits, divided by 65535.
  package func rows(isDeep: Bool) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let unit: Float = isDeep ? 4 : 1
    let codes: Float = isDeep ? 65535 / 64 : 255
    let most: Float = isDeep ? 1023 : 255
    let black: Float = isFullRange ? 0 : 16 * unit
    let white: Float = isFullRange ? most : 235 * unit
    let middle: Float = 128 * unit
    let spread: Float = isFullRange ? most : 224 * unit
    /// Returns (a Y + b Cb + c Cr), each in its own range.
    func row(_ cb: Float, _ cr: Float) -> SIMD4<Float> {
      let (y, b, r) = (1 / (white - black), cb / spread, cr / spread)
      return SIMD4(y * codes, b * codes, r * codes, -black * y - middle * (b + r))
    }
    let green = 1 - red - blue
    return (
      row(0, 2 * (1 - red)),
      row(-2 * blue * (1 - blue) / green, -2 * red * (1 - red) / green),
      row(2 * (1 - blue), 0)
    )
  }
}
