public import GlazeGeometry
package import GlazeTree

/// A layer that shows its sublayers several times, each time transformed and tinted further.
///
/// The layer's own background, contents and border are not repeated. Copies begin at the same time:
/// `instanceDelay` is stored.
///
/// Observed: Apple header CAReplicatorLayer.h.
open class CAReplicatorLayer: CALayer {
  private struct ReplicatorState {
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

  private final var replicator = ReplicatorState()

  /// How many times the sublayers are shown, with the first; default 1.
  open var instanceCount: Int {
    get { replicator.instanceCount }
    set {
      change("instanceCount", .kind, instanceCount != newValue) {
        replicator.instanceCount = newValue
      }
    }
  }

  /// Whether the layer acts like a transform layer; default false.
  open var preservesDepth: Bool {
    get { replicator.preservesDepth }
    set {
      let all: LayerChanges = [.structure, .appearance, .contents, .shadow, .effects, .kind]
      change("preservesDepth", all, preservesDepth != newValue) {
        replicator.preservesDepth = newValue
      }
    }
  }

  /// How much later each copy's animations run, in seconds; default 0.
  open var instanceDelay: CFTimeInterval {
    get { replicator.instanceDelay }
    set {
      change("instanceDelay", .kind, instanceDelay != newValue) {
        replicator.instanceDelay = newValue
      }
    }
  }

  /// From each copy to the next, about the anchor; default identity.
  open var instanceTransform: CATransform3D {
    get { replicator.instanceTransform }
    set {
      change("instanceTransform", .kind, instanceTransform != newValue) {
        replicator.instanceTransform = newValue
      }
    }
  }

  /// What the first copy is multiplied with; default opaque white.
  open var instanceColor: CGColor? {
    get { replicator.instanceColor }
    set {
      change("instanceColor", .kind, instanceColor != newValue) {
        replicator.instanceColor = newValue
      }
    }
  }

  /// Added to red from each copy to the next; default 0.
  open var instanceRedOffset: Float {
    get { replicator.instanceRedOffset }
    set {
      change("instanceRedOffset", .kind, instanceRedOffset != newValue) {
        replicator.instanceRedOffset = newValue
      }
    }
  }

  /// Added to green from each copy to the next; default 0.
  open var instanceGreenOffset: Float {
    get { replicator.instanceGreenOffset }
    set {
      change("instanceGreenOffset", .kind, instanceGreenOffset != newValue) {
        replicator.instanceGreenOffset = newValue
      }
    }
  }

  /// Added to blue from each copy to the next; default 0.
  open var instanceBlueOffset: Float {
    get { replicator.instanceBlueOffset }
    set {
      change("instanceBlueOffset", .kind, instanceBlueOffset != newValue) {
        replicator.instanceBlueOffset = newValue
      }
    }
  }

  /// Added to alpha from each copy to the next; default 0.
  open var instanceAlphaOffset: Float {
    get { replicator.instanceAlphaOffset }
    set {
      change("instanceAlphaOffset", .kind, instanceAlphaOffset != newValue) {
        replicator.instanceAlphaOffset = newValue
      }
    }
  }

  package override var shownReplicator: LayerReplicator? { LayerReplicator(self) }

  package override class var propertyTable: PropertyTable { .replicatorLayer }

  package override var isTransformOnly: Bool { replicator.preservesDepth }
}
