import Foundation
import GlazeLayers
import Testing

@testable import GlazeScene

@Suite struct JSONBadInputTests {
  @Test(arguments: [
    (
      #""bounds": [0, 0, 1]"#,
      Problem.badValue(of: "bounds", expected: "four numbers, x, y, width and height")
    ),
    (
      #""bounds": "0 0 1 1""#,
      .badValue(of: "bounds", expected: "four numbers, x, y, width and height")
    ),
    (#""opacity": 1e999"#, .notFinite(of: "opacity")),
    (#""opacity": 1e300"#, .notFinite(of: "opacity")),
    (#""zPosition": -1e999"#, .notFinite(of: "zPosition")),
    (#""position": [1e999, 0]"#, .notFinite(of: "position")),
    (#""opacity": "half""#, .badValue(of: "opacity", expected: "a number")),
    (#""opacity": null"#, .badValue(of: "opacity", expected: "a number")),
    (#""hidden": 2"#, .badValue(of: "hidden", expected: "true or false")),
    (
      #""backgroundColor": [1, 1]"#,
      .badValue(of: "backgroundColor", expected: "a color of 3 or 4 numbers")
    ),
    (
      #""backgroundColor": "redd""#,
      .badValue(
        of: "backgroundColor",
        expected: "a color of 3 or 4 numbers, #rrggbb, or a name such as \"red\"")
    ),
    (
      #""transform": [1, 0, 0]"#,
      .badValue(of: "transform", expected: "a matrix of 16 numbers, or of 6")
    ),
    (#""name": 3"#, .badValue(of: "name", expected: "text")),
    (#""contents": 3"#, .badValue(of: "contents", expected: "text")),
    (#""sublayers": {}"#, .badValue(of: "sublayers", expected: "a list of layers")),
    (#""sublayers": [3]"#, .badValue(of: "a layer", expected: "an object")),
    (#""mask": []"#, .badValue(of: "a layer", expected: "an object")),
    (#""class": 3"#, .badValue(of: "class", expected: "text")),
    (
      #""maskedCorners": ["middle"]"#,
      .badValue(
        of: "maskedCorners",
        expected: "an integer or a list of minXminY, maxXminY, minXmaxY, maxXmaxY")
    ),
    (
      #""edgeAntialiasingMask": 1.5"#, .badValue(of: "edgeAntialiasingMask", expected: "an integer")
    ),
    (
      #""class": "CAGradientLayer", "colors": [null]"#,
      .badValue(of: "colors", expected: "a color of 3 or 4 numbers")
    ),
  ])
  func wrongValuesAreErrors(_ member: String, _ expected: Problem) {
    #expect(problem { try scene(#"{"width": 9, "height": 9, "root": {\#(member)}}"#) } == expected)
  }

  @Test func errorsNameThePlace() throws {
    let error = try #require(
      failure {
        try scene(
          """
          {"root": {"bounds": [0, 0, 9, 9], "sublayers": [
            {}, {}, {},
            {"bounds": [0, 0, "x", 1]}]}}
          """)
      })
    #expect(
      error.description
        == "scene.json:3:14: bounds must be four numbers, x, y, width and height "
        + "(at root.sublayers[3].bounds)")
  }

  @Test func badPathsSayWhere() throws {
    let error = try #require(
      failure { try root(#""class": "CAShapeLayer", "path": "M0 0 X""#) })
    guard case .badValue("path", let detail) = error.problem else {
      Issue.record("\(error)")
      return
    }
    #expect(detail.contains("X"))
    #expect(error.location.path == "root.path")
  }

  @Test(arguments: [
    ("[]", Problem.badValue(of: "the scene", expected: "an object with a root")),
    ("{}", .noRootLayer),
    (#"{"root": null}"#, .badValue(of: "a layer", expected: "an object")),
    (#"{"root": {}, "width": 0}"#, .badValue(of: "width", expected: "a number above 0")),
    (#"{"root": {}, "width": 1e999}"#, .notFinite(of: "width")),
    (#"{"root": {}, "height": "9"}"#, .badValue(of: "height", expected: "a number")),
    (
      #"{"root": {}, "background": "whitish"}"#,
      .badValue(
        of: "background",
        expected: "a color of 3 or 4 numbers, #rrggbb, or a name such as \"red\"")
    ),
    ("", .truncated(expected: "a document")),
    ("hello", .unknownFormat),
  ])
  func wrongScenesAreErrors(_ text: String, _ expected: Problem) {
    #expect(problem { try scene(text) } == expected)
  }

  @Test func aRootNeedsASize() throws {
    guard case .noSize? = problem({ try scene(#"{"root": {}}"#) }) else {
      Issue.record("a root without a size must be an error")
      return
    }
  }

  // MARK: Warnings

  @Test func unknownThingsAreReportedOnce() throws {
    let document = try root(
      #"""
      "colour": 1, "sublayers": [{"colour": 2}, {"class": "CAMetalLayer", "name": "m"},
      {"contentsGravity": "middle"}, {"delegate": {}}]
      """#)
    #expect(
      document.diagnostics.map(\.problem) == [
        .unknownProperty("colour"), .unknownClass("CAMetalLayer"),
        .unknownName("middle", of: "contentsGravity"), .unknownProperty("delegate"),
      ])
    #expect(document.diagnostics.first?.location.path == "root.colour")
    #expect(document.diagnostics.first?.description.contains("warning: ") == true)
    #expect(document.root.sublayers?.count == 4)
  }

  @Test func theLastOfEqualKeysCounts() throws {
    let document = try root(#""opacity": 0.25, "opacity": 0.75"#)
    #expect(document.root.opacity == 0.75)
    #expect(document.diagnostics.map(\.problem) == [.duplicateKey("opacity")])
  }

  @Test func whatIsDrawnIsNotReported() throws {
    let document = try root(
      #"""
      "shadowRadius": 9, "rasterizationScale": 2, "compositingFilter": "normalBlendMode",
      "sublayers": [
        {"toneMapMode": "automatic"}, {"toneMapMode": "never"}]
      """#)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func strictReadersThrowWarnings() {
    let strict = DocumentReader.Options(isStrict: true)
    #expect(problem { try root(#""colour": 1"#, strict) } == .unknownProperty("colour"))
    #expect(
      problem { try root(#""opacity": 1, "opacity": 1"#, strict) } == .duplicateKey("opacity"))
    #expect(
      problem { try root(#""contents": "no.png""#, strict) }
        == .missingAsset("no.png", reason: "No such file or directory"))
  }

  @Test func warningsDoNotFlood() throws {
    let members = (0..<1000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let document = try root(members)
    #expect(document.diagnostics.count == DiagnosticLog.limit + 1)
    #expect(
      document.diagnostics.contains { $0.problem == .moreWarnings(limit: DiagnosticLog.limit) })
  }

  @Test func plainObjectsHaveALimit() {
    let text = String(repeating: "[", count: 99_999) + String(repeating: "]", count: 99_999)
    #expect(
      problem { try root(#""style": \#(text)"#) } == .tooDeep(limit: 16, of: "values of style"))
    #expect(
      problem { try root(#""filters": [{"type": "a", "b": \#(text)}]"#) }
        == .tooDeep(limit: 16, of: "values of b"))
  }

  /// CAML writes the last of these values as an attribute.
  @Test func whatHoldsNothingNestsNothing() throws {
    let text = String(repeating: #"{"a": "#, count: 16) + "7" + String(repeating: "}", count: 16)
    let document = try root(#""filters": [{"type": "a", "b": \#(text)}]"#)
    for format in [DocumentFormat.caml, .json] {
      let written = DocumentWriter(document).text(as: format).text
      _ = try DocumentReader().read(Data(written.utf8), name: "again", folder: nil)
    }
  }
}
