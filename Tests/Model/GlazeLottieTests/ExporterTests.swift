import GlazeGeometry
import GlazeLayers
@testable import GlazeScene
import Testing

@testable import GlazeLottie

/// Documents of old and unusual exporters.
@Suite struct ExporterTests {
  private static let curve = "\"v\":[[0,0],[30,0],[30,40]],\"c\":true"

  /// Returns the path of a text of one glyph.
  private func glyphPath(version: String, shapes: String) throws -> CGPath {
    let text =
      "{\"s\":{\"s\":100,\"f\":\"F\",\"t\":\"a\",\"j\":0,\"tr\":0,\"lh\":120,\"fc\":[0,0,0]},\"t\":0}"
    let layer =
      "{\"ty\":5,\"ind\":1,\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"t\":{\"d\":{\"k\":[\(text)]},\"p\":{},\"a\":[]}}"
    let font = "{\"fName\":\"F\",\"fFamily\":\"F\",\"fStyle\":\"R\",\"ascent\":75}"
    let glyph =
      "{\"ch\":\"a\",\"size\":100,\"style\":\"R\",\"w\":50,\"fFamily\":\"F\",\"data\":{\"shapes\":[\(shapes)]}}"
    let contents = try Reading.document(
      text:
        "{\"v\":\"\(version)\",\"fr\":30,\"ip\":0,\"op\":60,\"w\":100,\"h\":100,\"layers\":[\(layer)],\"fonts\":{\"list\":[\(font)]},\"chars\":[\(glyph)]}"
    )
    return try #require(contents.root.shapes.first?.path)
  }

  private func group(arriving: String, leaving: String) -> String {
    "{\"ty\":\"gr\",\"it\":[{\"ty\":\"sh\",\"ks\":{\"k\":{\"i\":\(arriving),\"o\":\(leaving),\(Self.curve)}}}]}"
  }

  @Test func glyphsOfOldDocumentsHaveAbsoluteHandles() throws {
    let relative = group(arriving: "[[0,9],[0,0],[5,0]]", leaving: "[[0,-9],[4,4],[0,0]]")
    let absolute = group(arriving: "[[0,9],[30,0],[35,40]]", leaving: "[[0,-9],[34,4],[30,40]]")
    let expected = try glyphPath(version: "4.8.0", shapes: relative)
    #expect(try glyphPath(version: "4.7.1", shapes: absolute) == expected)
    // Another copy of the glyph follows in some.
    #expect(try glyphPath(version: "4.5.7", shapes: absolute + "," + relative) == expected)
  }

  @Test func textsOfOldDocumentsHaveNoKeyframes() throws {
    let style = "{\"s\":20,\"f\":\"F\",\"t\":\"ab\",\"j\":0,\"tr\":0,\"lh\":24,\"fc\":[1,0,0]}"
    func paths(_ text: String, texts: [String: String] = [:]) throws -> [CGPath?] {
      let layer =
        "{\"ty\":5,\"nm\":\"text\",\"ind\":1,\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"t\":{\"d\":\(text),\"p\":{},\"a\":[]}}"
      var options = LottieOptions()
      options.slots = texts
      return try Reading.document(layer, options: options).root.shapes.map(\.path)
    }
    let found = try paths(style)
    #expect(found.count == 1)
    #expect(try found == paths("{\"k\":[{\"t\":0,\"s\":\(style)}]}"))
    #expect(try found != paths(style, texts: ["text": "cd"]))
    #expect(try paths("{}").isEmpty)
  }

  @Test func theLayerBeforeAMattedOneIsItsMatte() throws {
    func solid(_ name: String, _ more: String = "") -> String {
      "{\"ty\":1,\"nm\":\"\(name)\",\"ind\":1,\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"sw\":9,\"sh\":9,\"sc\":\"#ff0000\"\(more)}"
    }
    for flag in ["", ",\"td\":1"] {
      let contents = try Reading.document(
        [solid("matte", flag), solid("matted", ",\"tt\":1"), solid("other")].joined(
          separator: ","))
      let layers = try #require(contents.root.sublayers)
      #expect(layers.count == 2)
      #expect(layers[0].name == "other")
      #expect(layers[1].sublayers?.map(\.name) == ["matted"] && layers[1].mask != nil)
    }
  }

  private func node(_ text: String) throws -> LottieNode {
    LottieNode(try JSONParser.parse(SourceText(name: "test.json", bytes: Array(text.utf8))))
  }

  @Test func pathsOfOldDocumentsAreClosedByTheirItem() throws {
    let points = "\"i\":[[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[0,0]],\"v\":[[0,0],[9,0],[9,9]]"
    let report = LottieReport(log: DiagnosticLog(isStrict: false))
    let source = ShapeSource(reader: PropertyReader(report: report))
    for isClosed in [true, false] {
      let item = try node("{\"ty\":\"sh\",\"closed\":\(isClosed),\"ks\":{\"k\":{\(points)}}}")
      let motion = try #require(source.motion(item, type: "sh"))
      #expect(motion.value(0).contours.map(\.isClosed) == [isClosed])
    }
  }

  @Test func colorsOfBytesAreNotThoseThatOvershoot() throws {
    #expect(RGBA.read(try node("[255,51,0]")) == RGBA(1, 0.2, 0, 1))
    #expect(RGBA.read(try node("[1.05,1,-0.1,1]")) == RGBA(1, 1, 0, 1))
  }

  @Test func aStarCanHaveAPartOfAPoint() {
    func star(_ points: Double, inner: Double? = 4) -> [Contour.Vertex] {
      ShapeGeometry.star(
        ShapeGeometry.Star(
          center: .zero, points: points, rotation: 0, outerRadius: 10, innerRadius: inner,
          outerRoundness: 0, innerRoundness: 0)
      ).vertices
    }
    let whole = star(5)
    #expect(whole.count == 10)
    #expect((whole[0].point - SIMD2(0, -10)).length < 1e-9)
    let part = star(5.5)
    #expect(part.count == 12)
    // The part of a point lies in the middle between the inner ones, and reaches half as far.
    #expect(abs(part[0].point.length - 7) < 1e-9)
    let toSides = [part[1], part[11]].map { ($0.point - part[0].point).length }
    #expect(abs(toSides[0] - toSides[1]) < 1e-9)
    #expect(abs(part[2].point.length - 10) < 1e-9)
    // A polygon has none.
    #expect(star(5.9, inner: nil).count == 5)
  }
}
