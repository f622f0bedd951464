public import Foundation
package import GlazeGeometry
import GlazeTree

/// The shape of an emitter.
///
/// Observed: Apple's headers.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a shape from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A point.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line along x.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A box.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A sphere.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
  /// The outline of `emitterPath`; in no public header.
  package static let path = CAEmitterLayerEmitterShape(rawValue: "path")
}

/// The part of an emitter's shape on which particles are born.
///
/// Observed: Apple's headers.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a mode from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The points of the shape.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// The outline of the shape.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// The surface of the shape.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// The inside of the shape.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
  /// The points of the shape, one after the other; in no public header.
  package static let sequential = CAEmitterLayerEmitterMode(rawValue: "sequential")
}

/// The order in which particles are drawn.
///
/// Observed: Apple's headers.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a mode from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Any order.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest particles are at the back.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest particles are in front.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// Particles are sorted by depth.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// The light of particles is added.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")

  /// Blend modes that Apple's files use here; they are in no public header.
  package static let blending = [
    "cheapAdditive", "cheapScreen", "plusL", "screenBlendMode", "multiplyBlendMode",
    "overlayBlendMode", "lightenBlendMode", "darkenBlendMode", "colorDodgeBlendMode",
  ].map(CAEmitterLayerRenderMode.init)
}

/// The values of an emitter.
package struct EmitterRecord: ClassRecord, AnimatedRecord {
  var emitterCells: [CAEmitterCell]?
  var birthRate: Float = 1
  var lifetime: Float = 1
  var emitterPosition: CGPoint = .zero
  var emitterZPosition: CGFloat = 0
  var emitterSize: CGSize = .zero
  var emitterDepth: CGFloat = 0
  var emitterShape: CAEmitterLayerEmitterShape = .point
  var emitterMode: CAEmitterLayerEmitterMode = .volume
  var renderMode: CAEmitterLayerRenderMode = .unordered
  var preservesDepth: Bool = false
  var velocity: Float = 1
  var scale: Float = 1
  var spin: Float = 1
  var spinBias: Float = 0
  var seed: UInt32 = 0
  var emitterPath: CGPath?
  var emitterBehaviors: [Any]?
  var cullRect: CGRect = .zero
  /// The values of the cells while they are animated; nil for those that the cells have.
  var animatedCells: [CellRecord]?
}

/// A layer that emits particles.
///
/// Particles are a function of the layer, its seed and its time: frames can be drawn at any time,
/// in any order, and are the same each time. Particles lie above the background, the sublayers and
/// the border, and only `masksToBounds` clips them. `render(in:)` does not draw them, and
/// `hitTest(_:)` does not find them.
///
/// Observed: Apple header CAEmitterLayer.h.
open class CAEmitterLayer: CALayer {
  private(set) final var emitter = EmitterRecord()

  /// The kinds of particles; default nil.
  open var emitterCells: [CAEmitterCell]? {
    get { emitter.emitterCells }
    set {
      change("emitterCells", .kind, emitterCells != newValue) {
        for cell in emitter.emitterCells ?? [] { cell.removeOwner(self) }
        emitter.emitterCells = newValue
        for cell in newValue ?? [] { cell.addOwner(self) }
      }
    }
  }

  /// The factor of the cells' birth rates; default 1.
  open var birthRate: Float {
    get { emitter.birthRate }
    set { change("birthRate", .kind, birthRate != newValue) { emitter.birthRate = newValue } }
  }

  /// The factor of the cells' lifetimes; default 1.
  open var lifetime: Float {
    get { emitter.lifetime }
    set { change("lifetime", .kind, lifetime != newValue) { emitter.lifetime = newValue } }
  }

  /// The center of the emitter, in the layer's coordinates; default (0, 0).
  open var emitterPosition: CGPoint {
    get { emitter.emitterPosition }
    set {
      change("emitterPosition", .kind, emitterPosition != newValue) {
        emitter.emitterPosition = newValue
      }
    }
  }

  /// The z coordinate of the center, in points; default 0.
  open var emitterZPosition: CGFloat {
    get { emitter.emitterZPosition }
    set {
      change("emitterZPosition", .kind, emitterZPosition != newValue) {
        emitter.emitterZPosition = newValue
      }
    }
  }

  /// The size of the emitter, in points; default (0, 0).
  open var emitterSize: CGSize {
    get { emitter.emitterSize }
    set {
      change("emitterSize", .kind, emitterSize != newValue) { emitter.emitterSize = newValue }
    }
  }

  /// The depth of the emitter, in points; default 0.
  open var emitterDepth: CGFloat {
    get { emitter.emitterDepth }
    set {
      change("emitterDepth", .kind, emitterDepth != newValue) { emitter.emitterDepth = newValue }
    }
  }

  /// The shape of the emitter; default `point`.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { emitter.emitterShape }
    set {
      change("emitterShape", .kind, emitterShape != newValue) { emitter.emitterShape = newValue }
    }
  }

  /// The part of the shape on which particles are born; default `volume`.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { emitter.emitterMode }
    set {
      change("emitterMode", .kind, emitterMode != newValue) { emitter.emitterMode = newValue }
    }
  }

  /// The order in which particles are drawn; default `unordered`.
  open var renderMode: CAEmitterLayerRenderMode {
    get { emitter.renderMode }
    set { change("renderMode", .kind, renderMode != newValue) { emitter.renderMode = newValue } }
  }

  /// A Boolean value that indicates whether particles lie in the superlayer's 3D scene; default
  /// false.
  open var preservesDepth: Bool {
    get { emitter.preservesDepth }
    set {
      change("preservesDepth", .structure, preservesDepth != newValue) {
        emitter.preservesDepth = newValue
      }
    }
  }

  /// The factor of the cells' velocities; default 1.
  open var velocity: Float {
    get { emitter.velocity }
    set { change("velocity", .kind, velocity != newValue) { emitter.velocity = newValue } }
  }

  /// The factor of the cells' scales; default 1.
  open var scale: Float {
    get { emitter.scale }
    set { change("scale", .kind, scale != newValue) { emitter.scale = newValue } }
  }

  /// The factor of the cells' spins; default 1.
  open var spin: Float {
    get { emitter.spin }
    set { change("spin", .kind, spin != newValue) { emitter.spin = newValue } }
  }

  /// The seed of the random numbers; default 0.
  open var seed: UInt32 {
    get { emitter.seed }
    set { change("seed", .kind, seed != newValue) { emitter.seed = newValue } }
  }

  // Apple's files contain the following properties; they are in no public header.

  /// The outline of the shape `path`, in the layer's coordinates; default nil.
  package final var emitterPath: CGPath? {
    get { emitter.emitterPath }
    set { change("emitterPath", .kind, emitterPath != newValue) { emitter.emitterPath = newValue } }
  }

  /// The behaviors that affect the particles, in order: an array of `CAEmitterBehavior`; default
  /// nil.
  package final var emitterBehaviors: [Any]? {
    get { emitter.emitterBehaviors }
    set { change("emitterBehaviors", .kind, true) { emitter.emitterBehaviors = newValue } }
  }

  /// The speed that is added to the spins of all particles, in radians per second; default 0.
  ///
  /// Observed: Apple's files contain it; it is in no public header. That it is added is our
  /// interpretation.
  package final var spinBias: Float {
    get { emitter.spinBias }
    set { change("spinBias", .kind, spinBias != newValue) { emitter.spinBias = newValue } }
  }

  /// The rectangle outside which particles are hidden, unless it is empty; default empty.
  package final var cullRect: CGRect {
    get { emitter.cullRect }
    set { change("cullRect", .kind, cullRect != newValue) { emitter.cullRect = newValue } }
  }

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { emitter }
    set { if let record = newValue as? EmitterRecord { emitter = record } }
  }

  package override var kindProblems: [UndrawnFeature] { LayerEmitter.problems(of: emitter) }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .emitter }

  package override var isTransformOnly: Bool { emitter.preservesDepth }
}
