import Dispatch
import Synchronization

/// Runs the parts of a job on all cores.
struct Workers {
  let count: Int

  /// Calls `body` once for each number below `parts`, in any order and on several threads at once.
  func run(parts: Int, body: (Int) -> Void) {
    let workers = min(count, parts)
    guard workers > 1 else {
      for part in 0..<parts { body(part) }
      return
    }
    // Parts differ much in cost: each worker takes the next one that is left.
    let next = Atomic<Int>(0)
    // It is back before this function returns; what it may touch at once is its author's promise.
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
