import Foundation
package import GlazeEGL
import Synchronization

/// A context that is being made on a thread of its own, while its user has other work: a driver
/// takes tens of milliseconds to start.
///
/// Wait for it in any case: a process that ends while a driver starts may crash.
package final class PendingContext: Sendable {
  private let result = Mutex<Result<Context, ContextError>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts to make the context.
  package init(_ selection: DeviceSelection) {
    Thread.detachNewThread { [self] in
      let context = Result { () throws(ContextError) in try Context(selection) }
      result.withLock { $0 = context }
      isDone.signal()
    }
  }

  /// The context, once it is there.
  package func wait() throws(ContextError) -> Context {
    isDone.wait()
    // For whoever waits next.
    isDone.signal()
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("The signal comes after the result.")
    }
    return try result.get()
  }
}
