import Foundation
import GlazeGeometry
import GlazeLayers

extension DocumentContents {
  /// Stacks documents, the first at the back; their states are selected together.
  ///
  /// - Parameter planes: at least one document; a single one stays as it is.
  init(stacking planes: [DocumentContents], name: String) {
    self = planes[0]
    self.name = name
    guard planes.count > 1 else { return }
    size = planes.reduce(.zero) { size, plane in
      CGSize(
        width: max(size.width, plane.size.width), height: max(size.height, plane.size.height))
    }
    root = CALayer()
    root.bounds.size = size
    for plane in planes {
      root.addSublayer(Self.sublayer(for: plane, isFlipped: isGeometryFlipped))
    }
    Self.place(root)
    diagnostics = planes.flatMap(\.diagnostics)
    states = Self.states(of: planes.compactMap(\.states))
    loop = planes.lazy.compactMap(\.loop).first
  }

  /// Returns a plane's root, inside a layer that flips y when the plane's y points the other way.
  private static func sublayer(for plane: DocumentContents, isFlipped: Bool) -> CALayer {
    guard plane.isGeometryFlipped != isFlipped else { return plane.root }
    let turned = CALayer()
    turned.bounds.size = plane.size
    turned.isGeometryFlipped = true
    turned.addSublayer(plane.root)
    place(turned)
    return turned
  }

  private static func states(of planes: [LKStateController]) -> LKStateController? {
    if planes.isEmpty { return nil }
    var states: [LKState] = []
    var places: [String: Int] = [:]
    for state in planes.flatMap(\.states) {
      if let index = places[state.name] {
        states[index].elements += state.elements
        states[index].basedOn = states[index].basedOn ?? state.basedOn
      } else {
        places[state.name] = states.count
        states.append(state)
      }
    }
    let tables = planes.map { TransitionTable($0.transitions) }
    var transitions: [LKStateTransition] = []
    var seen: Set<[String]> = []
    for pair in planes.flatMap(\.transitions)
    where seen.insert([pair.fromState, pair.toState]).inserted {
      // Each plane uses its own best match: some may have a general one, others a specific one.
      let elements = tables.flatMap { $0.elements(from: pair.fromState, to: pair.toState) }
      transitions.append(
        LKStateTransition(fromState: pair.fromState, toState: pair.toState, elements: elements))
    }
    return LKStateController(states: states, transitions: transitions)
  }
}

/// The transitions of one plane, matched like those of `LKStateController`.
private struct TransitionTable {
  private var first: [[String]: LKStateTransition] = [:]

  init(_ transitions: [LKStateTransition]) {
    for transition in transitions {
      let key = [transition.fromState, transition.toState]
      if first[key] == nil { first[key] = transition }
    }
  }

  func elements(from: String, to: String) -> [LKStateTransitionElement] {
    let any = LKStateTransition.anyState
    let ways = [[from, to], [any, to], [from, any], [any, any]]
    return ways.lazy.compactMap { first[$0] }.first?.elements ?? []
  }
}
