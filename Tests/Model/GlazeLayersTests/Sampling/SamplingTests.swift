import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The values of a committed tree at a time.
@Suite struct SamplingTests {
  @Test("Fields of nodes are written directly, as a commit would write them")
  func fields() {
    let sampled = Sampled { layer in
      layer.add(
        basic("position", from: CGPoint(x: 0, y: 0), to: CGPoint(x: 10, y: 20)), forKey: "a")
      layer.add(
        basic(
          "bounds", from: CGRect(x: 0, y: 0, width: 0, height: 0),
          to: CGRect(x: 2, y: 4, width: 8, height: 16)), forKey: "b")
      layer.add(basic("opacity", from: 2, to: 0), forKey: "c")
      layer.add(basic("zPosition", to: 8), forKey: "d")
      layer.add(basic("cornerRadius", from: -4, to: 4), forKey: "e")
      layer.add(basic("anchorPoint", to: CGPoint(x: 1, y: 1)), forKey: "f")
      layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      layer.add(
        basic(
          "backgroundColor", to: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)), forKey: "g")
    }
    let node = sampled.node(at: 0.5)
    #expect(node.position == CGPoint(x: 5, y: 10))
    #expect(node.bounds == CGRect(x: 1, y: 2, width: 4, height: 8))
    #expect(node.opacity == 1)
    #expect(node.zPosition == 4)
    #expect(node.cornerRadius == 0)
    #expect(node.anchorPoint == CGPoint(x: 0.75, y: 0.75))
    // 10.4: red to blue of alpha .5, halfway.
    #expect(node.backgroundColor == SIMD4(0.5, 0, 0.5, 0.75))
    let after = sampled.node(at: 1.5)
    #expect(after.position == sampled.layer.position)
    #expect(after.backgroundColor == SIMD4(1, 0, 0, 1))
    #expect(after.opacity == 1)
  }

  @Test("10.4: a missing color makes the result nil")
  func noColor() {
    let sampled = Sampled {
      $0.add(
        basic("backgroundColor", to: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)), forKey: nil)
    }
    #expect(sampled.node(at: 0.5).backgroundColor == .zero)
    #expect(sampled.node(at: 1).backgroundColor == SIMD4(0, 0, 1, 1))
  }

  @Test("Animating a component does not change the other components")
  func parts() {
    let sampled = Sampled { layer in
      layer.position = CGPoint(x: 3, y: 4)
      layer.add(basic("position.x", to: 13), forKey: "x")
      layer.add(basic("bounds.size.width", to: 20), forKey: "w")
      layer.add(basic("bounds.origin", to: CGPoint(x: 8, y: 0)), forKey: "o")
    }
    let node = sampled.node(at: 0.5)
    #expect(node.position == CGPoint(x: 8, y: 4))
    #expect(node.bounds == CGRect(x: 4, y: 0, width: 15, height: 10))
  }

  @Test("10.8: the later animation wins, additive ones add, and a key replaces its animation")
  func several() {
    let sampled = Sampled { layer in
      layer.add(basic("zPosition", from: 0, to: 10), forKey: "first")
      layer.add(basic("zPosition", from: 50, to: 50), forKey: "second")
      let added = basic("zPosition", from: 1, to: 1)
      added.isAdditive = true
      layer.add(added, forKey: "third")
    }
    #expect(sampled.node(at: 0.5).zPosition == 51)
    sampled.layer.removeAnimation(forKey: "second")
    _ = sampled.committer.commit(at: 0.1)
    #expect(sampled.node(at: 0.5).zPosition == 6)
    sampled.layer.zPosition = 7
    sampled.layer.removeAnimation(forKey: "first")
    _ = sampled.committer.commit(at: 0.2)
    #expect(sampled.node(at: 0.5).zPosition == 8)
  }

  @Test("10.3: without a fromValue an animation starts from those before it")
  func stacked() {
    let sampled = Sampled { layer in
      layer.add(basic("zPosition", from: 0, to: 10), forKey: "first")
      layer.add(basic("zPosition", by: 100), forKey: "second")
    }
    #expect(sampled.node(at: 0.5).zPosition == 5 + 50)
  }

  @Test("10.7, pitfalls 91, 92: components of matrices replace the named component")
  func transformParts() {
    let sampled = Sampled { layer in
      layer.transform = CATransform3DMakeScale(2, 2, 1)
      layer.add(basic("transform.rotation.z", from: 0.5, to: 0.5), forKey: nil)
    }
    let t = sampled.transform(at: 0.5)
    #expect(near(Double(t.m11), 1.75517, 1e-5) && near(Double(t.m12), 0.95885, 1e-5))
    let scaled = Sampled { $0.add(basic("transform.scale", from: 2, to: 2), forKey: nil) }
    #expect(scaled.transform(at: 0.5) == CATransform3DMakeScale(2, 2, 2))
  }

  @Test("10.7: animations of several components combine; a full turn by numbers rotates")
  func combinedParts() {
    let sampled = Sampled { layer in
      layer.add(basic("transform.rotation.z", from: 0, to: 2 * Double.pi), forKey: "turn")
      layer.add(basic("transform.scale.x", from: 3, to: 3), forKey: "scale")
      layer.add(
        basic("transform.translation", from: CGSize.zero, to: CGSize(width: 4, height: 8)),
        forKey: "move")
    }
    let expected = CATransform3DConcat(
      CATransform3DConcat(
        CATransform3DMakeScale(3, 1, 1), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)),
      CATransform3DMakeTranslation(1, 2, 0))
    #expect(isNear(sampled.transform(at: 0.25), expected))
  }

  @Test("10.9: value functions replace the matrix, cumulative applies before the function")
  func valueFunctions() {
    let turn = basic("transform", from: 0, to: 1)
    turn.valueFunction = CAValueFunction(name: .rotateZ)
    turn.isCumulative = true
    turn.repeatCount = 3
    let scale = basic("transform", from: [1, 1, 1], to: [3, 1, 1])
    scale.valueFunction = CAValueFunction(name: .scale)
    let sampled = Sampled { layer in
      layer.transform = CATransform3DMakeTranslation(9, 9, 9)
      layer.add(turn, forKey: nil)
    }
    #expect(isNear(sampled.transform(at: 1.5), CATransform3DMakeRotation(1.5, 0, 0, 1)))
    #expect(sampled.transform(at: 4) == CATransform3DMakeTranslation(9, 9, 9))
    let other = Sampled { $0.add(scale, forKey: nil) }
    #expect(isNear(other.transform(at: 0.5), CATransform3DMakeScale(2, 1, 1)))
  }

  @Test("10.5: a layer that moves along a path may rotate with it")
  func pathMotion() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 0, y: 10))
    let motion = CAKeyframeAnimation(keyPath: "position")
    motion.path = path
    motion.duration = 1
    motion.rotationMode = .rotateAuto
    let sampled = Sampled { $0.add(motion, forKey: nil) }
    #expect(sampled.node(at: 0.5).position == CGPoint(x: 0, y: 5))
    #expect(isNear(sampled.transform(at: 0.5), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)))
    #expect(sampled.transform(at: 2) == .identity)
  }

  @Test("1.12, 10.6: a spring runs over its duration")
  func spring() {
    let spring = CASpringAnimation(keyPath: "position.x")
    spring.fromValue = 0
    spring.toValue = 100
    spring.duration = spring.settlingDuration
    let sampled = Sampled { $0.add(spring, forKey: nil) }
    #expect(near(Double(sampled.node(at: 0.05).position.x), 10.4405, 1e-3))
    #expect(near(Double(sampled.node(at: 0.25).position.x), 102.336, 1e-3))
  }

  @Test("Values that are not numbers do not change the layer")
  func notFinite() {
    let sampled = Sampled { layer in
      layer.add(
        basic("position", from: CGPoint(x: CGFloat.nan, y: 0), to: CGPoint(x: 1, y: 1)), forKey: "a"
      )
      layer.add(basic("transform.scale", from: Double.infinity, to: 1), forKey: "b")
      layer.add(basic("opacity", from: Double.nan, to: 1), forKey: "c")
    }
    let tree = sampled.tree(at: 0.5)
    #expect(tree.nodes[1].position == .zero)
    #expect(tree.nodes[1].opacity == 1)
    #expect(sampled.transform(at: 0.5) == .identity)
    #expect(tree.firstViolatedInvariant() == nil)
  }

  @Test("A property that cannot be animated is reported once, by its key path")
  func reported() {
    let sampled = Sampled { layer in
      layer.add(basic("position", to: "far"), forKey: "a")
      layer.add(basic("position", to: "further"), forKey: "b")
      layer.add(basic("mask.opacity", to: 0), forKey: "c")
      layer.add(basic("anything", from: 0, to: 1), forKey: "d")
    }
    let features = sampled.committer.notices.map(\.feature)
    #expect(features == [.animation(keyPath: "position"), .animation(keyPath: "mask.opacity")])
  }
}
