public import Foundation

/// The shape of an emitter.
///
/// Observed: Apple's headers.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
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
}

/// Where on an emitter's shape particles begin.
///
/// Observed: Apple's headers.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At its points.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// On its outline.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// On its surface.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// Inside.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// The order in which particles are drawn.
///
/// Observed: Apple's headers.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Any.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest at the back.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest in front.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// By depth.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// Their light adds up.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

/// A layer that emits particles.
///
/// Stored with Apple's defaults; particles are not drawn yet.
///
/// Observed: Apple header CAEmitterLayer.h.
open class CAEmitterLayer: CALayer {
  private struct EmitterState {
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
    var seed: UInt32 = 0
  }

  private final var emitter = EmitterState()

  /// The kinds of particles; default nil.
  open var emitterCells: [CAEmitterCell]? {
    get { emitter.emitterCells }
    set {
      emitter.emitterCells = newValue
      noteChange(.undrawn, "emitterCells")
    }
  }

  /// Multiplies the cells' birth rates; default 1.
  open var birthRate: Float {
    get { emitter.birthRate }
    set {
      emitter.birthRate = newValue
      noteChange(.undrawn, "birthRate")
    }
  }

  /// Multiplies the cells' life times; default 1.
  open var lifetime: Float {
    get { emitter.lifetime }
    set {
      emitter.lifetime = newValue
      noteChange(.undrawn, "lifetime")
    }
  }

  /// The middle of the emitter, in the layer's coordinates; default (0, 0).
  open var emitterPosition: CGPoint {
    get { emitter.emitterPosition }
    set {
      emitter.emitterPosition = newValue
      noteChange(.undrawn, "emitterPosition")
    }
  }

  /// The z of the middle, in points; default 0.
  open var emitterZPosition: CGFloat {
    get { emitter.emitterZPosition }
    set {
      emitter.emitterZPosition = newValue
      noteChange(.undrawn, "emitterZPosition")
    }
  }

  /// The size of the emitter, in points; default (0, 0).
  open var emitterSize: CGSize {
    get { emitter.emitterSize }
    set {
      emitter.emitterSize = newValue
      noteChange(.undrawn, "emitterSize")
    }
  }

  /// The depth of the emitter, in points; default 0.
  open var emitterDepth: CGFloat {
    get { emitter.emitterDepth }
    set {
      emitter.emitterDepth = newValue
      noteChange(.undrawn, "emitterDepth")
    }
  }

  /// The shape of the emitter; default `point`.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { emitter.emitterShape }
    set {
      emitter.emitterShape = newValue
      noteChange(.undrawn, "emitterShape")
    }
  }

  /// Where on the shape particles begin; default `volume`.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { emitter.emitterMode }
    set {
      emitter.emitterMode = newValue
      noteChange(.undrawn, "emitterMode")
    }
  }

  /// The order in which particles are drawn; default `unordered`.
  open var renderMode: CAEmitterLayerRenderMode {
    get { emitter.renderMode }
    set {
      emitter.renderMode = newValue
      noteChange(.undrawn, "renderMode")
    }
  }

  /// Whether particles lie in the superlayer's scene; default false.
  open var preservesDepth: Bool {
    get { emitter.preservesDepth }
    set {
      emitter.preservesDepth = newValue
      noteChange(.undrawn, "preservesDepth")
    }
  }

  /// Multiplies the cells' velocities; default 1.
  open var velocity: Float {
    get { emitter.velocity }
    set {
      emitter.velocity = newValue
      noteChange(.undrawn, "velocity")
    }
  }

  /// Multiplies the cells' scales; default 1.
  open var scale: Float {
    get { emitter.scale }
    set {
      emitter.scale = newValue
      noteChange(.undrawn, "scale")
    }
  }

  /// Multiplies the cells' spins; default 1.
  open var spin: Float {
    get { emitter.spin }
    set {
      emitter.spin = newValue
      noteChange(.undrawn, "spin")
    }
  }

  /// What chance starts from; default 0.
  open var seed: UInt32 {
    get { emitter.seed }
    set {
      emitter.seed = newValue
      noteChange(.undrawn, "seed")
    }
  }

  package override class var propertyTable: PropertyTable { .emitterLayer }
}
