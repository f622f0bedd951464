import Foundation
import GlazeLayers

/// Reads the animations of layers.
///
/// The tag of an animation's element is its class. Otherwise the attribute `type` names the class,
/// and the tag is `animation`, `p`, or the key itself. The animation's property table lists the
/// properties that it can have; the table of the animated layer gives the kind of its values.
struct CAMLAnimations {
  /// The deepest nesting of groups.
  private static let depthLimit = 16

  /// Editors' own attributes in animations, and hints to Apple's frame pacing.
  static let ignorable: Set<String> = [
    "key", "animationType", "beginTimeMode", "enabled", "highFrameRateReason", "frameInterval",
    "preferredFrameRateRangeMaximum", "preferredFrameRateRangeMinimum",
    "preferredFrameRateRangePreferred", "preferredFrameRateRange", "preferredFramesPerSecond",
  ]

  let values: CAMLValues
  let images: CAMLImages
  let followed = FollowedLayers()

  private var document: XMLDocument { values.document }

  /// Adds the animations inside an element to a layer.
  func add(_ index: Int, to layer: CALayer) throws(DocumentError) {
    for child in document.children(of: index) {
      guard let animation = try animation(child, of: layer.properties) else { continue }
      layer.add(animation, forKey: key(of: child, animation, in: layer))
    }
  }

  /// Reads an animation for a layer with the given properties.
  ///
  /// - Returns: nil for an element that does not describe an animation.
  func animation(
    _ index: Int, of layer: PropertyTable, depth: Int = 0
  ) throws(DocumentError) -> CAAnimation? {
    guard depth < Self.depthLimit else {
      throw values.error(.tooDeep(limit: Self.depthLimit, of: "groups of animations"), at: index)
    }
    let element = document.elements[index]
    let name = CAAnimation.isKnown(element.name) ? element.name : element["type"]
    guard let name, name != "null" else {
      if name == nil { values.log.warn(.notAnAnimation(element.name), at: location(index)) }
      return nil
    }
    guard let animation = CAAnimation.make(className: name) else {
      values.log.warn(.unknownAnimation(name), at: location(index))
      return nil
    }
    let subject = try subject(of: index, layer)
    let givens = givens(of: index)
    for given in givens {
      try values.leavingOut { () throws(DocumentError) in
        try apply(given, to: animation, subject, depth: depth)
      }
    }
    animation.keepsake = values.keepsake(of: givens) { name in
      ["key", "type"].contains(name)
        || animation.properties[name] != nil && name != "delegate"
    }
    return animation
  }

  /// Returns the key of an animation on its layer.
  private func key(of index: Int, _ animation: CAAnimation, in layer: CALayer) -> String? {
    let element = document.elements[index]
    if let key = element["key"] { return key }
    let isTagged = ["animation", "p"].contains(element.name)
    if !isTagged, !CAAnimation.isKnown(element.name) { return element.name }
    // A second animation of the same key path is added to the first and does not replace it.
    let path = (animation as? CAPropertyAnimation)?.keyPath
    return path.flatMap { layer.animation(forKey: $0) == nil ? $0 : nil }
  }

  // MARK: Properties

  /// The target of an animation.
  private struct Subject {
    var layer: PropertyTable
    /// The kind of the animated values; nil when the key path leads nowhere.
    var kind: PropertyKind?
  }

  private func subject(
    of index: Int, _ layer: PropertyTable
  ) throws(DocumentError) -> Subject {
    guard let path = text("keyPath", of: index) else { return Subject(layer: layer) }
    let function = text("valueFunction", of: index)
    let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: function, in: layer)
    if kind == nil { values.log.warn(.animatesNothing(path), at: location(index)) }
    return Subject(layer: layer, kind: kind)
  }

  private func givens(of index: Int) -> [CAMLValues.Given] {
    document.elements[index].attributes.map { .attribute($0, of: index) }
      + document.children(of: index).map { .element($0) }
  }

  /// Returns the value of a string property, from an attribute or an element.
  private func text(_ name: String, of index: Int) -> String? {
    if let text = document.elements[index][name] { return text }
    return document.child(name, of: index).flatMap { text(at: $0) }
  }

  private func text(of given: CAMLValues.Given) -> String {
    switch given {
    case .attribute(let attribute, _): attribute.value
    case .element(let index): text(at: index) ?? ""
    }
  }

  /// Returns the word that an element holds.
  private func text(at index: Int) -> String? {
    let element = document.elements[index]
    return element["value"] ?? element["name"] ?? element["controlPoints"]
      ?? document.texts[index]
  }

  private func apply(
    _ given: CAMLValues.Given, to animation: CAAnimation, _ subject: Subject, depth: Int
  ) throws(DocumentError) {
    let name = values.name(of: given)
    if name == "type", case .attribute = given, !(animation is CATransition) { return }
    if name == "type", case .attribute(let attribute, _) = given,
      CAAnimation.isKnown(attribute.value)
    {
      return
    }
    if name != "type", Self.ignorable.contains(name) { return }
    guard let property = animation.properties[name] else {
      if !CAMLVocabulary.isIgnorable(name) {
        values.log.warn(.unknownProperty(name), at: location(given.place))
      }
      return
    }
    if property.name == "delegate" { return }
    if let follower = animation as? CAMatchMoveAnimation, property.name == "sourceLayer" {
      return note(given, followedBy: follower)
    }
    let value = try value(given, property, subject, depth: depth)
    let object = value as? PropertyValue == PropertyValue.none ? nil : value
    if !property.writeObject(object, to: animation) {
      values.log.warn(.unknownProperty(name), at: location(given.place))
    }
  }

  /// Records the layer that an animation follows, given by its id alone or as the id of an object.
  private func note(_ given: CAMLValues.Given, followedBy animation: CAMatchMoveAnimation) {
    var id: String?
    switch given {
    case .attribute(let attribute, _): id = attribute.value
    case .element(let index):
      let inner = document.children(of: index).first
      for element in [index, inner].compactMap({ $0 }) where id == nil {
        id = document.elements[element]["object"] ?? document.elements[element]["id"]
      }
      if document.elements[index]["type"] == "null" { return }
    }
    followed.add(animation, id: id ?? "", at: location(given.place))
  }

  private func value(
    _ given: CAMLValues.Given, _ property: LayerProperty, _ subject: Subject, depth: Int
  ) throws(DocumentError) -> Any? {
    switch (property.kind, given) {
    case (.timingFunction, _): return try timingFunction(given)
    case (.array(.timingFunction), .element(let index)):
      var list: [CAMediaTimingFunction] = []
      for child in document.children(of: index) {
        list.append(try timingFunction(.element(child)))
      }
      return list
    case (.valueFunction, _):
      let name = CAValueFunctionName(rawValue: text(of: given))
      if let function = CAValueFunction(name: name) { return function }
      throw values.error(
        .badValue(of: "valueFunction", expected: "the name of a function"), at: given.place)
    case (.animations, .element(let index)):
      var list: [CAAnimation] = []
      for child in document.children(of: index) {
        if let inner = try animation(child, of: subject.layer, depth: depth + 1) {
          list.append(inner)
        }
      }
      return list
    case (.object, _): return try end(given, subject, of: property.name)
    case (.array(.object), .element(let index)):
      var list: [Any] = []
      for child in document.children(of: index) {
        list.append(try end(.element(child), subject, of: property.name) ?? NSNull())
      }
      return list
    default: return try values.value(given, property.kind, of: property.name)
    }
  }

  /// Reads one of the values that an animation moves through.
  private func end(
    _ given: CAMLValues.Given, _ subject: Subject, of name: String
  ) throws(DocumentError) -> Any? {
    if case .element(let index) = given, document.elements[index]["type"] == "null" { return nil }
    return try values.boxed(given, subject.kind ?? .object, images, of: name)
  }

  private func timingFunction(
    _ given: CAMLValues.Given
  ) throws(DocumentError) -> CAMediaTimingFunction {
    let text = text(of: given)
    let name = CAMediaTimingFunctionName(rawValue: text)
    if let function = CAMediaTimingFunction.named(name) { return function }
    do throws(ValueFailure) {
      return try ValueChecks.timingFunction(try CAMLText.numbers(text))
    } catch {
      throw values.error(
        .badValue(of: "timingFunction", expected: ValueChecks.shape(of: .timingFunction)),
        at: given.place)
    }
  }

  private func location(_ index: Int) -> Location { document.location(of: index) }
}

extension CAMLValues {
  /// Returns a value for key-value coding: images are loaded and structs boxed; nil is nothing.
  func boxed(
    _ given: Given, _ kind: PropertyKind, _ images: CAMLImages, of name: String
  ) throws(DocumentError) -> Any? {
    if kind == .image { return try images.image(given) }
    let value = try value(given, kind, of: name)
    guard let typed = value as? PropertyValue else { return value }
    return typed.boxed(as: kind)
  }
}
