import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// The attributes and classes of the package for Python, generated from the property tables.
enum PythonReference {
  /// The length of a line.
  private static let width = 100

  /// Returns the attributes of a class, without those of its base class.
  ///
  /// - Parameter isTiming: Whether the attributes are those of `CAMediaTiming`, which Python's classes inherit.
  static func attributes(of table: PropertyTable, isTiming: Bool = false) -> [String] {
    let owner = table.makeObject()
    return PropertyReference.properties(of: table).filter {
      ($0.change == .timing) == isTiming && !withoutAttribute.contains($0.name)
    }.flatMap { attribute($0, owner) }
  }

  /// Values that Python does not have.
  private static let withoutAttribute: Set<String> = ["style", "emitterBehaviors"]

  /// Returns a class that has only attributes.
  static func `class`(_ table: PropertyTable) -> [String] {
    let name = table.className
    let head = [
      "class \(Self.name(of: name))(\(table.base.map { Self.name(of: $0.className) } ?? ""), name=\"\(name)\"):",
      "    \"\"\"\(table.summary)\"\"\"", "", "    __slots__ = ()",
    ]
    let attributes = attributes(of: table)
    return head + (attributes.isEmpty ? [] : [""]) + attributes.map { "    " + $0 }
  }

  /// Returns Python's name of a class: Apple's without its prefix.
  static func name(of className: String) -> String { String(className.dropFirst(2)) }

  // MARK: Attributes

  private static func attribute(_ property: LayerProperty, _ owner: NSObject) -> [String] {
    let name = snakeCase(property.name)
    let call = "\(name) = \(descriptor(of: property, owner))("
    let text = quoted(documentation(of: property, owner))
    // Attributes are indented by four blanks.
    if call.count + text.count + 1 <= width - 4 { return ["\(call)\(text))"] }
    let lines = wrapped(documentation(of: property, owner), to: width - 4 - 4 - 2)
    return [call] + lines.map { "    \(quoted($0))" } + [")"]
  }

  private static func documentation(of property: LayerProperty, _ owner: NSObject) -> String {
    var text = plain(property.phrase).capitalizedFirst
    if case .name(let names) = property.kind {
      text += ": " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    if property.kind == .path { text += ", as SVG's d" }
    let standard = PropertyReference.standard(of: property, owner)
    return "\(text); \(standard.map { python($0, property.kind) } ?? "None")."
  }

  /// Returns the text with attributes' names for properties in backticks.
  private static func plain(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let isName = index % 2 == 1 && !part.hasPrefix("\"") && part.allSatisfy(\.isLetter)
      return isName ? snakeCase(String(part)) : String(part)
    }.joined()
  }

  private static func python(_ standard: String, _ kind: PropertyKind) -> String {
    switch (standard, kind) {
    case ("true", _): "True"
    case ("false", _): "False"
    case ("inf", _): "infinity"
    case (_, .point), (_, .size), (_, .rect), (_, .color):
      "(\(standard.dropFirst().dropLast()))"
    case ("identity", _): "the identity"
    default: standard
    }
  }

  private static func descriptor(of property: LayerProperty, _ owner: NSObject) -> String {
    let isOptional = property.isValue && property.read(owner) == .none
    return switch property.kind {
    case .bool: "Bool"
    case .int, .bits: "Integer"
    case .float, .double: "Number"
    case .point: "PointProperty"
    case .size: "SizeProperty"
    case .rect: "RectProperty"
    case .transform: "TransformProperty"
    case .color: "ColorProperty"
    case .path: "Path"
    case .name, .string, .font: isOptional ? "OptionalText" : "Text"
    case .valueFunction: "OptionalText"
    case .image:
      owner is CALayer ? "ObjectProperty[Union[Image, ExternalImage]]" : "ObjectProperty[Image]"
    case .layer: "ObjectProperty[\"Layer\"]"
    case .layers: "ListProperty[\"Layer\"]"
    // A class cannot name itself while it is defined.
    case .cells: owner is CALayer ? "ListProperty[EmitterCell]" : "ListProperty[\"EmitterCell\"]"
    case .filters: "ListProperty[Filter]"
    case .animations: "ListProperty[Animation]"
    case .array(.double): "NumbersProperty"
    case .array(.color): "ColorsProperty"
    case .array(.point): "ListProperty[Point]"
    case .array(.object): "AnimatedList"
    case .array: "ListProperty[Any]"
    case .object where property.name.hasSuffix("Value"): "Animated"
    case .object where property.name == "string": "Property[\"str | None\", \"str | None\"]"
    case .filter, .object, .timingFunction, .affine, .colorMatrix: "Property[Any, Any]"
    }
  }

  // MARK: Text

  static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { result, letter in
      if letter.isUppercase { result += "_" }
      result += letter.lowercased()
    }
  }

  /// Returns a string of Python, in the quotes that need no escapes.
  private static func quoted(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\\\")
    if !text.contains("\"") { return "\"\(text)\"" }
    return text.contains("'") ? "\"\(text.replacing("\"", with: "\\\""))\"" : "'\(text)'"
  }

  /// Returns the text in lines whose quoted forms have at most this length; each but the last ends with a blank.
  private static func wrapped(_ text: String, to length: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      let longer = last.isEmpty ? String(word) : "\(last) \(word)"
      if quoted(longer).count <= length {
        lines[lines.count - 1] = longer
      } else {
        lines[lines.count - 1] += " "
        lines.append(String(word))
      }
    }
    return lines
  }
}
