import Foundation
import Glibc
import Synchronization

/// The thread that a renderer belongs to, with its sessions and their layers.
///
/// Objects created on an actor other than the main actor are not checked: the compiler keeps values
/// that are not Sendable inside the actor, whose threads change.
package final class ThreadOwner: Sendable {
  /// 0 while there is no owner: the next thread becomes the owner.
  private let id: Atomic<UInt>
  private let name: Mutex<String>
  private let isActor: Bool
  /// The thread of the main actor may change at each suspension.
  private let isMainActor: Bool
  /// The thread on which the backend works while a sequence is drawn.
  private let worker = Mutex<String?>(nil)

  /// Makes this thread, or the actor, the owner.
  package init(_ isolation: (any Actor)?) {
    id = Atomic(UInt(pthread_self()))
    name = Mutex(Self.currentName)
    isMainActor = isolation === MainActor.shared
    isActor = isolation != nil && !isMainActor
  }

  /// A Boolean value that indicates whether this thread may use the owner's objects.
  package var isHere: Bool {
    isActor || id.load(ordering: .acquiring) == UInt(pthread_self())
      || isMainActor && MainQueue.isCurrent
  }

  /// A reason why this thread may not use the owner's objects.
  package enum Obstacle {
    /// Another thread is the owner; both by name.
    case wrongThread(owner: String, caller: String)
    /// The backend works on a sequence.
    case busy(worker: String, caller: String)
  }

  /// Makes this thread the owner if there is none.
  ///
  /// - Returns: nil if this thread is the owner now, and the backend is not busy.
  package func obstacle() -> Obstacle? {
    if let worker = worker.withLock(\.self) {
      return .busy(worker: worker, caller: Self.currentName)
    }
    return obstacleToChanges()
  }

  /// Does the same for changes of layers, which `progress` may make while a sequence is drawn.
  func obstacleToChanges() -> Obstacle? {
    if isHere { return nil }
    let free: UInt = 0
    guard
      id.compareExchange(
        expected: free, desired: UInt(pthread_self()), ordering: .acquiringAndReleasing
      ).exchanged
    else { return .wrongThread(owner: name.withLock(\.self), caller: Self.currentName) }
    name.withLock { $0 = Self.currentName }
    return nil
  }

  /// Releases the ownership; only the owner may call it.
  package func release() { id.store(0, ordering: .releasing) }

  /// Refuses all threads while a sequence is drawn on another thread.
  package func whileBusy<Result>(_ worker: String, _ body: () throws -> Result) rethrows -> Result {
    self.worker.withLock { $0 = worker }
    defer { self.worker.withLock { $0 = nil } }
    return try body()
  }

  /// The name of the current thread, for messages.
  private static var currentName: String {
    if Thread.isMainThread { return "the main thread" }
    // As debuggers and top show it. Foundation knows the name only once the thread that started this one
    // went on, and glibc's own functions are hidden from Swift.
    let number = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
      .map { ($0 as NSString).lastPathComponent }
    return "thread \"\(kernelName ?? "?")\" (\(number ?? "?"))"
  }

  private static var kernelName: String? {
    guard let file = fopen("/proc/thread-self/comm", "r") else { return nil }
    defer { fclose(file) }
    // The kernel keeps 15 bytes.
    var line = [UInt8](repeating: 0, count: 64)
    let count = fread(&line, 1, line.count, file)
    return String(decoding: line[..<count], as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
