import Foundation

/// A layer that shows what is behind it, filtered; Apple's own files hold it.
///
/// The class is private on Apple's systems. Its keys are kept as any others; it is drawn as a plain
/// layer.
open class CABackdropLayer: CALayer {
  package override class var propertyTable: PropertyTable { .backdropLayer }
}
