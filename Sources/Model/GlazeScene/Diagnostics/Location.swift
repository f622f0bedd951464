/// A location in an input.
package struct Location: Hashable, Sendable {
  /// The file, by the name that the reader was given.
  package var file: String
  /// The line, from 1; nil when the problem concerns the whole file.
  package var line: Int?
  /// The column in Unicode scalars, from 1.
  package var column: Int?
  /// The path in a JSON scene, such as `root.sublayers[3].bounds`, or in an archive, such as
  /// `$objects[17]`.
  package var path: String?

  /// Makes a location.
  package init(file: String, line: Int? = nil, column: Int? = nil, path: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.path = path
  }

  /// `file:line:column`, without the path.
  var prefix: String {
    [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
  }
}
