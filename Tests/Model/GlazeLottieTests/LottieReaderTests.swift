import Foundation
import GlazeGeometry
import GlazeCommit
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

@Suite struct LottieReaderTests {
  @Test func recognizesDocumentsByTheirContent() throws {
    let scene = "{\"root\":{\"bounds\":[0,0,10,10]}}"
    let contents = try Reading.document(text: scene)
    #expect(contents.lottie == nil)
    let lottie = try Reading.document("")
    #expect(lottie.lottie?.frameRate == 30)
    #expect(lottie.size == CGSize(width: 100, height: 100))
  }

  @Test func lastsAsLongAsItsFrames() throws {
    let contents = try Reading.document(
      Reading.shapes(Reading.rectangle + "," + Reading.fill), frames: 45, rate: 30)
    #expect(contents.root.animationEnd == 1.5)
  }

  @Test func keepsKeyframesAndTheirTimingFunctions() throws {
    let position =
      "\"p\":{\"a\":1,\"k\":[{\"t\":15,\"s\":[0,0],\"o\":{\"x\":0.2,\"y\":0},\"i\":{\"x\":0.4,\"y\":1}},{\"t\":30,\"s\":[40,0],\"h\":1},{\"t\":45,\"s\":[80,0]}]}"
    let contents = try Reading.document(
      Reading.shapes(Reading.rectangle + "," + Reading.fill, transform: position))
    let animation = try #require(contents.root.animations(of: "position").first)
    #expect(animation.beginTime == 0.5)
    #expect(animation.duration == 1)
    let times = try #require(animation.keyTimes).map(\.doubleValue)
    #expect(zip(times, [0, 0.5, 1, 1]).allSatisfy { abs($0 - $1) < 2e-6 } && times[2] == times[3])
    var points: [Float] = []
    for index in 1...2 {
      var point: [Float] = [0, 0]
      animation.timingFunctions?.first?.getControlPoint(at: index, values: &point)
      points += point
    }
    #expect(points == [0.2, 0, 0.4, 1])
  }

  @Test func convertsTheTimeOfCompositions() throws {
    let inner = Reading.shapes(
      Reading.rectangle + "," + Reading.fill,
      transform:
        "\"r\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0],\"o\":{\"x\":0,\"y\":0},\"i\":{\"x\":1,\"y\":1}},{\"t\":10,\"s\":[90]}]}"
    )
    let outer =
      "{\"ty\":0,\"ind\":1,\"refId\":\"a\",\"ip\":0,\"op\":60,\"st\":6,\"sr\":2,\"ks\":{},\"w\":100,\"h\":100}"
    let contents = try Reading.document(
      outer, more: ",\"assets\":[{\"id\":\"a\",\"layers\":[\(inner)]}]")
    let animation = try #require(contents.root.animations(of: "transform.rotation.z").first)
    // Frame 6 + 2 * t of the document.
    #expect(abs(animation.beginTime - 6.0 / 30) < 1e-9)
    #expect(abs(animation.duration - 20.0 / 30) < 1e-9)
  }

  @Test func showsLayersBetweenTheirFrames() throws {
    let layer =
      "{\"ty\":1,\"ip\":15,\"op\":30,\"st\":0,\"ks\":{},\"sw\":10,\"sh\":10,\"sc\":\"#ff0000\"}"
    let contents = try Reading.document(layer)
    let animation = try #require(contents.root.animations(of: "hidden").first)
    #expect(animation.calculationMode == .discrete)
    #expect(animation.values as? [Bool] == [true, false, true, true])
    // Jumps are a microsecond early, so that the frame of a rounded time shows what it should.
    let times = try #require(animation.keyTimes).map(\.doubleValue)
    #expect(zip(times, [0, 0.25, 0.5, 1]).allSatisfy { $1 - $0 >= 0 && $1 - $0 < 1e-6 })
  }

  @Test func refusesCycles() throws {
    let parents =
      "{\"ty\":3,\"ind\":1,\"parent\":2,\"ip\":0,\"op\":60,\"ks\":{}},{\"ty\":1,\"ind\":2,\"parent\":1,\"ip\":0,\"op\":60,\"ks\":{},\"sw\":1,\"sh\":1,\"sc\":\"#000000\"}"
    #expect(throws: DocumentError.self) { try Reading.document(parents) }
    let composition = "{\"ty\":0,\"refId\":\"a\",\"ip\":0,\"op\":60,\"ks\":{},\"w\":1,\"h\":1}"
    #expect(throws: DocumentError.self) {
      try Reading.document(
        composition, more: ",\"assets\":[{\"id\":\"a\",\"layers\":[\(composition)]}]")
    }
  }

  @Test func reportsFeaturesOnceByLayer() throws {
    let expression = "\"r\":{\"a\":0,\"k\":5,\"x\":\"wiggle(1)\"},\"o\":{\"k\":50,\"x\":\"1\"}"
    let layer = Reading.shapes(Reading.rectangle + "," + Reading.fill, transform: expression)
    let contents = try Reading.document(layer)
    #expect(
      contents.diagnostics.map(\.problem) == [.lottieFeature(.expression, layer: "shape")])
    #expect(throws: DocumentError.self) { try Reading.document(layer, isStrict: true) }
  }

  @Test func readsMarkersAndSlots() throws {
    let more =
      ",\"markers\":[{\"cm\":\"in\",\"tm\":30,\"dr\":15}],\"slots\":{\"c\":{\"p\":{\"a\":0,\"k\":[0,1,0,1]}}}"
    let fill = "{\"ty\":\"fl\",\"c\":{\"sid\":\"c\"},\"o\":{\"a\":0,\"k\":100}}"
    let layer = Reading.shapes(Reading.rectangle + "," + fill)
    let contents = try Reading.document(layer, more: more)
    #expect(contents.root.shapes.first?.fillColor == RGBA(0, 1, 0, 1).cgColor)
    #expect(contents.lottie?.markers == [.init(name: "in", start: 1, duration: 0.5)])
    var options = LottieOptions()
    options.marker = "in"
    options.slots = ["c": "#0000ff"]
    let part = try Reading.document(layer, more: more, options: options)
    #expect(part.root.animationEnd == 0.5)
    #expect(part.root.shapes.first?.fillColor == RGBA(0, 0, 1, 1).cgColor)
    options.marker = "out"
    #expect(throws: DocumentError.self) {
      try Reading.document(layer, more: more, options: options)
    }
  }

  @Test func convertsTrimsToStrokes() throws {
    let stroke =
      "{\"ty\":\"st\",\"c\":{\"k\":[0,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":2},\"lc\":1,\"lj\":1}"
    let trim =
      "{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0],\"o\":{\"x\":0,\"y\":0},\"i\":{\"x\":1,\"y\":1}},{\"t\":30,\"s\":[100]}]},\"o\":{\"k\":0}}"
    let contents = try Reading.document(
      Reading.shapes(Reading.rectangle + "," + stroke + "," + trim))
    let animation = try #require(contents.root.animations(of: "strokeEnd").first)
    #expect(animation.values as? [Double] == [0, 1])
    #expect(animation.duration == 1)
  }
}

@Suite struct SamplerTests {
  @Test(arguments: [1.0, 0.1, 0.01]) func keepsItsTolerance(tolerance: Double) {
    let sampler = Sampler(duration: 2, step: 1.0 / 30)
    func f(_ t: Double) -> Double { 100 * sin(t * 7) + (t >= 1.21 ? 50 : 0) }
    let samples = sampler.sample(breaks: [0, 1.21, 2], tolerance: tolerance, f)
    for i in 0...1000 {
      let t = Double(i) / 500
      guard let next = samples.firstIndex(where: { $0.time > t }) else { continue }
      let (a, b) = (samples[next - 1], samples[next])
      let value = a.value + (b.value - a.value) * (t - a.time) / (b.time - a.time)
      #expect(abs(value - f(t)) <= tolerance + 1e-3)
    }
  }
}

extension SamplerTests {
  @Test func standingStillTakesFewValues() {
    let sampler = Sampler(duration: 100, step: 1.0 / 30)
    var calls = 0
    func f(_ t: Double) -> Double {
      calls += 1
      return min(max(t - 40, 0), 1)
    }
    let samples = sampler.sample(breaks: [0, 100], tolerance: 0.01, f)
    #expect(samples.count < 10, "\(samples.count)")
    #expect(samples.last?.time == 100)
    #expect(calls > 6000)
    // Where the function stands still, it is not asked.
    calls = 0
    let few = sampler.sample(breaks: [40, 41], tolerance: 0.01, f)
    #expect(calls < 200, "\(calls)")
    #expect(few.map(\.value) == [0, 0, 1, 1] && few.map(\.time) == [0, 40, 41, 100])
    let none = sampler.sample(breaks: [], tolerance: 0.01) { _ in 7.0 }
    #expect(none.map(\.value) == [7, 7])
  }

  @Test("A stroke that has not begun has no length, not one within the tolerance")
  func whatStandsStillKeepsItsValue() {
    let sampler = Sampler(duration: 2, step: 1.0 / 30)
    func f(_ t: Double) -> Double { max(t - 0.9, 0) * 0.001 }
    for breaks in [[0, 2], [0, 0.9, 2], [0.9, 2]] {
      let samples = sampler.sample(breaks: breaks, tolerance: 0.01, f)
      let last = samples.last { $0.value == 0 }
      #expect(abs((last?.time ?? 0) - 0.9) < 1e-6)
    }
  }

  @Test func pathsOfOneAnimationShareTheirElements() throws {
    let contours = [
      Contour([Contour.Vertex(SIMD2(0, 0)), Contour.Vertex(SIMD2(5, 0))], isClosed: false),
      Contour([Contour.Vertex(SIMD2(1, 1))], isClosed: true),
    ]
    let (a, b) = (
      ContourList(contours),
      ContourList(contours.map { $0.transformed(by: CGAffineTransform(scaleX: 2, y: 3)) })
    )
    let shared = b.path(like: a.path(isAnimated: true))
    #expect(shared == b.path(isAnimated: true))
    #expect(shared.currentPoint == b.path(isAnimated: true).currentPoint)
    // Of other elements, a path is made on its own.
    #expect(b.path(like: CGMutablePath()) == b.path(isAnimated: true))
  }
}

@Suite struct EffectTests {
  private static func layer(
    _ type: Int, _ name: String, effect: String = "", more: String = ""
  ) -> String {
    "{\"ty\":\(type),\"nm\":\"\(name)\",\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"sw\":9,\"sh\":9,\"sc\":\"#ff0000\",\"ef\":[\(effect)]\(more)}"
  }

  private static func fill(opacity: Double = 1) -> String {
    let values = ["0", "0", "[0,0.5,1,1]", "0", "0", "0", "\(opacity)"]
    return
      "{\"ty\":21,\"ef\":[\(values.map { "{\"v\":{\"k\":\($0)}}" }.joined(separator: ","))]}"
  }

  private func filters(_ layers: String...) throws -> [[CAFilter]] {
    let root = try Reading.document(layers.joined(separator: ",")).root
    let all = root.tree + root.tree.compactMap(\.mask).flatMap(\.tree)
    return all.compactMap { $0.filters as? [CAFilter] }
  }

  @Test func aFillOfASolidIsItsColor() throws {
    let contents = try Reading.document(Self.layer(1, "a", effect: Self.fill(opacity: 0.5)))
    let solid = try #require(contents.root.tree.first { $0.bounds.width == 9 })
    #expect(solid.backgroundColor?.components == [0, 0.5, 1, 0.5])
    #expect(contents.root.tree.allSatisfy { $0.filters == nil })
  }

  @Test(arguments: [(1, 0), (2, 0), (3, 1), (4, 1)])
  func onlyMattesOfLuminanceHaveColors(mode: Int, count: Int) throws {
    let shape = Reading.shapes(Reading.rectangle + "," + Reading.fill)
    let matte = shape.replacing("\"ty\":4", with: "\"td\":1,\"ef\":[\(Self.fill())],\"ty\":4")
    let found = try filters(matte, Self.layer(1, "a", more: ",\"tt\":\(mode)"))
    // A matte of luminance has another matrix of its own.
    #expect(found.count == 2 * count)
  }

  /// The colors of a tritone of shapes, for a luminance.
  private func tritone(of luminance: Float, in root: CALayer) throws -> SIMD4<Float> {
    let filtered = root.tree.filter { $0.filters?.isEmpty == false }
    var result = SIMD4<Float>.zero
    for layer in filtered {
      let filter = try #require(layer.filters?.first as? CAFilter)
      let matrix = try #require(filter.value(forKey: "inputColorMatrix") as? CAColorMatrix)
      let input = [luminance, luminance, luminance, 1, 1]
      let rows = (0..<4).map { row in
        zip(matrix.rowMajor[5 * row..<5 * row + 5], input).reduce(Float(0)) { $0 + $1.0 * $1.1 }
      }
      let color = SIMD4(rows[0], rows[1], rows[2], rows[3])
        .clamped(lowerBound: .zero, upperBound: .one)
      let isFirst = layer === filtered.first
      #expect((layer.superlayer?.compositingFilter as? String == "sourceAtop") == !isFirst)
      result += (color - result) * (isFirst ? 1 : color.w)
      result.w = 1
    }
    return result
  }

  @Test("The effect transform moves the layer before its own transform, with its opacity")
  func effectsTransform() throws {
    let values = ["[4,6]", "[10,20]", "0", "300", "200", "0", "0", "90", "50"]
      .map { "{\"v\":{\"k\":\($0)}}" }.joined(separator: ",")
    let effect = "{\"ty\":35,\"nm\":\"t\",\"ef\":[\(values)]}"
    let layer = Self.layer(1, "a", effect: effect).replacing(
      "\"ks\":{}", with: "\"ks\":{\"p\":{\"k\":[1,2]}}")
    let root = try Reading.document(layer).root
    let solid = try #require(root.tree.first { $0.backgroundColor != nil })
    func expect(_ x: Double, _ y: Double, is placed: CGPoint) {
      let found = solid.convert(CGPoint(x: x, y: y), to: root)
      #expect(abs(found.x - placed.x) < 1e-6 && abs(found.y - placed.y) < 1e-6, "\(found)")
    }
    expect(4, 6, is: CGPoint(x: 11, y: 22))
    expect(5, 6, is: CGPoint(x: 11, y: 24))
    expect(4, 7, is: CGPoint(x: 8, y: 22))
    #expect(root.tree.map(\.opacity).filter { $0 != 1 } == [0.5])
  }

  @Test(
    "Effects of After Effects without a number are reported, but not values for expressions",
    arguments: [
      ("ADBE Geometry2", true), ("CC Toner", true), ("ADBE Slider Control", false),
      ("Pseudo/ADBE Trace Path", false), ("ADBE CM WigglePosition", false),
    ])
  func reportsEffectsByTheirName(name: String, isReported: Bool) throws {
    let effect = "{\"ty\":5,\"nm\":\"mine\",\"mn\":\"\(name)\",\"ef\":[]}"
    let contents = try Reading.document(Self.layer(1, "a", effect: effect))
    #expect(contents.diagnostics.contains { $0.message.contains("mine") } == isReported)
  }

  @Test func tritonesHaveThreeColors() throws {
    let colors = ["[1,0,0,1]", "[0,1,0,1]", "[0,0,1,1]"].map { "{\"v\":{\"k\":\($0)}}" }
    let effect = "{\"ty\":23,\"nm\":\"t\",\"ef\":[\(colors.joined(separator: ","))]}"
    let shape = Reading.shapes(
      Reading.rectangle + "," + Reading.fill, more: ",\"ef\":[\(Self.fill()),\(effect)]")
    let contents = try Reading.document(shape)
    #expect(contents.diagnostics.isEmpty)
    // The effect before it is drawn three times, too.
    #expect(contents.root.tree.filter { $0.filters?.count == 1 }.count == 6)
    #expect(contents.root.shapes.count == 3)
    let three = try Reading.document(
      Reading.shapes(Reading.rectangle + "," + Reading.fill, more: ",\"ef\":[\(effect)]"))
    let expected: [(Float, SIMD4<Float>)] = [
      (0, SIMD4(0, 0, 1, 1)), (0.25, SIMD4(0, 0.5, 0.5, 1)), (0.5, SIMD4(0, 1, 0, 1)),
      (0.75, SIMD4(0.5, 0.5, 0, 1)), (1, SIMD4(1, 0, 0, 1)),
    ]
    for (luminance, color) in expected {
      let found = try tritone(of: luminance, in: three.root)
      #expect((found - color).max() < 1e-5 && (found - color).min() > -1e-5, "\(luminance)")
    }
  }

  @Test func aFillThatFadesAMatteRemains() throws {
    let shape = Reading.shapes(Reading.rectangle + "," + Reading.fill)
    let matte = shape.replacing(
      "\"ty\":4", with: "\"td\":1,\"ef\":[\(Self.fill(opacity: 0.5))],\"ty\":4")
    #expect(try filters(matte, Self.layer(1, "a", more: ",\"tt\":1")).count == 1)
  }
}

@Suite struct TrimCutTests {
  private let square = ShapeGeometry.rectangle(
    center: Vector(5, 5, 0), size: Vector(10, 10, 0), radius: 0)

  private func length(_ contours: [Contour]) -> Double {
    contours.flatMap(\.curves).reduce(0) { $0 + ($1.lengths.last ?? 0) }
  }

  @Test(arguments: [(0.0, 0.5), (0.25, 0.75), (-0.25, 0.25), (0.9, 1.3), (1.2, 1.4)])
  func keepsTheShareOfTheLength(from: Double, to: Double) {
    let contours = TrimCut.cut([square], from: from, to: to)
    #expect(abs(length(contours) - (to - from) * 40) < 1e-6)
    #expect(contours.count == 1)
  }

  @Test func treatsShapesAsOne() {
    let contours = TrimCut.cut([square, square], from: 0.25, to: 0.75)
    #expect(abs(length(contours) - 40) < 1e-6)
    #expect(contours.count == 2)
  }

  @Test func layersStopWhereTheBudgetEnds() {
    let budget = Budget(layers: 2)
    #expect([budget.takeLayer(), budget.takeLayer(), budget.takeLayer()] == [true, true, false])
    #expect(budget.refused == [.layers(Limits.layers)])
  }

  @Test("Paths that are computed for nothing count: what is trimmed away has no points")
  func modifyingStopsWhereTheBudgetEnds() {
    let list = ContourList([square, square])
    let budget = Budget(steps: 200)
    var calls = 0
    let shape = Motion<ContourList>(of: [], tolerance: 0) { _ in
      calls += 1
      return list
    }
    let union = Motion.union([shape, shape, shape], budget)
    #expect(union.value(0).contours.count == 6)
    while budget.refused.isEmpty, calls < 1000 { _ = union.value(Double(calls)) }
    #expect(budget.refused == [.computedVertices(Limits.steps)])
    #expect(union.value(0).contours.isEmpty && calls < 100)
    // Sampling ends, too.
    #expect(!budget.takeValues(1))
  }

  @Test("A value without points takes some of the budget")
  func samplingNothingEnds() {
    let sampler = Sampler(duration: 60, step: 1.0 / 60, budget: Budget(values: 1000))
    let result = sampler.sample(breaks: [0, 60], tolerance: 0.001) { _ in ContourList([]) }
    #expect(!result.isEmpty && sampler.budget.refused == [.values(Limits.values)])
  }

  @Test func samplingStopsWhereTheBudgetEnds() {
    let sampler = Sampler(duration: 60, step: 1.0 / 60, budget: Budget(values: 10_000))
    var calls = 0
    for _ in 0..<100 {
      _ = sampler.sample(breaks: [0, 60], tolerance: 0.001) { time -> Double in
        calls += 1
        return time * time
      }
      if !sampler.budget.refused.isEmpty { break }
    }
    #expect(sampler.budget.refused == [.values(Limits.values)])
    // The first value of a function is always there.
    #expect(calls <= 10_000 + 100)
    let before = calls
    #expect(
      sampler.sample(breaks: [0, 60], tolerance: 0.001) { time -> Double in
        calls += 1
        return time
      }.count == 1)
    #expect(calls == before + 1)
  }
}
