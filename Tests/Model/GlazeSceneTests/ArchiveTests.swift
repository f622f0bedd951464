import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

@Suite struct ArchiveTests {
  private func read(
    _ root: Archived, _ options: DocumentReader.Options = .init()
  ) throws -> DocumentContents {
    try read(ArchiveWriter.write(root), options)
  }

  private func read(
    _ data: Data, _ options: DocumentReader.Options = .init()
  ) throws -> DocumentContents {
    try DocumentReader(options: options).read(data, name: "main.caar", folder: nil)
  }

  private func text(_ document: DocumentContents) -> String {
    var printer = LayerPrinter()
    return printer.text(of: document)
  }

  /// Makes a root of 100 by 50 with more fields.
  private func root(_ fields: [(String, Archived)]) -> Archived {
    .layer([("bounds", .rect(0, 0, 100, 50))] + fields)
  }

  // MARK: Layers

  /// However the values are wrapped, the layers equal those of the CAML.
  @Test(arguments: [
    (
      [("position", Archived.point(50, 25)), ("hidden", .bool(true)), ("name", .string("Größe"))],
      #"position="50 25" hidden="1" name="Größe""#, ""
    ),
    (
      [("opacity", .number(0.25)), ("shadowOffset", .size(1, -3)), ("opaque", .number(1))],
      #"opacity="0.25" shadowOffset="1 -3" opaque="1""#, ""
    ),
    (
      [
        ("transform", .matrix([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, -0.002, 5, 6, 7, 1])),
        ("duration", .number(.infinity)), ("delegate", .string("kept for somebody else")),
      ],
      #"transform="0 1 0 0 -1 0 0 0 0 0 1 -0.002 5 6 7 1" duration="inf""#, ""
    ),
    (
      [("backgroundColor", .color(0.1, 0.2, 0.3, 0.4)), ("shadowColor", .null)], "",
      #"<backgroundColor value="0.1 0.2 0.3" opacity="0.4"/><shadowColor type="null"/>"#
    ),
    (
      [
        ("mask", .layer("CAGradientLayer", gradient)),
        ("sublayers", .proxy([.layer([("name", .string("a"))]), .layer("CAShapeLayer", shape)])),
      ], "",
      """
      <mask><CAGradientLayer type="radial" endPoint="1 0"><colors><CGColor value="1 0 0"/>
      <CGColor value="0 0 1" opacity="0.5"/></colors><locations><real value="0.25"/><real value="1"/>
      </locations></CAGradientLayer></mask>
      <sublayers><CALayer name="a"/><CAShapeLayer lineWidth="2"
      path="0 0 m 10 0 l 20 0 20 10 q 1 2 3 4 5 6 c h"/></sublayers>
      """
    ),
    (
      [
        (
          "filters",
          .list([
            .object(
              ["CAFilter", "NSObject"],
              [
                ("CAFilterType", .string("gaussianBlur")), ("CAFilterName", .string("b")),
                (
                  "CAFilterInputs",
                  .object(
                    ["LKNSDictionaryCodingProxy", "CACodingProxy", "NSObject"],
                    [("dict", .dictionary([("inputRadius", .number(3))]))])
                ),
              ])
          ])
        ), ("compositingFilter", .string("multiplyBlendMode")),
      ], "",
      #"<filters><CAFilter filter="gaussianBlur" name="b" inputRadius="3"/></filters>"#
        + #"<compositingFilter type="string" value="multiplyBlendMode"/>"#
    ),
    (
      [
        ("CALayerAnimations", .list([moving])), ("CALayerAnimationKeys", .list([.string("go")])),
      ], "",
      """
      <animations><animation type="CAKeyframeAnimation" key="go" keyPath="position" duration="2"
      timingFunction="0.25 0 0.5 1"><values><NSValue value="0 0"/><NSValue value="9 5"/></values>
      </animation></animations>
      """
    ),
    (
      [
        ("CALayerAnimations", .list([group])),
        ("sublayers", .list([.layer("CAEmitterLayer", [("emitterCells", .list([cell]))])])),
      ], "",
      """
      <animations><CAAnimationGroup duration="3"><animations><CABasicAnimation keyPath="opacity"
      fromValue="1" toValue="0.5"/></animations></CAAnimationGroup></animations>
      <sublayers><CAEmitterLayer><emitterCells><CAEmitterCell name="spark" birthRate="5">
      <color value="1 0 0" opacity="0.5"/></CAEmitterCell></emitterCells></CAEmitterLayer></sublayers>
      """
    ),
  ])
  func archivesGiveTheLayersOfCAML(
    _ fields: [(String, Archived)], _ attributes: String, _ children: String
  ) throws {
    var twin = try camlRoot(attributes, children)
    #expect(twin.diagnostics.isEmpty)
    twin.name = "main"
    let document = try read(root(fields))
    #expect(document.diagnostics.isEmpty)
    #expect(text(document) == text(twin))
  }

  private static let gradient: [(String, Archived)] = [
    ("type", .string("radial")), ("endPoint", .point(1, 0)),
    ("colors", .proxy([.color(1, 0, 0), .color(0, 0, 1, 0.5)])),
    ("locations", .list([.number(0.25), .number(1)])),
  ]

  private static let shape: [(String, Archived)] = [
    ("lineWidth", .number(2)),
    (
      "path",
      .path([(0, [0, 0]), (1, [10, 0]), (2, [20, 0, 20, 10]), (3, [1, 2, 3, 4, 5, 6]), (4, [])])
    ),
  ]

  private static let moving = Archived.object(
    ["CAKeyframeAnimation", "CAPropertyAnimation", "CAAnimation", "NSObject"],
    [
      ("keyPath", .string("position")), ("duration", .number(2)),
      ("values", .list([.point(0, 0), .point(9, 5)])),
      (
        "timingFunction",
        .object(
          ["CAMediaTimingFunction", "NSObject"],
          [("c1x", .number(0.25)), ("c1y", .number(0)), ("c2x", .number(0.5)), ("c2y", .number(1))])
      ),
    ])

  private static let group = Archived.object(
    ["CAAnimationGroup", "CAAnimation", "NSObject"],
    [
      ("duration", .number(3)),
      (
        "animations",
        .list([
          .object(
            ["CABasicAnimation", "CAPropertyAnimation", "CAAnimation", "NSObject"],
            [
              ("keyPath", .string("opacity")), ("fromValue", .number(1)), ("toValue", .number(0.5)),
            ])
        ])
      ),
    ])

  private static let cell = Archived.object(
    ["CAEmitterCell", "NSObject"],
    [
      ("name", .string("spark")), ("birthRate", .number(5)), ("color", .color(1, 0, 0, 0.5)),
      ("delegate", .null),
    ])

  @Test func imagesAreInside() throws {
    let gray = try Images.png([128, 128, 128, 255])
    let tinted = Archived.object(
      ["CATintedImage", "NSObject"],
      [("image", .image(gray, isMask: true)), ("tint", .color(1, 0, 0))])
    let document = try read(
      root([
        ("contents", .image(try Images.png([1, 2, 3, 255]))),
        ("sublayers", .list([.layer([("contents", tinted)])])),
      ]))
    #expect(document.diagnostics.isEmpty)
    #expect(Images.pixel(of: document.root.contents) == [1, 2, 3, 255])
    #expect(Images.pixel(of: document.root.sublayers?.first?.contents) == [128, 0, 0, 128])
  }

  @Test func damagedImagesAreWarnings() throws {
    let png = try Images.png([1, 2, 3, 255])
    let document = try read(root([("contents", .image(png.prefix(40)))]))
    let warning = document.diagnostics.first
    guard case .badAsset? = warning?.problem else {
      Issue.record("\(document.diagnostics)")
      return
    }
    #expect(warning?.location.path?.hasPrefix("$objects[") == true)
  }

  /// The flag next to the root states the direction of y inside it.
  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func theFlagOfTheDocumentIncludesTheRoots(_ isDown: Bool, _ isRootFlipped: Bool) throws {
    let document = try read(
      .dictionary([
        ("geometryFlipped", .bool(isDown)), ("documentWidth", .number(30)),
        ("documentHeight", .number(20)),
        ("rootLayer", .layer([("geometryFlipped", .bool(isRootFlipped))])),
      ]))
    #expect(document.size == CGSize(width: 30, height: 20))
    #expect((document.isGeometryFlipped != document.root.isGeometryFlipped) == isDown)
  }

  // MARK: Values that are not read

  @Test func objectsOfOtherClassesAreLeftOut() throws {
    let fields: [(String, Archived)] = [
      ("backgroundColor", .object(["UIColor", "NSObject"], [("UIRed", .number(1))])),
      ("contents", .data(Data([1, 2]))),
      ("sublayers", .list([.object(["NSTask", "NSObject"], []), .layer([])])),
    ]
    let document = try read(root(fields))
    #expect(document.root.sublayers?.count == 1)
    #expect(
      document.diagnostics.map(\.problem) == [
        .foreignObject("UIColor", of: "backgroundColor"), .foreignObject("data", of: "contents"),
        .foreignObject("NSTask", of: "NSTask"),
      ])
  }

  @Test func valuesThatCannotBeReadAreLeftOut() throws {
    let gray = Archived.object(
      ["LKCGColorCodingProxy", "CACodingProxy", "NSObject"], [("w", .number(0.5))])
    let document = try read(
      root([("backgroundColor", gray), ("opacity", .string("full")), ("zPosition", .number(3))]))
    #expect(document.root.backgroundColor == nil && document.root.opacity == 1)
    #expect(document.root.zPosition == 3)
    #expect(
      document.diagnostics.map(\.problem) == [
        .badValue(of: "backgroundColor", expected: "a color with r, g and b"),
        .badValue(of: "opacity", expected: "a number, not \"full\""),
      ])
  }

  @Test func filesWithoutLayersSayWhatTheyAre() {
    let views = Archived.list([.object(["UIView", "UIResponder", "NSObject"], [])])
    #expect(
      failure { try read(views) }?.description
        == "main.caar: a binary property list of objects of UIView, not of layers")
    #expect(
      failure { try read(ArchiveWriter.plain()) }?.description
        == "main.caar: a binary property list of plain values, not of layers")
    #expect(problem { try read(.layer([])) } != nil)
  }

  @Test func cyclesAreErrors() {
    let layers = Archived.named(
      "a", .layer([("bounds", .rect(0, 0, 9, 9)), ("sublayers", .list([.reference("a")]))]))
    guard case .cyclicReference? = problem({ try read(layers) }) else {
      Issue.record("a layer inside of itself")
      return
    }
    let lists = root([("filters", .named("l", .list([.reference("l")])))])
    #expect(problem { try read(lists) } == .tooDeep(limit: 32))
  }

  @Test func aLayerIsInOnePlace() throws {
    let list = Archived.list([.named("a", .layer([])), .reference("a")])
    let document = try read(root([("sublayers", list)]))
    #expect(document.root.sublayers?.count == 1)
    #expect(document.diagnostics.count == 1)
  }

  /// Ten lists of ten lists of ten ...: a small file that would expand to 10^12 objects.
  @Test func whatIsRepeatedTooOftenIsAnError() {
    var list = Archived.named("0", .list([.number(1)]))
    for level in 1...12 {
      let inner = Archived.reference("\(level - 1)")
      list = .named("\(level)", .list([list] + Array(repeating: inner, count: 9)))
    }
    #expect(
      problem { try read(root([("filters", list)])) }
        == .syntax("the binary property list repeats its objects too often"))
  }

  @Test func layersMayBeNestedDeeply() throws {
    var layer = Archived.layer([("name", .string("innermost"))])
    for _ in 0..<300 { layer = .layer([("sublayers", .list([layer]))]) }
    var found = try read(root([("sublayers", .list([layer]))])).root
    while let inner = found.sublayers?.first { found = inner }
    #expect(found.name == "innermost")
  }

  // MARK: Damaged archives

  private func everything() throws -> Data {
    ArchiveWriter.write(
      .dictionary([
        ("geometryFlipped", .bool(true)),
        (
          "rootLayer",
          root([
            ("mask", .layer("CAGradientLayer", Self.gradient)),
            ("sublayers", .proxy([.layer("CAShapeLayer", Self.shape)])),
            ("contents", .image(try Images.png([1, 2, 3, 255]))),
            ("CALayerAnimations", .list([Self.moving])),
            ("CALayerAnimationKeys", .list([.string("go")])),
          ])
        ),
      ]))
  }

  @Test func everyFileThatIsCutIsAnError() throws {
    let data = try everything()
    for count in stride(from: 0, to: data.count, by: 7) {
      #expect(problem { try read(data.prefix(count)) } != nil, "\(count)")
    }
    #expect(
      problem { try read(data.prefix(data.count / 2)) }
        == .truncated(expected: "the table of a binary property list"))
  }

  /// After any change of a byte, the result is a document or an error.
  @Test func changedBytesAreHarmless() throws {
    let data = try everything()
    var (documents, errors) = (0, 0)
    for index in data.indices {
      for change in [UInt8(0xFF), 0x01] where index % 7 == 0 || index > data.count - 40 {
        var changed = data
        changed[index] ^= change
        if failure({ try read(changed) }) == nil { documents += 1 } else { errors += 1 }
      }
    }
    #expect(documents > 50)
    #expect(errors > 50)
  }
}
