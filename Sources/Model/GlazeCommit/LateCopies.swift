import GlazeGeometry
import GlazeLayers

/// Decides which replicators get nodes of their own for their delayed copies.
///
/// Copies in copies multiply, so a few replicators could ask for any number of nodes. All
/// replicators of a tree share one budget. A replicator gets its nodes if the budget has room for
/// them with those of all replicators inside, or none: copies never differ in what they show.
struct LateCopies {
  /// The maximum weight of all nodes in delayed copies: 1 for a layer without animations.
  static let limit = 1 << 18

  private var left = LateCopies.limit
  /// The weights of what the replicators with delayed, animated copies contain, with all copies.
  private var weights: [ObjectIdentifier: Int] = [:]

  /// - Complexity: O(n).
  init(root: CALayer) {
    var visits: [(layer: CALayer, parent: Int, isMask: Bool)] = [(root, -1, false)]
    var next = 0
    while next < visits.count {
      let layer = visits[next].layer
      if let mask = layer.maskLayer { visits.append((mask, next, true)) }
      for child in layer.sublayerList { visits.append((child, next, false)) }
      next += 1
    }
    // The weights of the sublayers and of the mask of each layer.
    var sums = Array(repeating: Sum(), count: visits.count)
    for index in visits.indices.reversed() {
      let visit = visits[index]
      var sum = sums[index]
      if sum.isAnimated, let replicator = visit.layer as? CAReplicatorLayer,
        replicator.showsCopiesLate > 0
      {
        sum.sublayers = sum.sublayers.timesAtMost(replicator.showsCopiesLate)
        weights[ObjectIdentifier(replicator)] = sum.sublayers
      }
      guard visit.parent >= 0 else { continue }
      let own = visit.layer.animationWeight
      let weight = sum.sublayers.plusAtMost(sum.mask).plusAtMost(own + 1)
      let isAnimated = sum.isAnimated || sum.maskIsAnimated || own > 0
      sums[visit.parent].add(weight, isAnimated, isMask: visit.isMask)
    }
  }

  /// Returns the number of copies that get their own nodes; 0 if the copies share theirs, and nil
  /// if too little is left of the budget.
  ///
  /// - Parameter isCounted: Whether the replicator lies in delayed copies, so that its copies are
  ///   part of their weight.
  mutating func copies(of replicator: CAReplicatorLayer, isCounted: Bool) -> Int? {
    guard let weight = weights[ObjectIdentifier(replicator)] else { return 0 }
    if !isCounted {
      guard weight <= left else { return nil }
      left -= weight
    }
    return replicator.showsCopiesLate
  }

  private struct Sum {
    var sublayers = 0
    var mask = 0
    var isAnimated = false
    var maskIsAnimated = false

    mutating func add(_ weight: Int, _ animated: Bool, isMask: Bool) {
      if isMask {
        mask = mask.plusAtMost(weight)
        maskIsAnimated = maskIsAnimated || animated
      } else {
        sublayers = sublayers.plusAtMost(weight)
        isAnimated = isAnimated || animated
      }
    }
  }
}

extension CALayer {
  /// The weight of its animations in each of its copies: 0 without any.
  fileprivate var animationWeight: Int {
    var weight = self is CAEmitterLayer ? 1 : 0
    for attached in timeline?.animations ?? [] {
      weight += 1
      if case .object(let animation) = attached.content { weight += animation.weight }
    }
    return weight
  }
}

extension CAAnimation {
  /// The weight of its values: copies share the keyframes, but not the value between two of them.
  fileprivate var weight: Int {
    switch self {
    case let group as CAAnimationGroup:
      return (group.animations ?? []).reduce(0) { $0 + 1 + $1.weight }
    case let animation as CAKeyframeAnimation:
      return (animation.values ?? []).map(Self.weight).max() ?? 0
    case let animation as CABasicAnimation:
      let values = [animation.fromValue, animation.toValue, animation.byValue]
      return values.compactMap { $0.map(Self.weight) }.max() ?? 0
    default: return 0
    }
  }

  private static func weight(of value: Any) -> Int {
    switch value {
    case let list as [Any]: list.count
    case let path as CGPath: path.elementCount
    default: 0
    }
  }
}
