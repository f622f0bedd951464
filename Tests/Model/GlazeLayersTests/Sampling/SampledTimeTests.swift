import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The contents of a committed tree over time.
@Suite struct SampledTimeTests {
  @Test("Pitfall 83: an animation begins at its commit, 1e-100 is the layer's own zero")
  func begin() {
    let sampled = Sampled()
    sampled.layer.add(basic("zPosition", from: 0, to: 10), forKey: "now")
    let zero = basic("opacity", from: 0, to: 1, duration: 10)
    zero.beginTime = 1e-100
    sampled.layer.add(zero, forKey: "zero")
    _ = sampled.committer.commit(at: 5)
    #expect(sampled.node(at: 5.5).zPosition == 5)
    #expect(sampled.node(at: 4).zPosition == 0)
    #expect(near(Double(sampled.node(at: 5.5).opacity), 0.55))
  }

  @Test("1.12: a layer with cycles repeats its subtree, forward and backward")
  func cyclesOfLayers() {
    let sampled = Sampled { layer in
      (layer.duration, layer.repeatCount, layer.autoreverses) = (1, 2, true)
      let animation = basic("zPosition", from: 0, to: 10)
      (animation.beginTime, animation.isRemovedOnCompletion) = (1e-100, false)
      layer.add(animation, forKey: nil)
    }
    let z = [0.25, 0.75, 1.25, 1.75, 2.25, 3.5].map { sampled.node(at: $0).zPosition }
    #expect(zip(z, [2.5, 7.5, 7.5, 2.5, 2.5, 5]).allSatisfy { near($0, $1) })
    #expect(sampled.committer.nextChange(after: 3) == 3)
    #expect(sampled.committer.nextChange(after: 5) == .infinity)
    #expect(sampled.committer.lastChange == 4)
  }

  @Test(
    "A layer is visible in its active time, and outside it by its fill mode",
    arguments: [
      (CAMediaTimingFillMode.removed, [false, true, true, false, false]),
      (.backwards, [true, true, true, false, false]),
      (.forwards, [false, true, true, true, true]), (.both, [true, true, true, true, true]),
    ])
  func staysOfLayers(fillMode: CAMediaTimingFillMode, expected: [Bool]) {
    let sampled = Sampled { layer in
      (layer.beginTime, layer.duration, layer.repeatCount) = (1, 2, 1.5)
      layer.fillMode = fillMode
    }
    func shows(_ time: Double) -> Bool { !sampled.node(at: time).flags.contains(.isAway) }
    #expect([0.5, 1, 3.9, 4, 9].map(shows) == expected)
    // The times are sampled in any order.
    #expect([9, 3.9, 0.5, 1, 4].map(shows) == [4, 2, 0, 1, 3].map { expected[$0] })
    let turns = [0.5, 1, 4].map { sampled.committer.nextChange(after: $0) }
    #expect(turns[0] == (expected[0] ? (expected[4] ? .infinity : 4) : 1))
    #expect(turns[1] == (expected[4] ? .infinity : 4) && turns[2] == .infinity)
    #expect(sampled.committer.hasChanges == false)
  }

  @Test("A layer that was animated and returns counts as changed")
  func animatedStays() {
    let sampled = Sampled { layer in
      layer.duration = 0.5
      let format = CALayerContentsFormat.gray8Uint.rawValue
      let animation = basic("contentsFormat", from: format, duration: 0.5)
      layer.add(animation, forKey: nil)
    }
    var root = sampled.tree(at: 0).versions[0]
    for (time, isAway) in [(0.6, true), (0, false), (0.7, true), (0.1, false)] {
      let tree = sampled.tree(at: time)
      #expect(sampled.node(at: time).flags.contains(.isAway) == isAway)
      #expect(tree.versions[0] != root, "at \(time)")
      root = tree.versions[0]
    }
  }

  @Test("A layer without timing is always visible")
  func layersWithoutTime() {
    let sampled = Sampled { $0.speed = 2 }
    #expect([-1.0, 0, 5].allSatisfy { !sampled.node(at: $0).flags.contains(.isAway) })
  }

  @Test("A layer that begins at AVFoundation's zero is visible at 0")
  func layersThatBeginAtZero() {
    let sampled = Sampled { $0.beginTime = 1e-100 }
    #expect(!sampled.node(at: 0).flags.contains(.isAway))
    #expect(sampled.committer.nextChange(after: 0) == .infinity)
  }

  @Test("10.1: groups run children in group time and cut them at the end; pitfall 102")
  func groups() {
    let group = CAAnimationGroup()
    let child = basic("zPosition", from: 0, to: 1)
    child.beginTime = 0.5
    let whole = basic("position.x", from: 0, to: 2, duration: 0)
    let long = basic("position.y", from: 0, to: 4, duration: 4)
    group.animations = [child, whole, long]
    group.duration = 2
    let sampled = Sampled { layer in
      layer.zPosition = 0.5
      layer.add(group, forKey: nil)
    }
    let z = [0.25, 0.5, 1, 1.4, 1.6].map { sampled.node(at: $0).zPosition }
    #expect(zip(z, [0.5, 0, 0.5, 0.9, 0.5]).allSatisfy { near($0, $1) })
    #expect(sampled.node(at: 1).position == CGPoint(x: 1, y: 1))
    #expect(sampled.node(at: 2.5).position == .zero)
  }

  /// A group then has no time, which must also apply to children that fill before and after.
  @Test("Outside its active time a group does not change its layer", arguments: [0.5, 4])
  func idleGroups(time: Double) throws {
    let color = CABasicAnimation(keyPath: "backgroundColor")
    color.fromValue = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    color.toValue = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    color.fillMode = .both
    let path = CABasicAnimation(keyPath: "borderWidth")
    (path.fromValue, path.toValue, path.speed) = (3, 5, 0)
    let inner = CAAnimationGroup()
    inner.animations = [basic("cornerRadius", from: 1, to: 2), basic("opacity", from: 0, to: 1)]
    inner.fillMode = .both
    let group = CAAnimationGroup()
    group.animations = [color, path, inner]
    (group.beginTime, group.duration) = (1, 2)
    let sampled = Sampled { layer in
      layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
      (layer.borderWidth, layer.cornerRadius, layer.opacity) = (2, 4, 0.5)
      layer.add(group, forKey: nil)
    }
    let plain = Sampled { layer in
      layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
      (layer.borderWidth, layer.cornerRadius, layer.opacity) = (2, 4, 0.5)
    }
    #expect(sampled.node(at: time) == plain.node(at: time))
    #expect(sampled.node(at: 2) != plain.node(at: 2))
  }

  @Test("Groups in groups, repeated and paced")
  func nestedGroups() {
    let inner = CAAnimationGroup()
    inner.animations = [basic("zPosition", from: 0, to: 10, duration: 0)]
    inner.duration = 1
    inner.autoreverses = true
    let outer = CAAnimationGroup()
    outer.animations = [inner]
    outer.duration = 2
    outer.speed = 2
    outer.repeatCount = 2
    let sampled = Sampled { $0.add(outer, forKey: nil) }
    let z = [0.25, 0.75, 1.25, 1.75].map { sampled.node(at: $0).zPosition }
    #expect(z == [5, 5, 5, 5])
    #expect(near(sampled.node(at: 0.4).zPosition, 8))
    #expect(near(sampled.node(at: 1.6).zPosition, 8))
    let paced = CAAnimationGroup()
    paced.animations = [basic("zPosition", from: 0, to: 10, duration: 0)]
    paced.duration = 1
    paced.timingFunction = CAMediaTimingFunction(name: .easeIn)
    let slow = Sampled { $0.add(paced, forKey: nil) }
    #expect(near(slow.node(at: 0.5).zPosition, 3.1536, 1e-3))
  }

  @Test("10.1: a subtree is paused and continues; time passes through all superlayers")
  func pause() {
    let inner = makeLayer(5, 5)
    let sampled = Sampled { layer in
      layer.addSublayer(inner)
      inner.add(basic("zPosition", from: 0, to: 100, duration: 100), forKey: nil)
    }
    func z(_ time: Double) -> Double { sampled.tree(at: time).nodes[2].zPosition }
    #expect(z(10) == 10)
    sampled.layer.speed = 0
    sampled.layer.timeOffset = 10
    _ = sampled.committer.commit(at: 10)
    #expect(z(10) == 10)
    #expect(z(50) == 10)
    sampled.layer.speed = 2
    sampled.layer.beginTime = 50
    _ = sampled.committer.commit(at: 50)
    #expect(z(50) == 10)
    #expect(z(60) == 30)
    sampled.root.speed = 0.5
    _ = sampled.committer.commit(at: 50)
    #expect(z(120) == 30)
  }

  @Test("Pitfall 85: an animation that is removed on completion does not fill after its end")
  func fill() {
    let removed = basic("zPosition", from: 0, to: 10)
    removed.fillMode = .both
    removed.beginTime = 1
    let lasting = basic("position.x", from: 0, to: 10)
    lasting.fillMode = .both
    lasting.beginTime = 1
    lasting.isRemovedOnCompletion = false
    let sampled = Sampled { layer in
      layer.zPosition = 5
      layer.position.x = 5
      layer.add(removed, forKey: "a")
      layer.add(lasting, forKey: "b")
    }
    #expect([0.5, 2.5].map { sampled.node(at: $0).zPosition } == [0, 5])
    #expect([0.5, 2.5].map { sampled.node(at: $0).position.x } == [0, 10])
  }

  @Test("The next change, and the last one")
  func changes() {
    let sampled = Sampled()
    #expect(sampled.committer.nextChange(after: 3) == .infinity)
    #expect(sampled.committer.lastChange == -.infinity)
    let animation = basic("zPosition", to: 1)
    animation.beginTime = 4
    sampled.layer.speed = 2
    sampled.layer.add(animation, forKey: "a")
    _ = sampled.committer.commit(at: 0)
    // Layer time 4 to 5 is media time 2 to 2.5.
    #expect(sampled.committer.nextChange(after: 0) == 2)
    #expect(sampled.committer.nextChange(after: 2.2) == 2.2)
    #expect(sampled.committer.nextChange(after: 2.6) == .infinity)
    #expect(sampled.committer.lastChange == 2.5)
    let endless = basic("zPosition", to: 1)
    endless.repeatCount = .infinity
    sampled.layer.add(endless, forKey: "b")
    _ = sampled.committer.commit(at: 0)
    #expect(sampled.committer.lastChange == .infinity)
  }

  @Test("A static tree needs no frames, and an uncommitted change needs one")
  func stillness() {
    let still = basic("zPosition", to: 1)
    still.speed = 0
    still.beginTime = 2
    let sampled = Sampled { $0.add(still, forKey: "a") }
    #expect(sampled.committer.nextChange(after: 0) == 2)
    #expect(sampled.committer.nextChange(after: 2.1) == .infinity)
    #expect(sampled.committer.lastChange == 2)
    let moving = basic("opacity", to: 0)
    moving.repeatCount = .infinity
    sampled.layer.add(moving, forKey: "b")
    #expect(sampled.committer.nextChange(after: 3) == 3)
    _ = sampled.committer.commit(at: 3)
    #expect(sampled.committer.nextChange(after: 4) == 4)
    // A paused layer does not move, nor do its animations; one that has not begun waits until then.
    sampled.layer.speed = 0
    _ = sampled.committer.commit(at: 4)
    #expect(sampled.committer.nextChange(after: 5) == .infinity)
    sampled.layer.speed = 1
    sampled.layer.beginTime = 9
    _ = sampled.committer.commit(at: 4)
    #expect(sampled.committer.nextChange(after: 5) == 9)
  }

  @Test("If time runs backward, an animation is due as long as its beginning is")
  func backwards() {
    let animation = basic("zPosition", to: 1)
    animation.beginTime = 1
    let sampled = Sampled { layer in
      layer.add(animation, forKey: "a")
      layer.speed = -1
      layer.timeOffset = 4
    }
    #expect(sampled.committer.nextChange(after: 0) == 0)
    #expect(sampled.committer.nextChange(after: 2.5) == 2.5)
    #expect(sampled.committer.nextChange(after: 3.5) == .infinity)
  }

  @Test("8: an animated instance count is truncated")
  func animatedCounts() {
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = 8
    replicator.addSublayer(makeLayer(4, 4))
    replicator.add(basic("instanceCount", from: 1, to: 5), forKey: nil)
    let sampled = Sampled { $0.addSublayer(replicator) }
    func count(_ time: Double) -> Int? {
      let tree = sampled.tree(at: time)
      let slot = tree.slots(of: 2).replicator
      return slot < 0 ? nil : tree.replicators[Int(slot)].count
    }
    #expect([0.2, 0.25, 0.74, 0.75, 1.5].map { count($0) ?? 1 } == [1, 2, 3, 4, 8])
  }

  @Test("8, pitfall 78: copies of a replicator are delayed, each in its own time")
  func lateCopies() throws {
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.25
    let dot = makeLayer(4, 4)
    dot.zPosition = 50
    dot.addSublayer(makeLayer(1, 1))
    dot.add(basic("zPosition", from: 0, to: 10), forKey: nil)
    replicator.addSublayer(dot)
    let sampled = Sampled { $0.addSublayer(replicator) }
    let tree = sampled.tree(at: 0.5)
    #expect(tree.nodes.count == 2 + 1 + 3 * 2)
    #expect(tree.firstViolatedInvariant() == nil)
    let shown = tree.replicators[Int(tree.slots(of: 2).replicator)]
    #expect(shown.count == 3 && shown.copyStride == 2)
    let all = 3..<tree.nodes.count
    let z = (0..<3).map { tree.nodes[shown.nodes(of: $0, in: all).lowerBound].zPosition }
    #expect(z == [5, 2.5, 0])
    // The third copy has not begun, so it shows the model.
    #expect(sampled.tree(at: 0.4).nodes[7].zPosition == 50)
    dot.opacity = 0.5
    let patched = sampled.committer.commit(at: 0.5)
    #expect([3, 5, 7].map { patched.nodes[$0].opacity } == [0.5, 0.5, 0.5])
    replicator.instanceDelay = 0
    #expect(sampled.committer.commit(at: 0.5).nodes.count == 5)
    replicator.instanceDelay = 0.1
    dot.removeAllAnimations()
    #expect(sampled.committer.commit(at: 0.5).nodes.count == 5)
    dot.add(basic("zPosition", from: 0, to: 10), forKey: nil)
    #expect(sampled.committer.commit(at: 0.5).nodes.count == 9)
  }

  @Test("8: nested replicators add their delays")
  func nestedCopies() {
    let (outer, inner) = (CAReplicatorLayer(), CAReplicatorLayer())
    (outer.instanceCount, inner.instanceCount) = (2, 2)
    (outer.instanceDelay, inner.instanceDelay) = (0.5, 0.25)
    let dot = makeLayer(4, 4)
    dot.add(basic("zPosition", from: 0, to: 8), forKey: nil)
    inner.addSublayer(dot)
    outer.addSublayer(inner)
    let sampled = Sampled { $0.addSublayer(outer) }
    let tree = sampled.tree(at: 1)
    #expect(tree.nodes.count == 2 + 1 + 2 * 3)
    #expect([4, 5, 7, 8].map { tree.nodes[$0].zPosition } == [8, 6, 4, 2])
  }
}
