import GlazeGeometry
import GlazeLayers

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
  /// Where it is, first of all.
  package var location: Location
  /// In how many places it is.
  package var places = 1

  /// The text without the place.
  package var message: String {
    severity == .warning && problem.isOfOneValue
      ? "\(problem); it is ignored" : problem.description
  }

  package init(severity: Severity, problem: Problem, location: Location) {
    self.severity = severity
    self.problem = problem
    self.location = location
  }

  /// One line: `file:line:column: warning: message (at path)`; the word is left out for errors.
  package var description: String {
    let word = severity == .warning ? "warning: " : ""
    let path = location.path.map { " (at \(MessageText.shown($0)))" } ?? ""
    let others = places > 1 ? " (in \(places) places)" : ""
    return "\(location.prefix): \(word)\(message)\(path)\(others)"
  }
}

/// Why a document could not be read.
package struct DocumentError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package var problem: Problem
  /// Where it is.
  package var location: Location
  /// What else is wrong, where reading did not end with the first error.
  package private(set) var others: [Diagnostic] = []

  init(_ problem: Problem, at location: Location) {
    self.problem = problem
    self.location = location
  }

  /// What is wrong with an archive.
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

  /// nil for an empty list.
  fileprivate init?(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return nil }
    self.init(first.problem, at: first.location)
    others = Array(diagnostics.dropFirst())
  }

  /// One line: `file:line:column: message (at path)`; of several errors a line each, and their number.
  package var description: String {
    let first = Diagnostic(severity: .error, problem: problem, location: location)
    if others.isEmpty { return first.description }
    return ([first] + others).map { "\($0.description)\n" }.joined()
      + "\(location.file): \(others.count + 1) problems, which strict reading makes errors"
  }
}

/// Collects warnings: one for each kind, or all of them.
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
  /// Where in `found` a problem is.
  private var seen: [Problem: Int] = [:]

  /// - Parameter isStrict: whether warnings are errors, each in each of its places.
  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Reports a problem; an equal one that was reported before is counted.
  func warn(_ problem: Problem, at location: @autoclosure () -> Location) {
    if let index = seen[problem], !isStrict {
      found[index].places += 1
      return
    }
    guard found.count <= Self.limit else { return }
    let kept = found.count < Self.limit ? problem : .moreWarnings(limit: Self.limit)
    seen[problem] = found.count
    found.append(
      Diagnostic(severity: isStrict ? .error : .warning, problem: kept, location: location()))
  }

  /// Ends reading.
  ///
  /// - Throws: what was reported, when the log is strict.
  func finish() throws(DocumentError) {
    if isStrict, let error = DocumentError(diagnostics) { throw error }
  }
}
