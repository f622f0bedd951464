import Foundation
import GlazeLayers

/// Reads the animations of layers: a list of objects with a `class` and, where it is needed, a
/// `key`.
///
/// `{"class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 0, "toValue": 1, "duration":
/// 2}`
struct JSONAnimations {
  /// The deepest nesting of groups.
  private static let depthLimit = 16

  let values: JSONValues
  let followed = FollowedLayers()

  private var document: JSONDocument { values.document }

  /// Adds a list of animations to a layer.
  func add(_ node: Int, to layer: CALayer) throws(DocumentError) {
    for child in try list(node, of: "animations") {
      let (animation, key) = try animation(child, of: layer.properties)
      // A second animation of the same key path is added to the first and does not replace it.
      let path = (animation as? CAPropertyAnimation)?.keyPath
      layer.add(
        animation, forKey: key ?? path.flatMap { layer.animation(forKey: $0) == nil ? $0 : nil })
    }
  }

  /// Reads an animation for a layer with the given properties.
  func animation(
    _ node: Int, of layer: PropertyTable, depth: Int = 0
  ) throws(DocumentError) -> (animation: CAAnimation, key: String?) {
    guard depth < Self.depthLimit else {
      throw values.error(.tooDeep(limit: Self.depthLimit, of: "groups of animations"), at: node)
    }
    guard document.kind(of: node) == .object else {
      throw values.expected("an object with a class", of: "an animation", at: node)
    }
    let members = document.members(of: node)
    func text(_ name: String) throws(DocumentError) -> String? {
      guard let member = members.last(where: { $0.name == name }) else { return nil }
      return try values.text(member.value, of: name)
    }
    let name = try text("class") ?? "CABasicAnimation"
    guard let animation = CAAnimation.make(className: name) else {
      throw values.error(.unknownAnimation(name), at: node)
    }
    var kind: PropertyKind?
    let function = try text("valueFunction")
    if let path = try text("keyPath") {
      kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: function, in: layer)
      if kind == nil {
        values.log.warn(.animatesNothing(path), at: document.location(of: node))
      }
    }
    var parts: [Keepsake.Part] = []
    for member in members where member.name != "class" {
      let isKnown =
        !values.isForeign(member.value)
        && (member.name == "key" || animation.properties[member.name] != nil)
      parts.append(isKnown ? .known(member.name) : values.retained(member))
    }
    animation.keepsake = Keepsake(parts: parts)
    for member in members
    where !["class", "key"].contains(member.name) && !values.isForeign(member.value) {
      guard let property = animation.properties[member.name] else {
        if !CAMLAnimations.ignorable.contains(member.name), !CAMLVocabulary.isIgnorable(member.name)
        {
          values.log.warn(.unknownProperty(member.name), at: document.location(of: member.key))
        }
        continue
      }
      if let follower = animation as? CAMatchMoveAnimation, property.name == "sourceLayer" {
        if let id = try values.text(member.value, of: property.name) {
          followed.add(follower, id: id, at: document.location(of: member.value))
        }
        continue
      }
      let value = try value(member.value, property, kind ?? .object, layer, depth: depth)
      if !property.writeObject(value, to: animation) {
        values.log.warn(.unknownProperty(member.name), at: document.location(of: member.key))
      }
    }
    return (animation, try text("key"))
  }

  private func value(
    _ node: Int, _ property: LayerProperty, _ animated: PropertyKind, _ layer: PropertyTable,
    depth: Int
  ) throws(DocumentError) -> Any? {
    let name = property.name
    if document.kind(of: node) == .null { return nil }
    switch property.kind {
    case .timingFunction: return try timingFunction(node)
    case .array(.timingFunction):
      var functions: [CAMediaTimingFunction] = []
      for child in try list(node, of: name) { functions.append(try timingFunction(child)) }
      return functions
    case .valueFunction:
      return try valueFunction(node)
    case .animations:
      var animations: [CAAnimation] = []
      for child in try list(node, of: name) {
        animations.append(try animation(child, of: layer, depth: depth + 1).animation)
      }
      return animations
    case .object: return try values.boxed(node, animated, of: name)
    case .array(.object):
      var result: [Any] = []
      for child in try list(node, of: name) {
        result.append(try values.boxed(child, animated, of: name) ?? NSNull())
      }
      return result
    default: return try values.value(node, property.kind, of: name)
    }
  }

  private func list(_ node: Int, of name: String) throws(DocumentError) -> [Int] {
    guard document.kind(of: node) == .array else {
      throw values.expected("a list", of: name, at: node)
    }
    return document.children(of: node)
  }

  private func valueFunction(_ node: Int) throws(DocumentError) -> CAValueFunction {
    let text = try values.text(node, of: "valueFunction") ?? ""
    if let function = CAValueFunction(name: CAValueFunctionName(rawValue: text)) { return function }
    throw values.expected("the name of a function", of: "valueFunction", at: node)
  }

  /// Reads a timing function: a name, or four numbers.
  private func timingFunction(_ node: Int) throws(DocumentError) -> CAMediaTimingFunction {
    if document.kind(of: node) == .string {
      let name = CAMediaTimingFunctionName(rawValue: document.string(at: node))
      if let function = CAMediaTimingFunction.named(name) { return function }
    } else if document.kind(of: node) == .array {
      let numbers = document.children(of: node).map { document.number(at: $0) }
      do {
        return try ValueChecks.timingFunction(numbers)
      } catch {}
    }
    throw values.expected(ValueChecks.shape(of: .timingFunction), of: "timingFunction", at: node)
  }
}

extension JSONValues {
  /// Returns a value for key-value coding; nil is nothing.
  func boxed(_ node: Int, _ kind: PropertyKind, of name: String) throws(DocumentError) -> Any? {
    if document.kind(of: node) == .null { return nil }
    let value = try value(node, kind, of: name)
    guard let typed = value as? PropertyValue else { return value }
    return typed.boxed(as: kind)
  }
}
