import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

@Suite("Rectangles") struct RectangleTests {
  private func layer(
    x: Double = 0, y: Double = 0, width: Double = 10, height: Double = 20,
    _ change: (inout Layer) -> Void = { _ in }
  ) -> Layer {
    box(x, y, width, height, fill: SIMD4(1, 0.5, 0, 0.5)).with(change)
  }

  private func plan(_ layers: [Layer], _ optimizations: Optimizations = .all) -> FramePlan {
    GlazePlanTests.plan(
      box(0, 0, 400, 300, fill: clear).with { $0.sublayers = layers }, optimizations)
  }

  @Test("plain siblings are one draw of instances with their edges and their faded color")
  func manyAreOneDraw() {
    let layers = (0..<5).map { index in
      layer(x: Double(20 * index) + 0.25) { $0.node.opacity = 0.5 }
    }
    let plan = plan(layers)
    #expect(plan.draws.map(\.kind) == [.rectangle])
    #expect(plan.boxes.isEmpty)
    #expect(plan.rectangles.count == 5)
    #expect(plan.rectangles[2].edges == SIMD4(40.25, 0, 50.25, 20))
    #expect(plan.rectangles[2].color == SIMD4(0.25, 0.125, 0, 0.25))
  }

  @Test("parts outside the frame are cut off or skipped")
  func cutToFrame() {
    let plan = plan([layer(x: -5, y: 290), layer(x: 500), layer(x: 395.5)])
    #expect(
      plan.rectangles.map(\.edges) == [SIMD4(0, 290, 5, 300), SIMD4(395.5, 0, 400, 20)])
  }

  @Test("hidden, transparent, empty and NaN layers are skipped")
  func nothingToSee() {
    let plan = plan([
      layer { $0.node.flags.insert(.isHidden) }, layer { $0.node.opacity = 0 },
      layer { $0.node.backgroundColor.w = 0 }, layer(width: 0), layer(x: .nan),
      layer(y: .infinity),
    ])
    #expect(plan.rectangles.isEmpty)
    #expect(plan.draws.isEmpty)
  }

  @Test("aliased edges lie between the pixels whose centers they separate")
  func hardEdges() {
    let plan = plan([layer(x: 10.4, y: 10.6) { $0.node.softEdges = 0 }])
    #expect(plan.rectangles.map(\.edges) == [SIMD4(10, 11, 20, 31)])
  }

  @Test(
    "corners, borders, rotations and different edges need a box",
    arguments: [
      { $0.node.cornerRadius = 3 }, { $0.border = LayerBorder(width: 1, color: black) },
      { $0.node.softEdges = 3 },
      { $0.transforms = LayerTransforms(transform: CATransform3DMakeRotation(0.3, 0, 0, 1)) },
    ] as [@Sendable (inout Layer) -> Void])
  func moreThanRectangles(_ change: @Sendable (inout Layer) -> Void) {
    let plan = plan([layer(), layer(x: 50, y: 50, change), layer(x: 100)])
    #expect(plan.rectangles.count == 2)
    #expect(plan.boxes.count == 1)
    #expect(plan.draws.map(\.kind) == [.rectangle, .box, .rectangle])
  }

  @Test("scaled, flipped and nested layers have the edges that boxes would have")
  func sameAsBoxes() throws {
    let inner = layer(x: 3, y: 5)
    let scaled = layer(x: 100, y: 50) {
      $0.transforms = LayerTransforms(transform: CATransform3DMakeScale(-2, 1.5, 1))
      $0.sublayers = [inner]
    }
    let flipped = layer(x: 200, y: 100, width: 40, height: 60) {
      $0.node.flags.insert(.isGeometryFlipped)
      $0.node.anchorPoint = CGPoint(x: 0.25, y: 0.1)
      $0.sublayers = [inner]
    }
    let rectangles = plan([scaled, flipped]).rectangles
    let boxes = plan([scaled, flipped], .boxes).boxes
    #expect(rectangles.count == 4)
    try #require(boxes.count == 4)
    for (rectangle, box) in zip(rectangles, boxes) {
      let center = SIMD2(
        box.shape.rowX.w - box.shape.rowX.z / box.shape.rowX.x,
        box.shape.rowY.w - box.shape.rowY.z / box.shape.rowY.y)
      let half =
        box.shape.extent.lowHalf
        / SIMD2(abs(box.shape.rowX.x), abs(box.shape.rowY.y))
      let error = rectangle.edges - SIMD4(lowHalf: center - half, highHalf: center + half)
      #expect(max(error.max(), -error.min()) < 1e-4)
      #expect(rectangle.color == box.fill * box.params.w)
    }
  }

  @Test("a rounded clip makes boxes only of layers that it may touch")
  func roundedClip() {
    let page = layer(width: 100, height: 100) {
      $0.node.cornerRadius = 20
      $0.node.flags.insert(.masksToBounds)
      $0.node.backgroundColor = clear
      $0.sublayers = [layer(x: 1, y: 1), layer(x: 150)]
    }
    let plan = plan([page])
    #expect(plan.rectangles.isEmpty)
    #expect(plan.boxes.count == 1)
  }

  @Test("in a pass they move to the pixels of its target")
  func inPass() throws {
    let group = layer(x: 50, y: 60, width: 100, height: 100) {
      $0.node.opacity = 0.5
      $0.sublayers = [layer(x: 10, y: 10)]
    }
    let plan = plan([group])
    let pass = try #require(plan.passes.first)
    #expect(pass.origin == SIMD2(50, 60))
    #expect(
      plan.rectangles.map(\.edges) == [SIMD4(0, 0, 100, 100), SIMD4(10, 10, 20, 30)])
  }

  @Test("colors beyond 1 require a deep target for a pass")
  func extendedColors() throws {
    let group = layer(width: 100, height: 100) {
      $0.node.opacity = 0.5
      $0.sublayers = [layer { $0.node.backgroundColor = SIMD4(3, 0, 0, 1) }]
    }
    let plan = plan([group])
    #expect(plan.targets[1].format == .float16)
  }
}
