import Foundation
import GlazeLayers

/// Reads the states of a document after its layers.
struct StateReader<Syntax: DocumentSyntax> {
  let syntax: Syntax
  /// The layers that elements can refer to.
  let layers: [String: CALayer]
  /// The layers that states add, by their nodes.
  let added: [Int: CALayer]

  /// Reads states and transitions; nil when there are none.
  func read(states: [Int], transitions: [Int]) throws(DocumentError) -> LKStateController? {
    var found: [LKState] = []
    for object in states { found.append(try state(object)) }
    var ways: [LKStateTransition] = []
    for object in transitions { ways.append(try transition(object)) }
    guard !found.isEmpty || !ways.isEmpty else { return nil }
    return LKStateController(states: found, transitions: ways)
  }

  private func state(_ object: Int) throws(DocumentError) -> LKState {
    let name = try syntax.text("name", of: object)
    if name == nil, Syntax.isStrict {
      throw syntax.expected("an object with a name", of: "a state", at: object)
    }
    var state = LKState(name: name ?? "", basedOn: try syntax.text("basedOn", of: object))
    state.keepsake = try keepsake(of: object, except: ["name", "basedOn"]) {
      (element, list) throws(DocumentError) in
      guard let read = try stateElement(element, list) else { return false }
      state.elements.append(read)
      return true
    }
    return state
  }

  private func transition(_ object: Int) throws(DocumentError) -> LKStateTransition {
    let any = LKStateTransition.anyState
    var transition = LKStateTransition(
      fromState: try syntax.text("fromState", of: object) ?? any,
      toState: try syntax.text("toState", of: object) ?? any)
    transition.keepsake = try keepsake(of: object, except: ["fromState", "toState"]) {
      (element, _) throws(DocumentError) in
      guard let read = try transitionElement(element) else { return false }
      transition.elements.append(read)
      return true
    }
    return transition
  }

  /// Reads the elements of a state or a transition.
  ///
  /// - Parameter read: Reads an element, and returns whether it could be read.
  /// - Returns: The parts that were not read.
  private func keepsake(
    of object: Int, except known: Set<String>,
    _ read: (Int, String) throws(DocumentError) -> Bool
  ) throws(DocumentError) -> Keepsake? {
    var parts = syntax.retained(of: object, except: known)
    for (element, list) in try syntax.stateElements(of: object) {
      var isRead = false
      try syntax.leavingOut { () throws(DocumentError) in isRead = try read(element, list) }
      parts.append(isRead ? .known("elements") : syntax.retained(element: element))
    }
    return syntax.keepsake(ofState: object, parts)
  }

  // MARK: Elements

  /// - Returns: nil for an element that was reported.
  private func stateElement(
    _ object: Int, _ list: String
  ) throws(DocumentError) -> (any LKStateElement)? {
    guard let target = try target(of: object) else { return nil }
    let name = try syntax.stateElementClass(of: object, otherwise: "LKStateSetValue")
    switch name {
    case "LKStateSetValue", "LKStateSetProperty": return try setValue(object, name, target, list)
    case "LKStateAddElement", "LKStateRemoveElement":
      guard try syntax.text("keyPath", of: object) ?? "sublayers" == "sublayers" else { break }
      return try sublayerElement(object, isAdded: name == "LKStateAddElement", target)
    case "LKStateAddAnimation":
      if let (key, animation) = try animation(of: object, target) {
        return LKStateAddAnimation(target: target, key: key, animation: animation)
      }
    case "LKStateRemoveAnimation":
      if let key = try syntax.text("key", of: object) {
        return LKStateRemoveAnimation(target: target, key: key)
      }
      if Syntax.isStrict {
        throw syntax.expected("the key of an animation", of: "key", at: object)
      }
    default: break
    }
    syntax.warn(.ignoredInState(name), at: object)
    return nil
  }

  private func setValue(
    _ object: Int, _ name: String, _ target: CALayer, _ list: String
  ) throws(DocumentError) -> LKStateSetValue? {
    guard let path = try syntax.text("keyPath", of: object),
      let given = syntax.member("value", of: object)
    else {
      if Syntax.isStrict {
        throw syntax.expected("objects with a keyPath and a value", of: list, at: object)
      }
      syntax.warn(.ignoredInState(name), at: object)
      return nil
    }
    let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: nil, in: target.properties)
    guard let kind else {
      syntax.warn(.unknownProperty(path), at: object)
      return nil
    }
    return LKStateSetValue(
      target: target, keyPath: path, value: try syntax.boxed(given, kind, of: path))
  }

  private func sublayerElement(
    _ object: Int, isAdded: Bool, _ target: CALayer
  ) throws(DocumentError) -> (any LKStateElement)? {
    guard let reference = try syntax.layerReference("object", of: object) else {
      if Syntax.isStrict {
        throw syntax.expected("a layer, or the name of one", of: "object", at: object)
      }
      syntax.warn(.unknownTarget(""), at: object)
      return nil
    }
    guard let layer = layer(reference) else { return nil }
    guard isAdded else { return LKStateRemoveElement(target: target, object: layer) }
    let next = try syntax.layerReference("beforeObject", of: object)
    return LKStateAddElement(
      target: target, object: layer, beforeObject: next.flatMap { self.layer($0) })
  }

  /// - Returns: nil for an element that was reported, and for one without an animation, which only
  ///   refers to another element.
  private func transitionElement(_ object: Int) throws(DocumentError) -> LKStateTransitionElement? {
    let standard = "LKStateTransitionElement"
    let name = try syntax.stateElementClass(of: object, otherwise: standard)
    guard name == standard else {
      syntax.warn(.ignoredInState(name), at: object)
      return nil
    }
    if !Syntax.isStrict, syntax.member("animation", of: object) == nil { return nil }
    guard let target = try target(of: object),
      let (key, animation) = try animation(of: object, target)
    else { return nil }
    return LKStateTransitionElement(target: target, key: key, animation: animation)
  }

  /// Returns the animation of an element and its key.
  private func animation(
    of object: Int, _ target: CALayer
  ) throws(DocumentError) -> (key: String, animation: CAAnimation)? {
    guard let given = syntax.member("animation", of: object) else {
      if Syntax.isStrict {
        throw syntax.expected("objects with an animation", of: "elements", at: object)
      }
      return nil
    }
    let inner = syntax.object(given)
    guard let animation = try syntax.animation(inner, of: target.properties) else { return nil }
    var key = try syntax.text("key", of: object)
    if key == nil { key = try syntax.text("keyPath", of: object) }
    if key == nil { key = try syntax.animationKey(of: inner) }
    return (key ?? (animation as? CAPropertyAnimation)?.keyPath ?? "", animation)
  }

  // MARK: References

  /// - Returns: nil for a target that was reported, and for one that only the other syntax can read.
  private func target(of object: Int) throws(DocumentError) -> CALayer? {
    guard let id = try syntax.targetID(of: object) else { return nil }
    return layer(.id(id, place: object))
  }

  private func layer(_ reference: LayerReference) -> CALayer? {
    switch reference {
    case .described(let object): return added[object]
    case .id(let id, let place):
      if let layer = layers[id] { return layer }
      syntax.warn(.unknownTarget(id), at: place)
      return nil
    }
  }
}
