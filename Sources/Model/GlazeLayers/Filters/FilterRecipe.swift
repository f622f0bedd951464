import Foundation
import GlazeGeometry
import GlazeTree

/// The effect of the filters of a type.
struct FilterRecipe: Sendable {
  /// The inputs that affect the result.
  let inputs: Set<String>
  /// The effect of a filter on an image; nil if its inputs change nothing.
  let step: @Sendable (FilterInputs) -> LayerFilter?

  private init(
    _ inputs: Set<String> = [], _ step: @escaping @Sendable (FilterInputs) -> LayerFilter?
  ) {
    self.inputs = inputs
    self.step = step
  }

  private static func matrix(
    _ inputs: Set<String> = [], _ matrix: @escaping @Sendable (FilterInputs) -> ColorMatrix
  ) -> FilterRecipe {
    FilterRecipe(inputs) {
      let matrix = matrix($0)
      return matrix == .identity ? nil : .colorMatrix(matrix)
    }
  }

  /// The known types.
  static let byType: [String: FilterRecipe] = [
    "gaussianBlur": FilterRecipe(["inputRadius"]) {
      let radius = $0.number("inputRadius", 0)
      return radius > 0 ? .gaussianBlur(radius: radius) : nil
    },
    "colorMatrix": matrix(["inputColorMatrix"]) { $0.matrix("inputColorMatrix") },
    "colorSaturate": matrix(["inputAmount"]) { .saturation($0.amount("inputAmount", 1)) },
    "colorBrightness": matrix(["inputAmount"]) {
      let amount = $0.amount("inputAmount", 0)
      return ColorMatrix(scale: .one, bias: SIMD4(amount, amount, amount, 0))
    },
    "colorContrast": matrix(["inputAmount"]) { .contrast($0.amount("inputAmount", 1)) },
    "colorHueRotate": matrix(["inputAngle"]) { .hueRotation($0.number("inputAngle", 0)) },
    "colorInvert": matrix { _ in .inverted },
    "colorMonochrome": matrix(["inputColor", "inputAmount", "inputBias"]) {
      let gray = ColorMatrix.monochrome(
        $0.color("inputColor", .one), bias: $0.amount("inputBias", 0))
      return ColorMatrix.identity.mixed(with: gray, $0.amount("inputAmount", 1))
    },
    "luminanceToAlpha": matrix { _ in .luminanceToAlpha },
    "colorAdd": matrix(["inputColor"]) { ColorMatrix(scale: .one, bias: $0.light()) },
    "colorSubtract": matrix(["inputColor"]) { ColorMatrix(scale: .one, bias: -$0.light()) },
    "multiplyColor": matrix(["inputColor"]) { ColorMatrix(scale: $0.color("inputColor", .one)) },
    "CISepiaTone": matrix(["inputIntensity"]) {
      ColorMatrix.identity.mixed(with: .sepia, $0.amount("inputIntensity", 1))
    },
  ]

  /// The inputs that make no visible difference.
  static let silentInputs: Set<String> = [
    "inputDither", "inputQuality", "inputIntermediateBitDepth",
  ]
}

/// The type and the inputs of a filter.
struct FilterValues {
  let type: String
  let name: String?
  var isEnabled: Bool
  var inputs: [String: Any]

  init(_ filter: CAFilter) {
    type = filter.type
    name = filter.name
    isEnabled = filter.isEnabled
    inputs = filter.inputs
  }

  /// The effect on an image; nil if there is none, or the type is unknown.
  var step: LayerFilter? {
    isEnabled ? FilterRecipe.byType[type]?.step(FilterInputs(values: inputs)) : nil
  }

  /// Sets an input, or switches the filter on or off.
  mutating func set(_ value: PropertyValue, forKey key: String) {
    if key == "enabled" {
      isEnabled = value.double != 0
    } else {
      inputs[key] = value.boxed(as: CAFilter.kind(ofInput: key))
    }
  }
}

/// The inputs of a filter as valid numbers.
struct FilterInputs {
  let values: [String: Any]

  /// Returns a finite number.
  func number(_ key: String, _ standard: Double) -> Double {
    guard let value = values[key],
      case .number(let number)? = PropertyValue(value, as: .double), number.isFinite
    else { return standard }
    return number
  }

  /// Returns a number, clamped to the range of color components.
  func amount(_ key: String, _ standard: Double) -> Float {
    Float(min(max(number(key, standard), -65504), 65504))
  }

  func color(_ key: String, _ standard: SIMD4<Float>) -> SIMD4<Float> {
    (values[key] as? CGColor)?.shown ?? standard
  }

  /// Returns the amount that an input color adds to colors that are not transparent.
  func light() -> SIMD4<Float> {
    let color = color("inputColor", .zero)
    return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, 0)
  }

  func matrix(_ key: String) -> ColorMatrix {
    guard let matrix = values[key] as? CAColorMatrix,
      matrix.rowMajor.allSatisfy(\.isFinite)
    else { return .identity }
    return ColorMatrix(matrix)
  }
}
