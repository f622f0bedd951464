import Foundation
package import GlazeEGL
import Glibc
import Synchronization

/// A context that a separate thread makes while the first document is read: starting a driver takes
/// longer than any other step before the first image.
///
/// Wait for it before the process ends: a driver must not be interrupted while it starts.
package final class PendingContext: Sendable {
  private typealias Outcome = Result<Context, ContextError>

  /// The work of the thread.
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
      // No thread can be made: the context is made here, while the caller waits.
      argument.release()
      work.run()
    }
  }

  deinit { join() }

  /// Waits for the context and returns it.
  package func wait() throws(ContextError) -> Context {
    join()
    guard let outcome = work.outcome.withLock({ $0 }) else {
      preconditionFailure("The thread ends after it has a result.")
    }
    return try outcome.get()
  }

  /// Returns when the thread has ended and the driver has freed its data, not only when the result
  /// is there.
  private func join() {
    thread.withLock { thread in
      if let id = thread { pthread_join(id, nil) }
      thread = nil
    }
  }
}
