import Foundation
import GlazeGeometry
import GlazeLayers
@testable import GlazeScene
import Testing

@testable import GlazeLottie

@Suite("Texts of Lottie documents")
struct TextTests {
  /// Glyphs that are boxes: "I" and "i" are 20 x 70 and 10 x 50 of 100, in a width of 30 and 20.
  private static let glyphs = {
    func glyph(_ character: String, _ width: Int, _ height: Int) -> String {
      let (right, z) = (5 + width, "[[0,0],[0,0],[0,0],[0,0]]")
      return
        "{\"ch\":\"\(character)\",\"style\":\"S\",\"fFamily\":\"F\",\"w\":\(width + 10),\"data\":{\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"sh\",\"ks\":{\"k\":{\"i\":\(z),\"o\":\(z),\"v\":[[5,0],[5,-\(height)],[\(right),-\(height)],[\(right),0]],\"c\":true}}}]}]}}"
    }
    let space = "{\"ch\":\" \",\"style\":\"S\",\"fFamily\":\"F\",\"w\":20,\"data\":{}}"
    return
      ",\"fonts\":{\"list\":[{\"fName\":\"f\",\"fFamily\":\"F\",\"fStyle\":\"S\"}]},\"chars\":[\(glyph("I", 20, 70)),\(glyph("i", 10, 50)),\(space)]"
  }()

  /// Returns the layer of a document with one text of size 10.
  private func layer(
    _ text: String, style: String = "", path: String = "{}", line: String = "", group: String = "",
    animators: String = ""
  ) throws -> CALayer {
    let mask =
      "{\"mode\":\"n\",\"pt\":{\"k\":\(line)},\"o\":{\"k\":100},\"x\":{\"k\":0},\"inv\":false}"
    let layer =
      "{\"ty\":5,\"nm\":\"text\",\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"masksProperties\":[\(line.isEmpty ? "" : mask)],\"t\":{\"d\":{\"k\":[{\"t\":0,\"s\":{\"t\":\"\(text)\",\"f\":\"f\",\"s\":10,\"fc\":[0,0,0]\(style)}}]},\"p\":\(path),\"m\":{\(group)},\"a\":[\(animators)]}}"
    return try Reading.document(layer, more: Self.glyphs).root
  }

  /// The box of all shapes of a layer that stands still.
  private func box(_ layer: CALayer) -> CGRect {
    layer.shapes.reduce(CGRect.null) { box, shape in
      let path = shape.path?.boundingBoxOfPath ?? .null
      return box.union(shape.convert(path, to: layer))
    }
  }

  private func expect(_ box: CGRect, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    let sides = [box.minX, box.maxX, box.minY, box.maxY].map { Double($0) }
    let expected = [x.lowerBound, x.upperBound, y.lowerBound, y.upperBound]
    #expect(zip(sides, expected).allSatisfy { abs($0 - $1) < 1e-3 }, "\(sides)")
  }

  // MARK: Paths

  /// A line from (50, 10) to (50, 90).
  private static let down =
    "{\"i\":[[0,0],[0,0]],\"o\":[[0,0],[0,0]],\"v\":[[50,10],[50,90]],\"c\":false}"

  private static func path(
    _ first: String = "0", last: Double = 0, across: Int = 1, forced: Int = 0, reversed: Int = 0
  ) -> String {
    "{\"m\":0,\"f\":{\"k\":\(first)},\"l\":{\"k\":\(last)},\"p\":{\"k\":\(across)},\"a\":{\"k\":\(forced)},\"r\":{\"k\":\(reversed)}}"
  }

  @Test func textFollowsAPath() throws {
    // Two letters with bodies from 0.5 to 2.5 of 3, 7 points high, which is to the right here.
    let turned = try layer("II", path: Self.path(), line: Self.down)
    expect(box(turned), 50...57, 10.5...15.5)
    let back = try layer("II", path: Self.path(reversed: 1), line: Self.down)
    expect(box(back), 43...50, 84.5...89.5)
    let upright = try layer("II", path: Self.path(across: 0), line: Self.down)
    expect(box(upright), 49...51, 4.5...14.5)
    #expect(turned.shapes.count == 1)
  }

  @Test(
    "The first margin moves lines at the start, the last one those at the end, both the centered")
  func marginsMoveTheText() throws {
    func box(_ alignment: Int) throws -> CGRect {
      let path = Self.path("4", last: -8)
      return self.box(
        try layer("II", style: ",\"j\":\(alignment)", path: path, line: Self.down))
    }
    expect(try box(0), 50...57, 14.5...19.5)
    expect(try box(1), 50...57, 76.5...81.5)
    expect(try box(2), 50...57, 43.5...48.5)
  }

  @Test func forcedAlignmentFillsThePath() throws {
    let path = Self.path("10", last: -20, forced: 1)
    expect(box(try layer("III", path: path, line: Self.down)), 50...57, 20.5...69.5)
  }

  @Test("Beyond its ends, an open path goes on straight")
  func textLeavesThePath() throws {
    expect(box(try layer("II", path: Self.path("-50"), line: Self.down)), 50...57, -39.5 ... -34.5)
    expect(box(try layer("II", path: Self.path("95"), line: Self.down)), 50...57, 105.5...110.5)
  }

  @Test func textMovesAlongAPath() throws {
    let moving =
      "[{\"t\":0,\"s\":[0],\"i\":{\"x\":[1],\"y\":[1]},\"o\":{\"x\":[0],\"y\":[0]}},{\"t\":60,\"s\":[30]}]"
    let layer = try layer("II", path: Self.path(moving), line: Self.down)
    let animations = layer.animations(of: "transform")
    #expect(animations.count == 2)
    let ends = animations.compactMap { $0.values?.last as? CATransform3D }
    #expect(ends.map { $0.m42 } == [40, 43])
    #expect(ends.allSatisfy { abs($0.m12 - 1) < 1e-9 })
  }

  // MARK: Characters

  @Test("Small letters are capitals of 70 % of the size; a character without a capital remains")
  func drawsSmallCapitals() throws {
    expect(box(try layer("Ii", style: ",\"ca\":2")), 0.5...4.75, -7...0)
    expect(box(try layer("i", style: ",\"ca\":2")), 0.35...1.75, -4.9...0)
    expect(box(try layer("i")), 0.5...1.5, -5...0)
    expect(box(try layer("i", style: ",\"ca\":1")), 0.5...2.5, -7...0)
  }

  @Test func spacesAtTheEndDoNotMoveALine() throws {
    expect(box(try layer("I  ", style: ",\"j\":1")), -2.5 ... -0.5, -7...0)
    expect(box(try layer("I  ", style: ",\"j\":2")), -1...1, -7...0)
  }

  @Test("Animators space characters as far as their selectors reach them")
  func tracksCharacters() throws {
    let half =
      "{\"s\":{\"s\":{\"k\":0},\"e\":{\"k\":50},\"a\":{\"k\":100}},\"a\":{\"t\":{\"k\":5}}}"
    expect(box(try layer("IIII", animators: half)), 0.5...16.5, -7...0)
    let all = "{\"a\":{\"t\":{\"k\":5}}}"
    expect(box(try layer("IIII", animators: all)), 0.5...26.5, -7...0)
    expect(box(try layer("IIII", style: ",\"j\":2", animators: all)), -13...13, -7...0)
    expect(box(try layer("IIII", style: ",\"j\":1", animators: all)), -26.5 ... -0.5, -7...0)
  }

  @Test("Characters turn about the middle of their group, with an alignment")
  func groupsTurn() throws {
    let shrink = "{\"a\":{\"s\":{\"k\":[0,0]}}}"
    func middle(_ group: String) throws -> CGRect {
      box(try layer("II I", group: group, animators: shrink))
    }
    expect(try middle("\"g\":1"), 1.5...9.5, 0...0)
    expect(try middle("\"g\":2"), 3...9.5, 0...0)
    expect(try middle("\"g\":3"), 5.5...5.5, 0...0)
    expect(try middle("\"g\":3,\"a\":{\"k\":[100,-50]}"), 11...11, -4.284 ... -4.284)
  }

  @Test func animatorsSkewAndMoveAnchors() throws {
    let skew = "{\"a\":{\"sk\":{\"k\":45}}}"
    expect(box(try layer("I", animators: skew)), 0.5...9.5, -7...0)
    let anchor = "{\"a\":{\"a\":{\"k\":[2,-3]},\"s\":{\"k\":[200,200]}}}"
    expect(box(try layer("I", animators: anchor)), -4.5 ... -0.5, -8...6)
  }

  @Test func animatorsChangeStrokes() throws {
    let more =
      "{\"a\":{\"sw\":{\"k\":3},\"sc\":{\"k\":[0,1,0]},\"so\":{\"k\":50},\"fo\":{\"k\":0}}}"
    let shapes = try layer("I", style: ",\"sw\":1,\"sc\":[1,0,0]", animators: more).shapes
    #expect(shapes.map(\.lineWidth).contains(4))
    #expect(shapes.compactMap(\.strokeColor) == [RGBA(0, 1, 0, 0.5).cgColor])
    #expect(shapes.compactMap(\.fillColor) == [RGBA(0, 0, 0, 0).cgColor])
  }

  @Test(
    "Animators add to the hue, the saturation and the brightness",
    arguments: [
      ("\"fh\":{\"k\":120}", SIMD3(0.4, 0.8, 0.6)), ("\"fh\":{\"k\":-60}", SIMD3(0.8, 0.4, 0.6)),
      ("\"fs\":{\"k\":50}", SIMD3(0.8, 0.4, 0)), ("\"fs\":{\"k\":-90}", SIMD3(0.8, 0.8, 0.8)),
      ("\"fb\":{\"k\":-40}", SIMD3(0.4, 0.3, 0.2)), ("\"fb\":{\"k\":90}", SIMD3(1, 0.75, 0.5)),
    ])
  func animatorsChangeColors(value: String, expected: SIMD3<Double>) throws {
    let shapes = try layer("I", style: ",\"fc\":[0.8,0.6,0.4]", animators: "{\"a\":{\(value)}}")
      .shapes
    let color = try #require(shapes.first?.fillColor?.components).map(\.native)
    #expect(color.count == 4)
    #expect(SIMD3(color[0], color[1], color[2]).distance(to: expected) < 1e-6, "\(color)")
  }

  // MARK: Selectors

  /// Returns how far selectors of four characters reach them.
  private func amounts(_ selectors: String) throws -> [Double] {
    // A color gives each character a shape.
    let values = "{\"p\":{\"k\":[0,100]},\"fc\":{\"k\":[0,0,0]}}"
    let layer = try layer("IIII", animators: "{\"s\":\(selectors),\"a\":\(values)}")
    return layer.shapes.map { Double($0.convert(CGPoint.zero, to: layer).y / 100) }
  }

  private func expect(_ found: [Double], _ expected: [Double]) {
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-3 }, "\(found)")
  }

  @Test("The easing bends the amounts, and the smoothness narrows the edges of a square")
  func selectorsHaveEasingAndSmoothness() throws {
    expect(try amounts("{\"sh\":2}"), [0.125, 0.375, 0.625, 0.875])
    let eased = try amounts("{\"sh\":2,\"ne\":{\"k\":100},\"xe\":{\"k\":100}}")
    #expect(eased[0] < 0.02 && eased[1] < 0.3 && eased[2] > 0.7 && eased[3] > 0.98)
    expect(try amounts("{\"e\":{\"k\":40}}"), [1, 0.6, 0, 0])
    expect(try amounts("{\"e\":{\"k\":40},\"sm\":{\"k\":50}}"), [1, 0.7, 0, 0])
    expect(try amounts("{\"e\":{\"k\":40},\"sm\":{\"k\":0}}"), [1, 1, 0, 0])
  }

  @Test func selectorsOfOneAnimatorAdd() throws {
    let selectors = "[{\"e\":{\"k\":25}},{\"s\":{\"k\":75}},{\"e\":{\"k\":10}}]"
    expect(try amounts(selectors), [1, 0, 0, 1])
  }

  @Test func charactersStayInTheirLineWhereTheBudgetEnds() throws {
    let text = "{\"t\":\"II\",\"f\":\"f\",\"s\":10}"
    let animator = "{\"s\":{\"b\":1},\"a\":{\"p\":{\"k\":[0,100]},\"o\":{\"k\":0}}}"
    let json = "{\"t\":{\"a\":[\(animator)]},\"s\":\(text)\(Self.glyphs)}"
    let root = LottieNode(
      try JSONParser.parse(SourceText(name: "test.json", bytes: Array(json.utf8))))
    let budget = Budget(steps: 1_000)
    let reader = PropertyReader(
      report: LottieReport(log: DiagnosticLog(isStrict: false)), budget: budget)
    let node = try #require(root["t"])
    let lines = TextLines(
      text: LottieText(try #require(root["s"])), source: TextSource(root, replacements: [:]))
    let places = TextPlaces(lines, node, TextAnimators(node, reader), nil, reader, root)
    #expect(places.matrix(of: 1, at: 0) == CGAffineTransform(translationX: 3, y: 100))
    #expect(places.opacity(of: 1, at: 0) == 0)
    #expect(!budget.takeSteps(1_000))
    #expect(places.matrix(of: 1, at: 0) == CGAffineTransform(translationX: 3, y: 0))
    #expect(places.opacity(of: 1, at: 0) == 1)
  }
}
