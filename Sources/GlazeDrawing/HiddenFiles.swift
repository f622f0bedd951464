import Glibc
import Synchronization

/// The hidden files that this process wrote last, for whoever ends it at once.
///
/// A signal's handler may take no memory and wait for nobody: names lie in memory of their own, and those of files
/// that have their final names by now stay, since no other file will ever have them.
package enum HiddenFiles {
  /// More are never written at once.
  private static let count = 64
  private static let longest = 4096
  // Unchecked: a slot is written by one thread, and only read where all else has ended.
  private nonisolated(unsafe) static let names = calloc(count, longest)?
    .bindMemory(to: CChar.self, capacity: count * longest)
  private static let next = Atomic<Int>(0)

  /// Remembers a file that will be written.
  static func note(_ path: String) {
    guard let names, path.utf8.count < longest else { return }
    let slot = next.add(1, ordering: .relaxed).oldValue % count
    path.withCString { _ = strcpy(names + slot * longest, $0) }
  }

  /// Removes those that are still there; safe in handlers of signals once `prepare()` was called.
  package static func removeAll() {
    guard let names else { return }
    for slot in 0..<count where names[slot * longest] != 0 { unlink(names + slot * longest) }
  }

  /// Takes the memory that names need.
  package static func prepare() { _ = names }
}
