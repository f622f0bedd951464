import Dispatch
import Foundation
import Synchronization

/// Records SIGTERM, SIGHUP and SIGINT, so that a display is restored before the process ends; a second signal
/// ends it at once.
package final class EndSignals {
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]
  private static let numbers = [SIGTERM, SIGHUP, SIGINT]

  package init() {
    sources = Self.numbers.map { [flag] number in
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
    for number in Self.numbers { signal(number, SIG_DFL) }
  }

  package var isRequested: Bool { flag.isSet.load(ordering: .relaxed) }
}
