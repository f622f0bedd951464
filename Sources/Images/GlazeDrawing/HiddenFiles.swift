import Glibc
import Synchronization

/// The hidden files that this process wrote last, so that they can be removed when it ends
/// abruptly.
///
/// A signal handler may neither allocate memory nor wait. So the names lie in preallocated memory.
/// Names of files that were renamed meanwhile stay there, which is harmless because no other file
/// ever has them.
package enum HiddenFiles {
  /// The number of remembered files; more are never written at the same time.
  private static let count = 64
  private static let longest = 4096
  // Unchecked: each slot is written by one thread, and only read when all others have ended.
  private nonisolated(unsafe) static let names = calloc(count, longest)?
    .bindMemory(to: CChar.self, capacity: count * longest)
  private static let next = Atomic<Int>(0)

  /// Records a file that will be written.
  static func note(_ path: String) {
    guard let names, path.utf8.count < longest else { return }
    let slot = next.add(1, ordering: .relaxed).oldValue % count
    path.withCString { _ = strcpy(names + slot * longest, $0) }
  }

  /// Removes the files that still exist; safe in signal handlers after `prepare()` was called.
  package static func removeAll() {
    guard let names else { return }
    for slot in 0..<count where names[slot * longest] != 0 { unlink(names + slot * longest) }
  }

  /// Allocates the memory for the names.
  package static func prepare() { _ = names }
}
