import Foundation
import GlazeLayers

/// Reads the states of a document after its layers.
struct CAMLStates {
  let values: CAMLValues
  let images: CAMLImages
  let animations: CAMLAnimations
  /// The layers that elements can refer to, by id.
  let layers: [String: CALayer]
  /// The layers that states add, by the element `LKStateAddElement`.
  let added: [Int: CALayer]

  private var document: XMLDocument { values.document }

  /// Reads the elements `states` and `stateTransitions` of all layers.
  func read(states: [Int], transitions: [Int]) throws(DocumentError) -> LKStateController? {
    var found: [LKState] = []
    for child in states.flatMap({ document.children(of: $0) }) {
      if isNamed(child, "LKState") {
        found.append(try state(child))
      } else if isNamed(child, "LKEventHandler") {
        values.log.warn(.ignoredInState("LKEventHandler"), at: document.location(of: child))
      }
    }
    var ways: [LKStateTransition] = []
    for child in transitions.flatMap({ document.children(of: $0) })
    where isNamed(child, "LKStateTransition") {
      ways.append(try transition(child))
    }
    guard !found.isEmpty || !ways.isEmpty else { return nil }
    return LKStateController(states: found, transitions: ways)
  }

  private func isNamed(_ index: Int, _ name: String) -> Bool {
    let element = document.elements[index]
    return element.name == name || element["type"] == name
  }

  private func state(_ index: Int) throws(DocumentError) -> LKState {
    let element = document.elements[index]
    var state = LKState(name: element["name"] ?? "", basedOn: element["basedOn"])
    var parts = attributes(of: index, except: ["name", "basedOn"])
    for child in elements(of: index) {
      let given = document.elements[child]
      let name = given.name.hasPrefix("LK") ? given.name : given["type"] ?? given.name
      var element: (any LKStateElement)?
      try values.leavingOut { () throws(DocumentError) in
        if let target = try target(of: child) {
          element = try stateElement(child, name, target)
        }
      }
      if let element {
        state.elements.append(element)
        parts.append(.known("elements"))
      } else {
        parts.append(values.retained(child))
      }
    }
    state.keepsake = keepsake(of: index, parts)
    return state
  }

  private func attributes(of index: Int, except known: Set<String>) -> [Keepsake.Part] {
    document.elements[index].attributes.filter { !known.contains($0.name) }
      .map { .attribute($0.name, $0.value) }
  }

  /// Returns the unknown parts that an archive stored, or else those that were read.
  private func keepsake(of index: Int, _ parts: [Keepsake.Part]) -> Keepsake? {
    values.archivedKeepsake(of: index).map { Keepsake(texts: $0) } ?? Keepsake(parts: parts)
  }

  /// - Returns: nil for an element that was reported.
  private func stateElement(
    _ index: Int, _ name: String, _ target: CALayer
  ) throws(DocumentError) -> (any LKStateElement)? {
    let element = document.elements[index]
    switch name {
    case "LKStateSetValue", "LKStateSetProperty": return try setValue(index, name, target)
    case "LKStateAddElement", "LKStateRemoveElement":
      guard let object = try object(of: index, "object") else { return nil }
      guard element["keyPath"] ?? "sublayers" == "sublayers" else { break }
      if name == "LKStateRemoveElement" {
        return LKStateRemoveElement(target: target, object: object)
      }
      let hasNext =
        element["beforeObjectId"] != nil || document.child("beforeObject", of: index) != nil
      return LKStateAddElement(
        target: target, object: object,
        beforeObject: hasNext ? try self.object(of: index, "beforeObject") : nil)
    case "LKStateAddAnimation":
      guard let given = document.child("animation", of: index),
        let animation = try animations.animation(given, of: target.properties)
      else { break }
      let path = (animation as? CAPropertyAnimation)?.keyPath
      return LKStateAddAnimation(
        target: target, key: element["key"] ?? path ?? "", animation: animation)
    case "LKStateRemoveAnimation":
      guard let key = element["key"] else { break }
      return LKStateRemoveAnimation(target: target, key: key)
    default: break
    }
    values.log.warn(.ignoredInState(name), at: document.location(of: index))
    return nil
  }

  private func setValue(
    _ index: Int, _ name: String, _ target: CALayer
  ) throws(DocumentError) -> LKStateSetValue? {
    guard let path = document.elements[index]["keyPath"],
      let given = document.child("value", of: index)
    else {
      values.log.warn(.ignoredInState(name), at: document.location(of: index))
      return nil
    }
    let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: nil, in: target.properties)
    guard let kind else {
      values.log.warn(.unknownProperty(path), at: document.location(of: index))
      return nil
    }
    let isNull = document.elements[given]["type"] == "null"
    let value = isNull ? nil : try values.boxed(.element(given), kind, images, of: path)
    return LKStateSetValue(target: target, keyPath: path, value: value)
  }

  /// Returns the layer that an element refers to: by an attribute with its id, or by an element
  /// that refers to it or holds it.
  private func object(of index: Int, _ name: String) throws(DocumentError) -> CALayer? {
    if name == "object", let layer = added[index] { return layer }
    let child = document.child(name, of: index)
    let inner = child.flatMap { document.children(of: $0).first }
    let id =
      document.elements[index][name + "Id"] ?? document.elements[index][name]
      ?? child.flatMap { document.elements[$0]["object"] }
      ?? inner.flatMap { document.elements[$0]["object"] }
    if let id, let layer = layers[id] { return layer }
    values.log.warn(.unknownTarget(id ?? ""), at: document.location(of: index))
    return nil
  }

  private func transition(_ index: Int) throws(DocumentError) -> LKStateTransition {
    let element = document.elements[index]
    let any = LKStateTransition.anyState
    var transition = LKStateTransition(
      fromState: element["fromState"] ?? any, toState: element["toState"] ?? any)
    var parts = attributes(of: index, except: ["fromState", "toState"])
    for child in elements(of: index) {
      if let element = try transitionElement(child) {
        transition.elements.append(element)
        parts.append(.known("elements"))
      } else {
        parts.append(values.retained(child))
      }
    }
    transition.keepsake = keepsake(of: index, parts)
    return transition
  }

  /// - Returns: nil for an element that was reported, and for one without an animation, which only
  ///   refers to another element.
  private func transitionElement(_ index: Int) throws(DocumentError) -> LKStateTransitionElement? {
    let element = document.elements[index]
    guard isNamed(index, "LKStateTransitionElement") else {
      values.log.warn(.ignoredInState(element.name), at: document.location(of: index))
      return nil
    }
    guard let given = document.child("animation", of: index),
      let target = try target(of: index),
      let animation = try animations.animation(given, of: target.properties)
    else { return nil }
    let path = (animation as? CAPropertyAnimation)?.keyPath
    return LKStateTransitionElement(
      target: target, key: element["key"] ?? element["keyPath"] ?? path ?? "", animation: animation)
  }

  private func elements(of index: Int) -> [Int] {
    document.child("elements", of: index).map { document.children(of: $0) } ?? []
  }

  private func target(of index: Int) throws(DocumentError) -> CALayer? {
    let id = document.elements[index]["targetId"] ?? ""
    if let layer = layers[id] { return layer }
    values.log.warn(.unknownTarget(id), at: document.location(of: index))
    return nil
  }
}
