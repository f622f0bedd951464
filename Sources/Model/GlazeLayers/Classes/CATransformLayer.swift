import Foundation

/// A layer that only places its sublayers, in one 3D scene with its own siblings.
///
/// Its background, contents, border, shadow, mask, filters and clip are stored and ignored; its
/// opacity multiplies that of each sublayer. It is never hit.
///
/// Observed: Apple header CATransformLayer.h.
open class CATransformLayer: CALayer {
  @_spi(LayerClasses) open override class var layerClass: LayerClass { .transform }

  package override var isTransformOnly: Bool { true }
}
