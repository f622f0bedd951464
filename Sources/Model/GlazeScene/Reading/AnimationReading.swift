import Foundation
import GlazeLayers

// An animation's property table lists the properties that it can have; the table of the animated layer gives the kind
// of its values.
extension DocumentSyntax {
  /// Adds a list of animations to a layer.
  func addAnimations(_ given: Given, to layer: CALayer) throws(DocumentError) {
    for item in try items(of: given, expected: "a list") ?? [] {
      guard let animation = try animation(object(item), of: layer.properties) else { continue }
      // A second animation of the same key path is added to the first and does not replace it.
      let path = (animation as? CAPropertyAnimation)?.keyPath
      layer.add(
        animation,
        forKey: try animationKey(of: object(item))
          ?? path.flatMap { layer.animation(forKey: $0) == nil ? $0 : nil })
    }
  }

  /// Reads an animation for a layer with the given properties.
  ///
  /// - Returns: nil for an object that does not describe an animation, which was reported.
  func animation(
    _ object: Int, of layer: PropertyTable, depth: Int = 0
  ) throws(DocumentError) -> CAAnimation? {
    guard depth < objectDepthLimit else {
      throw error(.tooDeep(limit: objectDepthLimit, of: "groups of animations"), at: object)
    }
    try check(object, as: .animation)
    guard let className = try animationClass(of: object) else { return nil }
    guard let animation = CAAnimation.make(className: className) else {
      if Self.isStrict { throw error(.unknownAnimation(className), at: object) }
      warn(.unknownAnimation(className), at: object)
      return nil
    }
    let subject = AnimationSubject(layer: layer, kind: try animatedKind(of: object, layer))
    let members = members(of: object)
    for given in members where !isSkipped(given, of: object) {
      try leavingOut { () throws(DocumentError) in
        try apply(given, to: animation, subject, depth: depth)
      }
    }
    animation.keepsake = keepsake(of: members, id: nil, className: nil) { name in
      name == "key" || animation.properties[name] != nil && name != "delegate"
    }
    return animation
  }

  /// Returns the kind of the animated values; nil when the key path leads nowhere.
  private func animatedKind(
    of object: Int, _ layer: PropertyTable
  ) throws(DocumentError) -> PropertyKind? {
    let function = try text("valueFunction", of: object)
    guard let path = try text("keyPath", of: object) else { return nil }
    let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: function, in: layer)
    if kind == nil { warn(.animatesNothing(path), at: object) }
    return kind
  }

  private func apply(
    _ given: Given, to animation: CAAnimation, _ subject: AnimationSubject, depth: Int
  ) throws(DocumentError) {
    let name = name(of: given)
    if AnimationSubject.ignorable.contains(name) { return }
    guard let property = animation.properties[name] else {
      if !CAMLVocabulary.isIgnorable(name) { warn(.unknownProperty(name), at: place(of: given)) }
      return
    }
    if property.name == "delegate" { return }
    if let follower = animation as? CAMatchMoveAnimation, property.name == "sourceLayer" {
      if let (id, place) = try reference(given) {
        followed.add(follower, id: id, at: location(of: place))
      }
      return
    }
    set(
      property, to: try value(given, property, subject, depth: depth), of: animation, at: given)
  }

  private func value(
    _ given: Given, _ property: LayerProperty, _ subject: AnimationSubject, depth: Int
  ) throws(DocumentError) -> ReadValue? {
    if isNull(given) { return nil }
    func list<Item>(
      _ read: (Given) throws(DocumentError) -> Item?
    ) throws(DocumentError) -> ReadValue {
      var result: [Item] = []
      for item in try items(of: given, expected: "a list") ?? [] {
        if let item = try read(item) { result.append(item) }
      }
      return .object(result)
    }
    let animated = subject.kind ?? .object
    switch property.kind {
    case .timingFunction: return .object(try timingFunction(given))
    case .array(.timingFunction):
      return try list { (item) throws(DocumentError) in try timingFunction(item) }
    case .valueFunction:
      let name = CAValueFunctionName(rawValue: try word(given))
      if let function = CAValueFunction(name: name) { return .object(function) }
      throw expected("the name of a function", of: property.name, at: valuePlace(of: given))
    case .animations:
      return try list { (item) throws(DocumentError) in
        try animation(object(item), of: subject.layer, depth: depth + 1)
      }
    case .object: return try boxed(given, animated, of: property.name).map { .object($0) }
    case .array(.object):
      return try list { (item) throws(DocumentError) in
        try boxed(item, animated, of: property.name) ?? NSNull()
      }
    default: return try value(given, property.kind, of: property.name)
    }
  }
}

/// The target of an animation.
struct AnimationSubject {
  /// Editors' own members of animations, and hints to Apple's frame pacing.
  static let ignorable: Set<String> = [
    "key", "animationType", "beginTimeMode", "enabled", "highFrameRateReason", "frameInterval",
    "preferredFrameRateRangeMaximum", "preferredFrameRateRangeMinimum",
    "preferredFrameRateRangePreferred", "preferredFrameRateRange", "preferredFramesPerSecond",
  ]

  /// The properties of the animated layer.
  var layer: PropertyTable
  /// The kind of the animated values; nil when the key path leads nowhere.
  var kind: PropertyKind?
}
