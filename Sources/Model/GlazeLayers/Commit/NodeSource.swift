import Foundation
import GlazeGeometry
import GlazeTree

/// The source of a node: a layer, or its values while they are animated.
protocol NodeSource {
  var state: LayerState { get }
  /// A Boolean value that indicates whether its contents depend on all of its values.
  var isPatterned: Bool { get }
  /// A Boolean value that indicates whether it only places its sublayers.
  var isTransformOnly: Bool { get }
  var background: SIMD4<Float> { get }
  var border: CGColor? { get }
  var shownName: String? { get }
  var shownContents: LayerContents? { get }
  var shownShadow: LayerShadow? { get }
  var kindValues: KindValues { get }
  /// Returns the effects on its image.
  ///
  /// - Parameter isRoot: Whether it is the root of the tree, which masks nothing in it.
  func shownEffects(isRoot: Bool) -> LayerEffects?
}

extension CALayer: NodeSource {
  final var background: SIMD4<Float> {
    objects.background.pattern == nil ? objects.background.shown : .zero
  }

  final var border: CGColor? { objects.borderColor }

  final var shownName: String? { objects.name }

  final var shownContents: LayerContents? {
    contentsWithPatterns(
      LayerContents(
        state, image: objects.image, drawing: drawing, multiply: objects.contentsMultiplyColor))
  }

  final var shownShadow: LayerShadow? {
    LayerShadow(state, color: objects.shadowColor, path: objects.shadowPath)
  }

  final func shownEffects(isRoot: Bool) -> LayerEffects? {
    LayerEffects(
      state, filters: objects.filterSteps, backgroundFilters: objects.backgroundFilterSteps,
      blendMode: objects.blendMode, filtersBackdrop: filtersBackdrop, isMask: !isRoot && isMask)
  }
}
