import Foundation

// The tables of animations, for key-value coding and for files.
extension PropertyTable {
  package static let animation = {
    let of = PropertyBuilder<CAAnimation, NoRecord>()
    return PropertyTable(
      "CAAnimation", aliases: ["isRemovedOnCompletion": "removedOnCompletion"],
      timing(of) + [
        of.object("timingFunction", .timingFunction, \.timingFunction),
        of("removedOnCompletion", \.isRemovedOnCompletion),
        of.object("delegate", .object, \.delegate),
      ])
  }()

  package static let propertyAnimation = {
    let of = PropertyBuilder<CAPropertyAnimation, NoRecord>()
    return PropertyTable(
      "CAPropertyAnimation", inherits: animation,
      aliases: ["isAdditive": "additive", "isCumulative": "cumulative"],
      [
        of.text("keyPath", \.keyPath, .undrawn),
        of("additive", \.isAdditive),
        of("cumulative", \.isCumulative),
        of.object("valueFunction", .valueFunction, \.valueFunction),
      ])
  }()

  package static let basicAnimation = {
    let of = PropertyBuilder<CABasicAnimation, NoRecord>()
    return PropertyTable(
      "CABasicAnimation", inherits: propertyAnimation,
      [
        of.object("fromValue", .object, \.fromValue),
        of.object("toValue", .object, \.toValue),
        of.object("byValue", .object, \.byValue),
      ])
  }()

  package static let springAnimation = {
    let of = PropertyBuilder<CASpringAnimation, NoRecord>()
    return PropertyTable(
      "CASpringAnimation", inherits: basicAnimation, aliases: ["velocity": "initialVelocity"],
      [
        of("mass", \.mass),
        of("stiffness", \.stiffness),
        of("damping", \.damping),
        of("initialVelocity", \.initialVelocity),
        of("allowsOverdamping", \.allowsOverdamping),
      ])
  }()

  package static let keyframeAnimation = {
    let of = PropertyBuilder<CAKeyframeAnimation, NoRecord>()
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
    let of = PropertyBuilder<CAAnimationGroup, NoRecord>()
    return PropertyTable(
      "CAAnimationGroup", inherits: animation,
      [of.object("animations", .animations, \.animations)])
  }()

  package static let transition = {
    let of = PropertyBuilder<CATransition, NoRecord>()
    return PropertyTable(
      "CATransition", inherits: animation,
      [
        of.name("type", [.fade, .moveIn, .push, .reveal], \.type),
        of.name("subtype", [.fromRight, .fromLeft, .fromTop, .fromBottom], \.subtype),
        of("startProgress", \.startProgress),
        of("endProgress", \.endProgress),
        of.object("filter", .filter, \.filter),
      ])
  }()

  package static let matchMoveAnimation = {
    let of = PropertyBuilder<CAMatchMoveAnimation, NoRecord>()
    return PropertyTable(
      "CAMatchMoveAnimation", inherits: animation, aliases: ["isAdditive": "additive"],
      [
        of.object("sourceLayer", .object, \.sourceLayer),
        of.object("sourcePoints", .array(.point), \.sourcePoints),
        of.text("keyPath", \.keyPath, .undrawn),
        of("usesNormalizedCoordinates", \.usesNormalizedCoordinates),
        of("targetsSuperlayer", \.targetsSuperlayer, drawn: false),
        of("appliesX", \.appliesX),
        of("appliesY", \.appliesY),
        of("appliesScale", \.appliesScale),
        of("appliesRotation", \.appliesRotation),
        of("additive", \.isAdditive),
      ])
  }()

  /// Returns the properties of `CAMediaTiming`, for a class that conforms to it.
  static func timing<Owner: NSObject & CAMediaTiming, Record: AnimatedRecord>(
    _ of: PropertyBuilder<Owner, Record>
  ) -> [LayerProperty] {
    [
      of("beginTime", \.beginTime, .timing).in(.seconds),
      of("duration", \.duration, .timing).in(.seconds),
      of("speed", \.speed, .timing),
      of("timeOffset", \.timeOffset, .timing).in(.seconds),
      of("repeatCount", \.repeatCount, .timing).in(.times),
      of("repeatDuration", \.repeatDuration, .timing).in(.seconds),
      of("autoreverses", \.autoreverses, .timing),
      of.name("fillMode", [.removed, .forwards, .backwards, .both], \.fillMode, .timing),
    ]
  }
}
