/// How the four bytes of a pixel are laid out in memory.
///
/// All formats are sRGB encoded, 8 bits a component. More may come: a value is compared, never switched over.
public struct PixelFormat: Sendable, Hashable {
  /// Whether blue comes first, and not red.
  package let isBGR: Bool
  /// Whether the colours were multiplied with alpha.
  package let isPremultiplied: Bool

  /// R, G, B, A in the order of addresses, premultiplied: what Glaze draws, and what is copied fastest.
  public static let rgba8Premultiplied = PixelFormat(isBGR: false, isPremultiplied: true)
  /// B, G, R, A in the order of addresses, premultiplied: cairo's ARGB32, Qt's `ARGB32_Premultiplied`.
  public static let bgra8Premultiplied = PixelFormat(isBGR: true, isPremultiplied: true)
  /// R, G, B, A in the order of addresses, straight alpha: what PNG and NumPy users expect.
  public static let rgba8Straight = PixelFormat(isBGR: false, isPremultiplied: false)
  /// B, G, R, A in the order of addresses, straight alpha.
  public static let bgra8Straight = PixelFormat(isBGR: true, isPremultiplied: false)

  /// Bytes of a pixel: 4.
  public var bytesPerPixel: Int { 4 }
}
