public import GlazeGeometry

/// A layer that shows its sublayers several times, each time transformed and tinted further.
///
/// The layer's own background, contents and border are not repeated.
///
/// Observed: Apple header CAReplicatorLayer.h.
open class CAReplicatorLayer: CALayer {
  private final var replicator = ReplicatorValues()

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
  ///
  /// Before its begin a copy shows what an animation shows that has not begun. Animations of the delay
  /// itself do not show.
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

  override var kindValues: KindValues { .replicator(replicator) }

  /// How many copies there are when they run late; 0 when they run together.
  final var showsCopiesLate: Int {
    let delay = replicator.instanceDelay
    return delay != 0 && delay.isFinite && replicator.instanceCount > 1
      ? replicator.instanceCount : 0
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .replicator }

  package override var isTransformOnly: Bool { replicator.preservesDepth }
}
