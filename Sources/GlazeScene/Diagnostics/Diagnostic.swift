/// Something to tell about an input, with its place.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  package enum Severity: String, Hashable, Sendable {
    /// Reading goes on.
    case warning
    /// Nothing was read.
    case error
  }

  /// How bad it is.
  package var severity: Severity
  /// What it is.
  package var problem: Problem
  /// Where it is.
  package var location: Location

  /// The text without the place.
  package var message: String { problem.description }

  package init(severity: Severity, problem: Problem, location: Location) {
    self.severity = severity
    self.problem = problem
    self.location = location
  }

  /// One line: `file:line:column: warning: message (at path)`; the word is left out for errors.
  package var description: String {
    let word = severity == .warning ? "warning: " : ""
    let path = location.path.map { " (at \($0))" } ?? ""
    return "\(location.prefix): \(word)\(message)\(path)"
  }
}

/// Why a document could not be read.
package struct DocumentError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package var problem: Problem
  /// Where it is.
  package var location: Location

  init(_ problem: Problem, at location: Location) {
    self.problem = problem
    self.location = location
  }

  /// One line: `file:line:column: message (at path)`.
  package var description: String {
    Diagnostic(severity: .error, problem: problem, location: location).description
  }
}

/// Collects warnings, one for each kind.
final class DiagnosticLog {
  /// The most warnings that are kept: a hostile file could give one for each of its bytes.
  static let limit = 200

  private var found: [Diagnostic] = []
  /// What was reported, in the order of the text.
  var diagnostics: [Diagnostic] {
    func place(_ diagnostic: Diagnostic) -> (Int, Int) {
      (diagnostic.location.line ?? 0, diagnostic.location.column ?? 0)
    }
    return found.sorted { place($0) < place($1) }
  }

  private let isStrict: Bool
  private var seen: Set<Problem> = []

  /// - Parameter isStrict: whether a warning is thrown as an error.
  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Reports a problem, unless an equal one was reported before.
  ///
  /// - Throws: the problem, when the log is strict.
  func warn(
    _ problem: Problem, at location: @autoclosure () -> Location
  ) throws(DocumentError) {
    if isStrict { throw DocumentError(problem, at: location()) }
    guard seen.count <= Self.limit, seen.insert(problem).inserted else { return }
    let kept = seen.count <= Self.limit ? problem : .moreWarnings(limit: Self.limit)
    found.append(Diagnostic(severity: .warning, problem: kept, location: location()))
  }
}
