import GlazeGeometry
import GlazeTree

/// A sequence of siblings, repeated as often as a replicator repeats them.
struct ReplicatedSiblings {
  /// The remaining siblings of the current copy.
  private(set) var children: Range<Int>
  private var next: Int
  /// The siblings of every copy.
  private let all: Range<Int>
  private let replicator: LayerReplicator?
  private let step: CATransform3D
  private(set) var copy = 0
  private(set) var copyMatrix = CATransform3DIdentity

  /// - Parameters:
  ///   - replicator: The replicator; nil when the siblings occur once.
  ///   - step: The transform from one copy to the next.
  init(_ all: Range<Int>, replicator: LayerReplicator?, step: CATransform3D) {
    self.all = all
    self.replicator = replicator
    self.step = step
    children = replicator?.nodes(of: 0, in: all) ?? all
    if let replicator, replicator.count <= 0 { children = all.upperBound..<all.upperBound }
    next = children.lowerBound
  }

  /// The factor of the current copy's color; nil when the siblings occur once.
  var tint: SIMD4<Float>? { replicator?.tint(of: copy) }

  /// The next sibling, in the next copy after the end of one; nil at the end.
  mutating func next(in tree: LayerTree) -> Int? {
    if next >= children.upperBound && !repeats() { return nil }
    guard next < children.upperBound else { return nil }
    defer { next = Int(tree.nodes[next].subtreeEnd) }
    return next
  }

  private mutating func repeats() -> Bool {
    guard let replicator, copy + 1 < replicator.count else { return false }
    copy += 1
    copyMatrix = CATransform3DConcat(copyMatrix, step)
    children = replicator.nodes(of: copy, in: all)
    next = children.lowerBound
    return true
  }
}

extension LayerTree {
  /// The sublayers of a node, with its copies when it is a replicator.
  func replicatedSiblings(in index: Int) -> ReplicatedSiblings {
    replicatedSiblings(
      in: index, all: firstSublayer(of: index)..<Int(nodes[index].subtreeEnd))
  }

  /// - Parameter index: The layer around the siblings; -1 for the root.
  func replicatedSiblings(in index: Int, all: Range<Int>) -> ReplicatedSiblings {
    let slot = index < 0 ? -1 : slots(of: index).replicator
    guard slot >= 0 else {
      return ReplicatedSiblings(all, replicator: nil, step: CATransform3DIdentity)
    }
    return ReplicatedSiblings(
      all, replicator: replicators[Int(slot)], step: copyStep(of: index))
  }
}
