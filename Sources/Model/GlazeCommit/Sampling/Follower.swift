import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// A layer that follows points of another one: a `CAMatchMoveAnimation` as values.
struct Follower: Sendable {
  /// The placement of a layer in its superlayer, as far as it follows.
  struct Pose: Equatable {
    var position: CGPoint
    var transform: CATransform3D
  }

  /// The index of the node; -1 if it is unused.
  var node: Int32 = -1
  /// The node of the followed layer.
  let source: Int32
  /// The clock of the layer or of a group; that of the sampler once it is added.
  var clock: Int32
  private let timing: MediaTiming
  private let points: [CGPoint]
  private let isNormalized: Bool
  private let isAdditive: Bool
  private let applies: (x: Bool, y: Bool, scale: Bool, rotation: Bool)
  // In the first of a layer's followers: the layer's placement without following, and its current
  // placement; nil before the first frame.
  private var own: Pose?
  fileprivate var shown: Pose?

  /// Creates the follower; nil if there is nothing to follow.
  init?(_ animation: CAMatchMoveAnimation, _ timing: MediaTiming, clock: Int32, of layer: CALayer) {
    guard let source = animation.sourceLayer, layer.queue?.committed?.isCommitted(source) ?? false,
      source.commonAncestor(with: layer) !== layer
    else { return nil }
    self.source = source.nodeIndex
    self.clock = clock
    self.timing = timing
    points = (animation.sourcePoints ?? []).compactMap {
      if case .point(let point)? = PropertyValue($0, as: .point) { point } else { nil }
    }
    isNormalized = animation.usesNormalizedCoordinates
    isAdditive = animation.isAdditive
    applies = (
      animation.appliesX, animation.appliesY, animation.appliesScale, animation.appliesRotation
    )
  }

  /// A Boolean value that indicates whether the layer's matrix follows, too.
  var turns: Bool { points.count > 1 && (applies.scale || applies.rotation) }

  /// Returns the layer's placement without following, given its current placement.
  fileprivate mutating func ownPose(now: Pose) -> Pose {
    // A value other than the last one was written by animations or a commit.
    if now != shown { own = now }
    return own ?? now
  }

  /// Returns the placement at the sampler's times, given the placement without this animation.
  fileprivate func pose(in tree: LayerTree, at times: [Double], under pose: Pose) -> Pose {
    let isActive = timing.moment(at: times[Int(clock)]) != nil
    return isActive ? followed(in: tree, pose) ?? pose : pose
  }

  private func followed(in tree: LayerTree, _ own: Pose) -> Pose? {
    guard let map = tree.map(from: Int(source), to: Int(tree.nodes[Int(node)].parent)) else {
      return nil
    }
    let given = sourcePoints(of: tree.nodes[Int(source)].bounds)
    let seen = given.map { map.project($0) }
    let middle = Self.middle(of: seen)
    guard middle.x.isFinite, middle.y.isFinite else { return nil }
    var pose = own
    if applies.x { pose.position.x = middle.x + (isAdditive ? own.position.x : 0) }
    if applies.y { pose.position.y = middle.y + (isAdditive ? own.position.y : 0) }
    if turns, let turn = turn(from: given, to: seen) {
      pose.transform = isAdditive ? CATransform3DConcat(own.transform, turn) : turn
    }
    return pose
  }

  private func sourcePoints(of bounds: CGRect) -> [CGPoint] {
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    if points.isEmpty { return [middle] }
    guard isNormalized else { return points }
    return points.map {
      CGPoint(x: middle.x + $0.x * bounds.width, y: middle.y + $0.y * bounds.height)
    }
  }

  private static func middle(of points: [CGPoint]) -> CGPoint {
    let sum = points.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    return CGPoint(x: sum.x / CGFloat(points.count), y: sum.y / CGFloat(points.count))
  }

  /// Returns the rotation and scale of the vector between the first two points; nil if it has no
  /// length.
  private func turn(from given: [CGPoint], to seen: [CGPoint]) -> CATransform3D? {
    let before = SIMD2(given[1].x - given[0].x, given[1].y - given[0].y)
    let after = SIMD2(seen[1].x - seen[0].x, seen[1].y - seen[0].y)
    let scale = applies.scale ? ((after * after).sum() / (before * before).sum()).squareRoot() : 1
    let angle =
      applies.rotation
      ? atan2(before.x * after.y - before.y * after.x, (before * after).sum()) : 0
    guard scale.isFinite, angle.isFinite, before != .zero else { return nil }
    return CATransform3DScale(CATransform3DMakeRotation(angle, 0, 0, 1), scale, scale, 1)
  }
}

extension NodeStore {
  /// In longer chains of followers, the layers beyond this number are a frame late.
  private static let longestChain = 8

  /// Places followers, after all animations are applied.
  mutating func follow(_ sampler: inout AnimationSampler) {
    guard !sampler.followers.isEmpty else { return }
    let since = Self.newVersion()
    for _ in 0..<Self.longestChain {
      var hasMoved = false
      var index = 0
      while index < sampler.followers.count {
        let node = sampler.followers[index].node
        var end = index + 1
        while end < sampler.followers.count, sampler.followers[end].node == node { end += 1 }
        if node >= 0, follow(&sampler, index..<end, since) { hasMoved = true }
        index = end
      }
      if !hasMoved { return }
    }
  }

  /// Moves a layer by all of its following animations.
  ///
  /// - Returns: Whether it moved.
  private mutating func follow(
    _ sampler: inout AnimationSampler, _ followers: Range<Int>, _ since: UInt64
  ) -> Bool {
    let first = followers.lowerBound
    let node = Int(sampler.followers[first].node)
    let slot = Int(tree.slots(of: node).transforms)
    let now = Follower.Pose(
      position: tree.nodes[node].position,
      transform: slot < 0 ? CATransform3DIdentity : tree.transforms[slot].transform)
    let before = sampler.followers[first].shown ?? now
    var next = sampler.followers[first].ownPose(now: now)
    for index in followers {
      next = sampler.followers[index].pose(in: tree, at: sampler.times, under: next)
    }
    sampler.followers[first].shown = next
    // Another animation may have placed it without recording the move.
    if next == now, next == before { return false }
    tree.nodes[node].position = next.position
    if slot >= 0 { tree.transforms[slot].transform = next.transform }
    touchAncestors(of: node, since: since)
    return true
  }
}
