import Dispatch
import Synchronization

/// Makes pages that explain the shown frame, one at a time, on a thread of its own.
final class WebReports: Sendable {
  private struct State {
    var isBusy = false
    var isClosed = false
  }

  private let page: (@Sendable () throws -> String)?
  private let queue = DispatchQueue(label: "glaze.reports")
  private let state = Mutex(State())

  /// - Parameter page: Makes a page; nil if there is nothing to explain.
  init(_ page: (@Sendable () throws -> String)?) { self.page = page }

  var areThere: Bool { page != nil }

  /// Makes a page unless another one is being made.
  ///
  /// - Parameter answer: Receives the page; not called after `close`.
  /// - Returns: Whether the page will be made.
  func make(_ answer: @escaping @Sendable (Result<String, any Error>) -> Void) -> Bool {
    guard let page else { return false }
    let isFree = state.withLock { state in
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isFree else { return false }
    queue.async { [self] in
      let result = Result { try page() }
      state.withLock { state in
        state.isBusy = false
        // The loop that receives the answer may have ended.
        if !state.isClosed { answer(result) }
      }
    }
    return true
  }

  func close() { state.withLock { $0.isClosed = true } }
}
