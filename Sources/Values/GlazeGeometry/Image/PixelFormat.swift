/// The layout of a pixel in memory: four components, in the byte order of the machine.
///
/// Frames have the numbers of `RenderOptions.output`, images those of sRGB, which floating point
/// continues below 0 and above 1. Compare values instead of switching over them, since formats may
/// be added.
public struct PixelFormat: Sendable, Hashable {
  /// How a component is stored.
  package enum Component: Sendable {
    /// 8 bits for 0...1.
    case unsigned8
    /// 16 bits for 0...1.
    case unsigned16
    case half
    case float
  }

  package var component = Component.unsigned8
  /// Whether blue comes first, instead of red.
  package let isBGR: Bool
  /// Whether the colors are multiplied with alpha.
  package let isPremultiplied: Bool

  /// R, G, B, A in the order of addresses, premultiplied: Glaze's own format, which is copied
  /// fastest.
  public static let rgba8Premultiplied = PixelFormat(isBGR: false, isPremultiplied: true)
  /// B, G, R, A in the order of addresses, premultiplied: cairo's ARGB32, Qt's `ARGB32_Premultiplied`.
  public static let bgra8Premultiplied = PixelFormat(isBGR: true, isPremultiplied: true)
  /// R, G, B, A in the order of addresses, straight alpha: the format that PNG and NumPy users
  /// expect.
  public static let rgba8Straight = PixelFormat(isBGR: false, isPremultiplied: false)
  /// B, G, R, A in the order of addresses, straight alpha.
  public static let bgra8Straight = PixelFormat(isBGR: true, isPremultiplied: false)
  /// R, G, B, A with 16 bits each, premultiplied.
  public static let rgba16Premultiplied = PixelFormat(.unsigned16, isPremultiplied: true)
  /// R, G, B, A with 16 bits each, straight alpha.
  public static let rgba16Straight = PixelFormat(.unsigned16, isPremultiplied: false)
  /// R, G, B, A as half floats, premultiplied.
  public static let rgbaHalfPremultiplied = PixelFormat(.half, isPremultiplied: true)
  /// R, G, B, A as half floats, straight alpha.
  public static let rgbaHalfStraight = PixelFormat(.half, isPremultiplied: false)
  /// R, G, B, A as floats, premultiplied.
  public static let rgbaFloatPremultiplied = PixelFormat(.float, isPremultiplied: true)
  /// R, G, B, A as floats, straight alpha.
  public static let rgbaFloatStraight = PixelFormat(.float, isPremultiplied: false)

  /// The number of bytes in a pixel: 4, 8 or 16.
  public var bytesPerPixel: Int {
    switch component {
    case .unsigned8: 4
    case .unsigned16, .half: 8
    case .float: 16
    }
  }

  private init(isBGR: Bool, isPremultiplied: Bool) {
    (self.isBGR, self.isPremultiplied) = (isBGR, isPremultiplied)
  }

  private init(_ component: Component, isPremultiplied: Bool) {
    self.init(isBGR: false, isPremultiplied: isPremultiplied)
    self.component = component
  }
}
