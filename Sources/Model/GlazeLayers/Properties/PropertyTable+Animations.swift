import Foundation

// The tables of animations, for key-value coding and for files.
extension PropertyTable {
  package static let animation = {
    let of = PropertyBuilder<CAAnimation, NoRecord>()
    return PropertyTable(
      "CAAnimation",
      "A change of properties over time; a duration of 0 is that of the transaction.",
      aliases: ["isRemovedOnCompletion": "removedOnCompletion"],
      timing(of) + [
        of.object(
          "timingFunction", "the timing function; linear if missing", .timingFunction,
          \.timingFunction),
        of(
          "removedOnCompletion", "whether the layer removes the animation at its end",
          \.isRemovedOnCompletion),
        of.object(
          "delegate", "the object that is informed of the start and the end; set by code", .object,
          \.delegate
        ).held(by: .reference),
      ])
  }()

  package static let propertyAnimation = {
    let of = PropertyBuilder<CAPropertyAnimation, NoRecord>()
    return PropertyTable(
      "CAPropertyAnimation", "An animation of one property, given by its key path.",
      inherits: animation,
      aliases: ["isAdditive": "additive", "isCumulative": "cumulative"],
      [
        of.text(
          "keyPath", "the animated property of the layer, or a part of one", \.keyPath, .undrawn),
        of("additive", "whether the value is added to the layer's value", \.isAdditive),
        of("cumulative", "whether each repetition starts where the last one ended", \.isCumulative),
        of.object(
          "valueFunction", "makes a matrix from the values", .valueFunction, \.valueFunction),
      ])
  }()

  package static let basicAnimation = {
    let of = PropertyBuilder<CABasicAnimation, NoRecord>()
    return PropertyTable(
      "CABasicAnimation",
      "An animation from one value to another; a missing end is the layer's value.",
      inherits: propertyAnimation,
      [
        of.object("fromValue", "the start value", .object, \.fromValue),
        of.object("toValue", "the end value", .object, \.toValue),
        of.object("byValue", "the difference between start and end", .object, \.byValue),
      ])
  }()

  package static let springAnimation = {
    let of = PropertyBuilder<CASpringAnimation, NoRecord>()
    return PropertyTable(
      "CASpringAnimation", "An animation like that of a spring, which overshoots.",
      inherits: basicAnimation, aliases: ["velocity": "initialVelocity"],
      [
        of("mass", "the mass; above 0", \.mass),
        of("stiffness", "the stiffness, as force per distance; above 0", \.stiffness),
        of("damping", "the damping, as force per speed; not negative", \.damping),
        of(
          "initialVelocity",
          "the velocity at the start, in distances from start to end per second; `velocity` is a synonym",
          \.initialVelocity),
        of(
          "allowsOverdamping", "whether damping above the critical value slows the animation",
          \.allowsOverdamping),
      ])
  }()

  package static let keyframeAnimation = {
    let of = PropertyBuilder<CAKeyframeAnimation, NoRecord>()
    return PropertyTable(
      "CAKeyframeAnimation", "An animation through several values, or along a path.",
      inherits: propertyAnimation,
      [
        of.object("values", "the values, in order", .array(.object), \.values),
        of.path("path", "a path along which points move, instead of `values`", \.path),
        of.object(
          "keyTimes", "the times at which the values are reached, in 0...1", .array(.double),
          \.keyTimes),
        of.object(
          "timingFunctions", "the timing function between each pair of values",
          .array(.timingFunction), \.timingFunctions),
        of.name(
          "calculationMode", "how values are interpolated",
          [.linear, .discrete, .paced, .cubic, .cubicPaced],
          \.calculationMode),
        of.object(
          "tensionValues", "for cubic modes: the tension of the curve at each value",
          .array(.double), \.tensionValues),
        of.object(
          "continuityValues", "for cubic modes: the sharpness of the corners", .array(.double),
          \.continuityValues),
        of.object(
          "biasValues", "for cubic modes: the bias of the curve", .array(.double), \.biasValues),
        of.name(
          "rotationMode", "whether the layer rotates to follow the path",
          [.rotateAuto, .rotateAutoReverse], \.rotationMode),
      ])
  }()

  package static let animationGroup = {
    let of = PropertyBuilder<CAAnimationGroup, NoRecord>()
    return PropertyTable(
      "CAAnimationGroup", "A group of animations that run together, in a time of its own.",
      inherits: animation,
      [of.object("animations", "the animations of the group", .animations, \.animations)])
  }()

  package static let transition = {
    let of = PropertyBuilder<CATransition, NoRecord>()
    return PropertyTable(
      "CATransition", "A transition from the image of a layer before a change to that after it.",
      inherits: animation,
      [
        of.name(
          "type", "how the new image replaces the old one", [.fade, .moveIn, .push, .reveal], \.type
        ),
        of.name(
          "subtype", "the direction of the new image; `fromTop` is the largest y",
          [.fromRight, .fromLeft, .fromTop, .fromBottom], \.subtype),
        of("startProgress", "the start, as a fraction of the transition in 0...1", \.startProgress),
        of("endProgress", "the end, likewise", \.endProgress),
        of.object(
          "filter",
          "a filter that replaces `type`",
          .filter, \.filter),
      ])
  }()

  package static let matchMoveAnimation = {
    let of = PropertyBuilder<CAMatchMoveAnimation, NoRecord>()
    return PropertyTable(
      "CAMatchMoveAnimation", "An animation that places its layer at points of another layer.",
      inherits: animation, aliases: ["isAdditive": "additive"],
      [
        of.object(
          "sourceLayer", "the layer to follow; in documents its `id`, or else its `name`", .object,
          \.sourceLayer),
        of.object(
          "sourcePoints", "points of that layer; without them the center of its bounds",
          .array(.point), \.sourcePoints),
        of.text(
          "keyPath", "the property that files name; the position follows, whatever its value",
          \.keyPath, .undrawn),
        of(
          "usesNormalizedCoordinates",
          "whether points are fractions of the layer's size, measured from its center",
          \.usesNormalizedCoordinates),
        of("targetsSuperlayer", "stored and reported", \.targetsSuperlayer, drawn: false),
        of("appliesX", "whether the layer follows along x", \.appliesX),
        of("appliesY", "whether the layer follows along y", \.appliesY),
        of("appliesScale", "whether the layer is scaled", \.appliesScale),
        of("appliesRotation", "whether the layer is rotated", \.appliesRotation),
        of("additive", "whether the result is added to the layer's values", \.isAdditive),
      ])
  }()

  /// Returns the properties of `CAMediaTiming`, for a class that conforms to it.
  static func timing<Owner: NSObject & CAMediaTiming, Record: AnimatedRecord>(
    _ of: PropertyBuilder<Owner, Record>
  ) -> [LayerProperty] {
    [
      of(
        "beginTime",
        "the begin time in the parent's time; 0 of an animation is the time of its commit",
        \.beginTime, .timing
      ).in(.seconds),
      of(
        "duration",
        "the duration; 0 of an animation is 0.25, or the duration of its group; may be infinite",
        \.duration, .timing
      ).in(.seconds),
      of("speed", "seconds per second of the parent's time; 0 stops time", \.speed, .timing),
      of("timeOffset", "the time that is added to the local time", \.timeOffset, .timing).in(
        .seconds),
      of(
        "repeatCount", "the number of repetitions; 0 runs once; may be infinite", \.repeatCount,
        .timing
      ).in(.times),
      of(
        "repeatDuration",
        "the total duration of all repetitions; 0 uses `repeatCount`; may be infinite",
        \.repeatDuration, .timing
      ).in(.seconds),
      of(
        "autoreverses", "whether time runs backwards after each forward run", \.autoreverses,
        .timing),
      of.name(
        "fillMode", "whether the value applies before and after the active time",
        [.removed, .forwards, .backwards, .both], \.fillMode, .timing),
    ]
  }
}
