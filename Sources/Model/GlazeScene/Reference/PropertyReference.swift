import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// The property tables in words, for the pages and the files that `make docs-tables` writes.
enum PropertyReference {
  /// The classes, base classes first.
  static let classes = PropertyTable.all.map(\.className)

  /// The properties of a class that documents can set, without those of its base class.
  static func properties(of table: PropertyTable) -> [LayerProperty] {
    table.own.filter {
      // Documents preserve actions, but only a program can have any.
      ![.program, .reference].contains($0.holder) && $0.name != "actions"
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
    case .array(.point): "list of points"
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

  /// Returns the default as in JSON; nil for none.
  static func standard(of property: LayerProperty, _ owner: NSObject) -> String? {
    guard property.isValue else {
      return property.readObject(owner).map { JSONText.quoted("\($0)") }
    }
    switch property.read(owner) {
    case .none: return nil
    case .bool(let value): return "\(value)"
    case .number(let value): return ValueText.number(value)
    case .point(let p): return list([p.x, p.y])
    case .size(let s): return list([s.width, s.height])
    case .rect(let r): return list([r.origin.x, r.origin.y, r.width, r.height])
    case .transform(let t): return t == .identity ? "identity" : "\(t)"
    case .color(let color):
      let c = color.extendedSRGB
      return list([c.x, c.y, c.z, c.w].map { CGFloat($0) })
    case .string(let text): return JSONText.quoted(text)
    case let other: return "\(other)"
    }
  }

  private static func list(_ numbers: [CGFloat]) -> String {
    "[\(numbers.map { ValueText.number(Double($0)) }.joined(separator: ", "))]"
  }
}

extension String {
  /// The text as a sentence without its period: with a capital letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
