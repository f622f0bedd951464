package import GlazeScene

extension Document {
  /// Something to tell about a document, with its place.
  public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// How bad it is; more may come.
    public struct Severity: RawRepresentable, Sendable, Hashable {
      /// The name, which stays what it is.
      public let rawValue: String
      /// Makes a severity of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Reading went on.
      public static let warning = Severity(rawValue: "warning")
      /// Nothing was read.
      public static let error = Severity(rawValue: "error")
    }

    /// How bad it is.
    public let severity: Severity
    /// What is wrong and, where it is not plain, what to do; without the place.
    public let message: String
    /// The file, as it was named to the reader.
    public let file: String
    /// The line, from 1; nil when the trouble is with the file as a whole.
    public let line: Int?
    /// The column in Unicode scalars, from 1.
    public let column: Int?
    /// The layer or the value, as a path in a JSON scene: `root.sublayers[3].bounds`; in an archive the
    /// object: `$objects[17]`; nil elsewhere.
    public let layer: String?
    /// One line: `file:line:column: warning: message (at path)`; the word is left out for errors.
    public let description: String

    /// What it does to the picture.
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
