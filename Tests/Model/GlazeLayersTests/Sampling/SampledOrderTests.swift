import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// A frame depends only on what was committed and on its time.
@Suite struct SampledOrderTests {
  /// Makes layers with animations of all kinds, the same for the same seed.
  private func scene(_ seed: UInt64, keepsAnimations: Bool = false) -> CALayer {
    var generator = SeededGenerator(seed: seed)
    let root = makeLayer(200, 200)
    var parents = [root]
    for index in 0..<30 {
      let layer = index % 7 == 0 ? CAShapeLayer() : CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      (layer as? CAShapeLayer)?.path = CGPath(rect: layer.bounds, transform: nil)
      layer.borderColor = .white
      layer.backgroundColor = index % 3 == 0 ? nil : .black
      let parent = parents[Int.random(in: 0..<parents.count, using: &generator)]
      parent.addSublayer(layer)
      parents.append(layer)
      if index % 5 == 0 {
        layer.speed = Float.random(in: 0...2, using: &generator)
        layer.timeOffset = Double.random(in: 0...1, using: &generator)
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let animation = animation(&generator)
        animation.isRemovedOnCompletion = !keepsAnimations
        layer.add(animation, forKey: nil)
      }
    }
    return root
  }

  private func animation(_ generator: inout SeededGenerator) -> CAAnimation {
    let all: [() -> CAAnimation] = [
      { basic("position", to: CGPoint(x: 50, y: 60)) }, { basic("opacity", from: 0, to: 1) },
      { basic("transform.rotation.z", from: 0, to: 7) }, { basic("borderWidth", to: 5) },
      { basic("transform", to: CATransform3DMakeRotation(1, 0, 1, 0)) },
      { basic("shadowOpacity", to: 1) }, { basic("strokeEnd", from: 0) },
      { keyframes("bounds.size.width", [10, 40, 20]) },
      { basic("sublayerTransform.scale", to: 2) }, { basic("backgroundColor", to: CGColor.white) },
      { basic("hidden", from: true, to: false) },
    ]
    let animation = all[Int.random(in: 0..<all.count, using: &generator)]()
    animation.duration = Double.random(in: 0.2...2, using: &generator)
    animation.beginTime = Double.random(in: 0...1, using: &generator)
    animation.repeatCount = Float.random(in: 0...2, using: &generator)
    animation.autoreverses = Bool.random(using: &generator)
    animation.speed = Bool.random(using: &generator) ? 1 : -1
    (animation as? CAPropertyAnimation)?.isAdditive = Int.random(in: 0..<4, using: &generator) == 0
    return animation
  }

  @Test("Frames in any order are the same", arguments: 0..<8 as Range<UInt64>)
  func order(seed: UInt64) {
    let times = (0..<40).map { Double($0) / 13 }
    func frames(_ order: [Double]) -> [Double: [ResolvedNode?]] {
      let committer = stillCommitter(root: scene(seed), isGeometryFlipped: true)
      _ = committer.commit(at: 0)
      var result: [Double: [ResolvedNode?]] = [:]
      for time in order { result[time] = shown(committer.sample(at: time)) }
      return result
    }
    var generator = SeededGenerator(seed: seed + 100)
    let forwards = frames(times)
    #expect(frames(times.reversed()) == forwards)
    #expect(frames(times.shuffled(using: &generator)) == forwards)
    for time in times { #expect(frames([time])[time] == forwards[time]) }
  }

  @Test(
    "Patches while animations run show what a fresh commit shows", arguments: 0..<8 as Range<UInt64>
  )
  func patches(seed: UInt64) {
    var generator = SeededGenerator(seed: seed + 500)
    let root = scene(seed)
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    var layers: [CALayer] = []
    func gather(_ layer: CALayer) {
      layers.append(layer)
      for child in layer.sublayers ?? [] { gather(child) }
    }
    gather(root)
    for step in 1..<25 {
      let time = Double(step) / 10
      let layer = layers[Int.random(in: 1..<layers.count, using: &generator)]
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: layer.opacity = Float.random(in: 0...1, using: &generator)
      case 1: layer.add(animation(&generator), forKey: nil)
      case 2: layer.removeAllAnimations()
      case 3: layer.transform = CATransform3DMakeRotation(CGFloat(step), 0, 0, 1)
      case 4: layer.speed = Float(step % 3)
      default: layer.addSublayer(CALayer())
      }
      let patched = committer.commit(at: time)
      #expect(patched.firstViolatedInvariant() == nil)
      #expect(patched.slotCount == patched.usedSlotCount)
      // Another committer takes over the layers; the first rebuilds its tree afterward.
      let fresh = stillCommitter(root: root, isGeometryFlipped: true)
      #expect(strip(fresh.commit(at: time)) == strip(patched))
      #expect(strip(committer.commit(at: time)) == strip(patched))
    }
  }

  @Test(
    "Trees arranged around changes show what those built at once show",
    arguments: 0..<12 as Range<UInt64>)
  func arrangements(seed: UInt64) {
    var generator = SeededGenerator(seed: seed + 900)
    // Without animations that have ended, fewer copies would differ when all is built again.
    let root = scene(seed, keepsAnimations: true)
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    var time = 0.0
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1...3, using: &generator) { rearrange(root, &generator) }
      time += 0.1
      let arranged = committer.commit(at: time)
      #expect(arranged.firstViolatedInvariant() == nil)
      #expect(arranged.slotCount == arranged.usedSlotCount)
      let later = strip(committer.sample(at: time + 0.35))
      committer.queue.mustRebuild = true
      #expect(strip(committer.commit(at: time)) == strip(arranged))
      #expect(strip(committer.sample(at: time + 0.35)) == later)
    }
  }

  /// Adds, moves, removes or animates a layer below a root.
  private func rearrange(_ root: CALayer, _ generator: inout SeededGenerator) {
    var layers = [root]
    var next = 0
    while next < layers.count {
      layers += layers[next].sublayers ?? []
      if let mask = layers[next].mask { layers.append(mask) }
      next += 1
    }
    let layer = layers[Int.random(in: 0..<layers.count, using: &generator)]
    let other = layers[Int.random(in: 0..<layers.count, using: &generator)]
    let isInside = sequence(first: other, next: \.superlayer).contains { $0 === layer }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1:
      let new = [CALayer(), CAEmitterLayer(), CATransformLayer()].randomElement(using: &generator)
      new.map { layer.insertSublayer($0, at: 0) }
    case 2: if layer !== root, layers.count > 12 { layer.removeFromSuperlayer() }
    case 3, 4: if !isInside { other.insertSublayer(layer, at: 0) }
    case 5: layer.mask = layer.mask == nil ? CALayer() : nil
    case 6:
      let animation = animation(&generator)
      animation.isRemovedOnCompletion = false
      layer.add(animation, forKey: nil)
    case 7:
      let replicator = CAReplicatorLayer()
      replicator.instanceCount = 3
      replicator.instanceDelay = Bool.random(using: &generator) ? 0.25 : 0
      if layer.superlayer != nil, layers.count < 60 {
        layer.superlayer?.addSublayer(replicator)
        replicator.addSublayer(layer)
      }
    case 8: (layer as? CAReplicatorLayer)?.instanceDelay = 0
    default: layer.beginTime = Double.random(in: -1...1, using: &generator)
    }
  }

  /// The nodes, without those in a hidden layer: these may have the values of another time.
  private func shown(_ tree: LayerTree) -> [ResolvedNode?] {
    var end = 0
    return tree.resolvedNodes.enumerated().map { index, node in
      if index < end { return nil }
      if !node.node.flags.isDisjoint(with: .absent) { end = Int(node.node.subtreeEnd) }
      return node
    }
  }

  /// Slots of identities come and go with animations, without a visible difference.
  private func strip(_ tree: LayerTree) -> [ResolvedNode?] {
    shown(tree).map { node in
      guard var node else { return nil }
      if node.transforms == LayerTransforms() { node.transforms = nil }
      return node
    }
  }

  @Test("presentation() and frames have the same source", arguments: 0..<4 as Range<UInt64>)
  func evaluation(seed: UInt64) {
    let root = scene(seed)
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    for time in [0.3, 0.7, 1.1] {
      let shown = committer.sample(at: time)
      var next = 1
      for layer in root.sublayers ?? [] {
        let node = shown.nodes[next]
        next = Int(node.subtreeEnd)
        // Only layers whose time is the superlayer's time.
        guard layer.speed == 1 else { continue }
        let values = LayerAnimations(layer).values(at: time)
        for (target, value) in values {
          switch (target.keyPath, value) {
          case ("position", .point(let point)): #expect(node.position == point)
          case ("opacity", .number(let number)):
            #expect(node.opacity == Float(min(max(number, 0), 1)))
          case ("transform", .transform(let matrix)):
            #expect(shown.transforms[Int(shown.slots(of: node).transforms)].transform == matrix)
          default: break
          }
        }
      }
    }
  }

  @Test("Versions change with painted contents, and do not change with movement")
  func versions() {
    let sampled = Sampled { layer in
      layer.add(basic("position", to: CGPoint(x: 50, y: 50)), forKey: "a")
      layer.addSublayer(makeLayer(4, 4))
      layer.sublayers?[0].add(
        basic("cornerRadius", from: 0, to: 2, duration: 0.5), forKey: "b")
    }
    let first = sampled.tree(at: 0.1)
    sampled.committer.forgetChanges()
    let second = sampled.tree(at: 0.2)
    #expect(
      first.versions.indices.filter { first.versions[$0] != second.versions[$0] } == [0, 1, 2])
    #expect(second.changes.base == first.changes.state)
    #expect(Set(second.changes.nodes) == [1, 2])
    let third = sampled.tree(at: 0.6)
    let fourth = sampled.tree(at: 0.7)
    #expect(third.versions.indices.filter { third.versions[$0] != fourth.versions[$0] } == [0])
    let fifth = sampled.tree(at: 2)
    sampled.committer.forgetChanges()
    let sixth = sampled.tree(at: 3)
    #expect(fifth.versions == sixth.versions)
    #expect(sixth.changes.nodes.isEmpty && sixth.changes.state == fifth.changes.state)
  }

  @Test("A tree without animations is not touched by time")
  func still() {
    let sampled = Sampled()
    let before = sampled.tree(at: 0)
    sampled.committer.forgetChanges()
    let after = sampled.tree(at: 9)
    #expect(before == after && before.versions == after.versions)
    #expect(after.changes.nodes.isEmpty)
  }
}
