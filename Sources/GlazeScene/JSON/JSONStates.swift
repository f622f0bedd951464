import Foundation
import GlazeLayers

/// Reads the states of a scene, once its layers are there; layers are called by their names.
///
/// `"states": [{"name": "on", "values": [{"target": "lamp", "keyPath": "opacity", "value": 1}]}]`,
/// `"stateTransitions": [{"fromState": "*", "toState": "on", "elements": [{"target": "lamp",
/// "animation": {...}}]}]`
struct JSONStates {
  let values: JSONValues
  let animations: JSONAnimations
  let layers: [String: CALayer]

  private var document: JSONDocument { values.document }

  /// Reads both lists; nil nodes are empty lists.
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
    for element in try objects(member("values", of: node), of: "values") {
      guard let target = try target(of: element) else { continue }
      guard let path = try text("keyPath", of: element),
        let given = member("value", of: element)
      else {
        throw values.expected("objects with a keyPath and a value", of: "values", at: element)
      }
      guard
        let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: nil, in: target.properties)
      else {
        values.log.warn(.unknownProperty(path), at: document.location(of: element))
        continue
      }
      let value = try values.boxed(given, kind, of: path)
      state.elements.append(LKStateSetValue(target: target, keyPath: path, value: value))
    }
    return state
  }

  private func transition(_ node: Int) throws(DocumentError) -> LKStateTransition {
    let any = LKStateTransition.anyState
    var transition = LKStateTransition(
      fromState: try text("fromState", of: node) ?? any,
      toState: try text("toState", of: node) ?? any)
    for element in try objects(member("elements", of: node), of: "elements") {
      guard let target = try target(of: element) else { continue }
      guard let given = member("animation", of: element) else {
        throw values.expected("objects with an animation", of: "elements", at: element)
      }
      let (animation, key) = try animations.animation(given, of: target.properties)
      let path = (animation as? CAPropertyAnimation)?.keyPath
      transition.elements.append(
        LKStateTransitionElement(target: target, key: key ?? path ?? "", animation: animation))
    }
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

  private func target(of node: Int) throws(DocumentError) -> CALayer? {
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
