public import GlazeGeometry

/// The values of a replicator.
package struct ReplicatorRecord: ClassRecord, AnimatedRecord {
  var instanceCount: Int = 1
  var preservesDepth: Bool = false
  var instanceDelay: CFTimeInterval = 0
  var instanceTransform: CATransform3D = .identity
  var instanceColor: CGColor? = .white
  var instanceRedOffset: Float = 0
  var instanceGreenOffset: Float = 0
  var instanceBlueOffset: Float = 0
  var instanceAlphaOffset: Float = 0
}

/// A layer that draws copies of its sublayers, each with a further transform, color and delay.
///
/// The layer's own background, contents and border are not repeated.
///
/// Observed: Apple header CAReplicatorLayer.h.
open class CAReplicatorLayer: CALayer {
  private(set) final var replicator = ReplicatorRecord()

  /// The number of copies, including the original; default 1.
  open var instanceCount: Int {
    get { replicator.instanceCount }
    set {
      change("instanceCount", .kind, instanceCount != newValue) {
        replicator.instanceCount = newValue
      }
    }
  }

  /// A Boolean value that indicates whether the layer acts like a transform layer; default false.
  open var preservesDepth: Bool {
    get { replicator.preservesDepth }
    set {
      let all: LayerChanges = [.structure, .appearance, .contents, .shadow, .effects, .kind]
      change("preservesDepth", all, preservesDepth != newValue) {
        replicator.preservesDepth = newValue
      }
    }
  }

  /// The delay of the animations from each copy to the next, in seconds; default 0.
  ///
  /// Before it begins, a copy shows the state of animations that have not begun. Animations of the
  /// delay itself have no effect.
  open var instanceDelay: CFTimeInterval {
    get { replicator.instanceDelay }
    set {
      change("instanceDelay", .kind, instanceDelay != newValue) {
        replicator.instanceDelay = newValue
      }
    }
  }

  /// The transform from each copy to the next, about the anchor; default identity.
  open var instanceTransform: CATransform3D {
    get { replicator.instanceTransform }
    set {
      change("instanceTransform", .kind, instanceTransform != newValue) {
        replicator.instanceTransform = newValue
      }
    }
  }

  /// The color that multiplies the first copy; default opaque white.
  open var instanceColor: CGColor? {
    get { replicator.instanceColor }
    set {
      change("instanceColor", .kind, instanceColor != newValue) {
        replicator.instanceColor = newValue
      }
    }
  }

  /// The amount that is added to red from each copy to the next; default 0.
  open var instanceRedOffset: Float {
    get { replicator.instanceRedOffset }
    set {
      change("instanceRedOffset", .kind, instanceRedOffset != newValue) {
        replicator.instanceRedOffset = newValue
      }
    }
  }

  /// The amount that is added to green from each copy to the next; default 0.
  open var instanceGreenOffset: Float {
    get { replicator.instanceGreenOffset }
    set {
      change("instanceGreenOffset", .kind, instanceGreenOffset != newValue) {
        replicator.instanceGreenOffset = newValue
      }
    }
  }

  /// The amount that is added to blue from each copy to the next; default 0.
  open var instanceBlueOffset: Float {
    get { replicator.instanceBlueOffset }
    set {
      change("instanceBlueOffset", .kind, instanceBlueOffset != newValue) {
        replicator.instanceBlueOffset = newValue
      }
    }
  }

  /// The amount that is added to alpha from each copy to the next; default 0.
  open var instanceAlphaOffset: Float {
    get { replicator.instanceAlphaOffset }
    set {
      change("instanceAlphaOffset", .kind, instanceAlphaOffset != newValue) {
        replicator.instanceAlphaOffset = newValue
      }
    }
  }

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { replicator }
    set { if let record = newValue as? ReplicatorRecord { replicator = record } }
  }

  /// The number of copies if they are delayed; 0 if they run together.
  package final var showsCopiesLate: Int {
    let delay = replicator.instanceDelay
    return delay != 0 && delay.isFinite && replicator.instanceCount > 1
      ? replicator.instanceCount : 0
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .replicator }

  package override var isTransformOnly: Bool { replicator.preservesDepth }
}
