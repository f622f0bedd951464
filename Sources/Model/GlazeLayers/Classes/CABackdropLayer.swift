public import Foundation

/// A layer that shows the content behind it, filtered; Apple's own files contain it.
///
/// The class is private on Apple's systems. Its `filters` are applied to the content behind the
/// layer, inside its rounded bounds; its other keys are stored like any others.
open class CABackdropLayer: CALayer {
  /// The resolution of the content behind, in pixels per pixel of the screen; default 1.
  ///
  /// Stored, and not drawn: Glaze chooses the resolution by the blur. Source: Apple's files.
  open var scale: CGFloat = 1 {
    didSet { noteChange(.undrawn, "scale") }
  }

  package override var filtersBackdrop: Bool { true }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .backdrop }
}
