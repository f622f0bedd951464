import Foundation

// The tables of animations, for key-value coding and for files.
extension PropertyTable {
  package static let animation = {
    let of = PropertyBuilder<CAAnimation>()
    return PropertyTable(
      "CAAnimation", aliases: ["isRemovedOnCompletion": "removedOnCompletion"],
      timing(of) + [
        of.object("timingFunction", .timingFunction, \.timingFunction),
        of.bool("removedOnCompletion", \.isRemovedOnCompletion),
        of.object("delegate", .object, \.delegate),
      ])
  }()

  package static let propertyAnimation = {
    let of = PropertyBuilder<CAPropertyAnimation>()
    return PropertyTable(
      "CAPropertyAnimation", inherits: animation,
      aliases: ["isAdditive": "additive", "isCumulative": "cumulative"],
      [
        of.text("keyPath", \.keyPath, .undrawn),
        of.bool("additive", \.isAdditive),
        of.bool("cumulative", \.isCumulative),
        of.object("valueFunction", .valueFunction, \.valueFunction),
      ])
  }()

  package static let basicAnimation = {
    let of = PropertyBuilder<CABasicAnimation>()
    return PropertyTable(
      "CABasicAnimation", inherits: propertyAnimation,
      [
        of.object("fromValue", .object, \.fromValue),
        of.object("toValue", .object, \.toValue),
        of.object("byValue", .object, \.byValue),
      ])
  }()

  package static let springAnimation = {
    let of = PropertyBuilder<CASpringAnimation>()
    return PropertyTable(
      "CASpringAnimation", inherits: basicAnimation, aliases: ["velocity": "initialVelocity"],
      [
        of.double("mass", \.mass, animatable: false),
        of.double("stiffness", \.stiffness, animatable: false),
        of.double("damping", \.damping, animatable: false),
        of.double("initialVelocity", \.initialVelocity, animatable: false),
        of.bool("allowsOverdamping", \.allowsOverdamping),
      ])
  }()

  package static let keyframeAnimation = {
    let of = PropertyBuilder<CAKeyframeAnimation>()
    return PropertyTable(
      "CAKeyframeAnimation", inherits: propertyAnimation,
      [
        of.object("values", .array(.object), \.values),
        of.path("path", \.path),
        of.object("keyTimes", .array(.double), \.keyTimes),
        of.object("timingFunctions", .array(.timingFunction), \.timingFunctions),
        of.name(
          "calculationMode", [.linear, .discrete, .paced, .cubic, .cubicPaced],
          \.calculationMode),
        of.object("tensionValues", .array(.double), \.tensionValues),
        of.object("continuityValues", .array(.double), \.continuityValues),
        of.object("biasValues", .array(.double), \.biasValues),
        of.name("rotationMode", [.rotateAuto, .rotateAutoReverse], \.rotationMode),
      ])
  }()

  package static let animationGroup = {
    let of = PropertyBuilder<CAAnimationGroup>()
    return PropertyTable(
      "CAAnimationGroup", inherits: animation,
      [of.object("animations", .animations, \.animations)])
  }()

  package static let transition = {
    let of = PropertyBuilder<CATransition>()
    return PropertyTable(
      "CATransition", inherits: animation,
      [
        of.name("type", [.fade, .moveIn, .push, .reveal], \.type),
        of.name("subtype", [.fromRight, .fromLeft, .fromTop, .fromBottom], \.subtype),
        of.float("startProgress", \.startProgress, animatable: false),
        of.float("endProgress", \.endProgress, animatable: false),
        of.object("filter", .filter, \.filter),
      ])
  }()

  package static let matchMoveAnimation = {
    let of = PropertyBuilder<CAMatchMoveAnimation>()
    return PropertyTable(
      "CAMatchMoveAnimation", inherits: animation, aliases: ["isAdditive": "additive"],
      [
        of.object("sourceLayer", .object, \.sourceLayer),
        of.object("sourcePoints", .array(.point), \.sourcePoints),
        of.text("keyPath", \.keyPath, .undrawn),
        of.bool("usesNormalizedCoordinates", \.usesNormalizedCoordinates),
        of.bool("targetsSuperlayer", \.targetsSuperlayer, drawn: false),
        of.bool("appliesX", \.appliesX),
        of.bool("appliesY", \.appliesY),
        of.bool("appliesScale", \.appliesScale),
        of.bool("appliesRotation", \.appliesRotation),
        of.bool("additive", \.isAdditive),
      ])
  }()

  /// Returns the properties of `CAMediaTiming`, for a class that conforms to it.
  static func timing<Owner: NSObject & CAMediaTiming>(
    _ of: PropertyBuilder<Owner>
  ) -> [LayerProperty] {
    [
      of.seconds("beginTime", \.beginTime, .timing),
      of.seconds("duration", \.duration, .timing),
      of.float("speed", \.speed, .timing, animatable: false),
      of.seconds("timeOffset", \.timeOffset, .timing),
      of.float("repeatCount", \.repeatCount, .timing, animatable: false).in(.times),
      of.seconds("repeatDuration", \.repeatDuration, .timing),
      of.bool("autoreverses", \.autoreverses, .timing),
      of.name("fillMode", [.removed, .forwards, .backwards, .both], \.fillMode, .timing),
    ]
  }
}
