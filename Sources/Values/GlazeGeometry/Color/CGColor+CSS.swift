import Foundation

extension CGColor {
  /// Returns the color that a text of CSS names: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a basic name, or
  /// `transparent`; nil for other text.
  package static func css(_ text: String) -> CGColor? {
    guard let c = components(css: text) else { return nil }
    func unit(_ byte: UInt8) -> CGFloat { CGFloat(byte) / 255 }
    return CGColor(srgbRed: unit(c.x), green: unit(c.y), blue: unit(c.z), alpha: unit(c.w))
  }

  /// Returns unpremultiplied sRGB bytes: red, green, blue, alpha.
  package static func components(css text: String) -> SIMD4<UInt8>? {
    let text = text.lowercased()
    if text == "transparent" { return .zero }
    if let rgb = namesOfCSS[text] {
      return SIMD4(UInt8(rgb >> 16), UInt8(rgb >> 8 & 255), UInt8(rgb & 255), 255)
    }
    return text.hasPrefix("#") ? components(hex: text.dropFirst()) : nil
  }

  private static func components(hex: Substring) -> SIMD4<UInt8>? {
    let digits = hex.compactMap { $0.isASCII ? $0.hexDigitValue : nil }.map { UInt8($0) }
    guard digits.count == hex.count else { return nil }
    switch digits.count {
    case 3: return SIMD4(digits[0] * 17, digits[1] * 17, digits[2] * 17, 255)
    case 4: return SIMD4(digits[0] * 17, digits[1] * 17, digits[2] * 17, digits[3] * 17)
    case 6, 8:
      let bytes: [UInt8] = stride(from: 0, to: digits.count, by: 2).map { place -> UInt8 in
        digits[place] << 4 | digits[place + 1]
      }
      return SIMD4(bytes[0], bytes[1], bytes[2], bytes.count == 4 ? bytes[3] : 255)
    default: return nil
    }
  }

  /// The sixteen names of CSS 1 with their other spellings, and orange of CSS 2.1.
  package static let namesOfCSS: [String: UInt32] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "cyan": 0x00FFFF, "fuchsia": 0xFF00FF,
    "gray": 0x808080, "green": 0x008000, "grey": 0x808080, "lime": 0x00FF00, "magenta": 0xFF00FF,
    "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "orange": 0xFFA500,
    "purple": 0x800080, "red": 0xFF0000, "silver": 0xC0C0C0, "teal": 0x008080, "white": 0xFFFFFF,
    "yellow": 0xFFFF00,
  ]
}
