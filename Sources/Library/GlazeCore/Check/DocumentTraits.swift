import GlazeLayers
import GlazePlan

/// The traits of a document that make some variants inapplicable.
struct DocumentTraits {
  /// Images and text, which stay upright in flipped layers.
  private(set) var hasUprightContents = false
  /// Layers that blend with their backdrop, which ends at a group's image.
  private(set) var blends = false
  /// Layers that filter their backdrop, in groups or not.
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
  /// Returns why a variant does not apply to a document; nil when it does.
  func obstacle(in traits: DocumentTraits, rendererCount: Int) -> String? {
    switch self {
    case .backends where rendererCount < 2: "there is one backend"
    case .wrapped(.flipped) where traits.hasUprightContents: "images and text stay upright"
    case .wrapped(.isolated) where traits.blends: "grouped layers do not blend with the backdrop"
    case .wrapped(.mask) where traits.blends: "masked layers do not blend with the backdrop"
    case .tiles where traits.blends || traits.filtersBackdrop:
      "the backdrop of a layer ends where a tile does"
    case .moved where traits.filtersBackdrop: "the backdrop of a layer ends where the image does"
    default: nil
    }
  }
}
