import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
@testable import GlazeScene
import Testing

@testable import GlazeLottie

/// The motions of layers.
@Suite struct MotionTests {
  private static let ease = "\"o\":{\"x\":0,\"y\":0},\"i\":{\"x\":1,\"y\":1}"

  /// Returns where the middle of the rectangle, (50, 50), is at a time.
  private func corner(_ transform: String, more: String = "", at time: Double) throws -> CGPoint {
    let contents = try Reading.document(
      Reading.shapes(Reading.rectangle + "," + Reading.fill, transform: transform, more: more))
    let committer = LayerCommitter(root: contents.root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let shown = try #require(contents.root.presentation(at: time))
    let shape = try #require(shown.tree.first { $0 is CAShapeLayer })
    return shape.convert(CGPoint(x: 10, y: 20), to: shown)
  }

  @Test func mirrorsAlongBothAxes() throws {
    let scale =
      "\"s\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[-100,-200,100],\(Self.ease)},{\"t\":30,\"s\":[-300,-400,100]}]}"
    let p = try corner("\"p\":{\"k\":[50,50,0]},\(scale)", at: 0.5)
    #expect(abs(p.x - 30) < 1e-3 && abs(p.y + 10) < 1e-3, "\(p)")
  }

  @Test func movesEvenlyAlongACurve() throws {
    // The handles make the parameter slow at the start.
    let key =
      "{\"t\":0,\"s\":[0,0,0],\"to\":[0,0,0],\"ti\":[-90,0,0],\(Self.ease)},{\"t\":30,\"s\":[100,0,0]}"
    for share in [0.2, 0.5, 0.8] {
      let p = try corner("\"p\":{\"a\":1,\"k\":[\(key)]}", at: share)
      #expect(abs(p.x - 10 - share * 100) < 0.3 && abs(p.y - 20) < 1e-6, "\(share): \(p)")
    }
  }

  @Test func turnsAlongAnUnevenCurve() throws {
    // Before and after the motion, the layer has the directions of its ends.
    let key =
      "{\"t\":6,\"s\":[0,0,0],\"to\":[0,0,0],\"ti\":[-54,-72,0],\(Self.ease)},{\"t\":36,\"s\":[60,80,0]}"
    for share in [-0.1, 0.2, 0.5, 0.8, 1.1] {
      let p = try corner(
        "\"p\":{\"a\":1,\"k\":[\(key)]}", more: ",\"ao\":1", at: share + 0.2)
      let way = min(max(share, 0), 1)
      #expect(abs(p.x - 60 * way + 10) < 0.3 && abs(p.y - 80 * way - 20) < 0.3, "\(share): \(p)")
    }
  }

  @Test func turnsAlongDimensionsWithTheirOwnKeyframes() throws {
    func lane(_ from: Int, _ to: Int, _ value: Int) -> String {
      "{\"a\":1,\"k\":[{\"t\":\(from),\"s\":[0],\(Self.ease)},{\"t\":\(to),\"s\":[\(value)]}]}"
    }
    func corner(_ x: String, _ y: String, at time: Double) throws -> CGPoint {
      try self.corner(
        "\"p\":{\"s\":true,\"x\":\(x),\"y\":\(y)}", more: ",\"ao\":1", at: time)
    }
    // Together, the dimensions have the direction (0.6, 0.8).
    for share in [-0.1, 0.2, 0.5, 0.8, 1.1] {
      let p = try corner(lane(6, 36, 60), lane(6, 36, 80), at: share + 0.2)
      let way = min(max(share, 0), 1)
      #expect(abs(p.x - 60 * way + 10) < 0.1 && abs(p.y - 80 * way - 20) < 0.1, "\(share): \(p)")
    }
    // One after the other, the layer turns at the corner.
    let points = try [0.5, 1.5].map { try corner(lane(0, 30, 60), lane(30, 60, 80), at: $0) }
    for (p, expected) in zip(points, [CGPoint(x: 40, y: 20), CGPoint(x: 40, y: 50)]) {
      #expect(abs(p.x - expected.x) < 0.1 && abs(p.y - expected.y) < 0.1, "\(p)")
    }
  }

  @Test func standsStillInTheDirectionOfTheMotionBefore() {
    let track = Track<Vector>(keys: [
      Keyframe(frame: 0, value: Vector(0, 0, 0)), Keyframe(frame: 10, value: Vector(0, 9, 0)),
      Keyframe(frame: 20, value: Vector(0, 9, 0)), Keyframe(frame: 30, value: Vector(-5, 9, 0)),
    ])
    let headings = [-1.0, 5, 15, 25, 99].map { track.heading(at: $0) / .pi }
    #expect(zip(headings, [0.5, 0.5, 0.5, 1, 1]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func remappedTimeThatReachesTheEndShowsTheLastFrame() throws {
    let inner =
      "{\"ty\":1,\"ind\":1,\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"sw\":9,\"sh\":9,\"sc\":\"#ff0000\"}"
    let keys =
      "{\"t\":0,\"s\":[0],\(Self.ease)},{\"t\":30,\"s\":[2],\(Self.ease)},{\"t\":60,\"s\":[0]}"
    let outer =
      "{\"ty\":0,\"ind\":1,\"refId\":\"a\",\"ip\":0,\"op\":60,\"st\":0,\"ks\":{},\"w\":100,\"h\":100,\"tm\":{\"a\":1,\"k\":[\(keys)]}}"
    let contents = try Reading.document(
      outer, more: ",\"assets\":[{\"id\":\"a\",\"layers\":[\(inner)]}]")
    let committer = LayerCommitter(root: contents.root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    for time in [0.5, 1, 1.5] {
      let shown = try #require(contents.root.presentation(at: time))
      #expect(shown.tree.count > 2 && shown.tree.allSatisfy { !$0.isHidden }, "\(time)")
    }
  }

  @Test func trimmedLinesThatMoveAreCutByTheirLength() throws {
    func line(_ y: Int) -> String {
      "[{\"i\":[[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[9,9]],\"v\":[[0,\(y)],[90,\(y)],[90,50]],\"c\":false}]"
    }
    let path =
      "{\"ty\":\"sh\",\"ks\":{\"a\":1,\"k\":[{\"t\":0,\"s\":\(line(0)),\(Self.ease)},{\"t\":30,\"s\":\(line(20))}]}}"
    let trim =
      "{\"ty\":\"tm\",\"s\":{\"k\":20},\"e\":{\"k\":100},\"o\":{\"k\":0}}"
    let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4}}"
    let contents = try Reading.document(Reading.shapes("\(path),\(trim),\(stroke)"))
    let animation = try #require(contents.root.animations(of: "path").first)
    let paths = try #require(animation.values as? [CGPath])
    #expect(paths.count == 2)
    for (path, y) in zip(paths, [0.0, 20]) {
      let curve = try #require(ContourList(path).contours.first?.curves.first)
      #expect((curve.point(at: 0.2) - SIMD2(18, y)).length < 1e-9)
    }
  }

  /// Returns the animation of a curve from (0, 0) to (90, 0), whose first handle moves.
  private func curve(_ from: String, _ to: String) throws -> CAKeyframeAnimation {
    func path(_ handle: String) -> String {
      "[{\"v\":[[0,0],[90,0]],\"i\":[[0,0],[0,0]],\"o\":[\(handle),[0,0]],\"c\":false}]"
    }
    let keys =
      "[{\"t\":0,\"s\":\(path(from)),\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}},{\"t\":60,\"s\":\(path(to))}]"
    let shape = Reading.shapes("{\"ty\":\"sh\",\"ks\":{\"a\":1,\"k\":\(keys)}},\(Reading.fill)")
    return try #require(try Reading.document(shape).root.animations(of: "path").first)
  }

  @Test("Core Animation rotates handles; those of documents move straight")
  func handlesMoveStraight() throws {
    #expect(try curve("[0,-40]", "[0,-10]").values?.count == 2)
    let flipped = try curve("[0,-40]", "[0,40]")
    #expect(flipped.keyTimes == [0, 0.5, 1])
    let middle = try #require(flipped.values?[1] as? CGPath).elements
    #expect(middle.points[1].y == 0)
    // A quarter turn would make the handle longer in between.
    let turned = try curve("[40,0]", "[0,40]")
    let values = try #require(turned.values as? [CGPath])
    #expect(values.count > 4 && values.count < 60)
    for value in values {
      let handle = value.elements.points[1]
      #expect(abs(handle.x + handle.y - 40) < 1e-6)
    }
  }

  @Test func aListOfOneHasNoOtherDimensions() throws {
    let anchor = "\"a\":{\"a\":0,\"k\":[9]},\"s\":{\"a\":0,\"k\":100}"
    let p = try corner(anchor, at: 0)
    #expect(abs(p.x - 1) < 1e-6 && abs(p.y - 20) < 1e-6, "\(p)")
  }

  @Test(arguments: [29.97, 60.0, 23.976]) func everyFrameShowsItsOwnLayer(rate: Double) throws {
    func layer(_ frame: Int) -> String {
      "{\"ty\":1,\"nm\":\"\(frame)\",\"ip\":\(frame),\"op\":\(frame + 1),\"st\":0,\"ks\":{},\"sw\":9,\"sh\":9,\"sc\":\"#ff0000\"}"
    }
    let layers = (0..<60).map(layer).joined(separator: ",")
    let contents = try Reading.document(layers, frames: 60, rate: rate)
    let committer = LayerCommitter(root: contents.root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    for frame in 0..<60 {
      // Programs count in seconds that they round.
      for time in [Double(frame) / rate, (Double(frame) / rate * 1e7).rounded(.down) / 1e7] {
        let shown = contents.root.presentation(at: time)?.sublayers?.filter { !$0.isHidden }
        #expect(shown?.map(\.name) == ["\(frame)"], "\(frame) at \(time)")
      }
    }
  }

  @Test func aTrimOfEverythingLeavesAnotherOne() throws {
    let line =
      "{\"ty\":\"sh\",\"ks\":{\"k\":{\"i\":[[0,0],[0,0]],\"o\":[[0,0],[0,0]],\"v\":[[0,0],[90,0]],\"c\":false}}}"
    let trim =
      "{\"ty\":\"tm\",\"s\":{\"k\":[{\"t\":0,\"s\":[0],\(Self.ease)},{\"t\":30,\"s\":[50]}]},\"e\":{\"k\":100},\"o\":{\"k\":0}}"
    let stroke = "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4}}"
    let whole =
      "{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"k\":100},\"o\":{\"k\":-45}}"
    let contents = try Reading.document(
      Reading.shapes("\(line),\(trim),\(whole),\(stroke)"))
    // The stroke keeps the keyframes of the first trim.
    let starts = contents.root.animations(of: "strokeStart")
    #expect(starts.map { $0.values?.count } == [2])
    #expect(contents.root.animations(of: "path").isEmpty)
  }

  private func repeater(_ text: String) throws -> Repeater {
    let source = SourceText(name: "test.json", bytes: Array(text.utf8))
    let report = LottieReport(log: DiagnosticLog(isStrict: false))
    let reader = PropertyReader(report: report)
    return try #require(Repeater(LottieNode(try JSONParser.parse(source)), reader))
  }

  @Test(arguments: [
    "\"r\":{\"k\":30}", "\"p\":{\"k\":[9,4]}", "\"s\":{\"k\":[80,70]},\"a\":{\"k\":[5,3]}",
    "\"r\":{\"k\":-40},\"a\":{\"k\":[7,2]},\"s\":{\"k\":[90,90]}", "\"s\":{\"k\":[-100,100]}",
  ])
  func replicasAreTheCopies(transform: String) throws {
    for mode in 1...2 {
      let text = "{\"c\":{\"k\":7},\"o\":{\"k\":2},\"m\":\(mode),\"tr\":{\(transform)}}"
      let repeater = try repeater(text)
      let replicas = try #require(repeater.replicas)
      #expect(replicas.count == 7)
      let copies = mode == 1 ? repeater.copies.reversed() : repeater.copies
      var shown = replicas.first
      for copy in copies {
        let expected = CGPoint(x: 13, y: -8).applying(copy.matrix(at: 0))
        let p = CGPoint(x: 13, y: -8).applying(shown)
        #expect(abs(p.x - expected.x) < 1e-6 && abs(p.y - expected.y) < 1e-6, "\(transform)")
        shown = replicas.step.concatenating(shown)
      }
    }
  }

  @Test(arguments: [
    "\"r\":{\"k\":30},\"p\":{\"k\":[9,4]}", "\"eo\":{\"k\":50}", "\"s\":{\"k\":[0,0]}",
    "\"r\":{\"k\":[{\"t\":0,\"s\":[0]},{\"t\":9,\"s\":[9]}]}",
  ])
  func copiesOfOtherKindsAreSeparate(transform: String) throws {
    #expect(try repeater("{\"c\":{\"k\":5},\"tr\":{\(transform)}}").replicas == nil)
  }

  @Test func nestedRepeatersEndAtTheLimitOfLayers() throws {
    let repeater =
      "{\"ty\":\"rp\",\"c\":{\"k\":500},\"o\":{\"k\":0},\"tr\":{\"r\":{\"k\":1}}}"
    let items = ([Reading.rectangle, Reading.fill] + Array(repeating: repeater, count: 6))
      .joined(separator: ",")
    let contents = try Reading.document(Reading.shapes(items))
    #expect(contents.root.shapes.isEmpty)
    #expect(contents.diagnostics.contains { $0.message.contains("layers") })
  }

  @Test("An offset of an open path is the border on both sides of it", arguments: [5.0, -5])
  func offsetsSurroundOpenPaths(amount: Double) {
    let line = Contour(
      [Contour.Vertex(SIMD2(0, 0)), Contour.Vertex(SIMD2(40, 0))], isClosed: false)
    let result = Offsetting.offset(
      ContourList([line]), amount, join: 1, miterLimit: 4, Budget())
    #expect(result.boundingBox == CGRect(x: 0, y: -5, width: 40, height: 10))
    #expect(result.contours.map(\.isClosed) == [true])
  }

  @Test("The next start is the end of a keyframe, also of one that has another end")
  func keyframesEndAtTheNextStart() throws {
    let keys =
      "[{\"t\":0,\"s\":[0],\"e\":[30],\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}},{\"t\":30,\"s\":[100],\"h\":1},{\"t\":60,\"s\":[50]}]"
    let document = try Reading.document(
      Reading.shapes(
        Reading.rectangle + "," + Reading.fill, transform: "\"o\":{\"a\":1,\"k\":\(keys)}"))
    let animation = try #require(document.root.animations(of: "opacity").first)
    #expect(animation.values as? [Double] == [0, 1, 1, 0.5])
  }

  @Test("A border as wide as a circle takes no longer than others", arguments: [50.0, -50])
  func offsetsReachTheCenter(amount: Double) {
    let circle = ShapeGeometry.ellipse(
      center: Vector(0, 0, 0), size: Vector(100, 100, 0))
    let budget = Budget(pairs: 5_000_000)
    let result = Offsetting.offset(
      ContourList([circle]), amount, join: 2, miterLimit: 4, budget)
    #expect(abs(result.boundingBox.width - max(amount * 4, 0)) < 0.1)
    #expect(budget.refused.isEmpty)
  }

  @Test func combiningStopsWhereTheBudgetEnds() {
    let square = ContourList([
      ShapeGeometry.rectangle(center: Vector(5, 5, 0), size: Vector(10, 10, 0), radius: 0)
    ])
    let budget = Budget(pairs: 1_000)
    var last = square
    for _ in 0..<1_000 {
      last = Offsetting.offset(square, 1, join: 1, miterLimit: 4, budget)
    }
    #expect(last == square)
    #expect(budget.refused == [.combinedPaths])
  }
}
