import Foundation

/// Why a worker is gone.
struct WorkerEnd: Sendable, Hashable {
  enum Kind: String, CaseIterable, Sendable {
    /// By itself, while it drew or waited.
    case crash
    /// It could not begin.
    case start
    /// Ended because its request took too long.
    case deadline
    /// Ended because nobody waited for its request any more.
    case cancelled
    /// It drew as many requests as one may, or the service ends.
    case retired
  }

  var kind: Kind
  /// How the process ended, for people.
  var description: String

  /// - Parameters:
  ///   - status: as waitpid says it.
  ///   - lastWords: the end of what it wrote to standard error.
  init(_ kind: Kind, status: Int32, lastWords: String?) {
    self.kind = kind
    let signal = status & 0x7F
    let exit = (status >> 8) & 0xFF
    var text: String
    switch signal {
    case 0: text = "it ended with status \(exit)"
    case SIGXCPU: text = "it used up its processor time"
    default: text = "signal \(signal) (\(String(cString: strsignal(signal)))) ended it"
    }
    if let lastWords { text += "; it said: \(lastWords)" }
    description = text
  }
}
