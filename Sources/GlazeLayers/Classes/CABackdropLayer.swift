import Foundation

/// A layer that shows what is behind it, filtered; Apple's own files hold it.
///
/// The class is private on Apple's systems. Its `filters` act on what is behind the layer, inside of
/// its rounded bounds; its other keys are kept as any others.
open class CABackdropLayer: CALayer {
  package override var filtersBackdrop: Bool { true }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .backdrop }
}
