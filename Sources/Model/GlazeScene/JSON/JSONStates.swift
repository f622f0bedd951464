import Foundation
import GlazeLayers

/// Reads the states of a scene after its layers; layers are referred to by their names.
///
/// `"states": [{"name": "on", "elements": [{"target": "lamp", "keyPath": "opacity", "value": 1},
/// {"class": "LKStateRemoveElement", "target": "room", "object": "chair"}]}]`, `"stateTransitions":
/// [{"fromState": "*", "toState": "on", "elements": [{"target": "lamp", "animation": {...}}]}]`
struct JSONStates {
  let values: JSONValues
  let animations: JSONAnimations
  /// The layers by their identifiers and names.
  let layers: [String: CALayer]
  /// The layers that states add, by their nodes.
  let added: [Int: CALayer]

  private var document: JSONDocument { values.document }

  /// Reads both lists; a nil node is an empty list.
  func read(states: Int?, transitions: Int?) throws(DocumentError) -> LKStateController? {
    var found: [LKState] = []
    for node in try objects(states, of: "states") { found.append(try state(node)) }
    var ways: [LKStateTransition] = []
    for node in try objects(transitions, of: "stateTransitions") {
      ways.append(try transition(node))
    }
    guard !found.isEmpty || !ways.isEmpty else { return nil }
    return LKStateController(states: found, transitions: ways)
  }

  private func state(_ node: Int) throws(DocumentError) -> LKState {
    guard let name = try text("name", of: node) else {
      throw values.expected("an object with a name", of: "a state", at: node)
    }
    var state = LKState(name: name, basedOn: try text("basedOn", of: node))
    var parts = retained(of: node, except: ["name", "basedOn", "elements", "values"])
    // `values` is an older name of the list, from when states could only set values.
    for key in ["values", "elements"] {
      for element in try objects(member(key, of: node), of: key) {
        if let target = try target(of: element), let read = try stateElement(element, target, key) {
          state.elements.append(read)
          parts.append(.known("elements"))
        } else {
          parts.append(values.retained(element, named: "elements"))
        }
      }
    }
    state.keepsake = Keepsake(parts: parts)
    return state
  }

  private func retained(of node: Int, except known: Set<String>) -> [Keepsake.Part] {
    document.members(of: node).filter { !known.contains($0.name) }.map { values.retained($0) }
  }

  /// - Returns: nil for an element that was reported.
  private func stateElement(
    _ node: Int, _ target: CALayer, _ list: String
  ) throws(DocumentError) -> (any LKStateElement)? {
    switch try text("class", of: node) ?? "LKStateSetValue" {
    case "LKStateSetValue": return try setValue(node, target, list)
    case "LKStateAddElement":
      guard let object = try object("object", of: node) else { return nil }
      let next =
        member("beforeObject", of: node) == nil ? nil : try self.object("beforeObject", of: node)
      return LKStateAddElement(target: target, object: object, beforeObject: next)
    case "LKStateRemoveElement":
      return try object("object", of: node).map { LKStateRemoveElement(target: target, object: $0) }
    case "LKStateAddAnimation":
      let (key, animation) = try animation(of: node, target)
      return LKStateAddAnimation(target: target, key: key, animation: animation)
    case "LKStateRemoveAnimation":
      guard let key = try text("key", of: node) else {
        throw values.expected("the key of an animation", of: "key", at: node)
      }
      return LKStateRemoveAnimation(target: target, key: key)
    case let other:
      values.log.warn(.ignoredInState(other), at: document.location(of: node))
      return nil
    }
  }

  private func setValue(
    _ node: Int, _ target: CALayer, _ list: String
  ) throws(DocumentError) -> LKStateSetValue? {
    guard let path = try text("keyPath", of: node), let given = member("value", of: node) else {
      throw values.expected("objects with a keyPath and a value", of: list, at: node)
    }
    guard let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: nil, in: target.properties)
    else {
      values.log.warn(.unknownProperty(path), at: document.location(of: node))
      return nil
    }
    return LKStateSetValue(
      target: target, keyPath: path, value: try values.boxed(given, kind, of: path))
  }

  /// Returns the layer that an element refers to: by its identifier or name, or the layer itself.
  private func object(_ name: String, of node: Int) throws(DocumentError) -> CALayer? {
    guard let given = member(name, of: node) else {
      throw values.expected("a layer, or the name of one", of: name, at: node)
    }
    if let layer = added[given] { return layer }
    let id = try values.text(given, of: name) ?? ""
    if let layer = layers[id] { return layer }
    values.log.warn(.unknownTarget(id), at: document.location(of: given))
    return nil
  }

  /// Returns the layers that states add, as nodes.
  static func addedObjects(in states: Int?, of document: JSONDocument) -> [Int] {
    func member(_ name: String, _ node: Int) -> Int? {
      document.members(of: node).last { $0.name == name }?.value
    }
    func list(_ node: Int?) -> [Int] {
      guard let node, document.kind(of: node) == .array else { return [] }
      return document.children(of: node)
    }
    return list(states).flatMap { list(member("elements", $0)) }
      .compactMap { member("object", $0) }.filter { document.kind(of: $0) == .object }
  }

  private func animation(
    of node: Int, _ target: CALayer
  ) throws(DocumentError) -> (key: String, animation: CAAnimation) {
    guard let given = member("animation", of: node) else {
      throw values.expected("objects with an animation", of: "elements", at: node)
    }
    let (animation, key) = try animations.animation(given, of: target.properties)
    let path = (animation as? CAPropertyAnimation)?.keyPath
    return (try text("key", of: node) ?? key ?? path ?? "", animation)
  }

  private func transition(_ node: Int) throws(DocumentError) -> LKStateTransition {
    let any = LKStateTransition.anyState
    var transition = LKStateTransition(
      fromState: try text("fromState", of: node) ?? any,
      toState: try text("toState", of: node) ?? any)
    var parts = retained(of: node, except: ["fromState", "toState", "elements"])
    for element in try objects(member("elements", of: node), of: "elements") {
      guard let target = try target(of: element) else {
        parts.append(values.retained(element, named: "elements"))
        continue
      }
      let (key, animation) = try animation(of: element, target)
      transition.elements.append(
        LKStateTransitionElement(target: target, key: key, animation: animation))
      parts.append(.known("elements"))
    }
    transition.keepsake = Keepsake(parts: parts)
    return transition
  }

  // MARK: Members

  private func member(_ name: String, of node: Int) -> Int? {
    document.members(of: node).last { $0.name == name }?.value
  }

  private func text(_ name: String, of node: Int) throws(DocumentError) -> String? {
    guard let value = member(name, of: node) else { return nil }
    return try values.text(value, of: name)
  }

  /// - Returns: nil for a target that was reported, and for an unknown one from CAML.
  private func target(of node: Int) throws(DocumentError) -> CALayer? {
    if values.isForeign(node) { return nil }
    guard let name = try text("target", of: node) else {
      throw values.expected("the name of a layer", of: "target", at: node)
    }
    if let layer = layers[name] { return layer }
    values.log.warn(.unknownTarget(name), at: document.location(of: node))
    return nil
  }

  private func objects(_ node: Int?, of name: String) throws(DocumentError) -> [Int] {
    guard let node, document.kind(of: node) != .null else { return [] }
    guard document.kind(of: node) == .array else {
      throw values.expected("a list of objects", of: name, at: node)
    }
    let children = document.children(of: node)
    for child in children where document.kind(of: child) != .object {
      throw values.expected("a list of objects", of: name, at: child)
    }
    return children
  }
}
