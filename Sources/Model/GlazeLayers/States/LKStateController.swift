import Foundation
import GlazeGeometry

/// A controller that switches a tree of layers between its states.
///
/// ```swift
/// try controller.setState("Locked")
/// try controller.setState("Unlock", animated: true)
/// ```
///
/// Before a state first changes a layer, the controller saves the layer's own values, sublayers and
/// animations; leaving all states restores them. Changes run without actions.
///
/// Our choice, modeled on documents with states: if several transitions match, one that names both
/// states has priority, then one that names the entered state, then one that names the left state.
public final class LKStateController {
  /// The states, in the order of the document.
  public let states: [LKState]
  /// The transitions, in the order of the document.
  public let transitions: [LKStateTransition]
  /// The name of the selected state; nil, the default, stands for the layers' own values.
  public private(set) var state: String?

  /// The closures that restore the original values of layers, in the order of the first change.
  private var own: [() -> Void] = []
  private var known: Set<StatePlace> = []

  /// Creates a controller of states; none is selected.
  public init(states: [LKState], transitions: [LKStateTransition] = []) {
    self.states = states
    self.transitions = transitions
  }

  /// Selects a state.
  ///
  /// - Parameters:
  ///   - name: The name of the state; nil leaves all states.
  ///   - animated: Whether to add the transition's animations; they begin with the next commit.
  /// - Throws: `LKStateError`; nothing has changed in that case.
  /// - Complexity: O(number of values of all states that were selected).
  public func setState(_ name: String?, animated: Bool = false) throws(LKStateError) {
    let changes = try name.map { name throws(LKStateError) in try effectiveChanges(of: name) } ?? []
    let moving = animated ? transition(from: state, to: name)?.elements ?? [] : []
    let starts = moving.map { start(of: $0) }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    remember(changes)
    CATransaction.begin()
    defer { CATransaction.commit() }
    CATransaction.setDisableActions(true)
    for restore in own { restore() }
    for change in changes { change.apply() }
    for (element, start) in zip(moving, starts) {
      element.target.add(Self.animation(of: element, from: start), forKey: element.key)
    }
    CATransaction.commit()
    state = name
  }

  /// Returns the animations for a change of states; nil if the document has none.
  public func transition(from: String?, to: String?) -> LKStateTransition? {
    let any = LKStateTransition.anyState
    let ways = [(from, to), (any, to), (from, any), (any, any)]
    for (from, to) in ways {
      if let found = transitions.first(where: { $0.fromState == from && $0.toState == to }) {
        return found
      }
    }
    return nil
  }

  /// Returns the elements of a state, after those of the states on which it is based.
  private func effectiveChanges(of name: String) throws(LKStateError) -> [any StateChange] {
    var chain: [LKState] = []
    var next: String? = name
    while let name = next {
      guard let state = states.first(where: { $0.name == name }) else {
        throw .unknown(name, states: states.map(\.name))
      }
      if chain.contains(where: { $0.name == name }) { throw .cycle(name) }
      chain.append(state)
      next = state.basedOn
    }
    return chain.reversed().flatMap(\.elements).compactMap { $0 as? any StateChange }
  }

  private func remember(_ changes: [any StateChange]) {
    for change in changes where known.insert(change.place).inserted {
      own.append(change.restoration())
    }
  }

  private func start(of element: LKStateTransitionElement) -> Any? {
    guard let animation = element.animation as? CAPropertyAnimation else { return nil }
    return element.target.value(forKeyPath: animation.keyPath ?? element.key)
  }

  private static func animation(
    of element: LKStateTransitionElement, from start: Any?
  ) -> CAAnimation {
    guard let copy = element.animation.copy() as? CAAnimation else { return element.animation }
    if let property = copy as? CAPropertyAnimation, property.keyPath == nil {
      property.keyPath = element.key
    }
    if let basic = copy as? CABasicAnimation, basic.fromValue == nil, basic.toValue == nil,
      basic.byValue == nil
    {
      basic.fromValue = start
    }
    return copy
  }
}

/// An error that prevents the selection of a state.
public enum LKStateError: Error, Equatable, CustomStringConvertible {
  /// No state has the name; the associated value lists the existing names.
  case unknown(String, states: [String])
  /// A state is based on itself, directly or indirectly.
  case cycle(String)

  /// A description of the problem and its solution.
  public var description: String { text.description }

  private var text: MessageText {
    switch self {
    case .unknown(let name, let states) where states.isEmpty:
      "there is no state \"\(name)\": the document has no states"
    case .unknown(let name, let states):
      "there is no state \"\(name)\"; there are \(states.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .cycle(let name): "the state \"\(name)\" is based on itself; change or remove its basedOn"
    }
  }
}
