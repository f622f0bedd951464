import Foundation

/// The reason why a worker ended.
struct WorkerEnd: Sendable, Hashable {
  enum Kind: String, CaseIterable, Sendable {
    /// It ended by itself, while it drew or waited.
    case crash
    /// It could not start.
    case start
    /// It was ended because its request took too long.
    case deadline
    /// It was ended because the client of its request disconnected.
    case cancelled
    /// It reached its limit of requests, or the service ends.
    case retired
  }

  var kind: Kind
  /// A description of the end, for people.
  var description: String

  /// - Parameters:
  ///   - status: The status from waitpid.
  ///   - lastWords: The end of its standard error.
  init(_ kind: Kind, status: Int32, lastWords: String?) {
    self.kind = kind
    let signal = status & 0x7F
    let exit = (status >> 8) & 0xFF
    var text: String
    switch signal {
    case 0: text = "it ended with status \(exit)"
    case SIGXCPU: text = "it exceeded its processor time"
    default: text = "signal \(signal) (\(String(cString: strsignal(signal)))) ended it"
    }
    if let lastWords { text += "; its last message: \(lastWords)" }
    description = text
  }
}
