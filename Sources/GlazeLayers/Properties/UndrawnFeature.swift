import GlazeGeometry

/// Something that a layer asks for and that is kept but not drawn yet.
///
/// Readers of files report each kind once.
package enum UndrawnFeature: String, Sendable, CaseIterable {
  case mask, shadow, filters, compositingFilter, backgroundFilters
  case gradient, shape, text, replicator, emitter, backdrop
}

extension CALayer {
  /// What this layer, without its sublayers, would show and does not; defaults ask for nothing.
  package final var undrawnFeatures: [UndrawnFeature] {
    var found: [UndrawnFeature] = []
    if !isTransformOnly {
      if maskLayer != nil { found.append(.mask) }
      if state.shadowOpacity > 0, objects.shadowColor != nil { found.append(.shadow) }
      if objects.filters?.isEmpty == false { found.append(.filters) }
      if objects.compositingFilter != nil { found.append(.compositingFilter) }
      if objects.backgroundFilters?.isEmpty == false { found.append(.backgroundFilters) }
    }
    if let ofClass = undrawnFeatureOfClass { found.append(ofClass) }
    return found
  }

  private var undrawnFeatureOfClass: UndrawnFeature? {
    switch self {
    case let layer as CAGradientLayer: layer.colors?.isEmpty == false ? .gradient : nil
    case let layer as CAShapeLayer: layer.path != nil ? .shape : nil
    case let layer as CATextLayer: layer.string != nil ? .text : nil
    case let layer as CAReplicatorLayer:
      layer.instanceCount == 1 && layer.instanceColor == .white ? nil : .replicator
    case let layer as CAEmitterLayer: layer.emitterCells?.isEmpty == false ? .emitter : nil
    case is CABackdropLayer: .backdrop
    default: nil
    }
  }
}
