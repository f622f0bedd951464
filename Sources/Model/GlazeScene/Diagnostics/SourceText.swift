/// The bytes of an input, and its lines.
package struct SourceText: Sendable {
  /// The file, by the name that the reader was given.
  package let name: String
  /// The contents of the file.
  package let bytes: [UInt8]

  /// Wraps the bytes of a file.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Returns the line and the column of a byte.
  ///
  /// - Complexity: O(offset); only the few reported locations need it.
  func location(at offset: Int, path: String? = nil) -> Location {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<end where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    // Continuation bytes of UTF-8 do not start a character.
    let column = bytes[lineStart..<end].count { $0 & 0xC0 != 0x80 } + 1
    return Location(file: name, line: line, column: column, path: path)
  }
}

extension SourceText {
  /// A Boolean value that indicates whether the text is XML in UTF-16, judged by its first
  /// character; libxml2 reads it.
  var isXMLOfTwoBytes: Bool {
    let mark = bytes.prefix(2)
    return (mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF])
      && bytes.prefix(4).contains(UInt8(ascii: "<"))
  }
}
