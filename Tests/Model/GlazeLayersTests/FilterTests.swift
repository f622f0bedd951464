import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// Filters as objects, by key path, and as committed values.
@Suite struct FilterTests {
  private func effects(_ change: (CALayer) -> Void) -> LayerEffects? {
    let layer = CALayer()
    change(layer)
    return stillCommitter(root: layer, isGeometryFlipped: true).commit().effects.first
  }

  private func filter(_ type: String, _ inputs: [String: Any] = [:]) -> CAFilter {
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    return filter
  }

  private func matrix(_ type: String, _ inputs: [String: Any] = [:]) throws -> ColorMatrix {
    let step = effects { $0.filters = [filter(type, inputs)] }?.filters.first
    guard case .colorMatrix(let matrix)? = step else {
      throw Missing()
    }
    return matrix
  }

  private struct Missing: Error {}

  private func apply(_ m: ColorMatrix, to c: SIMD4<Float>) -> SIMD4<Float> {
    func dot(_ row: SIMD4<Float>) -> Float { (row * c).sum() }
    return SIMD4(dot(m.rows.0), dot(m.rows.1), dot(m.rows.2), dot(m.rows.3)) + m.bias
  }

  private func isNear(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Bool {
    let d = a - b
    return max(d.max(), -d.min()) < 1e-5
  }

  private let orange = SIMD4<Float>(0.9, 0.5, 0.1, 0.75)

  // MARK: Objects

  @Test func filtersKeepTheirInputs() throws {
    let blur = filter("gaussianBlur", ["inputRadius": 6])
    #expect(blur.type == "gaussianBlur" && blur.name == "gaussianBlur" && blur.isEnabled)
    #expect(blur.value(forKey: "inputRadius") as? Int == 6)
    blur.setValue("b", forKey: "name")
    blur.setValue(false, forKey: "enabled")
    blur.setValue("other", forKey: "type")
    let copy = try #require(blur.copy() as? CAFilter)
    blur.setDefaults()
    #expect(copy.name == "b" && !copy.isEnabled && copy.type == "gaussianBlur")
    #expect(copy.inputKeys == ["inputRadius"] && blur.inputKeys.isEmpty)
    #expect(copy.value(forKey: "name") as? String == "b")
    copy.setValue(nil, forKey: "inputRadius")
    #expect(copy.value(forKey: "inputRadius") == nil)
  }

  @Test func keyPathsReachIntoFilters() throws {
    let layer = CALayer()
    let blur = filter("gaussianBlur", ["inputRadius": 6])
    blur.name = "soft"
    layer.filters = [filter("colorInvert"), blur]
    let other = CALayer()
    other.filters = [blur]
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    #expect(committer.commit().effects[0].filters.last == .gaussianBlur(radius: 6))
    layer.setValue(9, forKeyPath: "filters.soft.inputRadius")
    #expect(layer.value(forKeyPath: "filters.soft.inputRadius") as? Int == 9)
    #expect(committer.commit().effects[0].filters.last == .gaussianBlur(radius: 9))
    #expect(other.value(forKeyPath: "filters.soft.inputRadius") as? Int == 6)
    layer.setValue(1, forKeyPath: "filters.nobody.inputRadius")
    #expect(layer.filters?.count == 2)
    layer.compositingFilter = filter("multiply")
    layer.setValue(false, forKeyPath: "compositingFilter.enabled")
    #expect(committer.commit().effects[0].blendMode == .sourceOver)
    layer.backgroundFilters = [blur]
    layer.setValue(2, forKeyPath: "backgroundFilters.soft.inputRadius")
    #expect(committer.commit().effects[0].backgroundFilters == [.gaussianBlur(radius: 2)])
  }

  @Test func filtersCountAsTheyWereWhenTheyWereSet() {
    let layer = CALayer()
    let blur = filter("gaussianBlur", ["inputRadius": 6])
    layer.filters = [blur]
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    blur.setValue(20, forKey: "inputRadius")
    for _ in 0..<2 {
      #expect(committer.commit().effects[0].filters == [.gaussianBlur(radius: 6)])
      layer.shouldRasterize = true
    }
  }

  // MARK: Values

  @Test func plainLayersHaveNoEffects() {
    #expect(effects { _ in } == nil)
    #expect(effects { $0.filters = [] } == nil)
    #expect(effects { $0.rasterizationScale = 3 } == nil)
    #expect(effects { $0.compositingFilter = "normalBlendMode" } == nil)
    for neutral in [
      "gaussianBlur", "colorMatrix", "colorSaturate", "colorBrightness",
      "colorContrast", "colorHueRotate", "colorAdd", "colorSubtract", "multiplyColor",
    ] {
      #expect(effects { $0.filters = [filter(neutral)] } == nil, "\(neutral)")
    }
  }

  @Test func rasterizationHasAScale() {
    let scales: [(CGFloat, Double)] = [(2, 2), (0, 1), (-1, 1), (.nan, 1), (.infinity, 1)]
    for (given, shown) in scales {
      let found = effects {
        $0.shouldRasterize = true
        $0.rasterizationScale = given
      }
      #expect(found?.rasterizationScale == shown)
    }
  }

  @Test func filtersStandInOrderAndDisabledOnesAreSkipped() {
    let off = filter("colorInvert")
    off.isEnabled = false
    let found = effects {
      $0.filters = [filter("gaussianBlur", ["inputRadius": "3.5"]), off, filter("colorInvert")]
    }
    #expect(found?.filters.count == 2 && found?.filters.first == .gaussianBlur(radius: 3.5))
    for radius in [-1, 0, Double.nan, .infinity] {
      #expect(effects { $0.filters = [filter("gaussianBlur", ["inputRadius": radius])] } == nil)
    }
  }

  @Test func matricesAreTakenRowByRow() throws {
    let numbers = (0..<20).map { Float($0) }
    let given = try #require(CAColorMatrix(rowMajor: numbers))
    let found = try matrix("colorMatrix", ["inputColorMatrix": given])
    #expect(found.rows.1 == SIMD4(5, 6, 7, 8) && found.bias == SIMD4(4, 9, 14, 19))
    #expect(given.rowMajor == numbers)
    #expect(CAColorMatrix(rowMajor: [1]) == nil)
    var spoilt = given
    spoilt.m33 = .nan
    #expect(effects { $0.filters = [filter("colorMatrix", ["inputColorMatrix": spoilt])] } == nil)
  }

  @Test func saturationKeepsLuminance() throws {
    let gray = apply(try matrix("colorSaturate", ["inputAmount": 0]), to: orange)
    let luma: Float = 0.2126 * 0.9 + 0.7152 * 0.5 + 0.0722 * 0.1
    #expect(isNear(gray, SIMD4(luma, luma, luma, 0.75)))
    let strong = apply(try matrix("colorSaturate", ["inputAmount": 2]), to: orange)
    #expect(isNear((strong + gray) / 2, orange))
  }

  @Test func simpleMapsDoWhatTheySay() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    let cases: [(String, [String: Any], SIMD4<Float>)] = [
      ("colorInvert", [:], SIMD4(0.1, 0.5, 0.9, 0.75)),
      ("colorBrightness", ["inputAmount": 0.25], SIMD4(1.15, 0.75, 0.35, 0.75)),
      ("colorContrast", ["inputAmount": 2], SIMD4(1.3, 0.5, -0.3, 0.75)),
      ("colorAdd", ["inputColor": red], SIMD4(1.4, 0.5, 0.1, 0.75)),
      ("colorSubtract", ["inputColor": red], SIMD4(0.4, 0.5, 0.1, 0.75)),
      ("multiplyColor", ["inputColor": red], SIMD4(0.9, 0, 0, 0.375)),
      ("luminanceToAlpha", [:], SIMD4(0, 0, 0, 0.55616)),
      (
        "colorMonochrome", ["inputColor": red, "inputBias": 0.125],
        SIMD4(0.68116, 0.125, 0.125, 0.75)
      ),
      ("CISepiaTone", [:], SIMD4(0.7571, 0.6739, 0.5249, 0.75)),
    ]
    for (type, inputs, expected) in cases {
      let found = apply(try matrix(type, inputs), to: orange)
      #expect(isNear(found, expected), "\(type): \(found)")
    }
    let half = apply(try matrix("CISepiaTone", ["inputIntensity": 0.5]), to: orange)
    #expect(isNear(half, (SIMD4(0.7571, 0.6739, 0.5249, 0.75) + orange) / 2))
  }

  @Test func hueRotationsGoAround() throws {
    let third = try matrix("colorHueRotate", ["inputAngle": 2 * Double.pi / 3])
    let turned = apply(third, to: apply(third, to: apply(third, to: orange)))
    // SVG's constants are rounded, so three thirds of a turn are not exactly a turn.
    let d = turned - orange
    #expect(max(d.max(), -d.min()) < 0.002)
    let white = apply(third, to: .one)
    #expect(isNear(white, .one))
  }

  @Test(
    arguments: [
      ("normalBlendMode", .sourceOver), ("multiplyBlendMode", .multiply), ("multiply", .multiply),
      ("colorDodgeBlendMode", .colorDodge), ("luminosityBlendMode", .luminosity),
      ("sourceIn", .sourceIn), ("srcAtop", .sourceAtop), ("destIn", .destinationIn),
      ("xor", .xor), ("plusL", .plusLighter), ("plusD", .plusDarker),
      ("subtractS", .subtractSource),
      ("subtractD", .subtractDestination), ("maximum", .maximum), ("cheapScreen", .screen),
      ("cheapAdditive", .plusLighter),
      ("linearDodge", .linearDodge), ("linearBurnBlendMode", .linearBurn), ("clear", .clear),
      ("copy", .copy), ("destOver", .destinationOver),
    ] as [(String, BlendMode)])
  func blendModesHaveManyNames(_ name: String, _ mode: BlendMode) {
    for value in [name, CAFilter(type: name)] as [Any] {
      let found = effects { $0.compositingFilter = value }
      #expect((found?.blendMode ?? .sourceOver) == mode)
    }
  }

  @Test(arguments: BlendMode.allCases)
  func everyBlendModeCanBeNamed(_ mode: BlendMode) {
    #expect(BlendMode(filterType: "\(mode)") == mode)
    #expect(BlendMode(filterType: "\(mode)BlendMode") == mode)
  }

  // MARK: Notices

  @Test func whatIsUnknownIsReportedOnce() {
    let root = makeLayer(1, 1, name: "root")
    let child = makeLayer(1, 1, name: "child")
    root.addSublayer(child)
    root.filters = [filter("vibrantDark"), "blur"]
    child.filters = [filter("vibrantDark"), filter("colorInvert")]
    child.compositingFilter = "odd"
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    let tree = committer.commit()
    #expect(tree.effects.count == 1 && tree.effects[0].filters.count == 1)
    let expected = [
      CommitNotice(feature: .filter(type: "vibrantDark"), layerName: "root"),
      CommitNotice(feature: .filter(type: "String"), layerName: "root"),
      CommitNotice(feature: .compositingFilter(type: "odd"), layerName: "child"),
    ]
    #expect(committer.notices == expected)
    child.filters = [filter("vibrantDark")]
    _ = committer.commit()
    #expect(committer.notices == expected)
    child.filters = [filter("luminanceCurveMap")]
    _ = committer.commit()
    #expect(committer.notices.last?.feature == .filter(type: "luminanceCurveMap"))
  }

  @Test func inputsThatShowAndAreIgnoredAreReported() {
    let layer = CALayer()
    layer.filters = [
      filter(
        "gaussianBlur",
        ["inputRadius": 2, "inputNormalizeEdges": 0, "inputHardEdges": true, "inputQuality": "low"])
    ]
    #expect(layer.undrawnFilters == [.filterInput("inputHardEdges", type: "gaussianBlur")])
    layer.filters = [
      filter("colorAdd", ["inputColor": "red"]), filter("colorMatrix", ["inputColorMatrix": 3]),
      filter("colorSaturate", ["inputAmount": "2"]),
    ]
    #expect(
      layer.undrawnFilters == [
        .filterInput("inputColor", type: "colorAdd"),
        .filterInput("inputColorMatrix", type: "colorMatrix"),
      ])
    let off = filter("odd")
    off.isEnabled = false
    layer.filters = [off]
    #expect(layer.undrawnFilters.isEmpty)
  }
}
