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

  /// The encoding is checked without a string of the whole text.
  @Test func onlyTheEncodingOfTheLibraryIsValid() throws {
    var random = SystemRandomNumberGenerator()
    let pieces: [[UInt8]] = [
      Array("abcdefgh".utf8), Array("é".utf8), Array("€".utf8), Array("😀".utf8), [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xFF],
      [0xF0, 0x9F, 0x98],
    ]
    for _ in 0..<4_000 {
      let content = (0..<Int.random(in: 0..<5)).flatMap { _ in
        pieces[Int.random(in: 0..<(Bool.random() ? 4 : pieces.count), using: &random)]
      }
      let bytes = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
      let expected = String(validating: content, as: UTF8.self)
      let document = try? JSONParser.parse(SourceText(name: "a.json", bytes: bytes))
      #expect(document.map { $0.string(at: 0) } == expected, "\(bytes)")
    }
  }

  /// The list of nodes has room for all of them, and never grows.
  @Test func everyPartOfATextEndsInADocumentOrAnError() throws {
    let text = Array(
      #"{"a,:[{":[[],{},[{"b":[1,2,-3e4]}],"x,y",null,true,{"c":{}}],"d":[0,0,[],[]]}"#.utf8)
    for end in text.indices {
      #expect(throws: DocumentError.self) {
        try JSONParser.parse(SourceText(name: "a.json", bytes: Array(text[..<end])))
      }
    }
    let document = try JSONParser.parse(SourceText(name: "a.json", bytes: text))
    #expect(document.nodes.count == 24)
    #expect(document.text(of: 0) == String(decoding: text, as: UTF8.self))
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
