import Foundation
import GlazeGeometry
import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// Depth: order, cuts, seams, cameras.
struct SceneTests {
  private let red = SIMD4<Float>(1, 0, 0, 1)
  private let green = SIMD4<Float>(0, 1, 0, 1)
  private let blue = SIMD4<Float>(0, 0, 1, 1)

  private func fills(_ plan: FramePlan) -> [SIMD4<Float>] { plan.boxes.map(\.fill) }

  private func camera(_ distance: Double, _ sublayers: [Layer]) -> Layer {
    box(0, 0, 400, 300, fill: clear).with {
      var perspective = CATransform3DIdentity
      perspective.m34 = CGFloat(-1 / distance)
      $0.transforms = LayerTransforms(sublayerTransform: perspective)
      $0.sublayers = sublayers
    }
  }

  @Test("pitfall 31: the sort by zPosition is stable")
  func parallelLayersAreSortedStably() {
    let root = box(
      0, 0, 400, 300, fill: clear, box(0, 0, 10, 10, fill: red).with { $0.node.zPosition = 1 },
      box(20, 0, 10, 10, fill: green), box(40, 0, 10, 10, fill: blue))
    #expect(fills(plan(root)) == [green, blue, red])
  }

  @Test("pitfall 30: siblings in plain layers intersect")
  func intersectingPlanesAreCut() {
    let flat = box(100, 100, 100, 100, fill: green)
    let turned = box(100, 90, 100, 120, fill: red).rotated(1, y: 1)
    let plan = plan(box(0, 0, 400, 300, fill: clear, flat, turned))
    #expect(plan.coverages.map(\.color) == [red, red])
    #expect(plan.draws.count == 3 && plan.clips.isEmpty)
  }

  @Test func planesThatDoNotTouchOnScreenAreNotCut() {
    let flat = box(0, 100, 100, 100, fill: green)
    let turned = box(200, 100, 100, 100, fill: red).rotated(1, y: 1)
    let plan = plan(box(0, 0, 400, 300, fill: clear, flat, turned))
    #expect(fills(plan) == [green, red])
  }

  @Test func coplanarLayersKeepTheirOrder() {
    let layers = [red, green, blue].enumerated().map { index, color in
      box(100, 100 + 20 * Double(index), 100, 100, fill: color).rotated(1, y: 1)
    }
    let sorted = plan(camera(500, layers))
    #expect(sorted.coverages.map(\.color) + fills(sorted) == [red, green, blue])
  }

  @Test("pitfall 33: a single-sided layer that faces away is not drawn")
  func backFacesAreHidden() {
    func card(_ angle: Double) -> Layer {
      box(100, 100, 100, 100).rotated(angle, y: 1).with {
        $0.node.flags.remove(.isDoubleSided)
      }
    }
    #expect(plan(camera(500, [card(0.1)])).boxes.count == 1)
    #expect(plan(camera(500, [card(.pi - 0.1)])).boxes.isEmpty)
  }

  @Test("pitfall 34: a layer seen edge-on draws nothing")
  func edgeOnLayersDrawNothing() {
    let edgeOn = box(0, 0, 100, 100).rotated(.pi / 2, y: 1)
    #expect(plan(box(0, 0, 400, 300, fill: clear, edgeOn)).boxes.isEmpty)
  }

  @Test("pitfall 35: a matrix with z scale 0 draws")
  func matricesWithoutDepthDraw() {
    let flat = box(0, 0, 100, 100).with {
      $0.transforms = LayerTransforms(transform: CATransform3DMakeScale(1, 1, 0))
      $0.node.flags.remove(.isDoubleSided)
    }
    #expect(plan(box(0, 0, 400, 300, fill: clear, flat)).boxes.count == 1)
  }

  @Test("pitfall 24: parts behind the camera are cut off")
  func thePartBehindTheCameraIsCut() {
    let wall = box(-800, 100, 2000, 100).rotated(1.2, y: 1)
    let plan = plan(camera(300, [wall]))
    #expect(!plan.boxes.isEmpty)
    for box in plan.boxes {
      for corner in [box.quad01, box.quad23] {
        #expect(corner.min() >= -1 && corner.max() <= 401)
      }
    }
    let behind = box(0, 0, 100, 100).with { $0.node.zPosition = 400 }
    let nothing = GlazePlanTests.plan(camera(300, [behind]))
    #expect(nothing.boxes.isEmpty)
  }

  @Test("pitfall 26 and 27: plain layers flatten, transform layers do not")
  func onlyTransformLayersKeepDepth() {
    func nest(_ flags: LayerNode.Flags) -> Layer {
      let inner = box(0, 0, 100, 100).rotated(-1, y: 1)
      return box(100, 100, 100, 100, fill: clear, inner).rotated(1, y: 1).with {
        $0.node.flags.formUnion(flags)
      }
    }
    func width(_ flags: LayerNode.Flags) -> Float {
      let quad = plan(box(0, 0, 400, 300, fill: clear, nest(flags))).boxes[0]
      return quad.quad01.z - quad.quad01.x
    }
    #expect(abs(width([]) - Float(100 * cos(1.0) * cos(1.0))) < 2)
    #expect(abs(width(.isTransformLayer) - 100) < 2)
  }

  @Test("pitfall 28: a transform layer's opacity is applied to each sublayer")
  func transformLayersFadeEachSublayer() {
    let group = box(0, 0, 100, 100, box(0, 0, 50, 50), box(20, 20, 50, 50)).with {
      $0.node.flags.insert(.isTransformLayer)
      $0.node.opacity = 0.5
    }
    let plan = plan(box(0, 0, 400, 300, fill: clear, group))
    #expect(plan.passes.count == 1)
    #expect(plan.boxes.map(\.params.w) == [0.5, 0.5])
  }

  @Test func facesOfACubeCoverTheirSharedEdge() throws {
    func face(_ angle: Double, _ color: SIMD4<Float>) -> Layer {
      box(100, 100, 100, 100, fill: color).with {
        $0.transforms = LayerTransforms(
          transform: CATransform3DTranslate(
            CATransform3DMakeRotation(CGFloat(angle), 0, 1, 0), 0, 0, 50))
      }
    }
    let cube = box(0, 0, 400, 300, fill: clear, face(0, red), face(.pi / 2, green)).with {
      $0.node.flags.insert(.isTransformLayer)
      $0.transforms = LayerTransforms(transform: CATransform3DMakeRotation(-0.6, 0, 1, 0))
    }
    let plan = plan(box(0, 0, 400, 300, fill: clear, cube))
    #expect(plan.boxes.count == 1 && plan.coverages.count == 1 && plan.passes.count == 1)
    // The face that is drawn first is full under the edge, and antialiased at its other side.
    let mask = try #require(plan.masks.first)
    let row = mask.bytes[mask.width * mask.height / 2..<mask.width * (mask.height / 2 + 1)]
    let partial = row.filter { $0 > 0 && $0 < 255 }
    #expect(partial.count == 1 && (row.first == 255) != (row.last == 255))
  }

  @Test func scenesThatStandStillKeepTheirMasks() {
    let turned = box(100, 90, 100, 120, fill: red).rotated(1, y: 1)
    let root = box(0, 0, 400, 300, fill: clear, box(100, 100, 100, 100, fill: green), turned)
    let tree = GlazePlanTests.tree(root)
    let viewport = Viewport(width: 400, height: 300)
    var planner = FramePlanner()
    let first = planner.plan(tree, viewport: viewport).masks
    #expect(!first.isEmpty && planner.plan(tree, viewport: viewport).masks == first)
    planner.optimizations.remove(.cache)
    #expect(planner.plan(tree, viewport: viewport).masks != first)
  }

  @Test("layers whose depths differ only by rounding keep their order")
  func depthsDifferByRounding() {
    let layers = [red, green, blue].enumerated().map { index, color in
      box(20 * Double(index), 0, 10, 10, fill: color).with {
        $0.node.zPosition = 5 - 1e-13 * Double(index)
      }
    }
    #expect(fills(plan(camera(500, layers))) == [red, green, blue])
  }

  @Test("300 layers over each other are planned in a bounded number of steps")
  func crowdsArePlanned() {
    let turn = CATransform3DMakeRotation(0.3, 0, 1, 0)
    var scene = box(0, 0, 300, 300, fill: clear)
    for index in 0..<300 {
      var layer = box(10 + Double(index % 7), 10, 280, 280)
      let transform = CATransform3DTranslate(turn, 0, 0, CGFloat(index))
      layer.transforms = LayerTransforms(transform: transform)
      scene.sublayers.append(layer)
    }
    #expect(plan(box(0, 0, 300, 300, fill: clear, scene)).excess == nil)
  }

  @Test func thousandsOfParallelLayersSortQuickly() {
    let layers = (0..<5000).map { index in
      box(0, 0, 10, 10, fill: red).with { $0.node.zPosition = Double(5000 - index) / 100 }
    }
    #expect(plan(camera(10_000, layers)).boxes.count == 5000)
  }
}
