import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// A layer's gradient: colors along a parameter, on the layer's rounded bounds.

extension Flattener {
  /// - Parameter bleeds: Whether a clip ends the drawing.
  mutating func drawGradient(
    _ slot: Int, _ node: LayerNode, _ context: PlaneContext, bleeds: Bool
  ) {
    guard !node.bounds.isEmpty,
      let (gradient, stops) = gradient(slot, node, opacity: context.opacity)
    else { return }
    var instance = gradient
    draw(outline(node, context, bleeds: bleeds), context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params.y = Float(clips.first)
      instance.params.z = Float(clips.count)
      passes.add(instance, stops: stops, of: slot, tint: context.tint, bounds: quad.bounds)
    }
  }

  /// Returns the instance of a gradient, without its place, and its stops; nil without stops.
  func gradient(
    _ slot: Int, _ node: LayerNode, opacity: Float
  ) -> (instance: GradientInstance, stops: [LayerGradient.Stop])? {
    let gradient = tree.gradients[slot]
    guard let last = gradient.stops.last else { return nil }
    var (instance, stops) = (GradientInstance(), gradient.stops)
    if let line = gradient.line(in: node.bounds) {
      instance.line = SIMD4<Float>(line)
    } else {
      stops = [last]
    }
    instance.stops = SIMD4(0, Float(stops.count), Float(gradient.kind.rawValue), opacity)
    instance.isDithered = viewport.dithers
    return (instance, stops)
  }
}

/// Where the stops of each gradient of a tree begin in the plan, so that the copies of a replicator
/// share them.
struct StopRuns {
  private struct Run {
    var first: Int
    /// The tint with which the stops were added.
    var tint: SIMD4<Float>
    /// The least and the largest component of the colors.
    var range: SIMD2<Float>
  }

  private var runs: [Run] = []
  /// For each gradient the number of its run, from 1 on; 0 for none.
  ///
  /// Runs are apart: a frame may draw one of very many gradients.
  private var numbers: [Int32] = []

  /// Returns the index of a gradient's first stop, adding its stops unless they were the last ones
  /// that were added for it with this tint.
  mutating func first(
    of slot: Int, _ tint: SIMD4<Float>, in all: inout [GradientStop],
    adding stops: [LayerGradient.Stop]
  ) -> Int {
    if numbers.count <= slot {
      numbers += repeatElement(0, count: slot + 1 - numbers.count)
    }
    let number = Int(numbers[slot])
    if number > 0, runs[number - 1].tint == tint { return runs[number - 1].first }
    var range = SIMD2<Float>(repeating: 0.5)
    let first = all.count
    for stop in stops {
      let color = stop.color * tint
      range = SIMD2(min(range.x, color.min()), max(range.y, color.max()))
      all.append(GradientStop(color: color, place: SIMD4(stop.location, 0, 0, 0)))
    }
    let run = Run(first: first, tint: tint, range: range)
    if number > 0 {
      runs[number - 1] = run
    } else {
      runs.append(run)
      numbers[slot] = Int32(clamping: runs.count)
    }
    return first
  }

  /// A color with the least and the largest component of all colors of a gradient.
  func extremes(of slot: Int) -> SIMD4<Float> {
    let range = runs[Int(numbers[slot]) - 1].range
    return SIMD4(range.x, range.y, range.x, range.y)
  }
}

extension LayerGradient {
  /// The coefficients with which the shader computes the parameter (see `GradientInstance.line`),
  /// relative to the center of the bounds; nil where the last color fills everything.
  ///
  /// The parameter is a little too large. Where colors end abruptly, at a stop or at the seam of a
  /// cone, pixel centers often lie exactly there: what begins there has them, whatever way a device
  /// rounds.
  func line(in bounds: CGRect) -> SIMD4<Double>? {
    let size = SIMD2(bounds.width.native, bounds.height.native)
    // The start is relative to the center.
    let from = (SIMD2(start.x.native, start.y.native) - 0.5) * size
    let to = (SIMD2(end.x.native, end.y.native) - 0.5) * size
    let along = to - from
    switch kind {
    case .axial:
      // The line lies in the unit square, which is then stretched over the bounds together with the
      // line, so that colors run from corner to corner.
      let unit = SIMD2((end.x - start.x).native, (end.y - start.y).native)
      let square = (unit * unit).sum()
      guard square > 0 else { return nil }
      let direction = unit / square / size
      return SIMD4(direction.x, direction.y, Self.excess - (from * direction).sum(), 0)
    case .radial:
      guard along.x != 0, along.y != 0 else { return nil }
      let perRadius = SIMD2(1 / abs(along.x), 1 / abs(along.y)) * (1 + Self.excess)
      let offset = -from * perRadius
      return SIMD4(perRadius.x, perRadius.y, offset.x, offset.y)
    case .conic:
      let angle = along == .zero ? 0 : atan2(along.y, along.x)
      // The center, which has no angle, lies a little beyond the beginning of the seam.
      let center = from - 0x1p-15 * SIMD2(cos(angle), sin(angle))
      return SIMD4(angle / (2 * .pi) - 4 * Self.excess, 0, center.x, center.y)
    }
  }

  /// More than devices' errors, which are four times as large in angles, and less than is seen: a
  /// hundredth of a pixel of 5,000.
  package static let excess = 0x1p-19
}
