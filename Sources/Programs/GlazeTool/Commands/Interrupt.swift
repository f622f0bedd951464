import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C, SIGTERM and the end of the terminal into a flag that work polls; the second signal ends the
/// process at once.
///
/// Work that cannot poll, because it waits for a program that takes no frames, is released: the program is
/// ended, so that the work fails and removes its partial output. A process that waits for a reader ends later.
final class Interrupt {
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
    let isOver = Atomic<Bool>(false)
  }

  /// Seconds after the first signal until child processes and this process are ended.
  private static let patience = (others: 2.0, own: 20.0)

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  init() {
    sources = Self.signals.map { [flag] number in
      // The source receives the signal nevertheless.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        flag.isSet.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
        Self.free(from: number, unless: flag)
      }
      source.resume()
      return source
    }
  }

  private static func free(from number: Int32, unless flag: Flag) {
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
        if !flag.isOver.load(ordering: .relaxed) { body() }
      }
    }
    after(patience.others) { for child in children() { kill(child, SIGKILL) } }
    after(patience.own) { kill(getpid(), number) }
  }

  /// The child processes of this one.
  private static func children() -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.flatMap { thread -> [pid_t] in
      let list = FileManager.default.contents(atPath: "/proc/self/task/\(thread)/children")
      return String(decoding: list ?? Data(), as: UTF8.self).split(separator: " ").compactMap {
        pid_t($0)
      }
    }
  }

  deinit {
    flag.isOver.store(true, ordering: .relaxed)
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Whether the work should end.
  var isRequested: Bool { flag.isSet.load(ordering: .relaxed) }
}
