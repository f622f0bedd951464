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
    let isNone = argument.lowercased() == "none"
    guard let components = isNone ? .zero : CGColor.components(css: argument) else { return nil }
    self.components = components
  }

  /// The color of the layer model.
  var color: CGColor {
    func unit(_ byte: UInt8) -> Double { Double(byte) / 255 }
    let c = components
    return CGColor(srgbRed: unit(c.x), green: unit(c.y), blue: unit(c.z), alpha: unit(c.w))
  }
}
