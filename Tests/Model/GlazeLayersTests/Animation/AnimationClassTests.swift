import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import Synchronization
import Testing

/// Returns the values that were refused while a closure ran.
func refusals(during body: () -> Void) -> [ModelMisuse] {
  let found = Mutex<[ModelMisuse]>([])
  ModelMisuse.withHandler(
    { misuse in found.withLock { $0.append(misuse) } }, operation: body)
  return found.withLock { $0 }
}

/// Animations as objects: their storage, and their behavior when a layer has them.
@Suite struct AnimationClassTests {
  private static let classes = CAAnimation.classNames

  @Test func defaultsAreApples() {
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.keyPath == "opacity")
    #expect(animation.beginTime == 0 && animation.duration == 0 && animation.timeOffset == 0)
    #expect(animation.speed == 1 && animation.repeatCount == 0 && animation.repeatDuration == 0)
    #expect(!animation.autoreverses && animation.fillMode == .removed)
    #expect(animation.timingFunction == nil && animation.delegate == nil)
    #expect(animation.isRemovedOnCompletion && !animation.isAdditive && !animation.isCumulative)
    #expect(animation.fromValue == nil && animation.toValue == nil && animation.byValue == nil)
    #expect(animation.preferredFrameRateRange == .default)
    let keyframes = CAKeyframeAnimation()
    #expect(keyframes.calculationMode == .linear && keyframes.rotationMode == nil)
    let transition = CATransition()
    #expect(transition.type == .fade && transition.subtype == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
  }

  /// 106. A layer's duration is infinite, an animation's is 0.
  @Test func layersLastForEver() {
    #expect(CALayer().duration == .infinity)
    #expect(CAEmitterCell().duration == .infinity)
    #expect(CAAnimation().duration == 0)
    #expect(CALayer().speed == 1 && CALayer().fillMode == .removed)
  }

  @Test(arguments: classes)
  func everyPropertyTakesWhatItGives(name: String) throws {
    let animation = try #require(CAAnimation.make(className: name))
    #expect(animation.properties.className == name)
    for property in animation.properties.properties {
      let value = property.read(animation)
      if property.isValue {
        #expect(property.write(value, to: animation), "\(name).\(property.name)")
        #expect(property.read(animation) == value, "\(name).\(property.name)")
      }
      let object = property.readObject(animation)
      #expect(property.writeObject(object, to: animation), "\(name).\(property.name)")
      #expect(property.read(animation) == value, "\(name).\(property.name)")
    }
  }

  @Test(arguments: classes)
  func everyPropertyIsCopiedAndFrozen(name: String) throws {
    let animation = try #require(CAAnimation.make(className: name))
    for property in animation.properties.properties {
      switch property.kind {
      case .float, .double: property.write(.number(0.75), to: animation)
      case .bool: property.write(.bool(property.read(animation) == .bool(false)), to: animation)
      case .name(let names): property.write(.string(names[names.count - 1]), to: animation)
      case .string: property.write(.string("opacity"), to: animation)
      default: break
      }
    }
    animation.setValue("own", forKey: "someKey")
    let layer = CALayer()
    layer.add(animation, forKey: "a")
    let key = animation is CATransition ? kCATransition : "a"
    let copy = try #require(layer.animation(forKey: key))
    #expect(copy !== animation)
    #expect(type(of: copy) == type(of: animation))
    for property in animation.properties.properties {
      #expect(property.read(copy) == property.read(animation), "\(name).\(property.name)")
      guard property.isValue else { continue }
      let before = property.read(copy)
      let refused = refusals { property.write(.number(0.5), to: copy) }
      #expect(property.read(copy) == before, "\(name).\(property.name)")
      // Not every kind accepts a number.
      if PropertyValue.number(0.5).converted(to: property.kind) != nil {
        #expect(
          refused == [.frozenAnimation(className: name, property: property.name)],
          "\(name).\(property.name)")
      }
    }
    #expect(copy.value(forKey: "someKey") as? String == "own")
    #expect(!refusals { copy.setValue(1, forKey: "someKey") }.isEmpty)
    #expect(copy.value(forKey: "someKey") as? String == "own")
  }

  /// 101. An added animation is a frozen copy.
  @Test func changingWhatWasAddedDoesNotShow() {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = 2
    layer.add(animation, forKey: "fade")
    #expect(refusals { animation.duration = 3 }.isEmpty)
    #expect(layer.animation(forKey: "fade")?.duration == 2)
    let refused = refusals { layer.animation(forKey: "fade")?.duration = 4 }
    #expect(refused == [.frozenAnimation(className: "CABasicAnimation", property: "duration")])
    #expect(layer.animation(forKey: "fade")?.duration == 2)
    #expect(layer.animation(forKey: "fade") === layer.animation(forKey: "fade"))
    let copy = layer.animation(forKey: "fade")?.copy() as? CAAnimation
    let later = refusals { copy?.duration = 5 }
    #expect(later.isEmpty)
    #expect(copy?.duration == 5)
  }

  @Test func groupsFreezeWhatTheyConsistOf() throws {
    let member = CABasicAnimation(keyPath: "opacity")
    let group = CAAnimationGroup()
    group.animations = [member]
    let layer = CALayer()
    layer.add(group, forKey: "g")
    let copy = try #require(layer.animation(forKey: "g") as? CAAnimationGroup)
    let inner = try #require(copy.animations?.first)
    #expect(inner !== member)
    #expect(refusals { inner.duration = 3 }.count == 1)
    #expect(refusals { member.duration = 3 }.isEmpty)
    #expect(inner.duration == 0)
  }

  @Test func keysAreThoseThatWereGiven() {
    let layer = CALayer()
    #expect(layer.animationKeys() == nil)
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "b")
    layer.add(CABasicAnimation(keyPath: "position"), forKey: "a")
    layer.add(CABasicAnimation(keyPath: "bounds"), forKey: nil)
    layer.add(CATransition(), forKey: "whatever")
    #expect(layer.animationKeys() == ["b", "a", "transition"])
    layer.add(CABasicAnimation(keyPath: "hidden"), forKey: "b")
    #expect(layer.animationKeys() == ["a", "transition", "b"])
    layer.removeAnimation(forKey: "a")
    layer.removeAnimation(forKey: "none")
    #expect(layer.animationKeys() == ["transition", "b"])
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
  }

  /// 84. A duration of 0 becomes a quarter of a second.
  @Test func noDurationIsAQuarterOfASecond() {
    let layer = CALayer()
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
    #expect(layer.animation(forKey: "a")?.duration == 0.25)
  }

  @Test func timingFunctionsAreSharedByName() {
    let function = CAMediaTimingFunction(name: .easeIn)
    #expect(function === CAMediaTimingFunction(name: .easeIn))
    #expect(function != CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1))
    var point: [Float] = [9, 9]
    function.getControlPoint(at: 1, values: &point)
    #expect(point == [0.42, 0])
    function.getControlPoint(at: 3, values: &point)
    #expect(point == [1, 1])
    #expect(refusals { function.getControlPoint(at: 4, values: &point) }.count == 1)
    #expect(point == [1, 1])
    #expect(refusals { _ = CAMediaTimingFunction(name: .init(rawValue: "x")) }.count == 1)
    #expect(CAValueFunction(name: .rotateZ)?.name == .rotateZ)
    var unknown: CAValueFunction?
    #expect(refusals { unknown = CAValueFunction(name: .init(rawValue: "x")) }.count == 1)
    #expect(unknown == nil)
  }

  @Test func valuesThatSpringsCannotHaveAreRefused() {
    let spring = CASpringAnimation(keyPath: "position.x")
    let refused = refusals {
      spring.mass = 0
      spring.stiffness = 0
      spring.damping = -1
    }
    #expect(refused.count == 3)
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
  }

  /// 97. A spring does not set its own duration.
  @Test func springsKnowHowLongTheyTake() {
    let spring = CASpringAnimation(keyPath: "position.x")
    #expect(spring.duration == 0)
    #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-9)
    spring.damping = 0
    #expect(spring.settlingDuration == Double(Float.greatestFiniteMagnitude))
    let felt = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(abs(felt.duration - 0.8629552831744205) < 1e-9)
    #expect(felt.allowsOverdamping)
    #expect(abs(felt.stiffness - 157.91367041742973) < 1e-9)
    #expect(abs(felt.damping - 17.59291886010284) < 1e-9)
    #expect(abs(felt.perceptualDuration - 0.5) < 1e-12 && abs(felt.bounce - 0.3) < 1e-12)
    let creeping = CASpringAnimation(perceptualDuration: 0.5, bounce: -0.3)
    #expect(abs(creeping.damping - 35.90391604102621) < 1e-9)
    #expect(abs(creeping.bounce + 0.3) < 1e-12)
    #expect(abs(CASpringAnimation(perceptualDuration: 0.5, bounce: 0).duration - 0.8) < 1e-9)
  }

  @Test func layersTakeTimingByKey() {
    let layer = CALayer()
    #expect(layer.value(forKey: "duration") as? Double == .infinity)
    layer.setValue(0.5, forKey: "speed")
    layer.setValue("forwards", forKey: "fillMode")
    #expect(layer.speed == 0.5)
    #expect(layer.fillMode == .forwards)
  }

  /// 83. A beginTime of 0 is the time of the commit; 1e-100 is 0.
  @Test func animationsBeginWithTheCommit() {
    let layer = CALayer()
    let now = CABasicAnimation(keyPath: "opacity")
    let zero = CABasicAnimation(keyPath: "position")
    (now.duration, zero.duration) = (100, 100)
    zero.beginTime = 1e-100
    layer.add(now, forKey: "now")
    layer.add(zero, forKey: "zero")
    layer.speed = 2
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 5)
    #expect(layer.animation(forKey: "now")?.beginTime == 10)
    #expect(layer.animation(forKey: "zero")?.beginTime == 1e-100)
    #expect(now.beginTime == 0)
    _ = committer.commit(at: 6)
    #expect(layer.animation(forKey: "now")?.beginTime == 10)
  }
}

/// Groups hold other animations.
@Suite struct AnimationGroupCycleTests {
  @Test func groupsInThemselvesAreRefused() {
    let (outer, inner) = (CAAnimationGroup(), CAAnimationGroup())
    outer.animations = [inner]
    #expect(refusals { inner.animations = [CABasicAnimation(), outer] }.count == 1)
    #expect(inner.animations == nil)
    #expect(refusals { inner.animations = [inner] }.count == 1)
    #expect(refusals { inner.animations = [CABasicAnimation()] }.isEmpty)
    CALayer().add(outer, forKey: nil)
  }
}
