import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import Testing

/// Presentation layers.
@Suite struct PresentationTests {
  private func makeTree() -> (CALayer, CALayer, LayerCommitter) {
    let root = makeLayer(100, 100, at: CGPoint(x: 50, y: 50), name: "root")
    let child = makeLayer(20, 20, at: CGPoint(x: 30, y: 30), name: "child")
    root.addSublayer(child)
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    return (root, child, committer)
  }

  @Test func nothingShowsBeforeTheFirstCommit() {
    let (root, child, committer) = makeTree()
    #expect(root.presentation() == nil && child.presentation() == nil)
    #expect(root.model() === root)
    _ = committer.commit(at: 0)
    #expect(root.presentation() != nil && child.presentation() != nil)
  }

  /// 105. A presentation layer shows committed state only.
  @Test func changesDoNotShowBeforeTheyAreCommitted() throws {
    let (_, child, committer) = makeTree()
    child.backgroundColor = .white
    child.shadowOpacity = 0.5
    child.borderWidth = 2
    child.transform = CATransform3DMakeScale(2, 2, 1)
    _ = committer.commit(at: 0)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    child.position.x = 60
    child.opacity = 0.5
    child.isHidden = true
    child.cornerRadius = 7.3
    child.backgroundColor = .black
    child.shadowOpacity = 0
    child.borderWidth = 0
    child.transform = CATransform3DIdentity
    CATransaction.commit()
    let shown = try #require(child.presentation())
    #expect(shown.position.x == 30)
    #expect(shown.opacity == 1 && !shown.isHidden && shown.cornerRadius == 0)
    #expect(shown.backgroundColor?.extendedSRGB == .one)
    #expect(shown.shadowOpacity == 0.5 && shown.borderWidth == 2)
    #expect(shown.transform.m11 == 2)
    _ = committer.commit(at: 0)
    let later = try #require(child.presentation())
    #expect(later.position.x == 60 && later.opacity == 0.5 && later.isHidden)
    #expect(later.cornerRadius == 7.3 && later.shadowOpacity == 0)
    #expect(shown.position.x == 30)
  }

  @Test func listsShowWhatTheirAnimationsSay() throws {
    let (root, _, committer) = makeTree()
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor.black, CGColor.black]
    gradient.locations = [0, 1]
    root.addSublayer(gradient)
    for (key, value) in [("colors", [CGColor.white, CGColor.black]), ("locations", [0.25, 0.5])]
      as [(String, [Any])]
    {
      let animation = CABasicAnimation(keyPath: key)
      (animation.fromValue, animation.toValue, animation.duration) = (value, value, 10)
      gradient.add(animation, forKey: key)
    }
    _ = committer.commit(at: 0)
    let shown = try #require(gradient.presentation(at: 1) as? CAGradientLayer)
    #expect(shown.locations == [0.25, 0.5])
    #expect((shown.colors?.first as? CGColor)?.extendedSRGB == .one)
  }

  @Test func presentationLayersRefuseChanges() throws {
    let (root, child, committer) = makeTree()
    _ = committer.commit(at: 0)
    let shown = try #require(child.presentation())
    let refused = refusals {
      shown.opacity = 0
      shown.bounds.size.width = 1
      shown.setValue(1, forKey: "own")
      shown.speed = 0
      shown.add(CATransition(), forKey: nil)
      shown.addSublayer(CALayer())
      shown.mask = CALayer()
    }
    #expect(refused.count == 7)
    #expect(
      refused.first == .readOnlyPresentation(className: "CALayer", property: "opacity"))
    #expect(shown.opacity == 1 && shown.bounds.width == 20 && shown.speed == 1)
    #expect(shown.value(forKey: "own") == nil && shown.animationKeys() == nil)
    #expect(shown.sublayers == nil && shown.mask == nil)
    withExtendedLifetime(root) {}
  }

  @Test func presentationLayersKnowWhatTheyStandFor() throws {
    let (root, child, committer) = makeTree()
    child.mask = makeLayer(5, 5, name: "mask")
    _ = committer.commit(at: 0)
    let shown = try #require(child.presentation())
    #expect(shown !== child)
    #expect(shown.presentation() === shown)
    #expect(shown.model() === child)
    #expect(shown.name == "child")
    let above = try #require(shown.superlayer)
    #expect(above.model() === root && above !== root)
    #expect(above.superlayer == nil)
    let below = try #require(above.sublayers?.first)
    #expect(below.model() === child)
    #expect(below.superlayer === above)
    #expect(shown.mask?.name == "mask")
    #expect(shown.mask?.superlayer === shown)
    #expect(child.superlayer === root)
  }

  @Test func treesShowAsTheyWereCommitted() throws {
    let (root, child, committer) = makeTree()
    _ = committer.commit(at: 0)
    root.addSublayer(makeLayer(1, 1, name: "new"))
    child.removeFromSuperlayer()
    let shown = try #require(root.presentation())
    #expect(shown.sublayers?.map(\.name) == ["child"])
    _ = committer.commit(at: 0)
    #expect(root.presentation()?.sublayers?.map(\.name) == ["new"])
    #expect(child.presentation() == nil)
    CATransaction.flush()
  }

  @Test func hitsAndConversionsWorkOnThem() throws {
    let (root, child, committer) = makeTree()
    _ = committer.commit(at: 0)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    child.position = CGPoint(x: 90, y: 90)
    CATransaction.commit()
    let shown = try #require(root.presentation())
    #expect(shown.hitTest(CGPoint(x: 30, y: 30))?.model() === child)
    #expect(shown.hitTest(CGPoint(x: 90, y: 90))?.model() === root)
    #expect(root.hitTest(CGPoint(x: 90, y: 90)) === child)
    let shownChild = try #require(child.presentation())
    #expect(shownChild.convert(CGPoint.zero, to: shownChild.superlayer) == CGPoint(x: 20, y: 20))
  }

  @Test func subclassesShowTheirOwnValues() throws {
    let gradient = CAGradientLayer()
    gradient.startPoint = CGPoint(x: 0.25, y: 0.75)
    let committer = LayerCommitter(root: gradient, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let shown: CAGradientLayer = try #require(gradient.presentation())
    #expect(shown.startPoint == CGPoint(x: 0.25, y: 0.75))
    #expect(!refusals { shown.startPoint = .zero }.isEmpty)
  }

  private class Ring: CALayer {
    var turns = 1
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      if let ring = layer as? Ring { turns = ring.turns }
      addSublayer(CALayer())
    }
    required init?(coder: NSCoder) { nil }
  }

  private final class Wheel: Ring { var spokes = [1, 2, 3] }

  @Test func classesFromElsewhereMakeTheirOwn() throws {
    let (wheel, ring) = (Wheel(), Ring())
    wheel.turns = 5
    wheel.addSublayer(ring)
    let committer = LayerCommitter(root: wheel, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let shown: Wheel = try #require(wheel.presentation())
    #expect(shown.turns == 5 && shown.spokes == [1, 2, 3])
    #expect(shown.sublayers?.count == 1 && shown.sublayers?.first is Ring)
    #expect(shown.model() === wheel)
    #expect(type(of: try #require(ring.presentation())) == Ring.self)
  }
}
