import Foundation
import GlazeAnimation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// Properties that are animated through all values of a layer.
@Suite struct SlowSamplingTests {
  private func first<Value>(_ slot: Int32, _ table: [Value]) -> Value? {
    slot < 0 ? nil : table[Int(slot)]
  }

  @Test("Borders, shadows and Booleans are animated")
  func appearance() throws {
    let sampled = Sampled { layer in
      layer.add(basic("borderWidth", from: 0, to: 4), forKey: "a")
      layer.add(basic("shadowOpacity", to: 1), forKey: "b")
      layer.add(basic("shadowOffset", to: CGSize(width: 4, height: 1)), forKey: "c")
      layer.add(basic("hidden", from: false, to: true), forKey: "d")
    }
    let tree = sampled.tree(at: 0.5)
    let border = try #require(first(tree.slots(of: 1).border, tree.borders))
    #expect(border.width == 2)
    let shadow = try #require(first(tree.slots(of: 1).shadow, tree.shadows))
    #expect(shadow.color.w == 0.5)
    #expect(shadow.offset == CGSize(width: 2, height: -1))
    // Pitfall 108: Booleans switch at the start.
    #expect(tree.nodes[1].flags.contains(.isHidden))
    let after = sampled.tree(at: 3)
    #expect(after.slots(of: 1).border == -1 && after.slots(of: 1).shadow == -1)
    #expect(after.borders.isEmpty && after.shadows.isEmpty)
    #expect(!after.nodes[1].flags.contains(.isHidden))
  }

  @Test("A layer shows its values whichever of its animations and those that hide it is older")
  func hiddenLater() throws {
    let (outer, inner) = (makeLayer(10, 10), CAShapeLayer())
    let sampled = Sampled { layer in
      inner.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
      inner.strokeColor = .black
      inner.add(basic("lineWidth", from: 0, to: 4), forKey: "a")
      outer.addSublayer(inner)
      layer.addSublayer(outer)
    }
    _ = sampled.tree(at: 0.1)
    let turns = keyframes("hidden", [true, false])
    turns.calculationMode = .discrete
    (turns.keyTimes, turns.beginTime) = ([0, 0.5, 1], 1e-100)
    outer.add(turns, forKey: "a")
    _ = sampled.committer.commit(at: 0.2)
    for time in [0.25, 0.75, 0.4, 0.6] {
      let tree = sampled.tree(at: time)
      #expect(tree.nodes[2].flags.contains(.isHidden) == (time < 0.5))
      guard time > 0.5 else { continue }
      let shape = try #require(first(tree.slots(of: 3).shape, tree.shapes))
      #expect(abs(shape.strokeStyle.width - 4 * time) < 1e-6)
    }
  }

  @Test("Layers in one that was hidden show their values when it appears")
  func hidden() throws {
    let inner = makeLayer(10, 10)
    let shape = CAShapeLayer()
    let sampled = Sampled { layer in
      let turns = keyframes("hidden", [true, false])
      turns.calculationMode = .discrete
      turns.keyTimes = [0, 0.5, 1]
      layer.add(turns, forKey: "a")
      inner.add(basic("position", to: CGPoint(x: 8, y: 0)), forKey: "a")
      inner.add(basic("transform.scale", from: 1, to: 3), forKey: "b")
      shape.add(basic("lineWidth", from: 0, to: 4), forKey: "a")
      shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
      shape.strokeColor = .black
      inner.addSublayer(shape)
      layer.addSublayer(inner)
    }
    for time in [0.25, 0.75, 0.4, 0.75] {
      let tree = sampled.tree(at: time)
      #expect(tree.nodes[1].flags.contains(.isHidden) == (time < 0.5))
      guard time > 0.5 else { continue }
      #expect(tree.nodes[2].position.x == 6 + inner.position.x / 4)
      #expect(tree.transforms[Int(tree.slots(of: 2).transforms)].transform.m11 == 2.5)
      #expect(first(tree.slots(of: 3).shape, tree.shapes)?.strokeStyle.width == 3)
    }
  }

  @Test("9.1: shapes trim, fill and change their paths")
  func shapes() throws {
    let shape = CAShapeLayer()
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let bar = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 10), transform: nil)
    shape.path = square
    shape.strokeColor = .black
    shape.add(basic("strokeEnd", from: 0, to: 1), forKey: "a")
    shape.add(basic("path", from: square, to: bar), forKey: "b")
    shape.add(basic("fillColor", to: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)), forKey: "c")
    shape.add(basic("lineDashPattern", from: [2, 2], to: [4, 6]), forKey: "d")
    let sampled = Sampled { $0.addSublayer(shape) }
    let tree = sampled.tree(at: 0.5)
    let shown = try #require(first(tree.slots(of: 2).shape, tree.shapes))
    #expect(shown.strokeStyle.trimEnd == 0.5)
    #expect(shown.path.boundingBox == CGRect(x: 0, y: 0, width: 20, height: 10))
    #expect(shown.fill == SIMD4(0.5, 0, 0, 1))
    #expect(shown.strokeStyle.dashLengths == [3, 4])
  }

  @Test("10.4: the colors and locations of gradients are interpolated by element")
  func gradients() throws {
    let gradient = CAGradientLayer()
    let (black, white) = (
      CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
      CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    )
    gradient.colors = [black, white]
    gradient.add(basic("colors", to: [white, black]), forKey: "a")
    gradient.add(basic("locations", from: [0, 0.5], to: [0.5, 1]), forKey: "b")
    gradient.add(basic("endPoint", to: CGPoint(x: 1.5, y: 1)), forKey: "c")
    let sampled = Sampled { $0.addSublayer(gradient) }
    let tree = sampled.tree(at: 0.25)
    let shown = try #require(first(tree.slots(of: 2).gradient, tree.gradients))
    #expect(shown.stops.map(\.color.x) == [0.25, 0.75])
    #expect(shown.stops.map(\.location) == [0.125, 0.625])
    #expect(shown.end == CGPoint(x: 0.75, y: 1))
  }

  @Test("Replicators move their copies")
  func replicators() throws {
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = 2
    replicator.add(basic("instanceTransform.translation.x", from: 0, to: 10), forKey: "a")
    replicator.add(basic("instanceAlphaOffset", from: 0, to: -1), forKey: "b")
    let sampled = Sampled { $0.addSublayer(replicator) }
    let tree = sampled.tree(at: 0.5)
    let shown = try #require(first(tree.slots(of: 2).replicator, tree.replicators))
    #expect(shown.transform == CATransform3DMakeTranslation(5, 0, 0))
    #expect(shown.colorOffset.w == -0.5)
  }

  @Test("10.7: inputs of filters, found by name")
  func filters() throws {
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "soft"
    blur.setValue(2, forKey: "inputRadius")
    let sampled = Sampled { layer in
      layer.filters = [blur]
      layer.add(basic("filters.soft.inputRadius", to: 6), forKey: nil)
    }
    let tree = sampled.tree(at: 0.5)
    let effects = try #require(first(tree.slots(of: 1).effects, tree.effects))
    #expect(effects.filters == [.gaussianBlur(radius: 4)])
    #expect(blur.value(forKey: "inputRadius") as? Int == 2)
    let after = sampled.tree(at: 2)
    #expect(first(after.slots(of: 1).effects, after.effects)?.filters == [.gaussianBlur(radius: 2)])
  }

  @Test("10.4: contents fade from one image to another, or switch in discrete mode")
  func contents() throws {
    let red = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    let clear = CGImage(width: 2, height: 1, premultipliedRGBA: [0, 0, 0, 0, 0, 255, 0, 255])
    let sampled = Sampled { layer in
      layer.contents = red
      layer.add(basic("contents", to: clear), forKey: nil)
    }
    let tree = sampled.tree(at: 0.5)
    let shown = try #require(first(tree.slots(of: 1).contents, tree.contents))
    #expect(shown.image.pixels == [128, 0, 0, 128, 128, 128, 0, 255])
    #expect(sampled.image(at: 1) === clear)
    #expect(sampled.image(at: 2) === red)
    let steps = keyframes("contents", [red, clear])
    steps.calculationMode = .discrete
    let stepped = Sampled { $0.add(steps, forKey: nil) }
    #expect(stepped.image(at: 0.4) === red)
    #expect(stepped.image(at: 0.6) === clear)
  }

  @Test("A shadow that follows the bounds follows animated ones")
  func shadowOfBounds() throws {
    let sampled = Sampled { layer in
      layer.shadowOpacity = 1
      layer.shadowPathIsBounds = true
      layer.add(basic("bounds.size.width", to: 30), forKey: nil)
    }
    let tree = sampled.tree(at: 0.5)
    let shadow = try #require(first(tree.slots(of: 1).shadow, tree.shadows))
    #expect(shadow.path?.boundingBox.width == 20)
  }

  @Test("Layers that only position others ignore properties that they do not draw")
  func transformLayers() {
    let inner = CATransformLayer()
    inner.add(basic("transform.translation.z", from: 0, to: 10), forKey: "a")
    inner.add(
      basic("backgroundColor", from: CGColor.black, to: CGColor.black), forKey: "b")
    let sampled = Sampled { $0.addSublayer(inner) }
    let tree = sampled.tree(at: 0.5)
    #expect(tree.nodes[2].backgroundColor == .zero)
    #expect(first(tree.slots(of: 2).transforms, tree.transforms)?.transform.m43 == 5)
  }
}
