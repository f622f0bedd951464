import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// Animations in documents.
@Suite struct AnimationReadingTests {
  @Test func keyframesAsEditorsWriteThem() throws {
    let document = try camlRoot(
      "",
      """
      <animations>
        <animation type="CAKeyframeAnimation" keyPath="position" autoreverses="0" beginTime="1e-100"
          duration="1.5" removedOnCompletion="0" repeatCount="inf" repeatDuration="inf"
          calculationMode="cubic" timingFunction="easeIn">
          <keyTimes><real value="0"/><real value="0.25"/><integer value="1"/></keyTimes>
          <values><CGPoint value="50 772"/><CGPoint value="-50 772"/><CGPoint value="0 0"/></values>
          <timingFunctions><timingFunction value="linear"/><timingFunction value="0.1 0 0.2 1"/>
          </timingFunctions>
        </animation>
      </animations>
      """)
    #expect(document.diagnostics.isEmpty)
    let animation = try #require(
      document.root.animation(forKey: "position") as? CAKeyframeAnimation)
    #expect(animation.keyPath == "position" && animation.duration == 1.5)
    #expect(animation.beginTime == 1e-100 && !animation.isRemovedOnCompletion)
    #expect(animation.repeatCount == .infinity && animation.repeatDuration == .infinity)
    #expect(animation.calculationMode == .cubic && !animation.autoreverses)
    #expect(animation.timingFunction === CAMediaTimingFunction(name: .easeIn))
    #expect(animation.keyTimes?.map(\.doubleValue) == [0, 0.25, 1])
    #expect(
      animation.values?.compactMap { $0 as? CGPoint }
        == [CGPoint(x: 50, y: 772), CGPoint(x: -50, y: 772), .zero])
    let paces = try #require(animation.timingFunctions)
    #expect(paces.count == 2 && paces[0] === CAMediaTimingFunction(name: .linear))
    #expect(paces[1].points == [0.1, 0, 0.2, 1])
  }

  @Test func tagsAreClassesOrKeys() throws {
    let document = try camlRoot(
      "",
      """
      <animations>
        <CABasicAnimation keyPath="transform.rotation.z" duration="2">
          <fromValue type="integer" value="0"/><toValue type="real" value="6.28318"/>
        </CABasicAnimation>
        <rotate type="CAAnimationGroup" duration="3">
          <animations>
            <animation type="CABasicAnimation" keyPath="backgroundColor">
              <toValue type="CGColor" value="1 0 0" opacity="0.5"/>
            </animation>
          </animations>
        </rotate>
        <p key="spring" type="CASpringAnimation" keyPath="position.x" mass="2" stiffness="300"
          damping="50" velocity="1" additive="1" mica_autorecalculatesDuration="1"/>
        <CATransition type="push" subtype="fromTop" duration="1"/>
      </animations>
      """)
    #expect(document.diagnostics.isEmpty)
    let root = document.root
    let turn = try #require(
      root.animation(forKey: "transform.rotation.z") as? CABasicAnimation)
    #expect((turn.fromValue as? NSNumber)?.doubleValue == 0)
    #expect((turn.toValue as? NSNumber)?.doubleValue == 6.28318 && turn.byValue == nil)
    let group = try #require(root.animation(forKey: "rotate") as? CAAnimationGroup)
    let inner = try #require(group.animations?.first as? CABasicAnimation)
    #expect((inner.toValue as? CGColor)?.components == [1, 0, 0, 0.5])
    let spring = try #require(root.animation(forKey: "spring") as? CASpringAnimation)
    #expect(spring.mass == 2 && spring.stiffness == 300 && spring.damping == 50)
    #expect(spring.initialVelocity == 1 && spring.isAdditive)
    let push = try #require(root.animation(forKey: "transition") as? CATransition)
    #expect(push.type == .push && push.subtype == .fromTop)
  }

  @Test func layersHaveATimeOfTheirOwn() throws {
    let layer = try camlRoot(
      #"speed="0.5" timeOffset="2" beginTime="1" duration="inf" repeatCount="inf""#
        + #" autoreverses="1" fillMode="both""#
    ).root
    #expect(layer.speed == 0.5 && layer.timeOffset == 2 && layer.beginTime == 1)
    #expect(layer.duration == .infinity && layer.repeatCount == .infinity)
    #expect(layer.autoreverses && layer.fillMode == .both)
  }

  @Test func whatCannotBeReadIsTold() throws {
    let document = try camlRoot(
      "",
      """
      <animations>
        <animation type="CAOddAnimation" keyPath="opacity"/>
        <thing/>
        <animation type="CABasicAnimation" keyPath="transform.shear.w" odd="1"/>
      </animations>
      """)
    #expect(
      document.diagnostics.map(\.problem) == [
        .unknownAnimation("CAOddAnimation"), .notAnAnimation("thing"),
        .animatesNothing("transform.shear.w"), .unknownProperty("odd"),
      ])
    let unpaced = try camlRoot(
      "",
      """
      <animations><animation type="CABasicAnimation" keyPath="opacity" duration="2">
        <timingFunction value="0 1 2"/></animation></animations>
      """)
    #expect(unpaced.root.animation(forKey: "opacity")?.duration == 2)
    #expect(unpaced.diagnostics.map(\.problem.isOfOneValue) == [true])
  }

  @Test func twoOfOneKeyPathBothStay() throws {
    let document = try camlRoot(
      "",
      """
      <animations>
        <animation type="CABasicAnimation" keyPath="position.x" additive="1"/>
        <animation type="CABasicAnimation" keyPath="position.x" additive="1"/>
      </animations>
      """)
    #expect(document.root.attachedAnimations.map(\.key) == ["position.x", nil])
  }

  @Test func scenesHaveAnimations() throws {
    let document = try root(
      #"""
      "animations": [
        {"keyPath": "opacity", "fromValue": 0, "toValue": 1, "duration": 2, "repeatCount": "inf",
         "timingFunction": [0.1, 0, 0.2, 1]},
        {"class": "CAKeyframeAnimation", "key": "way", "keyPath": "position",
         "values": [[0, 0], [10, 20]], "timingFunctions": ["easeIn"]},
        {"class": "CAAnimationGroup", "key": "both", "duration": 3, "animations": [
          {"keyPath": "transform", "valueFunction": "rotateZ", "toValue": 3},
          {"keyPath": "backgroundColor", "byValue": [1, 0, 0, 1]}]}]
      """#)
    #expect(document.diagnostics.isEmpty)
    let layer = document.root
    let fade = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
    #expect((fade.toValue as? NSNumber)?.doubleValue == 1 && fade.repeatCount == .infinity)
    #expect(fade.timingFunction?.points == [0.1, 0, 0.2, 1])
    let way = try #require(layer.animation(forKey: "way") as? CAKeyframeAnimation)
    #expect(way.values?.last as? CGPoint == CGPoint(x: 10, y: 20))
    let both = try #require(layer.animation(forKey: "both") as? CAAnimationGroup)
    let turn = try #require(both.animations?.first as? CABasicAnimation)
    #expect(turn.valueFunction?.name == .rotateZ)
    #expect((turn.toValue as? NSNumber)?.doubleValue == 3)
  }

  @Test func theTreeShowsThem() throws {
    let document = try root(
      #"""
      "animations": [{"keyPath": "position", "toValue": [1, 2], "duration": 2, "fillMode": "both",
        "timingFunction": "easeOut"},
        {"class": "CAAnimationGroup", "key": "g", "duration": 1, "animations": [
          {"class": "CASpringAnimation", "keyPath": "opacity", "toValue": 0, "mass": 3}]}]
      """#)
    var printer = LayerPrinter()
    let text = printer.text(of: document)
    #expect(
      text.contains(
        """
          animation CABasicAnimation "position" duration=2 fillMode="both" timingFunction=easeOut \
        keyPath="position" toValue=(1 2)
          animation CAAnimationGroup "g" duration=1
            CASpringAnimation keyPath="opacity" toValue=0 mass=3

        """), "\(text)")
  }
}
