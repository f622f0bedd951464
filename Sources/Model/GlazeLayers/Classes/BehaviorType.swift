/// A type of emitter behaviors: its inputs, and their effect on particles.
///
/// The names are those of Apple's files. No public documentation describes the effects, which are Glaze's own
/// interpretation.
package struct BehaviorType: Sendable {
  /// The form of an input in files.
  package enum Form: Sendable {
    case number, vector, text
    /// A list of numbers or of colors.
    case list
  }

  package let name: String
  package let inputs: [(key: String, form: Form)]
  /// The effect of behaviors of the type, as a part of a sentence.
  package let effect: String

  /// The types that are drawn.
  package static let all = [
    BehaviorType(
      name: "valueOverLife", inputs: curve("values"),
      effect:
        "multiplies a value, from birth (0) to death (1): `scale`, `color`, `color.red` and so on, or `color.alpha`"
    ),
    BehaviorType(
      name: "colorOverLife", inputs: Array(curve("colors").dropFirst()),
      effect: "multiplies the color"),
    BehaviorType(
      name: "valueOverDistance", inputs: curve("values"),
      effect:
        "multiplies a value as `valueOverLife` does, by the distance from the birthplace in points"),
    BehaviorType(
      name: "drag", inputs: [("drag", .number)],
      effect: "removes this fraction of the velocity per second, for a mass of 1"),
    BehaviorType(
      name: "wave", inputs: [("force", .vector), ("frequency", .number)],
      effect: "pushes back and forth, `frequency` times per second of the layer's time"),
    attractor("attractor"), attractor("simpleAttractor"),
    BehaviorType(
      name: "light",
      inputs: [("color", .vector)] + place + [
        ("appliesAlpha", .number), ("spot", .number), ("directionLatitude", .number),
        ("directionLongitude", .number),
      ],
      effect:
        "multiplies the color of the particles that it reaches; several lights add up, and particles that no light reaches are dark. `spot` makes it a cone: the exponent of the cosine of the angle to the direction"
    ),
    BehaviorType(
      name: "alignToMotion", inputs: [("rotation", .number)],
      effect: "rotates images to the direction of motion"),
  ]

  private static func curve(_ values: String) -> [(key: String, form: Form)] {
    [("keyPath", .text), (values, .list), ("locations", .vector)]
  }

  private static let place: [(key: String, form: Form)] = [
    ("position", .vector), ("zPosition", .number), ("falloff", .number),
    ("falloffDistance", .number),
  ]

  private static func attractor(_ name: String) -> BehaviorType {
    BehaviorType(
      name: name,
      inputs: place + [
        ("stiffness", .number), ("radius", .number), ("attractorType", .text),
        ("orientationLatitude", .number), ("orientationLongitude", .number),
      ],
      effect:
        "a spring to a point, a line or a plane that rests at the radius; `attractorType` is `radial`, `axial` or `planar`"
    )
  }
}
