import Foundation
import GlazeGeometry
import GlazeLayers

/// Formats numbers for files: the shortest text that reads back as the same number.
enum NumberText {
  static func text(_ number: Double, as kind: PropertyKind = .double) -> String {
    if number == .infinity { return "inf" }
    let text = kind == .float ? Float(number).description : number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func list(_ numbers: [Double]) -> String {
    numbers.map { text($0) }.joined(separator: " ")
  }

  /// Returns red, green, blue and alpha in extended sRGB.
  static func components(of color: CGColor) -> [String] {
    if let c = color.standardRGB { return (0..<4).map { text(c[$0]) } }
    let c = color.extendedSRGB
    return (0..<4).map { text(Double(c[$0]), as: .float) }
  }
}
