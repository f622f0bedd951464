/// A layer class of Glaze, in this module or in that of text.
///
/// Swift lets other modules override only open members. `CALayer.layerClass` and its type are
/// therefore open, but SPI, since programs do not need them.
@_spi(LayerClasses) public final class LayerClass: Sendable {
  package let properties: PropertyTable
  /// Creates a layer of exactly this class.
  package let make: @Sendable () -> CALayer
  /// A Boolean value that indicates whether the class draws contents without a delegate.
  package let drawsItself: Bool
  package let type: CALayer.Type

  /// Describes a class; `make` is a parameter, since subclasses need not have `init()`.
  package init<Layer: CALayer>(
    _ properties: PropertyTable, drawsItself: Bool = false, make: @escaping @Sendable () -> Layer
  ) {
    self.properties = properties
    self.make = make
    self.drawsItself = drawsItself
    type = Layer.self
  }
}

extension LayerClass {
  static let layer = LayerClass(.layer) { CALayer() }
  static let transform = LayerClass(.transformLayer) { CATransformLayer() }
  static let gradient = LayerClass(.gradientLayer) { CAGradientLayer() }
  static let shape = LayerClass(.shapeLayer) { CAShapeLayer() }
  static let replicator = LayerClass(.replicatorLayer) { CAReplicatorLayer() }
  static let scroll = LayerClass(.scrollLayer) { CAScrollLayer() }
  static let tiled = LayerClass(.tiledLayer) { CATiledLayer() }
  static let emitter = LayerClass(.emitterLayer) { CAEmitterLayer() }
  static let backdrop = LayerClass(.backdropLayer) { CABackdropLayer() }

  /// The classes of this module.
  package static let withoutText = [
    layer, transform, gradient, shape, replicator, scroll, tiled, emitter, backdrop,
  ]
}

extension CALayer {
  /// A Boolean value that indicates whether the class is one of Glaze's own, and not a subclass of
  /// one.
  final class var isKnownClass: Bool {
    self == layerClass.type
  }
}
