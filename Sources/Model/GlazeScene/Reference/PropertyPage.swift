import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// `Docs/reference/properties.md`: all properties of all classes, generated from the property tables.
package enum PropertyPage {
  /// The page.
  package static var text: String {
    let head = """
      # Properties

      All properties that documents can set, by class. [Scene format](scene-format.md) describes their \
      meaning. `make docs-tables` generates this page and the schema \
      [scene.schema.json](scene.schema.json) from the property tables that Glaze itself reads.

      * **Animatable** properties can be animated by their name as a key path. *Parts* can be animated \
      too, as in `position.x`.
      * **Default**: nothing means that there is none.
      * **Drawn by** is the part of the image that a property changes. `stored` properties do not change \
      the image: they are read, written and returned.
      * **CAML** is an example as Glaze writes it. Values that do not fit into an attribute are elements.
      """
    var lines = [head]
    for table in PropertyTable.all {
      let properties = PropertyReference.properties(of: table)
      lines += ["", "## \(table.className)", "", table.summary]
      if let base = table.base {
        lines += ["", "Also all of [\(base.className)](#\(base.className.lowercased()))."]
      }
      guard !properties.isEmpty else { continue }
      lines += [
        "", "| property | value in JSON | default | meaning | animatable | drawn by | CAML |",
        "|---|---|---|---|---|---|---|",
      ]
      let owner = table.makeObject()
      lines += properties.map { row(of: $0, owner, table.className) }
    }
    return (lines + filters + behaviors).joined(separator: "\n") + "\n"
  }

  private static func row(of property: LayerProperty, _ owner: NSObject, _ name: String) -> String {
    let cells = [
      "`\(property.name)`", PropertyReference.syntax(of: property),
      PropertyReference.standard(of: property, owner).map { $0 == "identity" ? $0 : "`\($0)`" }
        ?? "nothing", property.phrase, animatable(property), painter(of: property, name),
      "`\(caml(of: property))`",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static var filters: [String] {
    var lines = [
      "", "## CAFilter", "",
      "The inputs of a filter are those of its type. Each can be animated, as in "
        + "`filters.NAME.inputRadius`.",
    ]
    for (types, place) in [
      (FilterType.ofImages, "`filters` and `backgroundFilters`"),
      (FilterType.ofTransitions, "`filter` of a `CATransition`"),
    ] {
      lines += ["", "| type, in \(place) | inputs and their defaults |", "|---|---|"]
      lines += types.map { type in
        let inputs = type.inputs.map { input in
          "`\(input.key)` \(input.standard)" + (input.meaning.isEmpty ? "" : ": \(input.meaning)")
        }
        let all = (type.meaning.isEmpty ? [] : [type.meaning]) + inputs
        return "| `\(type.name)` | \(all.joined(separator: "; ")) |"
      }
    }
    return lines
  }

  private static var behaviors: [String] {
    let rows = BehaviorType.all.map { type in
      let inputs = type.inputs.map { "`\($0.key)`" }.joined(separator: ", ")
      return "| `\(type.name)` | \(inputs) | \(type.effect) |"
    }
    return [
      "", "## CAEmitterBehavior", "",
      "The types and inputs are those of Apple's files. No public documentation describes their "
        + "effect; the effects here are Glaze's own interpretation.", "",
      "| type | inputs | effect |", "|---|---|---|",
    ] + rows
  }

  private static func animatable(_ property: LayerProperty) -> String {
    switch property.kind {
    case .filter, .filters: return "their inputs"
    case .cells: return "their values"
    case _ where !property.isAnimatable: return "no"
    case .point, .size, .rect, .transform: return "yes, and parts"
    default: return "yes"
    }
  }

  private static func painter(of property: LayerProperty, _ className: String) -> String {
    guard property.isDrawn else { return "stored" }
    if className == "CAEmitterCell" { return "particles" }
    if className.hasSuffix("Animation") || ["CAAnimationGroup", "CATransition"].contains(className)
    {
      return "time"
    }
    let parts: [(LayerChanges, String)] = [
      (.geometry, "placement"), (.place, "placement"), (.transform, "placement"),
      (.appearance, "box"),
      (.contents, "contents"), (.shadow, "shadow"), (.effects, "effects"), (.structure, "tree"),
      (.kind, "the class"), (.display, "text"), (.timing, "time"),
    ]
    return parts.first { property.change.contains($0.0) }?.1 ?? "stored"
  }

  /// An example, as the writer spells it.
  private static func caml(of property: LayerProperty) -> String {
    let spelling = CAMLSpelling(images: ImageFiles(.embedded, source: nil))
    var node = XMLNode("")
    if let value = sample(property) {
      spelling.add(ObjectForm.Member(name: property.name, value: value), to: &node, of: "")
    }
    if let attribute = node.attributes.first { return "\(attribute.name)=\"\(attribute.value)\"" }
    if let child = node.children.first {
      var text = ""
      child.append(to: &text, indent: 0)
      return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    }
    return element(property)
  }

  /// The element of a property whose value is an object or a list of objects.
  private static func element(_ property: LayerProperty) -> String {
    let name = property.name
    switch property.kind {
    case .image: return "<\(name) type=\"CGImage\" src=\"assets/a.png\"/>"
    case .layer: return "<\(name) type=\"CALayer\" .../>"
    case .layers: return "<\(name)><CALayer .../></\(name)>"
    case .cells: return "<\(name)><CAEmitterCell .../></\(name)>"
    case .filters: return "<\(name)><CAFilter filter=\"gaussianBlur\" .../></\(name)>"
    case .animations: return "<\(name)><animation type=\"CABasicAnimation\" .../></\(name)>"
    default: return "<\(name) .../>"
    }
  }

  private static func sample(_ property: LayerProperty) -> FormValue? {
    let red = FormValue.value(.color(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)), .color)
    let triangle = try? CGPath(svgPath: "M 5 5 L 35 5 L 20 35 Z")
    switch property.kind {
    case .bool: return .value(.bool(true), .bool)
    case .int: return .value(.number(2), .int)
    case .bits: return .value(.number(3), .bits)
    case .float, .double: return .value(.number(0.5), .double)
    case .point: return .value(.point(CGPoint(x: 1, y: 2)), .point)
    case .size: return .value(.size(CGSize(width: 1, height: 2)), .size)
    case .rect: return .value(.rect(CGRect(x: 0, y: 0, width: 30, height: 20)), .rect)
    case .transform:
      return .value(.transform(CATransform3DMakeTranslation(5, 3, 0)), .transform)
    case .color: return red
    case .path: return triangle.map { .value(.path($0), .path) }
    case .name(let names): return names.first.map { .value(.string($0), .string) }
    case .string, .font: return .value(.string("text"), .string)
    case .filter:
      let type = property.name == "filter" ? "CISwipeTransition" : "multiplyBlendMode"
      return .value(.string(type), .string)
    case .timingFunction, .valueFunction:
      return .value(.string(property.kind == .timingFunction ? "easeIn" : "rotateZ"), .string)
    case .array(.color): return .list([red, red])
    case .array(.double), .array(.object):
      return .list([.value(.number(0), .double), .value(.number(1), .double)])
    case .array(.timingFunction): return .list([.value(.string("easeIn"), .string)])
    case .object where property.name.hasSuffix("Value"): return .value(.number(1), .double)
    case .object where property.name == "string": return .value(.string("text"), .string)
    default: return nil
    }
  }
}
