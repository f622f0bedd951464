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
      replicator.instanceCount = newValue
      noteChange(.kind, "instanceCount")
    }
  }

  /// Whether the layer acts like a transform layer; default false.
  open var preservesDepth: Bool {
    get { replicator.preservesDepth }
    set {
      replicator.preservesDepth = newValue
      noteChange([.structure, .appearance, .contents, .shadow, .effects, .kind], "preservesDepth")
    }
  }

  /// How much later each copy's animations run, in seconds; default 0.
  open var instanceDelay: CFTimeInterval {
    get { replicator.instanceDelay }
    set {
      replicator.instanceDelay = newValue
      noteChange(.kind, "instanceDelay")
    }
  }

  /// From each copy to the next, about the anchor; default identity.
  open var instanceTransform: CATransform3D {
    get { replicator.instanceTransform }
    set {
      replicator.instanceTransform = newValue
      noteChange(.kind, "instanceTransform")
    }
  }

  /// What the first copy is multiplied with; default opaque white.
  open var instanceColor: CGColor? {
    get { replicator.instanceColor }
    set {
      replicator.instanceColor = newValue
      noteChange(.kind, "instanceColor")
    }
  }

  /// Added to red from each copy to the next; default 0.
  open var instanceRedOffset: Float {
    get { replicator.instanceRedOffset }
    set {
      replicator.instanceRedOffset = newValue
      noteChange(.kind, "instanceRedOffset")
    }
  }

  /// Added to green from each copy to the next; default 0.
  open var instanceGreenOffset: Float {
    get { replicator.instanceGreenOffset }
    set {
      replicator.instanceGreenOffset = newValue
      noteChange(.kind, "instanceGreenOffset")
    }
  }

  /// Added to blue from each copy to the next; default 0.
  open var instanceBlueOffset: Float {
    get { replicator.instanceBlueOffset }
    set {
      replicator.instanceBlueOffset = newValue
      noteChange(.kind, "instanceBlueOffset")
    }
  }

  /// Added to alpha from each copy to the next; default 0.
  open var instanceAlphaOffset: Float {
    get { replicator.instanceAlphaOffset }
    set {
      replicator.instanceAlphaOffset = newValue
      noteChange(.kind, "instanceAlphaOffset")
    }
  }

  package override var shownReplicator: LayerReplicator? { LayerReplicator(self) }

  package override class var propertyTable: PropertyTable { .replicatorLayer }

  package override var isTransformOnly: Bool { replicator.preservesDepth }
}
