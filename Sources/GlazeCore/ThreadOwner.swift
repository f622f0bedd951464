import Foundation
import GlazeLayers
import Glibc
import Synchronization

/// The thread that a renderer and its sessions belong to.
///
/// What an actor other than the main actor made is not checked: the compiler keeps values that are not
/// Sendable inside of the actor, whose threads change.
final class ThreadOwner: Sendable {
  /// 0 while nobody is the owner: the next thread that comes is.
  private let id: Atomic<UInt>
  private let name: Mutex<String>
  private let isActor: Bool
  /// The main actor's thread may be another one after each pause.
  private let isMainActor: Bool
  /// The thread that the backend works on while a sequence is drawn.
  private let worker = Mutex<String?>(nil)

  /// Makes this thread, or the actor, the owner.
  init(_ isolation: (any Actor)?) {
    id = Atomic(UInt(pthread_self()))
    name = Mutex(Self.currentName)
    isMainActor = isolation === MainActor.shared
    isActor = isolation != nil && !isMainActor
  }

  /// Whether this thread may use what belongs to the owner.
  var isHere: Bool {
    isActor || id.load(ordering: .acquiring) == UInt(pthread_self())
      || isMainActor && MainQueue.isCurrent
  }

  /// Makes sure that this thread is the owner.
  ///
  /// - Throws: `GlazeError.Code.wrongThread` with the names of both threads.
  func check() throws(GlazeError) {
    if let worker = worker.withLock(\.self) {
      throw .busy(worker: worker, caller: Self.currentName)
    }
    if isHere { return }
    let free: UInt = 0
    guard
      id.compareExchange(
        expected: free, desired: UInt(pthread_self()), ordering: .acquiringAndReleasing
      ).exchanged
    else { throw .wrongThread(owner: name.withLock(\.self), caller: Self.currentName) }
    name.withLock { $0 = Self.currentName }
  }

  /// Gives the ownership up.
  func release() throws(GlazeError) {
    try check()
    id.store(0, ordering: .releasing)
  }

  /// Refuses everybody while a sequence is drawn on another thread.
  func whileBusy<Result>(_ worker: String, _ body: () throws -> Result) rethrows -> Result {
    self.worker.withLock { $0 = worker }
    defer { self.worker.withLock { $0 = nil } }
    return try body()
  }

  /// The thread that runs, for people.
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

extension GlazeError {
  static func wrongThread(owner: String, caller: String) -> Self {
    Self(
      .wrongThread,
      "the renderer and its sessions belong to \(owner) and were used on \(caller); use them there, or "
        + "have their thread hand them over with handOver() before")
  }

  static func busy(worker: String, caller: String) -> Self {
    Self(
      .wrongThread,
      "\(worker) draws a sequence; \(caller) may use the renderer and its sessions when that is done"
    )
  }
}
