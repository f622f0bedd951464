package import GlazeDrawing
import Synchronization

/// Reports missing fonts; the library itself prints nothing.
///
/// Every name is reported once for the life of the process.
package enum FontDiagnostics {
  private struct State {
    var handler: (@Sendable (FontSubstitution) -> Void)?
    var told: [FontSubstitution] = []
  }

  private static let state = Mutex(State())

  /// All substitutions so far, in the order of their first use.
  package static var substitutions: [FontSubstitution] { state.withLock { $0.told } }

  /// Sets the handler of substitutions; nil removes it.
  ///
  /// The handler is called on the thread that lays out the text.
  package static func setHandler(_ handler: (@Sendable (FontSubstitution) -> Void)?) {
    state.withLock { $0.handler = handler }
  }

  static func tell(_ substitution: FontSubstitution) {
    let handler = state.withLock { state -> (@Sendable (FontSubstitution) -> Void)? in
      guard !state.told.contains(where: { $0.requested == substitution.requested }) else {
        return nil
      }
      state.told.append(substitution)
      return state.handler
    }
    handler?(substitution)
  }
}
