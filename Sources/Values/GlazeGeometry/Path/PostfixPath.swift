import Foundation

/// An error in a path whose numbers precede their operators.
package struct PostfixPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Problem: Hashable, Sendable {
    /// A word is neither a finite number nor an operator.
    case unknownWord(String)
    /// An operator is preceded by more or fewer numbers than it takes.
    case wrongCount(String, expected: Int, found: Int)
    /// A segment precedes the first move.
    case missingMove(String)
    /// The path ends with numbers that no operator takes.
    case missingOperator
  }

  /// The kind of the error.
  package var problem: Problem
  /// The number of the word in the path, from 1 on.
  package var word: Int

  /// Makes an error.
  package init(problem: Problem, word: Int) {
    self.problem = problem
    self.word = word
  }

  /// One line for the user, without the file and the position in it.
  package var description: String {
    let what =
      switch problem {
      case .unknownWord(let text):
        "“\(text.prefix(40))” is neither a number nor one of the operators m l c q h re"
      case .wrongCount(let name, let expected, let found):
        "\(name) takes the \(expected) numbers before it, got \(found)"
      case .missingMove(let name): "\(name) stands before the first m"
      case .missingOperator: "the path must end with an operator, m l c q h or re"
      }
    return "\(what) (word \(word) of the path)"
  }
}

extension CGPath {
  /// Makes a path from text in which numbers precede their operators, as Apple writes paths in
  /// CAML: `5 5 m 35 5 l 20 35 l h`.
  ///
  /// The operators are `m` (move), `l` (line), `q` (quadratic curve: control, end), `c` (cubic curve:
  /// control, control, end), `h` (close) and `re` (a rectangle: x, y, width, height); coordinates are
  /// absolute. **Source**: Apple's files; `re` is PDF's.
  ///
  /// - Throws: `PostfixPathError`.
  package convenience init(postfixPath text: String) throws {
    var parser = PostfixPathParser()
    self.init(elements: try parser.parse(text))
  }

  /// Makes a path from text in either notation: numbers before operators, or an SVG path.
  package convenience init(pathText text: String) throws {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    if let first, first.properties.isAlphabetic || first == "," {
      try self.init(svgPath: text)
    } else {
      try self.init(postfixPath: text)
    }
  }
}

private struct PostfixPathParser {
  private var elements = PathElements()
  /// The numbers before the next operator.
  private var numbers: [CGFloat] = []
  private var word = 0

  mutating func parse(_ text: String) throws(PostfixPathError) -> PathElements {
    for part in text.utf8.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }) {
      word += 1
      let text = String(decoding: part, as: UTF8.self)
      if let number = Double(text), number.isFinite {
        numbers.append(CGFloat(number))
      } else {
        try add(text)
        numbers.removeAll(keepingCapacity: true)
      }
    }
    guard numbers.isEmpty else { throw error(.missingOperator) }
    return elements
  }

  private mutating func add(_ name: String) throws(PostfixPathError) {
    switch name {
    case "m":
      try take(2, for: name)
      elements.move(to: point(0))
    case "l":
      try takeSegment(2, for: name)
      elements.line(to: point(0))
    case "q":
      try takeSegment(4, for: name)
      elements.quad(to: point(1), control: point(0))
    case "c":
      try takeSegment(6, for: name)
      elements.cubic(to: point(2), control1: point(0), control2: point(1))
    case "h":
      try takeSegment(0, for: name)
      elements.close()
    case "re":
      try take(4, for: name)
      addRectangle(at: point(0), CGSize(width: numbers[2], height: numbers[3]))
    default: throw error(.unknownWord(name))
    }
  }

  private mutating func addRectangle(at p: CGPoint, _ size: CGSize) {
    elements.move(to: p)
    elements.line(to: CGPoint(x: p.x + size.width, y: p.y))
    elements.line(to: CGPoint(x: p.x + size.width, y: p.y + size.height))
    elements.line(to: CGPoint(x: p.x, y: p.y + size.height))
    elements.close()
  }

  private func point(_ index: Int) -> CGPoint {
    CGPoint(x: numbers[2 * index], y: numbers[2 * index + 1])
  }

  private func take(_ count: Int, for name: String) throws(PostfixPathError) {
    guard numbers.count == count else {
      throw error(.wrongCount(name, expected: count, found: numbers.count))
    }
  }

  private func takeSegment(_ count: Int, for name: String) throws(PostfixPathError) {
    if elements.isEmpty { throw error(.missingMove(name)) }
    try take(count, for: name)
  }

  private func error(_ problem: PostfixPathError.Problem) -> PostfixPathError {
    PostfixPathError(problem: problem, word: word)
  }
}
