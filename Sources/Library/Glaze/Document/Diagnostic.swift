package import GlazeScene

extension Document {
  /// An error or a warning about a document, with its location.
  public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// The severity of a diagnostic; later versions may add others.
    public struct Severity: RawRepresentable, Sendable, Hashable {
      /// The name, which never changes.
      public let rawValue: String
      /// Makes a severity of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Reading continued.
      public static let warning = Severity(rawValue: "warning")
      /// Nothing was read.
      public static let error = Severity(rawValue: "error")
    }

    /// The severity.
    public let severity: Severity
    /// The message: what is wrong and, when it is not obvious, what to do; without the location.
    public let message: String
    /// The file, by the name that the reader was given.
    public let file: String
    /// The line, from 1; nil when the problem concerns the whole file.
    public let line: Int?
    /// The column in Unicode scalars, from 1.
    public let column: Int?
    /// The layer or the value: in a JSON scene its path, such as `root.sublayers[3].bounds`; in an
    /// archive the object, such as `$objects[17]`; nil elsewhere.
    public let layer: String?
    /// One line, `file:line:column: warning: message (at path)`; errors omit the word.
    public let description: String

    /// The effect on the image.
    package let effect: Problem.Effect

    init(_ diagnostic: GlazeScene.Diagnostic) {
      effect = diagnostic.problem.effect
      severity = diagnostic.severity == .error ? .error : .warning
      message = diagnostic.message
      file = diagnostic.location.file
      line = diagnostic.location.line
      column = diagnostic.location.column
      layer = diagnostic.location.path
      description = diagnostic.description
    }

    init(_ error: DocumentError) {
      self.init(
        GlazeScene.Diagnostic(
          severity: .error, problem: error.problem, location: error.location))
    }
  }
}
