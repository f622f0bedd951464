import Foundation
import GlazeLayers
import GlazeText

/// `Docs/reference/scene.schema.json`: the schema of JSON scenes, generated from the property tables.
package enum SceneSchema {
  private typealias Members = [(name: String, value: JSONText)]

  /// The schema, as JSON Schema of 2020-12.
  package static var text: String {
    var definitions = values
    for table in PropertyTable.all {
      definitions.append((table.className, definition(of: table)))
    }
    definitions += [
      ("layer", layer), ("animation", animation), ("state", state), ("transition", transition),
    ]
    return JSONText.object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("Glaze scene")), ("type", .string("object")),
      ("required", .list([.string("root")])),
      (
        "properties",
        .object([
          ("name", type("string")), ("width", positive), ("height", positive),
          (
            "background",
            anyOf([reference("color"), .object([("const", .string("checkerboard"))])])
          ),
          ("geometryFlipped", type("boolean")), ("loop", numbers(2)), ("root", reference("layer")),
          ("states", list(of: reference("state"))),
          ("stateTransitions", list(of: reference("transition"))),
        ])
      ),
      ("$defs", .object(definitions)),
    ]).lines() + "\n"
  }

  // MARK: Classes

  private static func definition(of table: PropertyTable) -> JSONText {
    let properties = PropertyReference.properties(of: table).map { property in
      (name: property.name, value: schema(of: property))
    }
    var members: Members = [("description", .string(table.summary))]
    if let base = table.base { members.append(("$ref", path(base.className))) }
    return .object(members + [("properties", .object(properties))])
  }

  private static var layer: JSONText {
    let names = CALayer.tables.map(\.className)
    return .object([
      ("type", .string("object")), ("$ref", path("CALayer")),
      (
        "properties",
        .object([
          // Other classes are read with a warning.
          (
            "class", anyOf([.object([("enum", .list(names.map { .string($0) }))]), type("string")])
          ),
          ("id", type("string")), ("animations", list(of: reference("animation"))),
        ])
      ),
      ("allOf", .list(names.dropFirst().map { choice(of: $0) })),
    ])
  }

  private static var animation: JSONText {
    let names = CAAnimation.knownClasses.map(\.propertyTable.className)
      .filter { !["CAAnimation", "CAPropertyAnimation"].contains($0) }
    return .object([
      ("type", .string("object")), ("$ref", path("CAAnimation")),
      (
        "properties",
        .object([
          ("class", .object([("enum", .list(names.map { .string($0) }))])), ("key", type("string")),
        ])
      ),
      ("allOf", .list(names.map { choice(of: $0) })),
    ])
  }

  /// The properties that a class adds, for objects of that class.
  private static func choice(of name: String) -> JSONText {
    .object([
      (
        "if",
        .object([
          ("required", .list([.string("class")])),
          ("properties", .object([("class", .object([("const", .string(name))]))])),
        ])
      ),
      ("then", reference(name)),
    ])
  }

  private static var state: JSONText {
    let classes = [
      "LKStateSetValue", "LKStateAddElement", "LKStateRemoveElement", "LKStateAddAnimation",
      "LKStateRemoveAnimation",
    ]
    let element = JSONText.object([
      ("type", .string("object")),
      (
        "properties",
        .object([
          ("class", .object([("enum", .list(classes.map { .string($0) }))])),
          ("target", type("string")), ("keyPath", type("string")), ("key", type("string")),
          ("object", anyOf([type("string"), reference("layer")])), ("beforeObject", type("string")),
          ("animation", reference("animation")),
        ])
      ),
    ])
    return .object([
      ("type", .string("object")), ("required", .list([.string("name")])),
      (
        "properties",
        .object([
          ("name", type("string")), ("basedOn", type("string")), ("elements", list(of: element)),
          ("values", list(of: element)),
        ])
      ),
    ])
  }

  private static var transition: JSONText {
    let element = JSONText.object([
      ("type", .string("object")),
      (
        "properties",
        .object([
          ("target", type("string")), ("key", type("string")),
          ("animation", reference("animation")),
        ])
      ),
    ])
    return .object([
      ("type", .string("object")),
      (
        "properties",
        .object([
          ("fromState", type("string")), ("toState", type("string")),
          ("elements", list(of: element)),
        ])
      ),
    ])
  }

  // MARK: Values

  /// The types of values that have a name in the schema.
  private static var values: Members {
    [
      ("number", anyOf([type("number"), .object([("const", .string("inf"))])])),
      (
        "boolean",
        anyOf([type("boolean"), .object([("enum", .list([.number("0"), .number("1")]))])])
      ),
      ("color", anyOf([numbers(3), numbers(4), type("string"), type("null")])),
      ("transform", anyOf([numbers(16), numbers(6)])),
      ("timingFunction", anyOf([type("string"), numbers(4)])),
      (
        "image",
        anyOf([
          type("string"), type("null"),
          .object([
            ("type", .string("object")), ("required", .list([.string("src")])),
            (
              "properties",
              .object([
                ("src", type("string")), ("A8asL8", reference("boolean")),
                ("contentsSwizzle", type("string")), ("tint", reference("color")),
              ])
            ),
          ]),
        ])
      ),
      (
        "filter",
        anyOf([
          type("string"), type("null"),
          .object([
            ("type", .string("object")),
            (
              "properties",
              .object([
                // Other types are read with a warning.
                ("type", names(FilterType.ofImages.map(\.name))), ("name", type("string")),
                ("enabled", reference("boolean")),
              ])
            ), ("allOf", .list((FilterType.ofImages + FilterType.ofTransitions).map(inputs))),
          ]),
        ])
      ),
      (
        "behavior",
        .object([
          ("type", .string("object")), ("required", .list([.string("type")])),
          (
            "properties",
            .object([
              ("type", names(BehaviorType.all.map(\.name))), ("name", type("string")),
              ("enabled", reference("boolean")),
            ])
          ), ("allOf", .list(BehaviorType.all.map(inputs))),
        ])
      ),
    ]
  }

  /// Text that has these values as a rule.
  private static func names(_ names: [String]) -> JSONText {
    anyOf([.object([("enum", .list(names.map { .string($0) }))]), type("string")])
  }

  /// The inputs of an object of a type.
  private static func when(type: String, _ inputs: Members) -> JSONText {
    .object([
      (
        "if",
        .object([
          ("required", .list([.string("type")])),
          ("properties", .object([("type", .object([("const", .string(type))]))])),
        ])
      ),
      ("then", .object([("properties", .object(inputs))])),
    ])
  }

  private static func inputs(of type: FilterType) -> JSONText {
    when(
      type: type.name,
      type.inputs.map { input in
        let value =
          switch input.kind {
          case .color: reference("color")
          case .colorMatrix: numbers(20)
          default: reference("number")
          }
        return (input.key, described(value, [input.meaning, "\(input.standard) by default"]))
      })
  }

  private static func inputs(of type: BehaviorType) -> JSONText {
    when(
      type: type.name,
      type.inputs.map { key, form in
        switch form {
        case .number: (key, reference("number"))
        case .text: (key, Self.type("string"))
        case .vector: (key, list(of: reference("number")))
        case .list: (key, Self.type("array"))
        }
      })
  }

  private static func schema(of property: LayerProperty) -> JSONText {
    described(schema(of: property.kind, property), [property.phrase])
  }

  private static func described(_ value: JSONText, _ parts: [String]) -> JSONText {
    let text = parts.filter { !$0.isEmpty }.joined(separator: "; ").replacing("`", with: "")
    return .object([
      ("description", .string(text.capitalizedFirst)), ("allOf", .list([value])),
    ])
  }

  private static func schema(of kind: PropertyKind, _ property: LayerProperty) -> JSONText {
    switch kind {
    case .bool: reference("boolean")
    case .int: type("integer")
    case .bits: anyOf([type("integer"), list(of: type("string"))])
    case .float, .double: reference("number")
    case .point, .size: numbers(2)
    case .rect: numbers(4)
    case .transform: reference("transform")
    case .affine: numbers(6)
    case .color: reference("color")
    case .colorMatrix: numbers(20)
    case .image: reference("image")
    case .path, .string, .font: anyOf([type("string"), type("null")])
    // Other names are read with a warning.
    case .name(let names):
      anyOf([.object([("enum", .list(names.map { .string($0) }))]), type("string"), type("null")])
    case .array(.color): list(of: reference("color"))
    case .array(.double): list(of: type("number"))
    case .array(.timingFunction): list(of: reference("timingFunction"))
    case .array: .object([("type", .list([.string("array"), .string("null")]))])
    case .layer: anyOf([reference("layer"), type("null")])
    case .layers: list(of: reference("layer"))
    case .cells: list(of: reference("CAEmitterCell"))
    case .filter: reference("filter")
    case .filters: list(of: reference("filter"))
    case .timingFunction: reference("timingFunction")
    case .valueFunction: type("string")
    case .animations: list(of: reference("animation"))
    case .object where property.name == "emitterBehaviors": list(of: reference("behavior"))
    case .object: .object([])
    }
  }

  private static func type(_ name: String) -> JSONText { .object([("type", .string(name))]) }

  private static var positive: JSONText {
    .object([("type", .string("number")), ("exclusiveMinimum", .number("0"))])
  }

  private static func path(_ name: String) -> JSONText { .string("#/$defs/\(name)") }

  private static func reference(_ name: String) -> JSONText { .object([("$ref", path(name))]) }

  private static func anyOf(_ schemas: [JSONText]) -> JSONText {
    .object([("anyOf", .list(schemas))])
  }

  private static func numbers(_ count: Int) -> JSONText {
    .object([
      ("type", .string("array")), ("items", type("number")), ("minItems", .number("\(count)")),
      ("maxItems", .number("\(count)")),
    ])
  }

  private static func list(of schema: JSONText) -> JSONText {
    .object([("type", .list([.string("array"), .string("null")])), ("items", schema)])
  }
}
