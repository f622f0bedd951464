import Foundation
import Glibc

/// A thread that can be waited for, until all that drivers keep for it is gone.
package final class WorkThread {
  private var id: pthread_t?

  /// What crosses over to the thread.
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts the thread; where none is to be had, the work is done here and now.
  package init(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var id = pthread_t()
    let status = pthread_create(
      &id, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if status == 0 {
      self.id = id
    } else {
      work.release()
      body()
    }
  }

  package func join() {
    if let id { pthread_join(id, nil) }
    id = nil
  }
}

/// Hands elements from one stage to the next; who is faster waits.
final class BoundedQueue<Element>: @unchecked Sendable {
  private let condition = NSCondition()
  private let capacity: Int
  private var elements: [Element] = []
  private var isFinished = false

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Waits for room; does nothing after the end.
  func push(_ element: Element) {
    condition.lock()
    defer { condition.unlock() }
    while elements.count >= capacity && !isFinished { condition.wait() }
    guard !isFinished else { return }
    elements.append(element)
    condition.broadcast()
  }

  /// The next element; nil when there will be none, or there is none now and it does not wait.
  func pop(waits: Bool = true) -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty && !isFinished && waits { condition.wait() }
    guard !elements.isEmpty else { return nil }
    defer { condition.broadcast() }
    return elements.removeFirst()
  }

  /// No more elements come.
  func finish() {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    condition.broadcast()
  }

  /// No more elements come, and those that are there are dropped.
  func abort() {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    elements = []
    condition.broadcast()
  }
}

/// Lets threads pass in the order of their numbers.
final class Turnstile: @unchecked Sendable {
  private let condition = NSCondition()
  private var next = 0
  private var isAborted = false

  /// Waits for its turn.
  ///
  /// - Returns: False when there will be no turn.
  func wait(for number: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while next != number && !isAborted { condition.wait() }
    return !isAborted
  }

  /// The next one's turn.
  func advance() {
    condition.lock()
    defer { condition.unlock() }
    next += 1
    condition.broadcast()
  }

  func abort() {
    condition.lock()
    defer { condition.unlock() }
    isAborted = true
    condition.broadcast()
  }
}
