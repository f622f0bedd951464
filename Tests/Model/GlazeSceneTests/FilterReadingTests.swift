import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// Filters, masks and shadows in both kinds of documents.
@Suite struct FilterReadingTests {
  // MARK: JSON

  @Test func theNameOfAFilterIsItsTypeUnlessThereIsOne() throws {
    let document = try root(
      #"""
      "filters": [{"name": "gaussianBlur", "inputRadius": 6},
                  {"type": "colorInvert", "name": "inv", "enabled": false}, "luminanceToAlpha"],
      "backgroundFilters": [], "compositingFilter": "multiplyBlendMode"
      """#)
    let filters = try #require(document.root.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["gaussianBlur", "colorInvert", "luminanceToAlpha"])
    #expect(filters.map(\.name) == ["gaussianBlur", "inv", "luminanceToAlpha"])
    #expect(filters.map(\.isEnabled) == [true, false, true])
    #expect(filters[0].value(forKey: "inputRadius") as? Double == 6)
    #expect(document.root.compositingFilter as? String == "multiplyBlendMode")
    #expect(document.diagnostics.isEmpty)
  }

  @Test func inputsHaveTheirKinds() throws {
    let numbers = (0..<20).map { "\($0)" }.joined(separator: ", ")
    let layer = try root(
      #"""
      "filters": [{"name": "colorMatrix", "inputColorMatrix": [\#(numbers)]},
                  {"name": "colorAdd", "inputColor": [1.5, 0, -0.25, 0.5]}],
      "compositingFilter": {"type": "xor", "name": "x"}
      """#
    ).root
    let filters = try #require(layer.filters as? [CAFilter])
    let matrix = filters[0].value(forKey: "inputColorMatrix") as? CAColorMatrix
    #expect(matrix?.m21 == 5 && matrix?.m45 == 19)
    let color = filters[1].value(forKey: "inputColor") as? CGColor
    #expect(color?.components == [1.5, 0, -0.25, 0.5])
    #expect((layer.compositingFilter as? CAFilter)?.name == "x")
  }

  @Test(arguments: [
    (#""filters": [{"inputRadius": 6}]"#, "filters"), (#""filters": [3]"#, "filters"),
    (#""filters": {}"#, "filters"), (#""compositingFilter": 3"#, "compositingFilter"),
    (#""filters": [{"name": "a", "inputRadius": "x"}]"#, "inputRadius"),
    (#""filters": [{"name": "a", "inputColor": [1]}]"#, "inputColor"),
    (#""filters": [{"name": "a", "inputColorMatrix": [1, 2]}]"#, "inputColorMatrix"),
    (#""filters": [{"name": "a", "enabled": "x"}]"#, "enabled"),
    (#""filters": [{"name": 3}]"#, "name"),
  ])
  func wrongFiltersAreErrors(_ members: String, _ property: String) {
    guard case .badValue(property, _)? = problem({ try root(members) }) else {
      Issue.record("\(members)")
      return
    }
  }

  @Test func matricesMustBeFiniteAsFloats() {
    let numbers = ["1e300"] + (1..<20).map { "\($0)" }
    let list = numbers.joined(separator: ", ")
    #expect(
      problem { try root(#""filters": [{"name": "a", "inputColorMatrix": [\#(list)]}]"#) }
        == .badValue(of: "inputColorMatrix", expected: "a matrix of 20 numbers"))
  }

  @Test func unknownFiltersAreReportedOnceAndFailStrictReaders() throws {
    let text = #"""
      "filters": ["odd"], "sublayers": [
        {"filters": ["odd"], "compositingFilter": "strangeBlendMode"},
        {"filters": [{"name": "gaussianBlur", "inputRadius": 2, "inputNormalizeEdges": 1}]}]
      """#
    #expect(
      try root(text).diagnostics.map(\.problem) == [
        .leftOut(.filter(type: "odd")),
        .leftOut(.compositingFilter(type: "strangeBlendMode")),
        .leftOut(.filterInput("inputNormalizeEdges", type: "gaussianBlur")),
      ])
    #expect(
      problem { try root(text, DocumentReader.Options(isStrict: true)) }
        == .leftOut(.filter(type: "odd")))
  }

  @Test func shadowsAndMasksAreDrawnMasksOfMasksAreNot() throws {
    let good = try root(
      #"""
      "shadowOpacity": 0.5, "shadowRadius": 9, "shadowPathIsBounds": true,
      "shouldRasterize": true, "rasterizationScale": 2,
      "mask": {"sublayers": [{"mask": {}}]}, "sublayers": [{"class": "CAGradientLayer",
        "colors": [[1, 0, 0], [0, 0, 1]], "locations": [0, 1], "type": "radial"}]
      """#)
    #expect(good.diagnostics.isEmpty)
    #expect(good.root.shadowPathIsBounds)
    let bad = try root(#""mask": {"mask": {}}, "sublayers": [{"mask": {"mask": {}}}]"#)
    #expect(bad.diagnostics.map(\.problem) == [.leftOut(.maskOfMask)])
    #expect(bad.diagnostics.first?.location.path == "root.mask.mask")
  }

  // MARK: CAML

  @Test func camlFiltersHaveTheirTypesInFilter() throws {
    let document = try camlRoot(
      "",
      """
      <filters>
        <CAFilter filter="gaussianBlur" name="soft" inputRadius="20" inputDither="0"
          inputNormalizeEdges="0"/>
        <CAFilter filter="colorMatrix" enabled="0"
          inputColorMatrix="matrix(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)"/>
        <CAFilter filter="colorAdd"><inputColor value="0.5 1.016 -0.1" opacity="0.5"/></CAFilter>
      </filters>
      <compositingFilter type="CAFilter" filter="destIn" name="d"/>
      """)
    let filters = try #require(document.root.filters as? [CAFilter])
    #expect(filters.map(\.name) == ["soft", "colorMatrix", "colorAdd"])
    #expect(filters.map(\.isEnabled) == [true, false, true])
    #expect(filters[0].value(forKey: "inputRadius") as? Double == 20)
    #expect((filters[1].value(forKey: "inputColorMatrix") as? CAColorMatrix)?.m45 == 19)
    #expect(
      (filters[2].value(forKey: "inputColor") as? CGColor)?.components == [0.5, 1.016, -0.1, 0.5])
    #expect((document.root.compositingFilter as? CAFilter)?.type == "destIn")
    #expect(document.diagnostics.isEmpty)
  }

  @Test(arguments: [
    #"<compositingFilter type="string" value="screenBlendMode"/>"#,
    #"<compositingFilter><CAFilter filter="screenBlendMode"/></compositingFilter>"#,
    #"<compositingFilter>screenBlendMode</compositingFilter>"#,
  ])
  func camlCompositingFiltersHaveManyForms(_ element: String) throws {
    let document = try camlRoot("", element)
    let value = document.root.compositingFilter
    #expect((value as? String ?? (value as? CAFilter)?.type) == "screenBlendMode")
    #expect(document.diagnostics.isEmpty)
  }

  @Test func camlAttributesAndNullWorkToo() throws {
    let layer = try camlRoot(#"compositingFilter="xor""#).root
    #expect(layer.compositingFilter as? String == "xor")
    let none = try camlRoot("", #"<compositingFilter type="null"/><filters type="null"/>"#)
    #expect(none.root.compositingFilter == nil && none.root.filters == nil)
  }

  @Test func camlListsOfInputsAreLists() throws {
    let document = try camlRoot(
      "",
      """
      <filters><CAFilter filter="luminanceCurveMap"><inputValues>
      <real value="0.25"/><real value="1"/></inputValues></CAFilter></filters>
      """)
    let filter = document.root.filters?.first as? CAFilter
    #expect(filter?.value(forKey: "inputValues") as? [Double] == [0.25, 1])
    #expect(
      document.diagnostics.map(\.problem) == [.leftOut(.filter(type: "luminanceCurveMap"))])
  }

  @Test(
    arguments: [
      (#"inputColorMatrix="matrix(1 2)""#, "inputColorMatrix"),
      (#"inputRadius="x""#, "inputRadius"),
      (#"inputColor="1""#, nil), (#"inputColor="a b c""#, "inputColor"),
    ] as [(String, String?)])
  func wrongCAMLInputsAreLeftOut(_ input: String, _ property: String?) throws {
    let document = try camlRoot(
      "", "<filters><CAFilter filter=\"colorInvert\" \(input)/></filters>")
    #expect(document.root.filters?.count == 1)
    let found = document.diagnostics.compactMap { diagnostic -> String? in
      if case .badValue(let name, _) = diagnostic.problem { name } else { nil }
    }
    #expect(found == [property].compactMap(\.self))
  }

  @Test func camlMasksOfMasksAreReported() throws {
    let document = try camlRoot(
      "", #"<mask bounds="0 0 5 5"><mask bounds="0 0 5 5"/></mask>"#)
    #expect(document.diagnostics.map(\.problem) == [.leftOut(.maskOfMask)])
  }

  @Test func aShadowPathCanBeTheBounds() throws {
    let layer = try camlRoot(#"shadowPathIsBounds="1" cornerRadius="80""#).root
    #expect(layer.shadowPathIsBounds && layer.shadowPath == nil)
  }

  /// The resolution of a blur is not visible.
  @Test func scalesOfBackdropsNeedNoWarning() throws {
    let document = try camlRoot(
      "",
      """
      <sublayers><CABackdropLayer scale="0.25"><filters>
      <CAFilter filter="gaussianBlur" inputRadius="3"/></filters></CABackdropLayer></sublayers>
      """)
    #expect(document.diagnostics.isEmpty)
    let backdrop = document.root.sublayers?.first as? CABackdropLayer
    #expect(backdrop?.scale == 0.25)
  }
}
