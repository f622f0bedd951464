import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazePlan

/// The cost of a frame is bounded by what it shows, or is an error that names the layer.
struct BoundedFrameTests {
  private static let side = 1000
  private static let viewport = Viewport(width: side, height: side)

  private func page(_ layers: [Layer]) -> LayerTree {
    let side = Double(Self.side)
    var result = tree(box(0, 0, side, side, fill: clear).with { $0.sublayers = layers })
    result.versions = (1...UInt64(result.nodes.count)).map { $0 }
    return result
  }

  private func rasterized(_ layer: Layer, scale: Double = 1) -> Layer {
    layer.with {
      var effects = LayerEffects()
      effects.rasterizationScale = scale
      $0.effects = effects
    }
  }

  /// The images of many groups do not all exist at the same time.
  @Test func groupsWaitInBoundedMemory() {
    let group = box(0, 0, 1000, 1000, box(5, 5, 500, 500), box(9, 9, 600, 600).rotated(0.3)).with {
      $0.node.opacity = 0.5
    }
    var planner = FramePlanner()
    let plan = planner.plan(page(Array(repeating: group, count: 100)), viewport: Self.viewport)
    #expect(plan.excess == nil && plan.targets.count == 101)
    #expect(plan.nodeBeyond(80 << 20) == nil && plan.mostTargetBytes <= 80 << 20)
    // All are drawn, in their order.
    let sources = plan.passes.filter { $0.target == 0 }
      .flatMap { plan.draws[$0.draws].flatMap(\.kind.sources) }
    #expect(sources == Array(1...100))
  }

  /// The bitmaps of a frame are cached as far as they fit, and the others are not kept until its end.
  @Test func bitmapsBeyondTheBudgetAreTransient() {
    let layers = (0..<40).map { index in
      rasterized(box(Double(index), 0, 900, 900, box(5, 5, 500, 500).rotated(0.3)))
    }
    var planner = FramePlanner()
    planner.memory = MemoryBudget(total: 64 << 20)
    for _ in 0..<3 {
      let plan = planner.plan(page(layers), viewport: Self.viewport)
      #expect(plan.excess == nil)
      #expect(plan.cachedBytes <= planner.memory[.bitmaps])
      #expect(plan.cachedBytes > planner.memory[.bitmaps] / 2)
      #expect(plan.nodeBeyond(planner.memory[.bitmaps] + (80 << 20)) == nil)
    }
  }

  /// In perspective a bitmap has the pixels of what is seen, as it has without.
  @Test(arguments: [0.3, 0.9, 1.3])
  func bitmapsInPerspectiveAreCut(angle: Double) {
    let layer = rasterized(box(-1000, 300, 3000, 400, box(0, 0, 3000, 20)).rotated(angle, y: 1))
    var planner = FramePlanner()
    let parent = box(0, 0, 1000, 1000, fill: clear).with {
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 500
      $0.transforms = LayerTransforms(sublayerTransform: perspective)
      $0.sublayers = [layer]
    }
    let plan = planner.plan(page([parent]), viewport: Self.viewport)
    #expect(plan.excess == nil && plan.targets.count == 2)
    // A point of the layer is seen 500 pixels from the middle at most: on the near side where
    // 500 x cos / (500 - x sin) = 500, on the far side where it is + in place of -.
    let near = 500 / (cos(angle) + sin(angle))
    let far = cos(angle) > sin(angle) ? min(500 / (cos(angle) - sin(angle)), 1500) : 1500
    let width = Double(plan.targets[1].width)
    #expect(width >= near + far)
    // Items are drawn up to a band of 64 pixels around the frame.
    #expect(width < (near + far) * 1.3 && width < 2500)
  }

  @Test func particlesThatFillTheFrameAreALimit() {
    let emitter = box(0, 0, 1000, 1000, fill: clear).with {
      $0.emitter = .of(rate: 10_000, lifetime: 1) { emitter, cell in
        cell.scale = .init(200)
        emitter.position = SIMD3(500, 500, 0)
      }
    }
    var planner = FramePlanner()
    let plan = planner.plan(page([box(0, 0, 5, 5), emitter]), viewport: Self.viewport)
    #expect(plan.excess == LimitExcess(.fill, limit: 1 << 31, node: 2))
    planner.limits[.fill] = 1 << 40
    #expect(planner.plan(page([emitter]), viewport: Self.viewport).excess == nil)
  }

  /// An image has pixels to clear and to store, however few items it has.
  @Test func imagesAreALimitWithoutItems() {
    let corners = box(0, 0, 1000, 1000, fill: clear, box(5, 5, 3, 3), box(990, 990, 3, 3))
    let detailed = rasterized(corners, scale: 10)
    var planner = FramePlanner()
    let one = planner.plan(page([detailed]), viewport: Self.viewport)
    let pixels = one.targets.dropFirst().reduce(0) { $0 + $1.width * $1.height }
    #expect(one.excess == nil && pixels > 15_000_000)
    // The two boxes, and the image where it is drawn, are below an eighth of that.
    #expect(one.filledPixels > 4 * pixels && one.filledPixels < 5 * pixels)
    let all = Array(repeating: detailed, count: 50)
    #expect(planner.plan(page(all), viewport: Self.viewport).excess?.name == .fill)
  }

  /// Items that others hide do not count, however many there are.
  @Test func whatIsHiddenDoesNotCount() {
    var planner = FramePlanner()
    let boxes = Array(repeating: box(0, 0, 1000, 1000), count: 3000)
    let plan = planner.plan(page(boxes), viewport: Self.viewport)
    #expect(plan.excess == nil && plan.fillBound.area > Double(1 << 31))
    #expect(plan.filledPixels < 1 << 21)
  }

  /// A path that is too complex is not covered: neither before nor after the limit is reported.
  @Test func pathsAreMeasuredBeforeTheyAreCovered() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    for index in 0..<100_000 {
      path.addLine(to: CGPoint(x: 7 + index % 13, y: index % 2 == 0 ? 1000 : 0))
    }
    let shape = box(0, 0, 1000, 1000, fill: clear).with {
      $0.shape = LayerShape(path: path, fill: black)
    }
    var planner = FramePlanner()
    for _ in 0..<2 {
      let plan = planner.plan(page([shape]), viewport: Self.viewport)
      #expect(plan.excess == LimitExcess(.fill, limit: 1 << 31, node: 1))
      #expect(plan.masks.isEmpty)
      #expect(planner.cacheUsage[.masks].bytes == 0)
    }
  }

  /// Work beyond all numbers is a limit, too: a stroke whose outline would not end.
  @Test func linesWithoutAnEndAreALimit() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: -5000, y: -5000))
    for index in 0..<40_000 {
      path.addLine(to: CGPoint(x: index % 997, y: index % 2 == 0 ? 4000 : -5000))
    }
    let style = StrokeStyle(width: 9000, join: .round)
    let shape = box(0, 0, 1000, 1000, fill: clear).with {
      $0.shape = LayerShape(path: path, fill: nil, stroke: black, strokeStyle: style)
    }
    var planner = FramePlanner()
    let plan = planner.plan(page([shape, shape]), viewport: Self.viewport)
    #expect(plan.excess == LimitExcess(.fill, limit: 1 << 31, node: 1))
  }

  /// A stroke that is cut off is a limit although none of its first points is seen.
  @Test func cutLinesOutsideOfTheFrameAreALimit() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 5000, y: 5000))
    for index in 0..<300_000 { path.addLine(to: CGPoint(x: 5000 + index % 997, y: 5001 + index)) }
    let style = StrokeStyle(width: 3, join: .round)
    let shape = box(0, 0, 1000, 1000, fill: clear).with {
      $0.shape = LayerShape(path: path, fill: nil, stroke: black, strokeStyle: style)
    }
    var planner = FramePlanner()
    for limit in [1 << 31, 1 << 40] {
      planner.limits[.fill] = limit
      let outlined = planner.plan(page([shape]), viewport: Self.viewport)
      // The box of the path lies outside, so it is not even outlined.
      #expect(outlined.excess == nil && outlined.masks.isEmpty)
    }
    path.addLine(to: CGPoint(x: 0, y: 0))
    let seen = box(0, 0, 1000, 1000, fill: clear).with {
      $0.shape = LayerShape(path: path, fill: nil, stroke: black, strokeStyle: style)
    }
    #expect(
      planner.plan(page([seen]), viewport: Self.viewport).excess
        == LimitExcess(.fill, limit: 1 << 40, node: 1))
  }

  /// Groups inside a group wait in bounded memory, too, and keep colors beyond 1.
  @Test func groupsInsideAGroupWaitInBoundedMemory() {
    func group(_ color: SIMD4<Float>) -> Layer {
      box(0, 0, 1000, 1000, fill: color, box(9, 9, 600, 600).rotated(0.3)).with {
        $0.node.opacity = 0.5
      }
    }
    let inner = Array(repeating: group(SIMD4(1, 0, 0, 1)), count: 40) + [group(SIMD4(9, 9, 9, 1))]
    let outer = box(0, 0, 1000, 1000).with {
      $0.node.opacity = 0.5
      $0.sublayers = inner
    }
    var planner = FramePlanner()
    let plan = planner.plan(page([outer]), viewport: Self.viewport)
    #expect(plan.excess == nil && plan.nodeBeyond(100 << 20) == nil)
    let bright = plan.targets.indices.filter { plan.targets[$0].format == .float16 }
    #expect(bright.count == 2)
  }

  /// The masks of a frame exist until its end.
  @Test func masksCountAsMemory() {
    let layers = (0..<30).map { index in
      box(0, 0, 1000, 1000, fill: clear).with {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: 1000, y: index))
        path.addLine(to: CGPoint(x: 0, y: 1000))
        $0.shape = LayerShape(path: path, fill: black)
      }
    }
    var planner = FramePlanner()
    planner.limits[.memory] = 41_000_000
    let plan = planner.plan(page(layers), viewport: Self.viewport)
    #expect(plan.excess == LimitExcess(.memory, limit: 41_000_000, node: 21))
  }

  /// An emitter that a replicator repeats counts as often as it is visited.
  @Test func repeatedEmittersShowNoMoreParticles() {
    let emitter = box(-5000, 0, 10, 10, fill: clear).with {
      $0.emitter = .of(rate: 100_000, lifetime: 1) { emitter, _ in
        emitter.position = SIMD3(5, 5, 0)
      }
    }
    let copies = box(0, 0, 10, 10, fill: clear).with {
      $0.replicator = LayerReplicator(
        count: 50, transform: CATransform3DMakeTranslation(1, 0, 0))
      $0.sublayers = [emitter]
    }
    var planner = FramePlanner()
    let plan = planner.plan(page([copies]), viewport: Self.viewport)
    #expect(plan.excess == nil && plan.particles.isEmpty)
    #expect(plan.leftOutParticles == 50 * 100_000 - ParticleSampler.limit)
  }

  /// Particles that are not drawn count, too: those that only emit, and those outside the frame.
  @Test func allEmittersComputeNoMoreParticles() {
    let rocket = box(0, 0, 10, 10, fill: clear).with {
      $0.emitter = .of(rate: 100_000, lifetime: 1) { emitter, cell in
        cell.contents = -1
        cell.children = 1..<2
        var spark = cell
        spark.birthRate = 1e-3
        spark.children = 0..<0
        emitter.cells = [spark]
      }
    }
    var tree = page(Array(repeating: rocket, count: 50))
    let clouds = ParticleClouds(&tree)
    let visited = (0..<50).map { clouds[Int32($0)].visited }
    #expect(visited.reduce(0, +) == ParticleSampler.limit && visited[49] == 0)
  }

  /// Copies share the colors of their gradient, unless they are tinted differently.
  @Test(arguments: [false, true])
  func copiesShareStops(_ areTinted: Bool) {
    let stops = (0..<100).map {
      LayerGradient.Stop(location: Float($0) / 100, color: SIMD4(0, 0, Float($0) / 100, 1))
    }
    func gradient(_ y: Double) -> Layer {
      box(5, y, 8, 8).with {
        $0.gradient = LayerGradient(
          kind: .axial, stops: stops, start: .zero, end: CGPoint(x: 1, y: 1))
      }
    }
    let copies = box(0, 0, 10, 10, fill: clear).with {
      $0.replicator = LayerReplicator(
        count: 50, transform: CATransform3DMakeTranslation(10, 0, 0),
        colorOffset: areTinted ? SIMD4(-0.01, 0, 0, 0) : .zero)
      $0.sublayers = [gradient(5), gradient(50)]
    }
    var planner = FramePlanner()
    let plan = planner.plan(page([copies]), viewport: Self.viewport)
    #expect(plan.gradients.count == 100)
    #expect(plan.stops.count == (areTinted ? 50 : 1) * 2 * 100)
    planner.limits[.stops] = 2000
    let limited = planner.plan(page([copies]), viewport: Self.viewport)
    #expect(limited.excess?.name == (areTinted ? .stops : nil))
  }

  /// Copies of planes are not collected without end before they are sorted.
  @Test func copiesOfPlanesEndAtTheLimitOfPieces() {
    let copies = box(0, 0, 10, 10, fill: clear, box(0, 0, 9, 9).rotated(0.3)).with {
      $0.node.flags.insert(.isTransformLayer)
      $0.replicator = LayerReplicator(
        count: 4_000_000, transform: CATransform3DMakeTranslation(1e-3, 0, 1))
    }
    var planner = FramePlanner()
    let plan = planner.plan(page([copies]), viewport: Self.viewport)
    #expect(plan.excess?.name == .pieces)
  }

  /// A layer that planes cut into pieces is visited once for each of them, with all its copies.
  @Test(arguments: [10, 200]) func layersCountForEachPiece(planes: Int) {
    let cutting = (0..<planes).map { box(10 + Double($0) / 10, 10, 80, 80).rotated(1, y: 1) }
    let copies = box(0, 0, 100, 100, fill: clear, box(0, 0, 4, 4)).with {
      $0.replicator = LayerReplicator(
        count: 30_000, transform: CATransform3DMakeTranslation(1e-3, 1e-3, 0))
    }
    let scene = box(0, 0, 100, 100, fill: clear).with { $0.sublayers = cutting + [copies] }
    var planner = FramePlanner()
    let plan = planner.plan(page([scene]), viewport: Self.viewport)
    #expect(plan.excess?.name == (planes == 10 ? nil : .layers))
  }

  /// Copies that lie one behind the other are sorted without dividing each by each.
  @Test func manyTiltedCopiesAreSorted() throws {
    let leaves = (0..<3000).map { number in
      SceneLeaf(
        node: 0,
        matrix: CATransform3DConcat(
          CATransform3DMakeRotation(1, 1, 0, 0), CATransform3DMakeTranslation(0, 0, Double(number))),
        opacity: 1, isFlipped: false, extent: CGRect(x: 0, y: 0, width: 9, height: 9))
    }
    let fragments = DepthSort.sort(leaves, most: 32_768)
    #expect(try #require(fragments).map(\.leaf) == Array(0..<3000))
  }

  /// Dashes count where they are made, also where none of them is seen.
  @Test func dashesOutOfSightCount() {
    let dashed = box(0, 0, 100, 100, fill: clear).with {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 5, y: -5e8))
      path.addLine(to: CGPoint(x: 5, y: -400))
      path.addLine(to: CGPoint(x: -400, y: 5))
      $0.shape = LayerShape(
        path: path, fill: nil, stroke: black,
        strokeStyle: StrokeStyle(width: 1, dashLengths: [1e-3, 1], trimEnd: 1))
    }
    var planner = FramePlanner()
    planner.limits[.fill] = 5_000_000
    let plan = planner.plan(page([dashed]), viewport: Self.viewport)
    #expect(plan.excess?.name == .fill)
    planner.limits[.fill] = 50_000_000
    #expect(planner.plan(page([dashed]), viewport: Self.viewport).excess == nil)
  }

  /// A mask that could not be found again would fill the cache.
  @Test func masksAtNoPlaceAreNotCached() {
    var masks = PathMasks()
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    for number in [Double.nan, .infinity] {
      var map = Homography(CGAffineTransform.identity)
      map.wx = number
      let found = masks.mask(
        of: path.elements, .fill(.winding), map: map,
        bounds: PixelRect(minX: 0, minY: 0, maxX: 50, maxY: 50), room: .max)
      #expect(found == nil)
    }
    #expect(masks.statistics.count == 0)
  }

  /// Masks and the images of groups share one limit.
  @Test func masksLeaveLessForGroups() {
    let mask = box(0, 0, 1000, 1000, fill: clear).with {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 1000, y: 1))
      path.addLine(to: CGPoint(x: 0, y: 1000))
      $0.shape = LayerShape(path: path, fill: black)
    }
    let group = box(0, 0, 1000, 1000, box(5, 5, 900, 900), box(9, 9, 900, 900).rotated(0.3)).with {
      $0.node.opacity = 0.5
    }
    var planner = FramePlanner()
    planner.limits[.memory] = 5_500_000
    #expect(planner.plan(page([mask]), viewport: Self.viewport).excess == nil)
    #expect(planner.plan(page([group]), viewport: Self.viewport).excess == nil)
    let both = planner.plan(page([mask, group]), viewport: Self.viewport)
    #expect(both.excess?.name == .memory)
  }

  /// The defaults grow with the frame; numbers that were set do not.
  @Test func defaultsGrowWithTheFrame() {
    var limits = RenderLimits()
    #expect(limits.value(of: .memory, pixels: 100) == 1 << 30)
    #expect(limits.value(of: .memory, pixels: 1 << 22) == 4 << 30)
    #expect(limits.value(of: .fill, pixels: 1 << 22) == 4 << 31)
    #expect(limits.value(of: .layers, pixels: 1 << 22) == limits[.layers])
    limits[.memory] = 5
    #expect(limits.value(of: .memory, pixels: 1 << 22) == 5)
  }
}
