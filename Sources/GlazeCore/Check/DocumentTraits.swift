import GlazeLayers
import GlazePlan

/// What a document has that some variants cannot keep.
struct DocumentTraits {
  /// Pictures and text, which stay upright in flipped layers.
  private(set) var hasUprightContents = false
  /// Layers that blend with what lies behind them, which ends at a group's picture.
  private(set) var blends = false
  /// Layers that filter what lies behind them, groups or not.
  private(set) var filtersBackdrop = false

  init(_ root: CALayer) {
    var pending = [root]
    while let layer = pending.popLast() {
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
      hasUprightContents =
        hasUprightContents || layer.contents != nil || layer.drawsItself
        || layer is CAEmitterLayer
      blends = blends || layer.compositingFilter != nil
      filtersBackdrop =
        filtersBackdrop || layer is CABackdropLayer || layer.backgroundFilters?.isEmpty == false
    }
  }
}

extension CheckVariant {
  /// Why a variant says nothing about a document; nil when it does.
  func obstacle(in traits: DocumentTraits, rendererCount: Int) -> String? {
    switch self {
    case .backends where rendererCount < 2: "there is one backend"
    case .wrapped(.flipped) where traits.hasUprightContents: "pictures and text stay upright"
    case .wrapped(.isolated) where traits.blends: "nothing blends with what lies behind a group"
    case .wrapped(.mask) where traits.blends: "nothing blends with what lies behind a masked layer"
    case .tiles where traits.blends || traits.filtersBackdrop:
      "what lies behind a layer ends where a part does"
    case .moved where traits.filtersBackdrop: "what lies behind a layer ends where the picture does"
    default: nil
    }
  }
}
