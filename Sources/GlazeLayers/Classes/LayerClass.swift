/// A class of layers that Glaze has itself, here or in the text's module.
///
/// Swift lets other modules override only what is open. `CALayer.layerClass` and its type are
/// therefore as open as it gets, but SPI, since they are no business of programs.
@_spi(LayerClasses) public final class LayerClass: Sendable {
  package let properties: PropertyTable
  /// Makes a layer of just this class.
  package let make: @Sendable () -> CALayer
  /// Whether the class draws contents without a delegate.
  let drawsItself: Bool
  fileprivate let identifier: ObjectIdentifier

  /// Says what a class is; `make` is given, since `init()` is not required of subclasses.
  package init<Layer: CALayer>(
    _ properties: PropertyTable, drawsItself: Bool = false, make: @escaping @Sendable () -> Layer
  ) {
    self.properties = properties
    self.make = make
    self.drawsItself = drawsItself
    identifier = ObjectIdentifier(Layer.self)
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
  /// Whether the class is Glaze's own, and no subclass of one.
  final class var isKnownClass: Bool {
    self == CALayer.self || layerClass.identifier == ObjectIdentifier(self)
  }
}
