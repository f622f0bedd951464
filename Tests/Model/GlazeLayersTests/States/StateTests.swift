import Foundation
import GlazeGeometry
import Testing

@testable import GlazeLayers

/// The selection of states.
@Suite struct StateTests {
  private let layer = CALayer()

  private func controller(_ transitions: [LKStateTransition] = []) -> LKStateController {
    LKStateController(
      states: [
        LKState(
          name: "a",
          elements: [
            LKStateSetValue(target: layer, keyPath: "position.x", value: 10),
            LKStateSetValue(target: layer, keyPath: "opacity", value: 0.5),
          ]),
        LKState(
          name: "b", basedOn: "a",
          elements: [LKStateSetValue(target: layer, keyPath: "position.x", value: 20)]),
        LKState(
          name: "c",
          elements: [LKStateSetValue(target: layer, keyPath: "transform.scale", value: 3)]),
        LKState(name: "round", basedOn: "d"), LKState(name: "d", basedOn: "round"),
      ], transitions: transitions)
  }

  @Test func valuesOfTheBaseComeFirst() throws {
    try controller().setState("b")
    #expect(layer.position.x == 20 && layer.opacity == 0.5)
  }

  @Test func leavingRestoresWhatTheLayersHad() throws {
    layer.position = CGPoint(x: 1, y: 2)
    let controller = controller()
    try controller.setState("b")
    try controller.setState("c")
    #expect(layer.position == CGPoint(x: 1, y: 2) && layer.opacity == 1)
    #expect(layer.transform.m11 == 3 && controller.state == "c")
    try controller.setState(nil)
    #expect(CATransform3DIsIdentity(layer.transform) && controller.state == nil)
  }

  @Test func layersComeAndGo() throws {
    let (low, high, guest) = (CALayer(), CALayer(), CALayer())
    layer.sublayers = [low, high]
    let controller = LKStateController(states: [
      LKState(name: "less", elements: [LKStateRemoveElement(target: layer, object: low)]),
      LKState(
        name: "more", basedOn: "less",
        elements: [
          LKStateAddElement(target: layer, object: guest, beforeObject: high),
          // An element that would put a layer into itself is skipped.
          LKStateAddElement(target: layer, object: layer),
        ]),
    ])
    func shown() -> [CALayer] { layer.sublayers ?? [] }
    try controller.setState("less")
    #expect(shown() == [high])
    try controller.setState("more")
    #expect(shown() == [guest, high])
    try controller.setState(nil)
    #expect(shown() == [low, high] && guest.superlayer == nil)
  }

  @Test func animationsComeAndGo() throws {
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    turn.duration = 2
    layer.add(turn, forKey: "turn")
    let controller = LKStateController(states: [
      LKState(name: "still", elements: [LKStateRemoveAnimation(target: layer, key: "turn")]),
      LKState(
        name: "fading",
        elements: [
          LKStateAddAnimation(
            target: layer, key: "fade", animation: CABasicAnimation(keyPath: "opacity"))
        ]),
    ])
    try controller.setState("still")
    #expect(layer.animationKeys() ?? [] == [])
    try controller.setState("fading")
    #expect(Set(layer.animationKeys() ?? []) == ["turn", "fade"])
    #expect(layer.animation(forKey: "turn")?.duration == 2)
    try controller.setState(nil)
    #expect(layer.animationKeys() ?? [] == ["turn"])
  }

  @Test func wrongNamesChangeNothing() throws {
    let controller = controller()
    try controller.setState("a")
    #expect(throws: LKStateError.cycle("round")) { try controller.setState("round") }
    #expect(throws: LKStateError.unknown("x", states: ["a", "b", "c", "round", "d"])) {
      try controller.setState("x")
    }
    #expect(controller.state == "a" && layer.position.x == 10)
  }

  @Test func theNearestTransitionWins() throws {
    func way(_ from: String, _ to: String) -> LKStateTransition {
      LKStateTransition(fromState: from, toState: to)
    }
    let controller = controller([way("*", "*"), way("a", "*"), way("*", "b"), way("a", "b")])
    func found(_ from: String?, _ to: String?) -> [String]? {
      controller.transition(from: from, to: to).map { [$0.fromState, $0.toState] }
    }
    #expect(found("a", "b") == ["a", "b"] && found("c", "b") == ["*", "b"])
    #expect(found("a", "c") == ["a", "*"] && found(nil, nil) == ["*", "*"])
    #expect(self.controller().transition(from: "a", to: "b") == nil)
  }

  @Test func anAnimationStartsWhereTheLayerWas() throws {
    let bare = CABasicAnimation()
    bare.duration = 2
    let whole = CABasicAnimation(keyPath: "opacity")
    whole.fromValue = 0.75
    let controller = controller([
      LKStateTransition(
        toState: "a",
        elements: [
          LKStateTransitionElement(target: layer, key: "position.x", animation: bare),
          LKStateTransitionElement(target: layer, key: "fade", animation: whole),
        ])
    ])
    layer.position.x = 4
    try controller.setState("a", animated: true)
    let moved = try #require(layer.animation(forKey: "position.x") as? CABasicAnimation)
    #expect(moved.keyPath == "position.x" && moved.duration == 2)
    #expect((moved.fromValue as? NSNumber)?.doubleValue == 4 && moved.toValue == nil)
    let faded = try #require(layer.animation(forKey: "fade") as? CABasicAnimation)
    #expect(faded.fromValue as? Double == 0.75)
    #expect(bare.keyPath == nil && bare.fromValue == nil)
  }

  @Test func withoutAnimationValuesJump() throws {
    let animation = CABasicAnimation(keyPath: "opacity")
    let controller = controller([
      LKStateTransition(
        elements: [LKStateTransitionElement(target: layer, key: "opacity", animation: animation)])
    ])
    try controller.setState("a")
    #expect(layer.animationKeys() == nil)
  }
}
