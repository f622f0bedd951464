/// The position of a pixel's alpha, and whether the colors are multiplied by it.
///
/// Observed: Apple header CGImage.h; the raw values are Apple's.
public enum CGImageAlphaInfo: UInt32, Sendable, Hashable {
  /// No alpha, and no byte for it.
  case none = 0
  /// Alpha after the colors, colors multiplied by it: RGBA.
  case premultipliedLast = 1
  /// Alpha before the colors, colors multiplied by it: ARGB.
  case premultipliedFirst = 2
  /// Alpha after the colors, colors not multiplied: RGBA.
  case last = 3
  /// Alpha before the colors, colors not multiplied: ARGB.
  case first = 4
  /// An unused byte after the colors: RGBX.
  case noneSkipLast = 5
  /// An unused byte before the colors: XRGB.
  case noneSkipFirst = 6
  /// Alpha without colors.
  case alphaOnly = 7

  /// Whether pixels may be translucent.
  var hasAlpha: Bool {
    switch self {
    case .none, .noneSkipLast, .noneSkipFirst: false
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: true
    }
  }
}

/// The layout of a pixel: `CGImageAlphaInfo` in the low bits, the byte order above.
///
/// Observed: Apple header CGImage.h; the raw values are Apple's.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
  /// The bits as Apple numbers them.
  public let rawValue: UInt32

  /// Makes bitmap info from Apple's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
  /// The bits that hold the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// 16-bit units, low byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
  /// 32-bit units, low byte first: with alpha first this is BGRA in memory.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
  /// 16-bit units, high byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
  /// 32-bit units, high byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)

  /// The alpha part; nil when the bits do not name one.
  var alphaInfo: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
  }

  /// The byte order part.
  var byteOrder: CGBitmapInfo { intersection(.byteOrderMask) }
}
