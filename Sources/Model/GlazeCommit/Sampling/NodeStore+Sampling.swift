import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers
import GlazeTree

// The frame loop: writes animated values into nodes.

extension NodeStore {
  /// Writes the values of animated layers at a time.
  mutating func show(_ sampler: inout AnimationSampler, at time: Double) {
    guard !sampler.isEmpty else { return }
    let since = Self.newVersion()
    sampler.setClocks(time)
    for stay in sampler.stays {
      let isAway = !stay.timing.isThere(at: sampler.times[Int(stay.clock)])
      guard isAway != tree.nodes[Int(stay.node)].flags.contains(.isAway) else { continue }
      tree.nodes[Int(stay.node)].flags.formSymmetricDifference(.isAway)
      touchAncestors(of: Int(stay.node), since: since)
    }
    // Layers may follow others that are hidden.
    let showsAll = !sampler.followers.isEmpty
    // Layers that hide others are first, in whatever order their animations were added.
    for index in sampler.slow.indices where sampler.slow[index].hides {
      if sampler.slow[index].node >= 0 { showSlow(&sampler, index, since) }
    }
    for index in sampler.slow.indices where !sampler.slow[index].hides {
      let node = sampler.slow[index].node
      guard node >= 0 else { continue }
      // A layer that draws itself does so again until its values are those that it shows.
      if showsAll || sampler.slow[index].drawsByKeys || !isInHidden(node, tree.nodes) {
        showSlow(&sampler, index, since)
      }
    }
    showNumbers(sampler, since, showsAll: showsAll)
    showTransforms(sampler, since, showsAll: showsAll)
    follow(&sampler)
  }

  // MARK: Numbers

  private mutating func showNumbers(
    _ sampler: borrowing AnimationSampler, _ since: UInt64, showsAll: Bool
  ) {
    // These are the nodes that moved and those that look different; the sign bit distinguishes
    // them.
    var changed: [Int32] = []
    tree.nodes.withUnsafeMutableBufferPointer { nodes in
      sampler.numberSteps.withUnsafeBufferPointer { steps in
        sampler.times.withUnsafeBufferPointer { times in
          for track in sampler.numbers where track.node >= 0 {
            if !showsAll, isInHidden(track.node, nodes) { continue }
            var value = track.base
            let end = Int(track.firstStep + track.stepCount)
            for index in Int(track.firstStep)..<end {
              let time = times[Int(steps[index].clock)]
              steps[index].apply(to: &value, at: time)
            }
            let change = nodes[Int(track.node)].write(value, track)
            if change == .moved { changed.append(track.node) }
            if change == .repainted { changed.append(~track.node) }
          }
        }
      }
    }
    for node in changed {
      if node >= 0 {
        touchAncestors(of: Int(node), since: since)
      } else {
        touch(Int(~node), since: since)
      }
    }
  }

  // MARK: Transforms

  /// Ensures that nodes have a slot for their animated matrices.
  mutating func makeRoom(for entry: AnimationSampler.Entry) {
    let turns = entry.animations?.followers.contains(where: \.turns) ?? false
    guard turns || !entry.transforms.isEmpty, tree.slots(of: Int(entry.node)).transforms < 0 else {
      return
    }
    addTransforms(of: Int(entry.node))
  }

  private mutating func showTransforms(
    _ sampler: borrowing AnimationSampler, _ since: UInt64, showsAll: Bool
  ) {
    for track in sampler.transforms where track.node >= 0 {
      if !showsAll, isInHidden(track.node, tree.nodes) { continue }
      var value = RunningTransform(track.base, track.parts)
      let end = Int(track.firstStep + track.stepCount)
      // A step is not copied, which would retain its animation.
      sampler.transformSteps.withUnsafeBufferPointer { steps in
        for index in Int(track.firstStep)..<end {
          steps[index].apply(to: &value, at: sampler.times[Int(steps[index].clock)])
        }
      }
      var matrix = value.matrix
      // Sums of very large numbers may be NaN or infinite.
      if !matrix.isFinite { matrix = track.base }
      let node = Int(track.node)
      let slot = Int(tree.slots(of: node).transforms)
      guard slot >= 0 else { continue }
      if track.isOfSublayers {
        if tree.transforms[slot].sublayerTransform == matrix { continue }
        tree.transforms[slot].sublayerTransform = matrix
        touch(node, since: since)
      } else {
        if tree.transforms[slot].transform == matrix { continue }
        tree.transforms[slot].transform = matrix
        touchAncestors(of: node, since: since)
      }
    }
  }

  // MARK: Other values

  private mutating func showSlow(
    _ sampler: inout AnimationSampler, _ index: Int, _ since: UInt64
  ) {
    guard sampler.updateSlow(index) else { return }
    patch(
      sampler.slow[index].animated, at: Int(sampler.slow[index].node), sampler.slow[index].changes,
      since: since)
  }
}

/// The most layers around another one of which one is sought that hides it.
private let mostAround = 32

/// Whether one of the layers around a node hides it, so that its values do not matter.
///
/// The values of such a node remain those of an earlier time: most layers of some documents are shown
/// for only a part of the time.
@inline(__always)
private func isInHidden<Nodes: Collection<LayerNode>>(_ node: Int32, _ nodes: Nodes) -> Bool
where Nodes.Index == Int {
  var parent = Int(nodes[Int(node)].parent)
  for _ in 0..<mostAround where parent >= 0 {
    if !nodes[parent].flags.isDisjoint(with: .absent) { return true }
    parent = Int(nodes[parent].parent)
  }
  return false
}

/// The effect of a write on the appearance of a node.
private enum NodeChange {
  case none
  /// The node moved, or its opacity changed.
  case moved
  case repainted
}

extension LayerNode {
  /// Writes animated numbers as a commit would write the layer's own.
  @inline(__always)
  fileprivate mutating func write(_ animated: SIMD4<Double>, _ track: NumberTrack) -> NodeChange {
    // Sums of very large numbers may be NaN or infinite; a missing background is NaN, too.
    let value = animated.isFinite ? animated : track.base
    switch track.field {
    case .position:
      let point = value.point
      if position == point { return .none }
      position = point
      return .moved
    case .zPosition:
      if zPosition == value.x { return .none }
      zPosition = value.x
      return .moved
    case .opacity:
      let shown = Self.shown(opacity: Float(value.x))
      if opacity == shown { return .none }
      opacity = shown
      return .moved
    case .bounds:
      let rect = (value.canBeBounds ? value : track.base).rect.withPositiveSize
      if bounds == rect { return .none }
      bounds = rect
    case .anchorPoint:
      let point = value.point
      if anchorPoint == point { return .none }
      anchorPoint = point
    case .backgroundColor:
      let color = Self.background(animated)
      if backgroundColor == color { return .none }
      backgroundColor = color
    case .cornerRadius:
      let radius = Self.shown(cornerRadius: value.x)
      if cornerRadius == radius { return .none }
      cornerRadius = radius
    // Matrices have tracks of their own.
    case .transform, .sublayerTransform: return .none
    }
    return .repainted
  }

  @inline(__always)
  private static func background(_ value: SIMD4<Double>) -> SIMD4<Float> {
    value.isFinite ? CGColor.shown(SIMD4<Float>(value)) : .zero
  }
}
