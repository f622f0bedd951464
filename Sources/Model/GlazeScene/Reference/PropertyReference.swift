import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// The columns of `Docs/reference/scene-format.md` and `Docs/reference/properties.md`, made from the
/// property tables.
enum PropertyReference {
  /// The columns that follow from the table; the last column, the meaning, is written by hand.
  struct Row: Equatable {
    var name: String
    var value: String
    var standard: String
    var isDrawn: String

    var cells: [String] { [name, value, standard, isDrawn] }
  }

  static let classes = [
    "CALayer", "CATransformLayer", "CAShapeLayer", "CAGradientLayer", "CAReplicatorLayer",
    "CATextLayer", "CAScrollLayer", "CATiledLayer", "CAEmitterLayer", "CABackdropLayer",
    "CAEmitterCell", "CAAnimation", "CAPropertyAnimation", "CABasicAnimation",
    "CASpringAnimation", "CAKeyframeAnimation", "CAAnimationGroup", "CATransition",
    "CAMatchMoveAnimation",
  ]

  /// Properties that only code can set.
  private static let codeOnly: Set<String> = ["delegate", "layoutManager", "actions"]

  /// The rows of a class, without those of its base class.
  static func rows(of className: String) -> [Row] {
    let owner = object(of: className)
    return properties(of: className).map { property in
      Row(
        name: "`\(property.name)`", value: syntax(of: property),
        standard: standard(of: property, owner), isDrawn: property.isDrawn ? "yes" : "not yet")
    }
  }

  static func object(of className: String) -> NSObject {
    CAAnimation.make(className: className) ?? CALayer.make(className: className) ?? CAEmitterCell()
  }

  /// The properties of a class that documents can set, without those of its base class.
  static func properties(of className: String) -> [LayerProperty] {
    let owner = object(of: className)
    let table =
      (owner as? CAAnimation)?.properties ?? (owner as? CALayer)?.properties ?? .emitterCell
    let base = base(of: className)
    return table.properties.filter { base?[$0.name] == nil && !codeOnly.contains($0.name) }
  }

  static func base(of className: String) -> PropertyTable? {
    switch className {
    case "CALayer", "CAEmitterCell", "CAAnimation": nil
    case "CAPropertyAnimation", "CAAnimationGroup", "CATransition", "CAMatchMoveAnimation":
      .animation
    case "CABasicAnimation", "CAKeyframeAnimation": .propertyAnimation
    case "CASpringAnimation": .basicAnimation
    default: .layer
    }
  }

  static func syntax(of property: LayerProperty) -> String {
    switch property.kind {
    case .bool: "`true`, `false`"
    case .int: "integer"
    case .float, .double: "number"
    case .point: "`[x, y]`"
    case .size: "`[width, height]`"
    case .rect: "`[x, y, width, height]`"
    case .transform: "matrix"
    case .affine: "`[a, b, c, d, tx, ty]`"
    case .color: "color"
    case .image: "file name, or image"
    case .path: "SVG path"
    case .string, .font: "string"
    case .name(let names): names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .bits:
      "integer, or names: "
        + BitNames.names(of: property.name).map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .array(.color): "list of colors"
    case .array(.double): "list of numbers"
    case .array(.timingFunction): "list of timing functions"
    case .array(.object): "list of values of the key path"
    case .array: "list of objects"
    case .layer: "layer"
    case .layers: "list of layers"
    case .cells: "list of cells"
    case .timingFunction: "timing function"
    case .valueFunction: "name of a function"
    case .animations: "list of animations"
    case .colorMatrix: "list of 20 numbers"
    case .filter: "filter, or the name of its type"
    case .filters: "list of filters"
    case .object where property.name.hasSuffix("Value"): "value of the key path"
    case .object: "string or object"
    }
  }

  static func standard(of property: LayerProperty, _ owner: NSObject) -> String {
    guard property.isValue else {
      return property.readObject(owner).map { "`\"\($0)\"`" } ?? "nothing"
    }
    switch property.read(owner) {
    case .none: return "nothing"
    case .bool(let value): return "`\(value)`"
    case .number(let value): return "`\(ValueText.number(value))`"
    case .point(let p): return list([p.x, p.y])
    case .size(let s): return list([s.width, s.height])
    case .rect(let r): return list([r.origin.x, r.origin.y, r.width, r.height])
    case .transform(let t): return t == .identity ? "identity" : "\(t)"
    case .color(let color):
      let c = color.extendedSRGB
      return list([c.x, c.y, c.z, c.w].map { CGFloat($0) })
    case .string(let text): return "`\"\(text)\"`"
    case let other: return "\(other)"
    }
  }

  private static func list(_ numbers: [CGFloat]) -> String {
    "`[\(numbers.map { ValueText.number(Double($0)) }.joined(separator: ", "))]`"
  }
}
