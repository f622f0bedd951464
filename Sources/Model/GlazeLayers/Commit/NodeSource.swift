import Foundation
import GlazeGeometry
import GlazeTree

/// The source of a node: a layer, or its values as its animations show them.
protocol NodeSource {
  var state: LayerState { get }
  var objects: LayerObjects { get }
  /// The values of the layer's class, if it draws something of its own.
  var drawnRecord: (any DrawnRecord)? { get }
  /// A Boolean value that indicates whether its contents depend on all of its values.
  var isPatterned: Bool { get }
  /// A Boolean value that indicates whether it only places its sublayers.
  var isTransformOnly: Bool { get }
  /// A Boolean value that indicates whether `filters` apply to the backdrop instead of the layer.
  var filtersBackdrop: Bool { get }
  /// A Boolean value that indicates whether it is the mask of another layer.
  var isMask: Bool { get }
  var shownContents: LayerContents? { get }
}

extension NodeSource {
  var background: SIMD4<Float> {
    objects.background.pattern == nil ? objects.background.shown : .zero
  }

  var shownShadow: LayerShadow? {
    LayerShadow(state, color: objects.shadowColor, path: objects.shadowPath)
  }

  /// Returns the effects on its image.
  ///
  /// - Parameter isRoot: Whether it is the root of the tree, which masks nothing in it.
  func shownEffects(isRoot: Bool) -> LayerEffects? {
    LayerEffects(
      state, filters: objects.filterSteps, backgroundFilters: objects.backgroundFilterSteps,
      blendMode: objects.blendMode, filtersBackdrop: filtersBackdrop, isMask: !isRoot && isMask)
  }
}

extension CALayer: NodeSource {
  final var drawnRecord: (any DrawnRecord)? { classRecord as? any DrawnRecord }

  final var shownContents: LayerContents? {
    contentsWithPatterns(
      LayerContents(
        state, image: objects.image, drawing: drawing, multiply: objects.contentsMultiplyColor))
  }
}
