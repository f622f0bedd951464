import Foundation
import Glibc

/// A thread that can be waited for, until the driver has freed all data for it.
package final class WorkThread {
  private var id: pthread_t?

  /// The work that is passed to the thread.
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts the thread; if none can be made, the work runs in the initializer.
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

/// A queue that passes elements from one stage to the next; the faster stage waits.
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

  /// Returns the next element; nil when no more will come, or when none is ready and it does not
  /// wait.
  func pop(waits: Bool = true) -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty && !isFinished && waits { condition.wait() }
    guard !elements.isEmpty else { return nil }
    defer { condition.broadcast() }
    return elements.removeFirst()
  }

  /// Marks that no more elements come.
  func finish() {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    condition.broadcast()
  }

  /// Marks that no more elements come, and drops those in the queue.
  func abort() {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    elements = []
    condition.broadcast()
  }
}

/// A gate that lets threads pass in the order of their numbers.
final class Turnstile: @unchecked Sendable {
  private let condition = NSCondition()
  private var next = 0
  private var isAborted = false

  /// Waits for the turn of a number.
  ///
  /// - Returns: False when its turn will never come.
  func wait(for number: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while next != number && !isAborted { condition.wait() }
    return !isAborted
  }

  /// Passes the turn to the next number.
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
