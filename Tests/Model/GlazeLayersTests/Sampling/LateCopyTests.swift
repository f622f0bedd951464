import Foundation
import GlazeCommit
import GlazeGeometry
@testable import GlazeLayers
import GlazeTree
import Testing

/// Delayed copies of replicators: what they show, and how many of them there can be.
@Suite struct LateCopyTests {
  private func replicator(_ count: Int, _ sublayers: CALayer...) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    (replicator.instanceCount, replicator.instanceDelay) = (count, 0.25)
    for layer in sublayers { replicator.addSublayer(layer) }
    return replicator
  }

  private func animatedLayer() -> CALayer {
    let layer = makeLayer(4, 4)
    layer.add(basic("zPosition", from: 0, to: 10), forKey: nil)
    return layer
  }

  @Test("Copies differ from the first one only by their animations")
  func copiesHaveAllValues() {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    gradient.colors = [CGColor.black, CGColor.white]
    (gradient.borderWidth, gradient.shadowOpacity, gradient.name) = (2, 0.5, "gradient")
    gradient.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    gradient.add(basic("startPoint", from: CGPoint.zero, to: CGPoint(x: 1, y: 1)), forKey: nil)
    let shape = CAShapeLayer()
    shape.frame = gradient.frame
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 3, height: 4), transform: nil)
    shape.mask = makeLayer(5, 6)
    gradient.addSublayer(shape)
    let sampled = Sampled { $0.addSublayer(replicator(3, gradient)) }
    let tree = sampled.tree(at: 0.5)
    #expect(tree.nodes.count == 2 + 1 + 3 * 3)
    #expect(tree.firstViolatedInvariant() == nil)
    for copy in 1..<3 {
      for index in 3..<6 {
        var (node, first) = (tree.nodes[index + 3 * copy], tree.nodes[index])
        let (own, others) = (tree.slots(of: node), tree.slots(of: first))
        (node.slots, first.slots) = (0, 0)
        (node.parent, first.parent) = (
          node.parent - (index > 3 ? Int32(3 * copy) : 0), first.parent
        )
        node.subtreeEnd -= Int32(3 * copy)
        #expect(node == first, "\(index)")
        #expect(tree.names(own) == tree.names(others))
        if others.border >= 0 {
          #expect(tree.borders[Int(own.border)] == tree.borders[Int(others.border)])
        }
        if others.shape >= 0 {
          #expect(tree.shapes[Int(own.shape)] == tree.shapes[Int(others.shape)])
        }
      }
    }
    let starts = (0..<3).map { copy in
      tree.gradients[Int(tree.slots(of: 3 + 3 * copy).gradient)].start.x
    }
    #expect(starts == [0.5, 0.25, 0])
    let colors = (0..<3).map { tree.gradients[Int(tree.slots(of: 3 + 3 * $0).gradient)].stops }
    #expect(colors[0].count == 2 && colors.allSatisfy { $0 == colors[0] })
  }

  @Test("Copies in copies multiply: the innermost that fit get nodes, and the rest share them")
  func copiesInCopiesAreLimited() {
    let inner = replicator(1000, animatedLayer())
    let outer = replicator(1000, replicator(1000, inner))
    let sampled = Sampled { $0.addSublayer(outer) }
    let tree = sampled.tree(at: 0.5)
    #expect(tree.firstViolatedInvariant() == nil)
    #expect(tree.nodes.count == 2 + 3 + 1000)
    #expect(sampled.committer.notices.map(\.feature) == [.lateCopies(limit: 1 << 18)])
    // Where they fit, they are late.
    outer.instanceCount = 2
    inner.instanceCount = 20
    #expect(sampled.committer.commit(at: 0.5).nodes.count == 2 + 1 + 2 * (1 + 1000 * (1 + 20)))
  }

  @Test("All replicators share one limit")
  func replicatorsShareTheLimit() {
    let sampled = Sampled { root in
      for _ in 0..<200 { root.addSublayer(replicator(1000, animatedLayer())) }
    }
    let tree = sampled.tree(at: 0.5)
    #expect(tree.nodes.count == 2 + 200 + 131 * 1000 + 69)
    #expect(sampled.committer.notices.map(\.feature) == [.lateCopies(limit: 1 << 18)])
  }

  @Test("Copies of an emitter share what its animations determine, each until its own time")
  func copiesShareHistories() {
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [CAEmitterCell()]
    emitter.add(basic("birthRate", from: 0, to: 100), forKey: nil)
    let sampled = Sampled { $0.addSublayer(replicator(5, emitter)) }
    let tree = sampled.tree(at: 0.5)
    let emitters = (3..<8).map { tree.emitters[Int(tree.slots(of: $0).emitter)] }
    #expect(emitters.map(\.time) == [0.5, 0.25, 0, -0.25, -0.5])
    #expect(emitters.map { $0.history != nil } == [true, true, false, false, false])
    #expect(emitters[0].history == emitters[1].history)
    #expect((emitters[0].history?.samples.count ?? 0) >= 30)
  }

  @Test("A copy weighs as much as the list that its animation computes for it")
  func listsWeighMore() {
    let gradient = CAGradientLayer()
    let colors = Array(repeating: CGColor.black, count: 1000)
    let animation = CABasicAnimation(keyPath: "colors")
    (animation.fromValue, animation.toValue, animation.duration) = (colors, colors, 1)
    gradient.add(animation, forKey: nil)
    let wide = replicator(300, gradient)
    let sampled = Sampled { $0.addSublayer(wide) }
    #expect(sampled.tree(at: 0.5).nodes.count == 4)
    wide.instanceCount = 200
    #expect(sampled.committer.commit(at: 0.5).nodes.count == 2 + 1 + 200)
  }
}

extension LayerTree {
  fileprivate func names(_ slots: LayerSlots) -> String? {
    slots.name < 0 ? nil : names[Int(slots.name)]
  }
}
