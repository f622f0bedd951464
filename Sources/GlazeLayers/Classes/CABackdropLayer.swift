public import Foundation

/// A layer that shows what is behind it, filtered; Apple's own files hold it.
///
/// The class is private on Apple's systems. Its `filters` act on what is behind the layer, inside of
/// its rounded bounds; its other keys are kept as any others.
open class CABackdropLayer: CALayer {
  /// How finely Apple draws what is behind, in pixels for each pixel of the screen; default 1.
  ///
  /// Kept, and not drawn: Glaze chooses by the blur. Source: Apple's files.
  open var scale: CGFloat = 1 {
    didSet { noteChange(.undrawn, "scale") }
  }

  package override var filtersBackdrop: Bool { true }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .backdrop }
}
