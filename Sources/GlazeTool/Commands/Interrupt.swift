import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C and SIGTERM into a question that work asks; the second one ends the process at once.
final class Interrupt {
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]
  private static let signals = [SIGINT, SIGTERM]

  init() {
    sources = Self.signals.map { [flag] number in
      // The source sees it all the same.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        flag.isSet.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Whether the work should end.
  var isRequested: Bool { flag.isSet.load(ordering: .relaxed) }
}
