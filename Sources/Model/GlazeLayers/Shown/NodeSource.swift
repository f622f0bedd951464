import Foundation
package import GlazeGeometry
package import GlazeTree

/// The source of a node: a layer, or its values as its animations show them.
package protocol NodeSource {
  var state: LayerState { get }
  var objects: LayerObjects { get }
  /// The values that only the class of the layer has.
  var classRecord: (any ClassRecord)? { get }
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
  /// The part of the headroom that the layer uses.
  ///
  /// Apple: any `preferredDynamicRange` except `standard` overrides
  /// `wantsExtendedDynamicRangeContent`, and the system decides what `automatic` is; Glaze's choice
  /// is a part of it.
  package var range: LayerBrightness.Range {
    let preferred = objects.preferredDynamicRange
    if preferred == .standard { return state.flags[.wantsExtendedRange] ? .full : .standard }
    return preferred == .high ? .full : .constrained
  }

  /// How bright an image of the layer is, and may be.
  package func brightness(of image: CGImage) -> LayerBrightness {
    var result = LayerBrightness()
    result.range = range
    let own = state.contentsHeadroom.native
    // Apple: values between 0 and 1 are undefined.
    result.headroom = own >= 1 && own.isFinite ? Float(own) : image.contentHeadroom
    result.compresses = objects.toneMapMode != .never
    return result
  }

  /// Adds to contents how bright they are.
  package func adding(brightnessTo contents: LayerContents?) -> LayerContents? {
    guard var contents else { return nil }
    contents.brightness = brightness(of: contents.image)
    return contents
  }

  package var background: SIMD4<Float> {
    objects.background.pattern == nil ? objects.background.shown : .zero
  }

  package var shownShadow: LayerShadow? {
    LayerShadow(state, color: objects.shadowColor, path: objects.shadowPath)
  }

  /// Returns the effects on its image.
  ///
  /// - Parameter isRoot: Whether it is the root of the tree, which masks nothing in it.
  package func shownEffects(isRoot: Bool) -> LayerEffects? {
    LayerEffects(
      state, filters: objects.filterSteps, backgroundFilters: objects.backgroundFilterSteps,
      blendMode: objects.blendMode, filtersBackdrop: filtersBackdrop, isMask: !isRoot && isMask)
  }
}

extension CALayer: NodeSource {
  package final var shownContents: LayerContents? {
    contentsWithPatterns(
      adding(
        brightnessTo: LayerContents(
          state, image: objects.image, drawing: drawing, multiply: objects.contentsMultiplyColor)))
  }
}
