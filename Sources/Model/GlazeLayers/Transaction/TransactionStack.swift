import Dispatch
import Foundation

/// The open transactions and the pending calls of one thread; the main thread and the main actor
/// share one.
package final class TransactionStack {
  static let defaultDuration: CFTimeInterval = 0.25

  /// One transaction.
  final class Level {
    let isImplicit: Bool
    fileprivate(set) var duration: CFTimeInterval?
    /// nil is unset, `.some(nil)` is set to nil.
    fileprivate(set) var timingFunction: CAMediaTimingFunction??
    fileprivate(set) var disablesActions: Bool?
    var custom: [String: Any] = [:]
    private(set) var group: CompletionGroup?

    init(isImplicit: Bool) { self.isImplicit = isImplicit }

    func setCompletionBlock(_ block: (() -> Void)?) {
      group?.seal()
      group = block.map { CompletionGroup($0) }
    }

    func end() { group?.seal() }
  }

  /// The transactions, outermost first.
  private(set) var levels: [Level] = [] {
    didSet {
      findDisablesActions()
      parameters = nil
    }
  }
  /// See `implicitParameters`; nil until they are asked for, and when they may differ.
  private var parameters: ImplicitParameters?
  /// The layers that received animations in the open transactions, to check whether they are in a
  /// tree.
  private var animated: [CALayer] = []
  private var waiting: [() -> Void] = []
  private var isRunLoopAsked = false

  // MARK: One for each thread

  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<TransactionStack>.fromOpaque(pointer).release() }
    }
    return key
  }()

  /// Used only on the main queue, whichever thread serves it.
  nonisolated(unsafe) private static let ofMainQueue = TransactionStack()

  /// The stack of this thread; nil before it needed one.
  package static var existing: TransactionStack? {
    if MainQueue.isCurrent { return ofMainQueue }
    return pthread_getspecific(key).map {
      Unmanaged<TransactionStack>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The stack of this thread.
  package static var current: TransactionStack {
    if let existing { return existing }
    let stack = TransactionStack()
    pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  // MARK: Levels

  func begin() {
    levels.append(Level(isImplicit: false))
  }

  func commit() {
    guard let level = levels.popLast() else { return }
    finish(level)
  }

  /// The innermost transaction; an implicit one if none is open.
  var innermost: Level {
    if let last = levels.last { return last }
    let level = Level(isImplicit: true)
    levels.append(level)
    askRunLoop()
    return level
  }

  /// Ends the implicit transaction, unless an explicit one is open inside it.
  package func endImplicit() {
    guard levels.count == 1, let level = levels.first, level.isImplicit else { return }
    levels.removeAll()
    finish(level)
  }

  private func finish(_ level: Level) {
    if levels.isEmpty {
      let layers = animated
      animated = []
      for layer in layers { layer.dropAnimationsOutsideOfTrees() }
    }
    level.end()
  }

  // MARK: Properties

  var duration: CFTimeInterval? { lookUp { $0.duration } }
  var timingFunction: CAMediaTimingFunction? { lookUp { $0.timingFunction } ?? nil }
  /// Whether actions are disabled; found when it changes, because every change of a layer asks.
  @exclusivity(unchecked) private(set) var disablesActions = false

  /// The duration and the timing function of implicit animations.
  var implicitParameters: ImplicitParameters {
    if let parameters { return parameters }
    let found = ImplicitParameters(
      duration: duration ?? Self.defaultDuration, function: timingFunction)
    parameters = found
    return found
  }

  func setDuration(_ duration: CFTimeInterval) {
    innermost.duration = duration
    parameters = nil
  }

  func setTimingFunction(_ function: CAMediaTimingFunction?) {
    innermost.timingFunction = .some(function)
    parameters = nil
  }

  func custom(_ key: String) -> Any? {
    for level in levels.reversed() {
      if let value = level.custom[key] { return value }
    }
    return nil
  }

  func setDisablesActions(_ flag: Bool) {
    innermost.disablesActions = flag
    findDisablesActions()
  }

  private func findDisablesActions() {
    disablesActions = lookUp { $0.disablesActions } ?? false
  }

  private func lookUp<Value>(_ property: (Level) -> Value?) -> Value? {
    for level in levels.reversed() {
      if let value = property(level) { return value }
    }
    return nil
  }

  /// Records that a layer received an animation, and returns the observers of its end.
  func noteAnimation(of layer: CALayer) -> [CompletionGroup] {
    if !levels.isEmpty { animated.append(layer) }
    return groups
  }

  /// The observers of the animations that are added now.
  var groups: [CompletionGroup] { levels.compactMap(\.group) }

  // MARK: Calls

  /// Schedules a call for the next opportunity, outside the current operation.
  func call(_ body: @escaping () -> Void) {
    waiting.append(body)
    askRunLoop()
  }

  /// Makes the pending calls; calls that are scheduled meanwhile wait for the next time.
  package func callWaiting() {
    isRunLoopAsked = false
    let calls = waiting
    waiting = []
    for call in calls { call() }
  }

  /// Schedules on a served main queue the work that a renderer's frame or `flush()` does elsewhere.
  private func askRunLoop() {
    guard !isRunLoopAsked, MainQueue.isCurrent else { return }
    isRunLoopAsked = true
    DispatchQueue.main.async { CATransaction.flush() }
  }
}

/// The animations that a completion block waits for.
final class CompletionGroup {
  private(set) var block: (() -> Void)?
  private var running = 0
  private var isSealed = false

  init(_ block: @escaping () -> Void) { self.block = block }

  func animationAdded() { running += 1 }

  func animationEnded() {
    running -= 1
    callIfDone()
  }

  /// Marks that no further animation will be added.
  func seal() {
    isSealed = true
    callIfDone()
  }

  private func callIfDone() {
    guard isSealed, running == 0, let block else { return }
    self.block = nil
    TransactionStack.current.call(block)
  }
}
