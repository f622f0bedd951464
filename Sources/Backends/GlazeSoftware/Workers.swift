import Dispatch
import Synchronization

/// Runs the parts of a task on all cores.
struct Workers {
  let count: Int

  /// Calls `body` once for each number below `parts`, in any order and on several threads
  /// concurrently.
  func run(parts: Int, body: (Int) -> Void) {
    let workers = min(count, parts)
    guard workers > 1 else {
      for part in 0..<parts { body(part) }
      return
    }
    // Parts differ much in cost, so each worker takes the next remaining one.
    let next = Atomic<Int>(0)
    // The closure does not escape this function; its author must ensure that concurrent calls are
    // safe.
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let part = next.add(1, ordering: .relaxed).oldValue
        if part >= parts { return }
        body(part)
      }
    }
  }
}
