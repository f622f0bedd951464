import Foundation
import GlazeGeometry
import GlazeText

/// A text with its style.
struct LottieText: Equatable {
  var text: String
  var font: String
  var size: Double
  var color: RGBA?
  var strokeColor: RGBA?
  var strokeWidth: Double
  var isStrokeAbove: Bool
  var lineHeight: Double
  /// In thousandths of the size.
  var tracking: Double
  var alignment: Int
  var baseline: Double
  /// The box of a paragraph; nil for text at a point.
  var box: CGRect?
  /// Whether small letters are small capitals.
  var hasSmallCaps: Bool

  init(_ node: LottieNode) {
    text = node["t"]?.text ?? ""
    font = node["f"]?.text ?? ""
    size = min(max(node.number("s", 12), 0), 10_000)
    color = node["fc"].flatMap { RGBA.read($0) }
    strokeColor = node["sc"].flatMap { RGBA.read($0) }
    strokeWidth = node.number("sw", 0)
    isStrokeAbove = node["of"].map(\.isTrue) ?? true
    lineHeight = node.number("lh", size * 1.2)
    tracking = node.number("tr", 0)
    alignment = node.integer("j", 0)
    baseline = node.number("ls", 0)
    if let size = node["sz"]?.numbers, size.count == 2 {
      let origin = node["ps"]?.numbers ?? [0, 0]
      box = CGRect(
        x: origin[0], y: origin.count > 1 ? origin[1] : 0, width: max(size[0], 0),
        height: max(size[1], 0))
    }
    hasSmallCaps = node.integer("ca", 0) == 2
    if node.integer("ca", 0) == 1 { text = text.uppercased() }
  }

  /// 0 for lines at the left, 0.5 for centered ones, 1 for those at the right.
  var alignmentFactor: Double { alignment == 1 ? 1 : alignment == 2 ? 0.5 : 0 }

  /// The lines, which documents end with a carriage return or its relatives.
  var lines: [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == "\u{3}" }.map(String.init)
  }

  /// Returns text as JSON.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\r"
      case let other where other.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
