import Testing

@testable import GlazeScene

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONDocument {
    try JSONParser.parse(SourceText(name: "a.json", bytes: Array(text.utf8)))
  }

  private func failure(_ text: String) -> DocumentError? {
    do {
      _ = try parse(text)
      return nil
    } catch {
      return error as? DocumentError
    }
  }

  /// Short numbers are converted without the library of C, and must have the same bits.
  @Test func numbersAreThoseOfTheLibrary() throws {
    var random = SystemRandomNumberGenerator()
    var texts = ["0", "-0", "-0.0", "0.1", "999999999999999", "9007199254740993", "1e22", "1e-5"]
    for _ in 0..<20_000 {
      let digits = String(
        UInt64.random(in: 0..<1 << 60, using: &random).description.prefix(Int.random(in: 1...17)))
      let decimals = Int.random(in: 0..<digits.count + 3)
      let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      let whole = String(Int(padded.prefix(padded.count - decimals)) ?? 0)
      let text =
        (Bool.random() ? "-" : "") + whole + (decimals > 0 ? "." + padded.suffix(decimals) : "")
      texts.append(text)
    }
    let document = try parse("[\(texts.joined(separator: ","))]")
    for (index, text) in texts.enumerated() {
      let number = document.number(at: index + 1)
      let expected = try #require(Double(text))
      #expect(number.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test func nodesKnowTheirKindsAndTheirEnds() throws {
    let document = try parse(#" {"a": [1, -2.5e1, true], "b": null} "#)
    #expect(
      document.nodes.indices.map(document.kind) == [
        .object, .string, .array, .number, .number, .true, .string, .null,
      ])
    #expect(document.nodes.map(\.end) == [8, 2, 6, 4, 5, 6, 7, 8])
    #expect(document.number(at: 4) == -25)
    let members = document.members(of: 0)
    #expect(members.map(\.name) == ["a", "b"])
    #expect(members.map(\.value) == [2, 7])
  }

  @Test func pathsLeadToNodes() throws {
    let document = try parse(#"{"a": {"b": [[], [{"c": 1}]]}}"#)
    let number = try #require(document.nodes.indices.first { document.kind(of: $0) == .number })
    #expect(document.path(to: number) == "a.b[1][0].c")
    #expect(document.path(to: 0) == nil)
    #expect(document.location(of: number).column == 25)
  }

  @Test(arguments: [
    (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u00e9\ud83d\ude00x""#, "é😀x"), (#""é😀""#, "é😀"), (#""\ud800""#, "\u{fffd}"),
  ])
  func stringsAreUnescaped(_ text: String, _ expected: String) throws {
    let document = try parse(text)
    #expect(document.string(at: 0) == expected)
  }

  @Test(arguments: [
    "", "  ", "{", "[", "[1", "[1,", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #""abc"#,
    #""abc\"#, #""\u12"#, "tru", "-", "1.", "1e", "1e+",
  ])
  func textsThatEndTooEarlyAreTruncated(_ text: String) throws {
    let error = try #require(failure(text))
    guard case .truncated = error.problem else {
      Issue.record("\(error)")
      return
    }
    #expect(error.location.line == 1)
  }

  @Test(arguments: [
    ("[1 2]", 4), ("[1,]", 4), ("{,}", 2), ("{1: 2}", 2), (#"{"a" 1}"#, 6), ("[01]", 2),
    ("[+1]", 2), ("[.5]", 2), ("[NaN]", 2), ("[Infinity]", 2), ("[1.x]", 4), ("[0x10]", 3),
    ("[nul]", 2), ("[] []", 4), ("[}", 2), (#"["\x"]"#, 3), (#"["\u12g4"]"#, 3),
    ("[\"a\u{1}\"]", 4), ("[1]\u{0}", 4), ("// a", 1),
  ])
  func brokenGrammarIsASyntaxErrorWithItsColumn(_ text: String, _ column: Int) throws {
    let error = try #require(failure(text))
    guard case .syntax = error.problem else {
      Issue.record("\(error)")
      return
    }
    #expect(error.location.column == column)
  }

  @Test func linesAndColumnsCountCharacters() throws {
    let error = try #require(failure("[\n  \"äö\", x]"))
    #expect(error.location.line == 2)
    #expect(error.location.column == 9)
    #expect(error.description == "a.json:2:9: expected a value, not 'x'")
  }

  @Test func bytesThatAreNoUTF8AreFound() {
    let source = SourceText(name: "a.json", bytes: [0x22, 0x61, 0xFF, 0x22])
    #expect(throws: DocumentError(.notUTF8, at: Location(file: "a.json", line: 1, column: 3))) {
      try JSONParser.parse(source)
    }
  }

  @Test func nestingCostsNoStack() throws {
    let depth = 1_000_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try parse(text).nodes.count == depth)
    guard case .truncated? = failure(String(repeating: "[", count: depth))?.problem else {
      Issue.record("open lists must be an error")
      return
    }
  }
}
