import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// Documents that are written.
@Suite struct WritingTests {
  private func written(_ contents: DocumentContents, _ format: DocumentFormat) -> String {
    DocumentWriter(contents).text(as: format).text
  }

  private func again(
    _ contents: DocumentContents, _ format: DocumentFormat
  ) throws -> DocumentContents {
    let data = try format == .archive ? contents.archived() : Data(written(contents, format).utf8)
    return try DocumentReader().read(data, name: "again.\(format.rawValue)", folder: nil)
  }

  /// Unknown content: attributes, elements, elements with the same name, in their order.
  private static let strange = """
    <caml note="1"><Before/><CALayer bounds="0 0 9 9" micaID="7" opacity="0.5" locked="1">\
    <modules type="NSArray"/><sublayers><o type="Some.Layer" id="#1" hash="3"/></sublayers>\
    <scriptComponents><c name="a">x &lt; 1</c></scriptComponents><modules/>\
    <animations><animation type="CABasicAnimation" keyPath="opacity" mica_a="2"><hash value="1"/></animation></animations>\
    <states><LKState name="on" initial="1"><elements><LKStateOther targetId="#1"/>\
    <LKStateSetValue targetId="#1" keyPath="opacity"><value type="real" value="0"/></LKStateSetValue>\
    <LKStateOther key="b"/></elements></LKState></states>\
    <stateTransitions><LKStateTransition fromState="*" toState="on"><elements>\
    <LKStateTransitionElement key="opacity" targetId="#1" object="#8"/></elements></LKStateTransition></stateTransitions>\
    </CALayer><After/></caml>
    """

  /// Returns the order of some words in a text; missing words are marked as missing.
  private func order(of words: [String], in text: String) -> [String] {
    words.compactMap { word in text.range(of: word).map { (word, $0.lowerBound) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  @Test(arguments: [
    [DocumentFormat.caml], [.json, .caml], [.caml, .json, .json, .caml], [.archive, .caml],
    [.json, .archive, .archive, .json, .caml],
  ])
  func keepsWhatIsNotKnown(_ formats: [DocumentFormat]) throws {
    var document = try caml(Self.strange)
    for format in formats.dropLast() { document = try again(document, format) }
    let text = written(document, .caml)
    let words = [
      "note=\"1\"", "<Before/>", "micaID=\"7\"", "opacity=\"0.5\"", "locked=\"1\"",
      "<modules type=\"NSArray\"/>",
      "<o type=\"Some.Layer\"", "hash=\"3\"",
      "<scriptComponents><c name=\"a\">x &lt; 1</c></scriptComponents>",
      "mica_a=\"2\"", "<hash value=\"1\"/>", "initial=\"1\"", "<LKStateOther targetId=\"#1\"/>",
      "LKStateSetValue",
      "<LKStateOther key=\"b\"/>", "object=\"#8\"", "<After/>",
    ]
    #expect(order(of: words, in: text) == words)
    #expect(text.components(separatedBy: "<modules").count == 3)
  }

  /// The filter of UIKit's bars, with a list among its inputs.
  @Test(arguments: [DocumentFormat.caml, .json, .archive])
  func keepsFiltersThatAreNotKnown(_ format: DocumentFormat) throws {
    let document = try caml(
      """
      <caml><CALayer bounds="0 0 9 9"><filters>
      <CAFilter filter="luminanceCurveMap" inputAmount="0.75"><inputValues>
      <real value="0.8"/><real value="1.1"/></inputValues></CAFilter>
      <CAFilter filter="gaussianBlur" inputRadius="3" inputNormalizeEdges="1"/>
      </filters></CALayer></caml>
      """)
    let copy = try again(document, format)
    let filters = try #require(copy.root.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["luminanceCurveMap", "gaussianBlur"])
    #expect(filters[0].value(forKey: "inputValues") as? [Double] == [0.8, 1.1])
    #expect(filters[0].value(forKey: "inputAmount") as? Double == 0.75)
    #expect(filters[1].value(forKey: "inputNormalizeEdges") as? Double == 1)
    #expect(copy.diagnostics.map(\.message) == document.diagnostics.map(\.message))
    #expect(document.diagnostics.first?.message.hasSuffix("files retain it") == true)
  }

  /// Foundation's archiver keeps unknown content of layers, under a key that is not a property.
  @Test func layersAreArchivedWithWhatIsNotKnown() throws {
    let document = try caml(Self.strange)
    let layer = try #require(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: CALayer.self,
        from: NSKeyedArchiver.archivedData(
          withRootObject: document.root, requiringSecureCoding: true)))
    #expect(layer.keepsake?.parts == document.root.keepsake?.parts)
    #expect(layer.value(forKey: ArchiveNames.keepsake) == nil)
  }

  /// The content of a live tree in addition to its properties.
  @Test(arguments: [[DocumentFormat.caml], [.json, .caml], [.caml, .json, .caml]])
  func liveTreesKeepAllThatTheyHold(_ formats: [DocumentFormat]) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    root.setValue(7, forKey: "answer")
    root.setValue("why", forKey: "note")
    root.style = ["hint": 3]
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.duration = 0.75
    root.actions = ["position": NSNull(), "opacity": fade]
    let transition = CATransition()
    transition.filter = CAFilter(type: "someTransition")
    root.add(transition, forKey: kCATransition)
    root.setValue(Thread.current, forKey: "unwritable")
    var document = DocumentContents(
      root: root, size: root.bounds.size, isGeometryFlipped: true, name: "live")
    #expect(
      DocumentWriter(document).text(as: .caml).notes == [
        "the value of \"unwritable\" cannot be written to a file; it is omitted"
      ])
    for format in formats.dropLast() { document = try again(document, format) }
    let text = written(document, .caml)
    for word in ["answer", "7", "why", "hint", "0.75", "position", "someTransition"] {
      #expect(text.contains(word), "\(word) in \(text)")
    }
  }

  @Test(arguments: [DocumentFormat.caml, .json])
  func animationsThatFollowNameTheirLayers(_ format: DocumentFormat) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    let (layer, source) = (CALayer(), CALayer())
    root.sublayers = [layer, source]
    let animation = CAMatchMoveAnimation()
    animation.sourceLayer = source
    animation.sourcePoints = [CGPoint(x: 1, y: 2)]
    animation.appliesScale = false
    let group = CAAnimationGroup()
    group.animations = [animation]
    layer.add(group, forKey: "g")
    let read = try again(
      DocumentContents(
        root: root, size: root.bounds.size, isGeometryFlipped: true, name: "follow"), format)
    let copy = read.root.sublayers?[0].animation(forKey: "g") as? CAAnimationGroup
    let inner = try #require(copy?.animations?.first as? CAMatchMoveAnimation)
    #expect(inner.sourceLayer === read.root.sublayers?[1] && !inner.appliesScale)
    #expect(inner.sourcePoints as? [CGPoint] == [CGPoint(x: 1, y: 2)])
    #expect(read.diagnostics.isEmpty)
  }

  @Test func aLayerThatIsNotThereIsFollowedByNobody() throws {
    let document = try camlRoot(
      "", "<animations><animation type=\"CAMatchMoveAnimation\" sourceLayer=\"#9\"/></animations>")
    #expect(document.diagnostics.map(\.problem) == [.unknownSource("#9")])
  }

  @Test func keepsWhatOnlyJSONSays() throws {
    let document = try scene(
      #"{"width": 9, "height": 9, "editor": {"zoom": [1, 2]}, "root": {"note": true, "label": "a\u001bb"}}"#
    )
    let text = written(try again(document, .caml), .json)
    #expect(text.contains(#""editor": {"zoom": [1, 2]}"#) && text.contains(#""note": true"#))
    // XML does not allow this character.
    #expect(text.contains("\"label\": \"a\u{FFFD}b\""))
  }

  /// Names that XML does not allow or that CAML reserves, and text that XML cannot contain.
  @Test(arguments: [[DocumentFormat.caml], [.caml, .archive], [.archive, .caml, .caml]])
  func keepsWhatXMLHasNoWordsFor(_ formats: [DocumentFormat]) throws {
    let members = [
      #""a b": "x""#, #""`ounds": "0 0 1 1""#, #""a:b": "y""#, #""": "z""#, #""ü": "ß""#,
      ##""object": "#1""##, #""half": {"caml": "<half></q>"}"#,
      #""end": {"caml": "</end></CALayer>"}"#,
      #""odd": {"caml": "<a `b='1'/>"}"#,
    ]
    var document = try scene(
      #"{"width": 9, "height": 9, "@": "top", "root": {\#(members.joined(separator: ", "))}}"#)
    for format in formats { document = try again(document, format) }
    let text = written(document, .json)
    #expect(text.contains(#""@": "top""#))
    for member in members { #expect(text.contains(member), "\(text)") }
    #expect(document.root.bounds.size == CGSize(width: 9, height: 9))
    #expect(
      document.diagnostics.allSatisfy { if case .recovered = $0.problem { false } else { true } })
  }

  @Test func whatIsCalledJSONAndIsNoneIsText() throws {
    let document = try camlRoot("", "<note type=\"json\" value=\"[1,\"/>")
    #expect(written(document, .json).contains(#""note": "[1,""#))
  }

  @Test(arguments: DocumentFormat.allCases.filter { $0 != .bundle })
  func numbersReadBackAsTheyWere(_ format: DocumentFormat) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0.1, y: -1e-7, width: 100.0 / 3, height: 12345.678901234567)
    root.opacity = 0.1
    root.transform = CATransform3DMakeRotation(0.3, 0.1, 0.7, 0.2)
    root.backgroundColor = CGColor(srgbRed: 1.0 / 3, green: -0.2, blue: 1.5, alpha: 0.7)
    root.shadowColor = nil
    root.name = "<\"&\n\u{202E}é"
    let animation = CABasicAnimation(keyPath: "transform.scale")
    animation.toValue = 1.0 / 7
    animation.repeatCount = .infinity
    root.add(animation, forKey: "a key")
    let contents = DocumentContents(
      root: root, size: root.bounds.size, isGeometryFlipped: true, name: "numbers")
    let read = try again(contents, format)
    #expect(read.isGeometryFlipped && read.root.bounds == root.bounds)
    #expect(read.root.opacity == root.opacity && read.root.transform == root.transform)
    #expect(read.root.backgroundColor == root.backgroundColor && read.root.shadowColor == nil)
    #expect(read.root.name == root.name)
    let back = read.root.animation(forKey: "a key") as? CABasicAnimation
    #expect(back?.toValue as? Double == 1.0 / 7 && back?.repeatCount == .infinity)
    #expect(DocumentComparison(contents, read).lines == [])
  }

  @Test func transformsAreFunctionsWhereTheySayItExactly() {
    #expect(TransformText.text(CATransform3DMakeTranslation(5, 3, 0)) == "translate(5, 3, 0)")
    #expect(TransformText.text(CATransform3DMakeScale(2, 0.5, 1)) == "scale(2, 0.5, 1)")
    #expect(TransformText.text(.identity).isEmpty)
    for text in ["rotate(25deg)", "translate(3, 4, 0) rotate(12.5deg)", "perspective(150)"] {
      let matrix = try? TransformFunctions.parse(text)
      #expect(matrix.map { TransformText.text($0) } == text)
    }
    #expect(TransformText.text(CATransform3DMakeRotation(1, 1, 1, 0)).hasPrefix("matrix("))
  }

  @Test func deepTreesNeedNoStack() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    var chain = [root]
    for _ in 0..<20_000 {
      let layer = CALayer()
      chain[chain.count - 1].sublayers = [layer]
      chain.append(layer)
    }
    let contents = DocumentContents(
      root: root, size: root.bounds.size, isGeometryFlipped: true, name: "deep")
    #expect(try again(contents, .caml).root.sublayers?.count == 1)
    #expect(try again(contents, .json).root.sublayers?.count == 1)
  }

  @Test func whatNobodyCanReadIsLeftOutWithANote() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    root.zPosition = .nan
    let contents = DocumentContents(
      root: root, size: root.bounds.size, isGeometryFlipped: true, name: "n")
    let (text, notes) = DocumentWriter(contents).text(as: .json)
    #expect(
      !text.contains("zPosition") && notes == ["zPosition is not a finite number; it is omitted"])
  }

  @Test func foldersThatAreNoDocumentsStay() throws {
    let folder = try TemporaryFolder()
    try folder.write("precious.txt", "here")
    let document = try root(#""opacity": 1"#)
    #expect(throws: DocumentError.self) {
      try DocumentWriter(document).write(to: folder.path, as: .bundle)
    }
    #expect(FileManager.default.fileExists(atPath: folder.path + "/precious.txt"))
  }

  @Test func bundlesKeepTheirOtherFiles() throws {
    let folder = try TemporaryFolder()
    let source = folder.path + "/a.ca"
    try FileManager.default.createDirectory(
      atPath: source + "/assets", withIntermediateDirectories: true)
    try folder.write("a.ca/main.caml", "<caml><CALayer bounds=\"0 0 9 9\"/></caml>")
    try folder.write("a.ca/assets/Clock.js", "// script")
    try folder.write(
      "a.ca/index.xml",
      "<plist><dict><key>touchesColor</key><array><real>0.5</real></array></dict></plist>")
    let document = try DocumentReader().read(path: source)
    #expect(try DocumentWriter(document).write(to: folder.path + "/b.ca", as: .bundle) == [])
    let script = try String(contentsOfFile: folder.path + "/b.ca/assets/Clock.js", encoding: .utf8)
    let index = try String(contentsOfFile: folder.path + "/b.ca/index.xml", encoding: .utf8)
    #expect(script == "// script")
    #expect(index.contains("<key>touchesColor</key>\n  <array><real>0.5</real></array>"))
  }

  // MARK: Comparison and messages

  @Test func comparisonNamesLayersAndProperties() throws {
    let a = try root(#""sublayers": [{"name": "x", "opacity": 0.5}, {"name": "y"}]"#)
    let b = try root(#""sublayers": [{"name": "x", "opacity": 1}], "cornerRadius": 3"#)
    #expect(
      DocumentComparison(a, b).lines == [
        "root cornerRadius: default -> 3",
        "root.sublayers[1] CALayer \"y\" only in the first",
        "root.sublayers[0] \"x\" opacity: 0.5 -> default",
      ])
  }

  @Test func scriptsAreNamed() throws {
    let scripts =
      "<scriptComponents><script name=\"a.js\"/><scriptObject src=\"b.js\"/></scriptComponents>"
    let problems = try camlRoot("", scripts).diagnostics.map(\.problem)
    #expect(problems == [.scriptNotRun("a.js"), .scriptNotRun("b.js")])
  }

  @Test func noLineHoldsALongNameOrAnEscapeSequence() throws {
    let name = "a\\u001b[31mb\\u009b\\u202e" + String(repeating: "n", count: 200_000)
    let document = try root("\"name\": \"\(name)\", \"\(name)\": 1")
    var printer = LayerPrinter()
    let texts = [printer.text(of: document)] + document.diagnostics.map(\.description)
    for text in texts {
      #expect(text.count < 2_000)
      #expect(
        !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
      #expect(!text.contains("\u{202E}"))
    }
    let json = DocumentWriter(document).jsonInPlace().text
    #expect(
      !json.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }
}
