/// The layout of a pixel's four bytes in memory.
///
/// All formats are sRGB encoded, with 8 bits for each component. Compare values instead of
/// switching over them, since formats may be added.
public struct PixelFormat: Sendable, Hashable {
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

  /// The number of bytes in a pixel: 4.
  public var bytesPerPixel: Int { 4 }
}
