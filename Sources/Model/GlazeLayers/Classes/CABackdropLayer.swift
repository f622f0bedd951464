public import Foundation

/// The values of a backdrop.
struct BackdropRecord: ClassRecord, AnimatedRecord {
  var scale: CGFloat = 1
}

/// A layer that shows the content behind it, filtered; Apple's own files contain it.
///
/// The class is private on Apple's systems. Its `filters` are applied to the content behind the
/// layer, inside its rounded bounds; its other keys are stored like any others.
open class CABackdropLayer: CALayer {
  private final var backdrop = BackdropRecord()

  /// The resolution of the content behind, in pixels per pixel of the screen; default 1.
  ///
  /// Stored, and not drawn: Glaze chooses the resolution by the blur. Source: Apple's files.
  open var scale: CGFloat {
    get { backdrop.scale }
    set { change("scale", .undrawn, scale != newValue) { backdrop.scale = newValue } }
  }

  package override var filtersBackdrop: Bool { true }

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { backdrop }
    set { if let record = newValue as? BackdropRecord { backdrop = record } }
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .backdrop }
}
