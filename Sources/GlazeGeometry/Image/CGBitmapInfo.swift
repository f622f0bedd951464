/// Where a pixel's alpha is stored, and whether the colours are multiplied by it.
///
/// Observed: Apple header CGImage.h; the raw values are Apple's.
public enum CGImageAlphaInfo: UInt32, Sendable, Hashable {
  /// No alpha and no byte for it.
  case none = 0
  /// Alpha after the colours, colours multiplied by it: RGBA.
  case premultipliedLast = 1
  /// Alpha before the colours, colours multiplied by it: ARGB.
  case premultipliedFirst = 2
  /// Alpha after the colours, colours not multiplied: RGBA.
  case last = 3
  /// Alpha before the colours, colours not multiplied: ARGB.
  case first = 4
  /// A byte without meaning after the colours: RGBX.
  case noneSkipLast = 5
  /// A byte without meaning before the colours: XRGB.
  case noneSkipFirst = 6
  /// Alpha and no colours.
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

  /// The alpha part; nil when the bits name none.
  var alphaInfo: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
  }

  /// The byte order part.
  var byteOrder: CGBitmapInfo { intersection(.byteOrderMask) }
}
