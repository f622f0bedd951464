import Foundation
package import GlazeEGL
import Glibc
import Synchronization

/// A context that is being made on a thread of its own while the first document is read: starting a
/// driver takes longer than anything else before the first picture.
///
/// Wait for it before the process ends: drivers do not like to be left while they start.
package final class PendingContext: Sendable {
  private typealias Outcome = Result<Context, ContextError>

  /// What the thread does.
  private final class Work: Sendable {
    let selection: DeviceSelection
    let outcome = Mutex<Outcome?>(nil)

    init(_ selection: DeviceSelection) { self.selection = selection }

    func run() {
      let made = Outcome { () throws(ContextError) in try Context(selection) }
      outcome.withLock { $0 = made }
    }
  }

  private let work: Work
  /// nil once the thread has ended.
  private let thread = Mutex<pthread_t?>(nil)

  /// Starts to make the context.
  package init(_ selection: DeviceSelection) {
    work = Work(selection)
    var id = pthread_t()
    let argument = Unmanaged.passRetained(work)
    let status = pthread_create(
      &id, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if status == 0 {
      thread.withLock { $0 = id }
    } else {
      // No thread is to be had: the context is made here, while the caller waits.
      argument.release()
      work.run()
    }
  }

  deinit { join() }

  /// The context, once it is there.
  package func wait() throws(ContextError) -> Context {
    join()
    guard let outcome = work.outcome.withLock({ $0 }) else {
      preconditionFailure("The thread ends after it has a result.")
    }
    return try outcome.get()
  }

  /// Returns when the thread is gone with all that the driver keeps for it, not only its result.
  private func join() {
    thread.withLock { thread in
      if let id = thread { pthread_join(id, nil) }
      thread = nil
    }
  }
}
