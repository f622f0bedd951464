internal import Glibc
internal import Synchronization

/// Detects a process that was forked from one that had started threads to draw.
///
/// `fork()` copies one thread only. The workers of Dispatch and of an OpenGL driver are missing in
/// the child, which would wait for them forever.
package enum ForkedProcess {
  private static let isForked = Atomic(false)

  private static let isWatching: Bool = {
    isForked.store(false, ordering: .relaxed)
    return pthread_atfork(nil, nil, { ForkedProcess.isForked.store(true, ordering: .relaxed) }) == 0
  }()

  /// Marks all processes that are forked from now on; called before threads are started.
  package static func startsThreads() { _ = isWatching }

  /// A Boolean value that indicates whether the threads that this process counts on are missing.
  package static var lacksThreads: Bool { isForked.load(ordering: .relaxed) }
}
