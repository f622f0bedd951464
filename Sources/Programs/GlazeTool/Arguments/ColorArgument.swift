import ArgumentParser
import Foundation
import GlazeGeometry

/// A color on the command line: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a basic CSS name, `none`.
struct ColorArgument: Equatable, ExpressibleByArgument {
  /// Unpremultiplied sRGB bytes: red, green, blue, alpha.
  var components: SIMD4<UInt8>

  static let transparent = ColorArgument(components: .zero)

  init(components: SIMD4<UInt8>) {
    self.components = components
  }

  init?(argument: String) {
    let text = argument.lowercased()
    if text == "none" || text == "transparent" {
      self = .transparent
    } else if let rgb = Self.names[text] {
      components = SIMD4(UInt8(rgb >> 16), UInt8(rgb >> 8 & 255), UInt8(rgb & 255), 255)
    } else if text.hasPrefix("#"), let components = Self.parse(hex: text.dropFirst()) {
      self.components = components
    } else {
      return nil
    }
  }

  private static func parse(hex: Substring) -> SIMD4<UInt8>? {
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

  /// The color of the layer model.
  var color: CGColor {
    let c = components.map { Double($0) / 255 }
    return CGColor(srgbRed: c.x, green: c.y, blue: c.z, alpha: c.w)
  }

  /// The sixteen names of CSS 1 with their other spellings, and orange of CSS 2.1.
  static let names: [String: UInt32] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "cyan": 0x00FFFF, "fuchsia": 0xFF00FF,
    "gray": 0x808080, "green": 0x008000, "grey": 0x808080, "lime": 0x00FF00, "magenta": 0xFF00FF,
    "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "orange": 0xFFA500,
    "purple": 0x800080, "red": 0xFF0000, "silver": 0xC0C0C0, "teal": 0x008080, "white": 0xFFFFFF,
    "yellow": 0xFFFF00,
  ]
}

extension SIMD4<UInt8> {
  fileprivate func map(_ transform: (UInt8) -> Double) -> SIMD4<Double> {
    SIMD4<Double>(transform(x), transform(y), transform(z), transform(w))
  }
}
