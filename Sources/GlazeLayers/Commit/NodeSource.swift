import Foundation
import GlazeGeometry
import GlazeTree

/// What a node can be made of: a layer, or the values of one while they are animated.
protocol NodeSource {
  var state: LayerState { get }
  /// Whether what it shows as its contents depends on all of it.
  var isPatterned: Bool { get }
  /// Whether it only places its sublayers.
  var isTransformOnly: Bool { get }
  var background: SIMD4<Float> { get }
  var border: CGColor? { get }
  var shownName: String? { get }
  var shownContents: LayerContents? { get }
  var shownShadow: LayerShadow? { get }
  var kindValues: KindValues { get }
  /// What is done to its picture.
  ///
  /// - Parameter isRoot: Whether it is the top of the tree, which masks nothing in it.
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
