import GlazeGeometry
import GlazeTree

extension LayerTree {
  /// The tree with the colors of each layer limited to its share of an output's headroom.
  ///
  /// Light is limited in the primaries of the output, so that saturated colors stay.
  ///
  /// - Complexity: O(n) where the output has headroom, else O(1).
  func limited(for output: OutputColor) -> LayerTree {
    guard output.headroom > 1 else { return self }
    var result = self
    for index in nodes.indices where nodes[index].range != .full {
      var brightness = LayerBrightness()
      brightness.range = nodes[index].range
      result.limit(index, ColorLimit(output, brightness.limit(output.headroom)))
    }
    return result
  }

  private mutating func limit(_ index: Int, _ limit: ColorLimit) {
    if let color = limit.limited(nodes[index].backgroundColor) {
      nodes[index].backgroundColor = color
    }
    let slots = slots(of: nodes[index])
    if slots.isPlain { return }
    if slots.border >= 0, let color = limit.limited(borders[Int(slots.border)].color) {
      borders[Int(slots.border)].color = color
    }
    if slots.shadow >= 0, let color = limit.limited(shadows[Int(slots.shadow)].color) {
      shadows[Int(slots.shadow)].color = color
    }
    if slots.shape >= 0 {
      if let color = shapes[Int(slots.shape)].fill.flatMap(limit.limited) {
        shapes[Int(slots.shape)].fill = color
      }
      if let color = shapes[Int(slots.shape)].stroke.flatMap(limit.limited) {
        shapes[Int(slots.shape)].stroke = color
      }
    }
    if slots.gradient >= 0 {
      let stops = gradients[Int(slots.gradient)].stops
      for (number, stop) in stops.enumerated() {
        if let color = limit.limited(stop.color) {
          gradients[Int(slots.gradient)].stops[number].color = color
        }
      }
    }
  }
}

/// The brightest light that colors may have.
private struct ColorLimit {
  private let to: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  private let from: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  private let most: Double

  init(_ output: OutputColor, _ most: Double) {
    (to, from) = (output.rowsFromSRGB, output.rowsToSRGB)
    self.most = most
  }

  /// The color with components that are at most the limit; nil where it stays the same.
  func limited(_ color: SIMD4<Float>) -> SIMD4<Float>? {
    guard max(color.x, color.y, color.z) > 1 else { return nil }
    let light = SIMD3(
      OutputColor.light(ofSRGB: Double(color.x)), OutputColor.light(ofSRGB: Double(color.y)),
      OutputColor.light(ofSRGB: Double(color.z)))
    let own = SIMD3((to.0 * light).sum(), (to.1 * light).sum(), (to.2 * light).sum())
    // Rounding must not change colors at the limit.
    guard own.max() > most + 1e-6 else { return nil }
    let cut = pointwiseMin(own, SIMD3(repeating: most))
    let result = SIMD3((from.0 * cut).sum(), (from.1 * cut).sum(), (from.2 * cut).sum())
    return SIMD4(
      Float(OutputColor.sRGB(ofLight: result.x)), Float(OutputColor.sRGB(ofLight: result.y)),
      Float(OutputColor.sRGB(ofLight: result.z)), color.w)
  }
}
