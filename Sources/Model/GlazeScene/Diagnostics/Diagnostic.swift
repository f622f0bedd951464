import GlazeGeometry
import GlazeLayers

/// An error or a warning about an input, with its location.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a diagnostic.
  package enum Severity: String, Hashable, Sendable {
    /// Reading continues.
    case warning
    /// Nothing was read.
    case error
  }

  /// The severity.
  package var severity: Severity
  /// The problem.
  package var problem: Problem
  /// The location of the first occurrence.
  package var location: Location
  /// The number of occurrences.
  package var places = 1

  /// The message, without the location.
  package var message: String {
    severity == .warning && problem.isOfOneValue
      ? "\(problem); it is ignored" : problem.description
  }

  package init(severity: Severity, problem: Problem, location: Location) {
    self.severity = severity
    self.problem = problem
    self.location = location
  }

  /// One line, `file:line:column: warning: message (at path)`; errors omit the word.
  package var description: String {
    let word = severity == .warning ? "warning: " : ""
    let path = location.path.map { " (at \(MessageText.shown($0)))" } ?? ""
    let others = places > 1 ? " (in \(places) places)" : ""
    return "\(location.prefix): \(word)\(message)\(path)\(others)"
  }
}

/// The error that prevented a document from being read.
package struct DocumentError: Error, Hashable, CustomStringConvertible {
  /// The problem.
  package var problem: Problem
  /// The location of the problem.
  package var location: Location
  /// The other errors, when reading continued after the first one.
  package private(set) var others: [Diagnostic] = []

  package init(_ problem: Problem, at location: Location) {
    self.problem = problem
    self.location = location
  }

  /// Makes the error for an archive.
  init(_ error: LayerCodingError, file: String) {
    let (problem, place): (Problem, String?) =
      switch error {
      case .truncated(let expected): (.truncated(expected: expected), nil)
      case .notLayers(let what): (.notLayers(what), nil)
      case .badValue(let key, let expected, let place):
        (.badValue(of: key, expected: expected), place)
      case .tooDeep(let limit, let place): (.tooDeep(limit: limit), place)
      case .damaged(let reason): (.syntax(reason), nil)
      case .notArchivable, .foreignClass: (.syntax(error.description), nil)
      }
    self.init(problem, at: Location(file: file, path: place))
  }

  /// Makes an error of several diagnostics; nil for an empty list.
  fileprivate init?(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return nil }
    self.init(first.problem, at: first.location)
    others = Array(diagnostics.dropFirst())
  }

  /// One line, `file:line:column: message (at path)`; for several errors, one line each and their
  /// number.
  package var description: String {
    let first = Diagnostic(severity: .error, problem: problem, location: location)
    if others.isEmpty { return first.description }
    return ([first] + others).map { "\($0.description)\n" }.joined()
      + "\(location.file): \(others.count + 1) problems, which strict reading makes errors"
  }
}

/// Collects warnings, either one of each kind or all of them.
package final class DiagnosticLog {
  /// The largest number of retained warnings; a hostile file could cause one for each of its bytes.
  static let limit = 200

  private var found: [Diagnostic] = []
  /// The reported diagnostics, in the order of the text.
  package var diagnostics: [Diagnostic] {
    func place(_ diagnostic: Diagnostic) -> (Int, Int) {
      (diagnostic.location.line ?? 0, diagnostic.location.column ?? 0)
    }
    return found.sorted { place($0) < place($1) }
  }

  private let isStrict: Bool
  /// The index in `found` of each problem.
  private var seen: [Problem: Int] = [:]

  /// - Parameter isStrict: whether warnings are errors, and every occurrence counts.
  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Reports a problem; if an equal one was reported before, counts it.
  package func warn(_ problem: Problem, at location: @autoclosure () -> Location) {
    if let index = seen[problem], !isStrict {
      found[index].places += 1
      return
    }
    guard found.count <= Self.limit else { return }
    let reported = found.count < Self.limit ? problem : .moreWarnings(limit: Self.limit)
    seen[problem] = found.count
    found.append(
      Diagnostic(severity: isStrict ? .error : .warning, problem: reported, location: location()))
  }

  /// Ends reading.
  ///
  /// - Throws: The reported diagnostics, when the log is strict.
  func finish() throws(DocumentError) {
    if isStrict, let error = DocumentError(diagnostics) { throw error }
  }
}
