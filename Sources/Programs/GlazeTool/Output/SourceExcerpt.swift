import Foundation

/// A line of a file with a mark below one of its characters.
enum SourceExcerpt {
  /// Larger files are not read again for a message.
  private static let largestFile = 16 << 20
  private static let indent = "  "

  /// Returns the line and the mark; nothing if the file has no such place, or cannot be read again.
  ///
  /// - Parameters:
  ///   - line: The number of the line, from 1.
  ///   - column: The number of the character, from 1.
  ///   - width: The columns of the terminal; the part of a long line around the place is shown.
  static func lines(of path: String, line: Int, column: Int, width: Int) -> [String] {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= largestFile, let data = FileManager.default.contents(atPath: path)
    else { return [] }
    let all = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard all.indices.contains(line - 1) else { return [] }
    let text = Array(String(decoding: all[line - 1], as: UTF8.self))
    return lines(text, column: column, width: width)
  }

  static func lines(_ text: [Character], column: Int, width: Int) -> [String] {
    guard 1...(text.count + 1) ~= column else { return [] }
    let room = max(20, width - indent.count)
    // The place lies in the first two thirds, because what follows explains it best.
    let start = max(0, min(column - 1 - room / 3, text.count - room))
    let part = text[start..<min(text.count, start + room)]
    let shown = part.map { $0 == "\t" || $0.isNewline ? " " : $0 }
    let blank = String(repeating: " ", count: column - 1 - start)
    return [indent + Console.harmless(String(shown)), indent + blank + "^"]
  }
}
