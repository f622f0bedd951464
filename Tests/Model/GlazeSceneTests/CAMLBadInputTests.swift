import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

@Suite struct CAMLBadInputTests {
  @Test(arguments: [
    (#"opacity="nan""#, Problem.notFinite(of: "opacity")),
    (#"cornerRadius="inf""#, .notFinite(of: "cornerRadius")),
    (#"position="0 -inf""#, .notFinite(of: "position")),
    (#"backgroundColor="1 nan 0""#, .notFinite(of: "backgroundColor")),
    (#"transform="scale(inf, 1, 1)""#, .notFinite(of: "transform")),
    (#"opacity="1e300""#, .notFinite(of: "opacity")),
    (#"opacity="much""#, .badValue(of: "opacity", expected: "a number, not \"much\"")),
    (#"hidden="maybe""#, .badValue(of: "hidden", expected: "0 or 1")),
    (#"position="1 2 3""#, .badValue(of: "position", expected: "two numbers, x and y")),
    (
      #"backgroundColor="1 2 3 4 5""#,
      .badValue(of: "backgroundColor", expected: "a color of three numbers")
    ),
    (
      #"backgroundColor="red""#,
      .badValue(of: "backgroundColor", expected: "a color of three numbers, not \"red\"")
    ),
    (
      #"position="a 2""#,
      .badValue(of: "position", expected: "two numbers, x and y, not \"a 2\"")
    ),
    (#"maskedCorners="1.5""#, .badValue(of: "maskedCorners", expected: "an integer")),
    (
      #"transform="spin(3)""#,
      .badValue(of: "transform", expected: "made of known functions; there is no spin of 1 numbers")
    ),
  ])
  func wrongValuesAreLeftOut(_ attribute: String, _ expected: Problem) throws {
    let document = try camlRoot(attribute)
    #expect(document.diagnostics.map(\.problem) == [expected])
    #expect(expected.effect == .changesImage)
    let untouched = CALayer()
    #expect(
      document.root.opacity == untouched.opacity && document.root.isHidden == untouched.isHidden)
  }

  /// Bad values in lists and parts of layers do not affect the valid values around them.
  @Test(arguments: [
    ("animations", "<CABasicAnimation keyPath='opacity' duration='soon'/>", "duration"),
    ("animations", "<CABasicAnimation keyPath='opacity' toValue='full'/>", "toValue"),
    ("filters", "<CAFilter filter='gaussianBlur' inputRadius='wide'/>", "inputRadius"),
    ("emitterCells", "<CAEmitterCell birthRate='many'/>", "birthRate"),
    (
      "states",
      "<LKState name='a'><elements><LKStateSetValue targetId='1' keyPath='opacity'><value value='x'/></LKStateSetValue></elements></LKState>",
      "opacity"
    ),
  ])
  func wrongPartsAreLeftOut(_ list: String, _ part: String, _ property: String) throws {
    let document = try caml(
      "<caml><CAEmitterLayer id='1' bounds='0 0 9 9'><\(list)>\(part)</\(list)></CAEmitterLayer></caml>"
    )
    let root = try #require(document.root as? CAEmitterLayer)
    let count =
      (root.animationKeys()?.count ?? 0) + (root.filters?.count ?? 0)
      + (root.emitterCells?.count ?? 0) + (document.states?.states.count ?? 0)
    #expect(count == 1)
    #expect(document.diagnostics.count == 1)
    guard case .badValue(property, _)? = document.diagnostics.first?.problem else {
      Issue.record("\(document.diagnostics)")
      return
    }
  }

  @Test func wrongValuesNameLineAndColumn() throws {
    let text = "<caml>\n <CALayer\n  bounds=\"0 0 9 9\"\n  opacity=\"x\"/></caml>"
    let place = "main.caml:2:2: opacity must be a number, not \"x\""
    let warning = try #require(try caml(text).diagnostics.first)
    #expect(
      warning.description
        == "main.caml:2:2: warning: opacity must be a number, not \"x\"; it is ignored")
    let strict = DocumentReader(options: .init(isStrict: true))
    let error = try #require(
      failure { try strict.read(Data(text.utf8), name: "main.caml", folder: nil) })
    #expect(error.description == place)
  }

  @Test(arguments: [
    "<", "<caml", "<caml>", "<caml><CALayer bounds=\"0 0 1 1\"", "<caml><CALayer bounds=\"0 0",
    "<caml><CALayer bounds=\"0 0 1 1\"/>", "<caml><CALayer bounds=\"0 0 1 1\"></CALayer></cam",
    "<!-- ",
  ])
  func textsThatEndTooEarlyAreTruncated(_ text: String) {
    #expect(
      problem { try caml(text) } == .truncated(expected: "the end of the document"))
  }

  @Test(arguments: [
    ("<caml/>", Problem.noRootLayer), ("<svg><CALayer/></svg>", .noRootLayer),
    ("<caml><sublayers/></caml>", .noRootLayer),
  ])
  func documentsWithoutLayersAreErrors(_ text: String, _ expected: Problem) {
    #expect(problem { try caml(text) } == expected)
  }

  /// With any error in a path, the rest of the document is still shown.
  @Test(arguments: [
    ("5 5 m 35 l", "l takes the 2 numbers before it, got 1 (word 5 of the path)"),
    ("1 2 l", "l stands before the first m (word 3 of the path)"),
    ("1 2 m 3 4", "the path must end with an operator, m l c q h or re (word 5 of the path)"),
    (
      "1 2 m nan 4 l",
      "“nan” is neither a number nor one of the operators m l c q h re (word 4 of the path)"
    ),
    ("M 1 2 X", "“X” is not a path command; use one of MLHVCSQTAZ (at character 6 of the path)"),
  ])
  func pathsThatCannotBeReadAreLeftEmpty(_ text: String, _ reason: String) throws {
    let document = try caml(
      #"<caml><CALayer bounds="0 0 9 9"><sublayers><CAShapeLayer path="\#(text)"/></sublayers></CALayer></caml>"#
    )
    let shape = try #require(document.root.sublayers?.first as? CAShapeLayer)
    #expect(shape.path?.isEmpty == true)
    #expect(
      document.diagnostics.map(\.problem) == [.unreadablePath(of: "path", reason: reason)])
  }

  @Test func aRootWithoutLayersNeedsASize() {
    guard case .noSize? = problem({ try caml("<caml><CALayer/></caml>") }) else {
      Issue.record("a root without bounds and layers must be an error")
      return
    }
  }

  /// Icons are centered on the origin, in any superlayer.
  @Test func aRootWithoutBoundsIsAsLargeAsItsLayers() throws {
    let document = try caml(
      """
      <caml><CALayer position="7 7"><sublayers>
      <CALayer bounds="0 0 40 30" hidden="1"><sublayers><CALayer bounds="0 0 99 99"/></sublayers></CALayer>
      <CALayer position="10 0"><sublayers><CAShapeLayer path="0 0 m 20 0 l 20 50 l h"/></sublayers></CALayer>
      <CALayer bounds="0 0 9 9" position="inf 0" transform="scale(1e300)"/>
      </sublayers></CALayer></caml>
      """)
    #expect(document.root.bounds == CGRect(x: -20, y: -15, width: 50, height: 65))
    #expect(document.size == CGSize(width: 50, height: 65))
    #expect(document.diagnostics.map(\.problem).contains(.sizeOfContent))
  }

  @Test func malformedDocumentsAreReadAsFarAsPossible() throws {
    let text = """
      <caml><CALayer bounds="0 0 9 9"><sublayers>
        <CALayer name="open">
      </sublayers></CALayer></caml>
      """
    let document = try caml(text)
    #expect(document.root.sublayers?.map(\.name) == ["open"])
    guard case .recovered = document.diagnostics.first?.problem else {
      Issue.record("the damage must be reported")
      return
    }
    #expect(document.diagnostics.first?.location.line == 3)
    let strict = DocumentReader.Options(isStrict: true)
    guard case .recovered? = problem({ try caml(text, strict) }) else {
      Issue.record("the damage must be an error")
      return
    }
  }

  @Test func entitiesAreNeverExpanded() throws {
    let levels = (1...9).map { level in
      "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    let text =
      "<!DOCTYPE caml [<!ENTITY e0 \"boom\">\(levels.joined())"
      + "<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
      + "<caml><CALayer bounds=\"0 0 9 9\" name=\"&e9;&x;&lt;\"/>&x;</caml>"
    let document = try caml(text)
    #expect(document.diagnostics.first?.problem == .entityDeclaration("e0"))
    #expect((document.root.name ?? "").count < 20)
    #expect(document.root.name?.contains("root:") != true)
  }

  @Test func aLayerCannotBeInsideItself() {
    #expect(
      problem {
        try caml(
          ##"""
          <caml><CALayer id="#1" bounds="0 0 9 9"><sublayers>
          <CALayer object="#1"/></sublayers></CALayer></caml>
          """##)
      } == .cyclicReference("#1"))
    #expect(
      problem {
        try caml(##"<caml><CALayer id="#1" object="#1" bounds="0 0 9 9"/></caml>"##)
      } == .cyclicReference("#1"))
  }

  @Test func otherReferencesAreLeftOut() throws {
    let document = try camlRoot(
      "", ##"<sublayers><CALayer id="#2"/><CALayer object="#2"/></sublayers>"##)
    #expect(document.root.sublayers?.count == 1)
    #expect(document.diagnostics.map(\.problem) == [.reference("#2")])
  }

  @Test func unknownThingsAreReportedOnce() throws {
    let document = try camlRoot(
      #"frobnicate="1""#,
      """
      <sublayers><CALayer frobnicate="2"/><CGImage/><CAFooLayer/></sublayers><wibble/>
      """)
    #expect(
      Set(document.diagnostics.map(\.problem)) == [
        .unknownProperty("frobnicate"), .unknownProperty("wibble"), .notALayer("CGImage"),
        .unknownClass("CAFooLayer"),
      ])
  }

  @Test func privatePropertiesThatShowAreReported() throws {
    let document = try camlRoot(
      #"flipsHorizontalAxis="1" contentsTransform="matrix(1 0 0 1 0 0)""#)
    #expect(document.diagnostics.map(\.problem) == [.notDrawn("flipsHorizontalAxis")])
  }
}
