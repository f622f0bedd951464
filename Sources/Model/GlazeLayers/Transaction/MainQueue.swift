import Dispatch
import Foundation
import Synchronization

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
    isMainThread || DispatchQueue.getSpecific(key: mark) != nil
  }

  // `Thread.isMainThread` makes two system calls, and every change of a shown layer asks. A thread
  // never becomes another one, so each asks once.
  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
  /// What a thread stores that is the main thread; other threads store 2.
  private static let isMain = 1
  /// How often threads asked the system, for tests.
  static let questions = Atomic<Int>(0)

  private static var isMainThread: Bool {
    if let known = pthread_getspecific(key) { return Int(bitPattern: known) == isMain }
    questions.add(1, ordering: .relaxed)
    let answer = Thread.isMainThread
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: answer ? isMain : 2))
    return answer
  }
}
