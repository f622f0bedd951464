import Dispatch
import Synchronization

// Threads that wait for a lock, which is not a race, and, with an argument, a race:
// Scripts/sanitize checks that ThreadSanitizer distinguishes the two.

final class Counts: @unchecked Sendable {
  let locked = Mutex<[Int]>([])
  var bare = 0
}

let counts = Counts()
let races = CommandLine.arguments.count > 1
DispatchQueue.concurrentPerform(iterations: 4) { _ in
  for index in 0..<20_000 {
    counts.locked.withLock { list in
      if list.count > 50 { list.removeAll() }
      list.append(index)
    }
    if races { counts.bare += 1 }
  }
}
