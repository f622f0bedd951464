import Dispatch
import Foundation

/// The queue of the main thread and of the main actor, which are not always the same thread.
///
/// With an `async` main function on Linux the main actor leaves the main thread at its first `await`: its work
/// is done by whichever thread serves this queue, and the main run loop never runs. A main run loop that runs
/// serves this queue, too. So what is to be called "on the main thread, later" goes here.
package enum MainQueue {
  private static let mark = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// Whether this is the main thread, or does the main actor's work.
  package static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark) != nil
  }
}
