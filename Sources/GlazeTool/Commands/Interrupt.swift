import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C, SIGTERM and the end of the terminal into a question that work asks; the second one ends the
/// process at once.
///
/// Work that cannot ask, as it waits for a program that takes no frames, is freed: that program is ended, so
/// that the work goes on with an error and takes back what it began. Who waits for a reader ends later.
final class Interrupt {
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
    let isOver = Atomic<Bool>(false)
  }

  /// How long after the first signal programs that were started are ended, and this one.
  private static let patience = (others: 2.0, own: 20.0)

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  init() {
    sources = Self.signals.map { [flag] number in
      // The source sees it all the same.
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

  /// The processes that this one started.
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
