import Foundation
import GlazeLayers

/// Reads the states of a document, once its layers are there.
struct CAMLStates {
  let values: CAMLValues
  let pictures: CAMLPictures
  let animations: CAMLAnimations
  /// The layers that elements can name, by id.
  let layers: [String: CALayer]

  private var document: XMLDocument { values.document }

  /// Reads the elements `states` and `stateTransitions` of all layers.
  func read(states: [Int], transitions: [Int]) throws(DocumentError) -> LKStateController? {
    var found: [LKState] = []
    for child in states.flatMap({ document.children(of: $0) }) where isNamed(child, "LKState") {
      found.append(try state(child))
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
    for child in elements(of: index) where isNamed(child, "LKStateSetValue") {
      guard let target = try target(of: child), let path = document.elements[child]["keyPath"]
      else { continue }
      guard let given = document.child("value", of: child) else { continue }
      let kind = AnimatedKind.kind(ofKeyPath: path, valueFunction: nil, in: target.properties)
      guard let kind else {
        try values.log.warn(.unknownProperty(path), at: document.location(of: child))
        continue
      }
      let isNull = document.elements[given]["type"] == "null"
      let value = isNull ? nil : try values.boxed(.element(given), kind, pictures, of: path)
      state.elements.append(LKStateSetValue(target: target, keyPath: path, value: value))
    }
    return state
  }

  private func transition(_ index: Int) throws(DocumentError) -> LKStateTransition {
    let element = document.elements[index]
    let any = LKStateTransition.anyState
    var transition = LKStateTransition(
      fromState: element["fromState"] ?? any, toState: element["toState"] ?? any)
    for child in elements(of: index) where isNamed(child, "LKStateTransitionElement") {
      // Without an animation it only refers to another element.
      guard let given = document.child("animation", of: child),
        let target = try target(of: child),
        let animation = try animations.animation(given, of: target.properties)
      else { continue }
      let path = (animation as? CAPropertyAnimation)?.keyPath
      let key = document.elements[child]["key"] ?? document.elements[child]["keyPath"] ?? path
      transition.elements.append(
        LKStateTransitionElement(target: target, key: key ?? "", animation: animation))
    }
    return transition
  }

  private func elements(of index: Int) -> [Int] {
    document.child("elements", of: index).map { document.children(of: $0) } ?? []
  }

  private func target(of index: Int) throws(DocumentError) -> CALayer? {
    guard let id = document.elements[index]["targetId"] else { return nil }
    if let layer = layers[id] { return layer }
    try values.log.warn(.unknownTarget(id), at: document.location(of: index))
    return nil
  }
}
