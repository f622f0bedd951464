import Dispatch
import Foundation

/// The queue of the main thread and of the main actor, which are not always the same thread.
///
/// With an `async` main function on Linux, the main actor leaves the main thread at its first
/// `await`: any thread that serves this queue does its work, and the main run loop never runs. A
/// running main run loop serves this queue, too. Calls that are due "on the main thread, later"
/// therefore go here.
package enum MainQueue {
  private static let mark = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// A Boolean value that indicates whether this is the main thread, or a thread that runs the main
  /// actor.
  package static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark) != nil
  }
}
