import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// A committed transition, as values: the old content, and the way to the new content.
struct TransitionValues {
  /// The subtree of the layer as it was shown when the transition was committed; the layer's node
  /// is 0.
  var old: LayerTree
  var timing: MediaTiming
  var curve: TimingFunction?
  var motion: Motion
  var edge: Edge
  /// The progress at the start and at the end, in 0...1.
  var range: ClosedRange<Double>
  /// The index of the transition among the layer's animations.
  let identity: UInt64

  enum Motion {
    case fade, moveIn, push, reveal
    case filter(TransitionFilter)

    /// A Boolean value that indicates whether contents move.
    var slides: Bool {
      switch self {
      case .fade, .filter: false
      case .moveIn, .push, .reveal: true
      }
    }
  }

  /// The direction from which it comes.
  enum Edge {
    case left, right, top, bottom
  }

  init(_ transition: CATransition, identity: UInt64, old: LayerTree) {
    self.old = old
    self.identity = identity
    timing = transition.timing
    if transition.isRemovedOnCompletion {
      timing.fillMode = timing.fillMode.showsBefore ? .backwards : .removed
    }
    curve = transition.timingFunction?.curve
    motion =
      switch transition.type {
      case _ where transition.filter != nil:
        transition.coreFilter.flatMap(TransitionFilter.init).map(Motion.filter) ?? .fade
      case .moveIn: .moveIn
      case .push: .push
      case .reveal: .reveal
      default: .fade
      }
    edge =
      switch transition.subtype {
      case .fromRight?: .right
      case .fromTop?: .top
      case .fromBottom?: .bottom
      default: .left
      }
    let start = min(max(Double(transition.startProgress), 0), 1)
    range = start...min(max(Double(transition.endProgress), start), 1)
  }

  /// Returns the progress at a time of the layer; nil if only the new content shows.
  func progress(at time: Double) -> Double? {
    guard let moment = timing.moment(at: time) else { return nil }
    let paced = Easing(curve).progress(at: moment, duration: timing.duration)
    return range.lowerBound + (range.upperBound - range.lowerBound) * paced
  }

  /// Returns the remaining distance of the incoming content, and the distance of the outgoing one.
  func offset(_ distance: Double, in size: CGSize) -> CGSize {
    let (width, height) = (size.width * CGFloat(distance), size.height * CGFloat(distance))
    return switch edge {
    case .left: CGSize(width: -width, height: 0)
    case .right: CGSize(width: width, height: 0)
    case .top: CGSize(width: 0, height: height)
    case .bottom: CGSize(width: 0, height: -height)
    }
  }
}

extension LayerTree {
  /// Returns the subtree of a layer as a tree of its own.
  ///
  /// - Complexity: O(number of its nodes).
  func subtree(at index: Int) -> LayerTree {
    var result = LayerTree()
    result.isGeometryFlipped = isGeometryFlipped
    let end = Int(nodes[index].subtreeEnd)
    for place in index..<end {
      var node = nodes[place]
      node.parent = place == index ? -1 : node.parent - Int32(index)
      node.subtreeEnd -= Int32(index)
      result.takeSlots(of: &node, from: self)
      result.nodes.append(node)
      if !versions.isEmpty { result.versions.append(versions[place]) }
    }
    return result
  }

  /// Copies the entries of a node of another tree in side tables.
  mutating func takeSlots(of node: inout LayerNode, from other: borrowing LayerTree) {
    guard node.slots >= 0 else { return }
    var slots = other.slots(of: node)
    func take<Value>(_ slot: inout Int32, _ from: [Value], _ to: inout [Value]) {
      guard slot >= 0 else { return }
      to.append(from[Int(slot)])
      slot = Int32(to.count - 1)
    }
    take(&slots.transforms, other.transforms, &transforms)
    take(&slots.contents, other.contents, &contents)
    take(&slots.border, other.borders, &borders)
    take(&slots.name, other.names, &names)
    take(&slots.shadow, other.shadows, &shadows)
    take(&slots.effects, other.effects, &effects)
    take(&slots.gradient, other.gradients, &gradients)
    take(&slots.shape, other.shapes, &shapes)
    take(&slots.replicator, other.replicators, &replicators)
    take(&slots.emitter, other.emitters, &emitters)
    setSlots(slots, of: &node)
  }
}
