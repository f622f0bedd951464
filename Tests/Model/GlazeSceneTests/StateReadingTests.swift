import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// States in documents.
@Suite struct StateReadingTests {
  private static let document = """
    <sublayers><CALayer id="#1" name="card" position="10 20"/></sublayers>
    <states>
      <LKState name="Locked"><elements>
        <LKStateSetValue targetId="#1" keyPath="position.y" final="false">
          <value type="integer" value="334"/></LKStateSetValue>
        <LKStateSetValue targetId="#1" keyPath="backgroundColor">
          <value type="CGColor" value="1 0 0" opacity="0.5"/></LKStateSetValue>
      </elements></LKState>
      <LKState name="Sleep" basedOn="Locked"><elements>
        <LKStateSetValue targetId="#1" keyPath="opacity"><value type="real" value="0.25"/>
        </LKStateSetValue>
        <LKStateSetValue targetId="gone" keyPath="opacity"><value type="real" value="1"/>
        </LKStateSetValue>
      </elements></LKState>
    </states>
    <stateTransitions>
      <LKStateTransition fromState="*" toState="Sleep"><elements>
        <LKStateTransitionElement key="position.y" targetId="#1">
          <animation type="CASpringAnimation" damping="50" mass="2" stiffness="300" duration=".8"
            keyPath="position.y"/></LKStateTransitionElement>
        <LKStateTransitionElement targetId="#1" object="#7"/>
      </elements></LKStateTransition>
    </stateTransitions>
    """

  @Test func statesAreReadAndSelected() throws {
    let document = try camlRoot("", Self.document)
    #expect(document.diagnostics.map(\.problem) == [.unknownTarget("gone")])
    let states = try #require(document.states)
    let card = try #require(document.root.sublayers?.first)
    #expect(states.states.map(\.name) == ["Locked", "Sleep"] && states.state == nil)
    try states.setState("Locked")
    #expect(card.position.y == 334 && card.backgroundColor?.alpha == 0.5 && card.opacity == 1)
    try states.setState("Sleep", animated: true)
    #expect(card.position.y == 334 && card.opacity == 0.25)
    let spring = try #require(card.animation(forKey: "position.y") as? CASpringAnimation)
    #expect(spring.duration == 0.8 && (spring.fromValue as? NSNumber)?.doubleValue == 334)
  }

  private static let coming = """
    <sublayers><CALayer id="#1" name="low"/>
      <CALayer id="#2" name="high"><animations><animation type="CABasicAnimation" key="turn"
        keyPath="transform.rotation" toValue="1"/></animations></CALayer></sublayers>
    <states><LKState name="Mini"><elements>
      <LKStateRemoveElement targetId="root" keyPath="sublayers">
        <object object="#1"/></LKStateRemoveElement>
      <LKStateAddElement targetId="root" keyPath="sublayers" beforeObjectId="#2"><object>
        <CALayer id="#3" name="guest" bounds="0 0 5 5"><sublayers><CALayer name="inner"/></sublayers>
        </CALayer></object></LKStateAddElement>
      <LKStateRemoveAnimation targetId="#2" key="turn"/>
      <LKStateAddAnimation targetId="#3" key="fade"><animation type="CABasicAnimation"
        keyPath="opacity"/></LKStateAddAnimation>
      <LKStateSetValue targetId="#3" keyPath="opacity"><value type="real" value="0.5"/>
      </LKStateSetValue>
      <LKStateDance targetId="#2"/>
      <LKStateSetValue targetId="#2"/>
    </elements></LKState><LKEventHandler/></states>
    """

  @Test func statesAddAndRemove() throws {
    let document = try camlRoot(#"id="root""#, Self.coming)
    #expect(
      Set(document.diagnostics.map(\.problem)) == [
        .ignoredInState("LKStateDance"), .ignoredInState("LKStateSetValue"),
        .ignoredInState("LKEventHandler"),
      ])
    let root = document.root
    try document.states?.setState("Mini")
    #expect(root.sublayers?.map(\.name) == ["guest", "high"])
    let guest = try #require(root.sublayers?.first)
    #expect(guest.sublayers?.map(\.name) == ["inner"] && guest.opacity == 0.5)
    #expect(guest.animationKeys() == ["fade"])
    #expect(root.sublayers?.last?.animationKeys() ?? [] == [])
    try document.states?.setState(nil)
    #expect(root.sublayers?.map(\.name) == ["low", "high"])
    #expect(root.sublayers?.last?.animationKeys() == ["turn"])
  }

  @Test func theTreeShowsWhatStatesAdd() throws {
    var printer = LayerPrinter()
    let text = printer.text(of: try camlRoot(#"id="root" name="root""#, Self.coming))
    #expect(text.contains("\"root\" removes \"low\"\n  \"root\" adds \"guest\"\n"))
    #expect(text.contains("\"high\" removes the animation \"turn\"\n"), "\(text)")
  }

  @Test func theTreeShowsThem() throws {
    var printer = LayerPrinter()
    let text = printer.text(of: try camlRoot("", Self.document))
    #expect(
      text.hasSuffix(
        """
        state "Locked"
          "card" position.y=334
          "card" backgroundColor=rgb(1 0 0 0.5)
        state "Sleep" based on "Locked"
          "card" opacity=0.25
        transition "*" to "Sleep"
          "card" CASpringAnimation "position.y" duration=0.8 keyPath="position.y" mass=2 \
        stiffness=300 damping=50

        """), "\(text)")
  }

  @Test func scenesCallLayersByName() throws {
    let document = try scene(
      #"""
      {"root": {"bounds": [0, 0, 9, 9], "sublayers": [{"name": "lamp", "opacity": 0.5}]},
       "states": [{"name": "on", "values": [{"target": "lamp", "keyPath": "opacity", "value": 1}]}],
       "stateTransitions": [{"toState": "on", "elements": [
         {"target": "lamp", "animation": {"keyPath": "opacity", "duration": 2}}]}]}
      """#)
    let lamp = try #require(document.root.sublayers?.first)
    try document.states?.setState("on", animated: true)
    #expect(lamp.opacity == 1)
    let fade = try #require(lamp.animation(forKey: "opacity") as? CABasicAnimation)
    #expect((fade.fromValue as? NSNumber)?.doubleValue == 0.5 && fade.duration == 2)
  }
}
