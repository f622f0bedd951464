import Foundation

/// Parses JSON (RFC 8259) into nodes, without recursion: nesting uses memory, never stack.
///
/// Foundation's parser does not report the lines and columns of values, and crashes on deep
/// nesting.
package struct JSONParser {
  private let source: SourceText
  /// The text, with whose count each position is compared before it is read: an optimized build does
  /// not check the bounds of a buffer.
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The nodes, with room for `mostNodes`, of which `count` are set.
  private let nodes: UnsafeMutableBufferPointer<JSONDocument.Node>
  private var count = 0
  /// The containers that are open at `position`.
  private var open: [Int] = []

  private init(
    source: SourceText, bytes: UnsafeBufferPointer<UInt8>,
    nodes: UnsafeMutableBufferPointer<JSONDocument.Node>
  ) {
    (self.source, self.bytes, self.nodes) = (source, bytes, nodes)
  }

  /// Parses the whole text.
  ///
  /// - Throws: `truncated`, `syntax` and `notUTF8` with their location; `fileTooLarge`.
  package static func parse(_ source: SourceText) throws(DocumentError) -> JSONDocument {
    // Nodes store offsets in 32 bits; larger files are not read anyway.
    guard source.bytes.count <= FileReader.limit else {
      throw DocumentError(
        .fileTooLarge(limit: FileReader.limit), at: Location(file: source.name))
    }
    var failure: DocumentError?
    let nodes = source.bytes.withUnsafeBufferPointer { bytes in
      // A list that grows would be copied several times.
      [JSONDocument.Node](unsafeUninitializedCapacity: mostNodes(of: bytes)) { nodes, count in
        var parser = JSONParser(source: source, bytes: bytes, nodes: nodes)
        do throws(DocumentError) {
          try parser.checkEncoding()
          try parser.run()
        } catch {
          failure = error
        }
        count = parser.count
      }
    }
    if let failure { throw failure }
    return JSONDocument(source: source, nodes: nodes)
  }

  private func error(_ problem: Problem, at offset: Int? = nil) -> DocumentError {
    DocumentError(problem, at: source.location(at: offset ?? position))
  }

  /// Returns at least the number of nodes: each but the first one follows a comma, a colon or an
  /// opening bracket.
  private static func mostNodes(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 1
    for byte in bytes {
      // Strings have these bytes, too, which makes the number larger.
      let comesBefore =
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[")
        || byte == UInt8(ascii: "{")
      count &+= comesBefore ? 1 : 0
    }
    return count
  }

  private mutating func checkEncoding() throws(DocumentError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let raw = UnsafeRawBufferPointer(bytes)
    var valid = 0
    while valid < bytes.count {
      if bytes.count - valid >= 8,
        raw.loadUnaligned(fromByteOffset: valid, as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        valid += 8
      } else if let length = scalarLength(at: valid) {
        valid += length
      } else {
        throw error(.notUTF8, at: valid)
      }
    }
  }

  /// Returns the number of bytes of a character; nil for bytes that are not UTF-8 (RFC 3629).
  private func scalarLength(at offset: Int) -> Int? {
    var second: ClosedRange<UInt8> = 0x80...0xBF
    let length: Int
    switch bytes[offset] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]),
      (2..<length).allSatisfy({ bytes[offset + $0] & 0xC0 == 0x80 })
    else { return nil }
    return length
  }

  // MARK: The grammar

  private mutating func run() throws(DocumentError) {
    try value()
    while let container = open.last {
      let isObject = bytes[Int(nodes[container].offset)] == UInt8(ascii: "{")
      let isEmpty = count == container + 1
      let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      let next = try peek(isObject ? "'}' to close an object" : "']' to close an array")
      if next == closing {
        position += 1
        close(container)
        continue
      }
      if !isEmpty {
        guard next == UInt8(ascii: ",") else {
          throw error(.syntax("expected ',' or '\(isObject ? "}" : "]")', not \(named(next))"))
        }
        position += 1
      }
      if isObject { try key() }
      try value()
    }
    skipBlanks()
    if position < bytes.count {
      throw error(.syntax("text after the end of the scene: \(named(bytes[position]))"))
    }
  }

  private mutating func close(_ container: Int) {
    open.removeLast()
    nodes[container].end = UInt32(truncatingIfNeeded: count)
  }

  @inline(__always)
  private mutating func key() throws(DocumentError) {
    let next = try peek("a key in double quotes")
    guard next == UInt8(ascii: "\"") else {
      throw error(.syntax("expected a key in double quotes, not \(named(next))"))
    }
    try string()
    let colon = try peek("':' after a key")
    guard colon == UInt8(ascii: ":") else {
      throw error(.syntax("expected ':' after a key, not \(named(colon))"))
    }
    position += 1
  }

  /// Reads a scalar, or opens a container.
  @inline(__always)
  private mutating func value() throws(DocumentError) {
    let next = try peek("a value")
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      open.append(count)
      append(from: position)
      position += 1
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: throw error(.syntax("expected a value, not \(named(next))"))
    }
  }

  @inline(__always)
  private mutating func append(from start: Int) {
    // Both numbers fit: a text has at most `FileReader.limit` bytes.
    let node = JSONDocument.Node(
      offset: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: count + 1))
    nodes.initializeElement(at: count, to: node)
    count += 1
  }

  private mutating func word(_ text: StaticString) throws(DocumentError) {
    let start = position
    for offset in 0..<text.utf8CodeUnitCount {
      let byte = text.utf8Start[offset]
      guard position < bytes.count else { throw error(.truncated(expected: "'\(text)'")) }
      guard bytes[position] == byte else {
        throw error(.syntax("expected '\(text)'"), at: start)
      }
      position += 1
    }
    append(from: start)
  }

  // MARK: Strings and numbers

  @inline(__always)
  private mutating func string() throws(DocumentError) {
    let start = position
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return append(from: start)
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw error(.syntax("a control character in a string; write it as \\u00XX"))
      default: position += 1
      }
    }
    throw error(.truncated(expected: "'\"' to close a string"))
  }

  private mutating func escape() throws(DocumentError) {
    guard position + 1 < bytes.count else {
      throw error(.truncated(expected: "an escape sequence"), at: bytes.count)
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      let digits = bytes[min(position + 2, bytes.count)..<min(position + 6, bytes.count)]
      guard digits.allSatisfy(isHexDigit) else {
        throw error(.syntax("\\u needs four hexadecimal digits"))
      }
      guard digits.count == 4 else {
        throw error(.truncated(expected: "four hexadecimal digits"), at: bytes.count)
      }
      position += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    default: throw error(.syntax("there is no escape sequence \\\(character(at: position + 1))"))
    }
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// Checks the grammar, since `strtod`, which reads the value, takes more than JSON allows.
  @inline(__always)
  private mutating func number() throws(DocumentError) {
    let start = position
    skip(UInt8(ascii: "-"))
    let leadingZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
    let integerDigits = try digits()
    if leadingZero, integerDigits > 1 {
      throw error(.syntax("a number must not start with 0"), at: start)
    }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try digits()
    }
    append(from: start)
  }

  @discardableResult
  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @discardableResult
  @inline(__always)
  private mutating func digits() throws(DocumentError) -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == start {
      guard position < bytes.count else { throw error(.truncated(expected: "a digit")) }
      throw error(.syntax("expected a digit, not \(named(bytes[position]))"))
    }
    return position - start
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Returns the next byte that is not white space.
  @inline(__always)
  private mutating func peek(_ expected: StaticString) throws(DocumentError) -> UInt8 {
    skipBlanks()
    guard position < bytes.count else { throw error(.truncated(expected: "\(expected)")) }
    return bytes[position]
  }

  private func character(at offset: Int) -> Character {
    String(decoding: bytes[offset..<min(offset + 16, bytes.count)], as: UTF8.self).first ?? "?"
  }

  private func named(_ byte: UInt8) -> String {
    byte < 0x20 || byte == 0x7F ? "the control character \(byte)" : "'\(character(at: position))'"
  }
}
