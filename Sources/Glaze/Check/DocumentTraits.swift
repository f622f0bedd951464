import GlazeLayers
import GlazePlan

/// What a document has that some variants cannot keep.
struct DocumentTraits {
  /// Pictures and text, which stay upright in flipped layers.
  private(set) var hasUprightContents = false
  /// Layers that look at what lies behind them, which ends at a group's picture.
  private(set) var readsBackdrop = false

  init(_ root: CALayer) {
    var pending = [root]
    while let layer = pending.popLast() {
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
      hasUprightContents =
        hasUprightContents || layer.contents != nil || layer is CATextLayer
        || layer is CAEmitterLayer
      readsBackdrop =
        readsBackdrop || layer is CABackdropLayer || layer.compositingFilter != nil
        || layer.backgroundFilters?.isEmpty == false
    }
  }
}

extension CheckVariant {
  /// Why a variant says nothing about a document; nil when it does.
  func obstacle(in traits: DocumentTraits, rendererCount: Int) -> String? {
    switch self {
    case .backends where rendererCount < 2: "there is one backend"
    case .wrapped(.flipped) where traits.hasUprightContents: "pictures and text stay upright"
    case .wrapped(.isolated) where traits.readsBackdrop: "a group hides what lies behind it"
    case .tiles where traits.readsBackdrop: "what lies behind a layer ends where a part does"
    case .wrapped(.mask) where PropertyTable.layer["mask"]?.isDrawn != true:
      "masks are not drawn yet"
    case .wrapped(.mask) where traits.readsBackdrop: "a masked layer hides what lies behind it"
    case .wrapped(.replicator) where !CAReplicatorLayer().properties.isClassDrawn:
      "replicators are not drawn yet"
    default: nil
    }
  }
}
