import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import Testing

/// A delegate that records the requests of layers, and returns prepared actions.
private final class Asker: CALayerDelegate {
  var events: [String] = []
  var answer: (any CAAction)?

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    events.append(layer.name.map { "\($0).\(event)" } ?? event)
    return answer
  }
}

private final class Note: CAAction {
  var runs: [String] = []

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    runs.append(event)
  }
}

private final class Ring: CALayer {
  override class func defaultAction(forKey event: String) -> (any CAAction)? {
    event == "progress" ? CABasicAnimation(keyPath: event) : nil
  }
}

/// The sources of actions, and the implicit actions of layers in a committed tree.
@Suite struct ActionTests {
  private func makeTree(_ layer: CALayer = makeLayer(10, 10)) -> (CALayer, LayerCommitter) {
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    return (layer, committer)
  }

  /// 98. A layer that is created and changed in one transaction jumps.
  @Test func onlyCommittedLayersAnimate() {
    let layer = makeLayer(10, 10)
    layer.opacity = 0.5
    #expect(layer.animationKeys() == nil)
    #expect(layer.action(forKey: "opacity") == nil)
    let (_, committer) = makeTree(layer)
    let child = makeLayer(5, 5)
    layer.addSublayer(child)
    child.opacity = 0.5
    #expect(child.animationKeys() == nil)
    layer.opacity = 1
    #expect(layer.animationKeys() == ["transition", "opacity"])
    withExtendedLifetime(committer) {}
    CATransaction.flush()
  }

  @Test func implicitAnimationsBeginAtTheOldValue() throws {
    let (layer, committer) = makeTree()
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    layer.position = CGPoint(x: 30, y: 0)
    CATransaction.commit()
    let animation = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
    #expect(animation.keyPath == "position")
    #expect(animation.fromValue as? CGPoint == .zero)
    #expect(animation.toValue == nil && animation.byValue == nil)
    #expect(animation.duration == 2)
    #expect(animation.timingFunction === CAMediaTimingFunction(name: .default))
    #expect(animation.fillMode == .backwards)
    _ = committer.commit(at: 7)
    #expect(animation.beginTime == 7)
  }

  private static let basic = [
    "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform",
    "sublayerTransform", "contents", "contentsRect", "contentsCenter", "contentsScale",
    "cornerRadius", "borderWidth", "borderColor", "opacity", "shadowColor", "shadowOpacity",
    "shadowOffset", "shadowRadius", "transform.scale",
  ]

  @Test(arguments: basic)
  func theseAnimate(key: String) {
    let (layer, committer) = makeTree()
    #expect((layer.action(forKey: key) as? CABasicAnimation)?.keyPath == key)
    withExtendedLifetime(committer) {}
  }

  @Test(arguments: [
    "hidden", "geometryFlipped", "masksToBounds", "mask", "sublayers", "filters", "maskedCorners",
  ])
  func theseDissolve(key: String) {
    let (layer, committer) = makeTree()
    #expect((layer.action(forKey: key) as? CATransition)?.type == .fade)
    withExtendedLifetime(committer) {}
  }

  @Test(arguments: [
    "doubleSided", "contentsGravity", "frame", "name", "onOrderIn", "cornerCurve", "speed",
    "someKey", "position.x", "backgroundColor",
  ])
  func theseJump(key: String) {
    let (layer, committer) = makeTree()
    #expect(layer.action(forKey: key) == nil)
    withExtendedLifetime(committer) {}
  }

  @Test func backgroundsAnimateFromAColourOnly() {
    let (layer, committer) = makeTree()
    layer.backgroundColor = .black
    #expect(layer.animationKeys() == nil)
    layer.backgroundColor = .white
    #expect(layer.animationKeys() == ["backgroundColor"])
    withExtendedLifetime(committer) {}
    CATransaction.flush()
  }

  /// 63. Assigning a path copies it and does not animate implicitly.
  @Test func pathsJump() {
    let shape = CAShapeLayer()
    let (_, committer) = makeTree(shape)
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    shape.path = path
    shape.strokeEnd = 0.5
    #expect(shape.animationKeys() == ["strokeEnd"])
    withExtendedLifetime(committer) {}
    CATransaction.flush()
  }

  /// 99. Hiding dissolves; a frame makes two animations, the position's first.
  @Test func framesMakeTwoAnimations() {
    let (layer, committer) = makeTree()
    layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    #expect(layer.animationKeys() == ["position", "bounds"])
    layer.isHidden = true
    #expect(layer.animation(forKey: kCATransition) is CATransition)
    withExtendedLifetime(committer) {}
    CATransaction.flush()
  }

  /// 100. NSNull from the delegate stops the search; nil continues.
  @Test func theSearchGoesOnAfterNilAndEndsWithNSNull() {
    let (layer, committer) = makeTree()
    let asker = Asker()
    layer.delegate = asker
    layer.opacity = 0.5
    #expect(asker.events == ["opacity"])
    #expect(layer.animationKeys() == ["opacity"])
    layer.removeAllAnimations()
    asker.answer = NSNull()
    layer.opacity = 0.25
    #expect(layer.animationKeys() == nil)
    let note = Note()
    asker.answer = note
    layer.opacity = 0
    #expect(note.runs == ["opacity"])
    withExtendedLifetime(committer) {}
    CATransaction.flush()
  }

  @Test func actionsAreFoundInOrder() {
    let layer = makeLayer(10, 10)
    let (own, styled) = (Note(), Note())
    layer.style = ["style": ["actions": ["opacity": styled, "position": styled]]]
    layer.opacity = 0.5
    layer.actions = ["opacity": own]
    layer.opacity = 0.25
    layer.position.x = 3
    #expect(own.runs == ["opacity"])
    #expect(styled.runs == ["opacity", "position"])
    layer.actions = ["opacity": NSNull()]
    layer.opacity = 1
    #expect(styled.runs == ["opacity", "position"])
  }

  @Test func classesHaveActionsForTheirKeys() {
    let ring = Ring()
    ring.setValue(0.5, forKey: "progress")
    #expect(ring.animationKeys() == ["progress"])
    #expect(CALayer.defaultAction(forKey: "opacity") == nil)
  }

  @Test func equalValuesAskNobody() {
    let (layer, committer) = makeTree()
    let asker = Asker()
    layer.delegate = asker
    layer.opacity = 1
    layer.position = .zero
    layer.borderColor = .black
    layer.contents = nil
    layer.frame = layer.frame
    #expect(asker.events.isEmpty)
    #expect(layer.animationKeys() == nil)
    withExtendedLifetime(committer) {}
  }

  @Test func disabledActionsAskNobody() {
    let (layer, committer) = makeTree()
    let asker = Asker()
    layer.delegate = asker
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.5
    layer.addSublayer(CALayer())
    CATransaction.commit()
    #expect(asker.events.isEmpty)
    #expect(layer.animationKeys() == nil)
    withExtendedLifetime(committer) {}
  }

  @Test func theOrderOfEventsIsApples() {
    let asker = Asker()
    asker.answer = NSNull()
    let root = makeLayer(10, 10)
    root.name = "root"
    let layers = ["a", "b", "m"].map { name in
      let layer = makeLayer(5, 5, name: name)
      layer.delegate = asker
      return layer
    }
    root.delegate = asker
    func events(_ body: () -> Void) -> [String] {
      asker.events = []
      body()
      return asker.events
    }
    #expect(events { root.addSublayer(layers[0]) } == ["root.sublayers", "a.onOrderIn"])
    #expect(events { root.addSublayer(layers[1]) } == ["root.sublayers", "b.onOrderIn"])
    #expect(events { root.insertSublayer(layers[1], at: 0) } == ["root.sublayers"])
    #expect(root.sublayers == [layers[1], layers[0]])
    #expect(events { root.insertSublayer(layers[1], above: layers[0]) } == ["root.sublayers"])
    #expect(root.sublayers == [layers[0], layers[1]])
    #expect(
      events { layers[0].removeFromSuperlayer() } == ["root.sublayers", "a.onOrderOut"])
    #expect(events { root.mask = layers[2] } == ["root.mask", "m.onOrderIn"])
    layers[1].setNeedsLayout()
    #expect(events { layers[1].layoutIfNeeded() }.contains("b.onLayout"))
  }

  @Test func theOldValueIsWhatShowed() throws {
    let (layer, committer) = makeTree()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 1
    layer.add(animation, forKey: "opacity")
    _ = committer.commit(at: 0)
    _ = committer.commit(at: 0.25)
    layer.opacity = 0
    let implicit = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
    #expect(implicit.fromValue as? Double == 0.25)
    CATransaction.flush()
  }
}
