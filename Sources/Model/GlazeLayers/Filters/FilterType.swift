import Foundation
import GlazeGeometry
package import GlazeTree

/// An input of the filters of a type, or of an emitter behavior.
package struct FilterInput: Sendable {
  /// Apple's key.
  package let key: String
  package let kind: PropertyKind
  /// The value where none is set, as text; empty for an input without one.
  package let standard: String
  /// The meaning of the value, as a part of a sentence; empty where the key says it.
  package let meaning: String
  fileprivate let number: Double
  fileprivate let color: SIMD4<Float>

  private init(
    _ key: String, _ kind: PropertyKind, _ standard: String, _ meaning: String,
    number: Double = 0, color: SIMD4<Float> = .zero
  ) {
    (self.key, self.kind, self.standard, self.meaning) = (key, kind, standard, meaning)
    (self.number, self.color) = (number, color)
  }

  static func number(_ key: String, _ standard: Double, _ meaning: String = "") -> FilterInput {
    FilterInput(
      key, .double, standard == .pi ? "π" : "\(NSNumber(value: standard))", meaning,
      number: standard)
  }

  static func color(
    _ key: String, _ standard: SIMD4<Float>, _ name: String, _ meaning: String = ""
  ) -> FilterInput {
    FilterInput(key, .color, name, meaning, color: standard)
  }

  static func matrix(_ key: String, _ meaning: String) -> FilterInput {
    FilterInput(key, .colorMatrix, "identity", meaning)
  }
}

/// A type of filters: its inputs, and what they do to an image.
package struct FilterType: Sendable {
  package let name: String
  /// The effect of filters of the type, as a part of a sentence; empty where an input says it.
  package let meaning: String
  /// The inputs that affect the result.
  package let inputs: [FilterInput]
  /// The effect of a filter on an image; nil if its inputs change nothing.
  let step: @Sendable (FilterInputs) -> LayerFilter?

  private init(
    _ name: String, _ meaning: String = "", _ inputs: [FilterInput] = [],
    _ step: @escaping @Sendable (FilterInputs) -> LayerFilter?
  ) {
    (self.name, self.meaning, self.inputs, self.step) = (name, meaning, inputs, step)
  }

  /// Returns a type that maps each color by a matrix.
  private static func matrix(
    _ name: String, _ meaning: String = "", _ inputs: [FilterInput] = [],
    _ matrix: @escaping @Sendable (FilterInputs) -> ColorMatrix
  ) -> FilterType {
    FilterType(name, meaning, inputs) {
      let matrix = matrix($0)
      return matrix == .identity ? nil : .colorMatrix(matrix)
    }
  }

  /// Returns a type of transitions; its filters do nothing to an image.
  private static func transition(
    _ name: String, _ meaning: String, _ inputs: [FilterInput]
  ) -> FilterType {
    FilterType(name, meaning, inputs) { _ in nil }
  }
}

extension FilterType {
  /// The types of `CALayer.filters`, in the order of the documentation.
  package static let ofImages =
    [blur, colorMatrix] + adjustments + [monochrome, luminanceToAlpha] + colored + [sepia]

  private static let blur = {
    let radius = FilterInput.number("inputRadius", 0, "the standard deviation, in points")
    return FilterType("gaussianBlur", "", [radius]) {
      let radius = $0.number(radius)
      return radius > 0 ? .gaussianBlur(radius: radius) : nil
    }
  }()

  private static let colorMatrix = {
    let input = FilterInput.matrix(
      "inputColorMatrix",
      "20 numbers, row by row; each row computes a component of the result from red, green, blue, alpha and 1"
    )
    return matrix("colorMatrix", "", [input]) { $0.matrix(input) }
  }()

  /// Types with a single number.
  private static let adjustments = {
    let saturation = FilterInput.number("inputAmount", 1, "0 is gray")
    let brightness = FilterInput.number("inputAmount", 0, "added to red, green and blue")
    let contrast = FilterInput.number("inputAmount", 1, "multiplies the distance from 0.5")
    let angle = FilterInput.number("inputAngle", 0, "in radians")
    return [
      matrix("colorSaturate", "", [saturation]) { .saturation($0.amount(saturation)) },
      matrix("colorBrightness", "", [brightness]) {
        let amount = $0.amount(brightness)
        return ColorMatrix(scale: .one, bias: SIMD4(amount, amount, amount, 0))
      },
      matrix("colorContrast", "", [contrast]) { .contrast($0.amount(contrast)) },
      matrix("colorHueRotate", "", [angle]) { .hueRotation($0.number(angle)) },
      matrix("colorInvert", "the opposite of red, green and blue") { _ in .inverted },
    ]
  }()

  private static let monochrome = {
    let color = FilterInput.color("inputColor", .one, "white")
    let amount = FilterInput.number("inputAmount", 1, "the share of the result")
    let bias = FilterInput.number("inputBias", 0)
    return matrix(
      "colorMonochrome", "luminance times the color, plus the bias", [color, amount, bias]
    ) {
      let gray = ColorMatrix.monochrome($0.color(color), bias: $0.amount(bias))
      return ColorMatrix.identity.mixed(with: gray, $0.amount(amount))
    }
  }()

  private static let luminanceToAlpha = matrix(
    "luminanceToAlpha", "black, with the luminance as alpha"
  ) { _ in .luminanceToAlpha }

  /// Types with a single color.
  private static let colored = {
    let light = FilterInput.color(
      "inputColor", .zero, "black", "times its alpha; the alpha of the image does not change")
    let factor = FilterInput.color(
      "inputColor", .one, "white", "multiplies each component, including alpha")
    return [
      matrix("colorAdd", "", [light]) { ColorMatrix(scale: .one, bias: $0.light(light)) },
      matrix("colorSubtract", "", [light]) { ColorMatrix(scale: .one, bias: -$0.light(light)) },
      matrix("multiplyColor", "", [factor]) { ColorMatrix(scale: $0.color(factor)) },
    ]
  }()

  private static let sepia = {
    let intensity = FilterInput.number("inputIntensity", 1)
    return matrix("CISepiaTone", "", [intensity]) {
      ColorMatrix.identity.mixed(with: .sepia, $0.amount(intensity))
    }
  }()

  /// The types of `CATransition.filter` that are drawn as Apple documents them.
  package static let ofTransitions = [
    transition(
      "CISwipeTransition", "an edge that reveals the new image",
      edge(angle: 0, width: 300, white, opacity: 0)),
    transition(
      "CIBarsSwipeTransition", "bars that reveal the new image one after the other",
      edge(angle: .pi, width: 30, white, opacity: 0)
        + [.number("inputBarOffset", 10, "the delay of a bar after the one before, in points")]),
    transition(
      "CICopyMachineTransition", "a light that passes over the image",
      edge(
        angle: 0, width: 200, .color("inputColor", SIMD4(0.6, 1, 0.8, 1), "[0.6, 1, 0.8]"),
        opacity: 1.3)),
  ]

  private static let white = FilterInput.color("inputColor", .one, "white")

  private static func edge(
    angle: Double, width: Double, _ color: FilterInput, opacity: Double
  ) -> [FilterInput] {
    [
      .number("inputAngle", angle, "the direction, in radians from +x to +y"),
      .number("inputWidth", width, "in points"), color, .number("inputOpacity", opacity),
    ]
  }

  static let byName = Dictionary(uniqueKeysWithValues: ofImages.map { ($0.name, $0) })

  /// The inputs that make no visible difference.
  static let silentInputs: Set<String> = [
    "inputDither", "inputQuality", "inputIntermediateBitDepth",
  ]

  /// The kinds of all inputs; an input has the same in all types.
  fileprivate static let kinds = Dictionary(
    (ofImages + ofTransitions).flatMap(\.inputs).map { ($0.key, $0.kind) }
  ) { first, _ in first }
}

extension CAFilter {
  /// Returns the kind of an input's values, by its name; `object` for any value.
  package static func kind(ofInput key: String) -> PropertyKind {
    FilterType.kinds[key] ?? .object
  }
}

/// The type and the inputs of a filter.
package struct FilterValues {
  package let type: String
  package let name: String?
  package var isEnabled: Bool
  package var inputs: [String: Any]

  package init(_ filter: CAFilter) {
    type = filter.type
    name = filter.name
    isEnabled = filter.isEnabled
    inputs = filter.inputs
  }

  /// The effect on an image; nil if there is none, or the type is unknown.
  package var step: LayerFilter? {
    isEnabled ? FilterType.byName[type]?.step(FilterInputs(self)) : nil
  }

  /// Sets an input, or switches the filter on or off.
  package mutating func set(_ value: PropertyValue, forKey key: String) {
    if key == "enabled" {
      isEnabled = value.double != 0
    } else {
      inputs[key] = value.boxed(as: CAFilter.kind(ofInput: key))
    }
  }
}

/// The inputs of a filter as valid numbers.
package struct FilterInputs {
  private let values: [String: Any]

  package init(_ filter: FilterValues) { values = filter.inputs }

  /// Returns a finite number.
  package func number(_ input: FilterInput) -> Double {
    guard let value = values[input.key],
      case .number(let number)? = PropertyValue(value, as: .double), number.isFinite
    else { return input.number }
    return number
  }

  /// Returns a number, clamped to the range of color components.
  func amount(_ input: FilterInput) -> Float {
    Float(min(max(number(input), -65504), 65504))
  }

  package func color(_ input: FilterInput) -> SIMD4<Float> {
    (values[input.key] as? CGColor)?.shown ?? input.color
  }

  /// Returns the amount that a color adds to colors that are not transparent.
  func light(_ input: FilterInput) -> SIMD4<Float> {
    let color = color(input)
    return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, 0)
  }

  func matrix(_ input: FilterInput) -> ColorMatrix {
    guard let matrix = values[input.key] as? CAColorMatrix,
      matrix.rowMajor.allSatisfy(\.isFinite)
    else { return .identity }
    return ColorMatrix(matrix)
  }
}
