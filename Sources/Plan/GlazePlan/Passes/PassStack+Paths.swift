import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// The instances of paths and of gradients, and of gradients through paths.

extension PassStack {
  mutating func add(_ instance: CoverageInstance, mask: Int, bounds: PixelRect) {
    noteColor(instance.color)
    plan.coverages.append(instance)
    record(
      .coverage(mask: mask), end: plan.coverages.count, clips: Int(clamping: instance.params.z),
      bounds)
  }

  /// Adds a mask to the plan; masks with the same identity share an index.
  mutating func add(mask: FramePlan.Mask) -> Int {
    // Identities are consecutive numbers.
    let hash = Int(truncatingIfNeeded: mask.identity)
    let known = maskIndices.find(hash) { plan.masks[$0].identity == mask.identity }
    if let known { return known }
    plan.masks.append(mask)
    maskBytes += mask.occupiedBytes
    if maskBytes > mostMemory { exceed(.memory, node: node) }
    add(workOfMask: mask.work)
    maskIndices.insert(plan.masks.count - 1, hash: hash)
    return plan.masks.count - 1
  }

  /// Counts a mask that is not drawn itself, but is a factor of one that is.
  mutating func add(factor mask: FramePlan.Mask) {
    maskBytes = maskBytes.plusAtMost(mask.occupiedBytes)
    if maskBytes > mostMemory { exceed(.memory, node: node) }
    add(workOfMask: mask.work)
  }

  /// Counts the work of covering a path, whether or not it is seen.
  mutating func add(workOfMask work: Int) {
    plan.maskWork = plan.maskWork.plusAtMost(work)
    if plan.maskWork > Int(clamping: mostFill) { exceed(.fill, node: node) }
  }

  /// - Parameter slot: The gradient in the tree; its copies of the same tint share their stops.
  mutating func add(
    _ instance: GradientInstance, stops: [LayerGradient.Stop], of slot: Int, tint: SIMD4<Float>,
    bounds: PixelRect
  ) {
    var instance = instance
    instance.stops.x = firstStop(of: slot, tint, adding: stops)
    plan.gradients.append(instance)
    record(
      .gradient, end: plan.gradients.count, clips: Int(clamping: instance.params.z), bounds,
      area: bounds.intersection(limit).area * instance.searchCost)
  }

  /// - Parameter slot: The gradient in the tree; its copies of the same tint share their stops.
  mutating func add(
    _ instance: MaskedGradientInstance, mask: Int, stops: [LayerGradient.Stop], of slot: Int,
    tint: SIMD4<Float>, bounds: PixelRect
  ) {
    var instance = instance
    instance.stops.x = firstStop(of: slot, tint, adding: stops)
    plan.maskedGradients.append(instance)
    record(
      .maskedGradient(mask: mask), end: plan.maskedGradients.count,
      clips: Int(clamping: instance.params.z), bounds,
      area: bounds.intersection(limit).area * instance.gradient.searchCost)
  }

  private mutating func firstStop(
    of slot: Int, _ tint: SIMD4<Float>, adding stops: [LayerGradient.Stop]
  ) -> Float {
    let first = stopRuns.first(of: slot, tint, in: &plan.stops, adding: stops)
    if plan.stops.count > limits[.stops] { exceed(.stops, node: node) }
    noteColor(stopRuns.extremes(of: slot))
    return Float(first)
  }

  // MARK: Masks

  /// The most work that more masks may be.
  var roomForMasks: Int { max(0, Int(clamping: mostFill) - plan.maskWork) }
}
