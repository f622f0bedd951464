import Foundation
import GlazeGeometry
import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// Rounded boxes and the polygons around them.
struct ShapeTests {
  private func rounded(
    _ width: Double, _ height: Double, _ radius: Float, mask: UInt8 = 15
  )
    -> Layer
  {
    box(10, 10, width, height).with {
      $0.node.cornerRadius = radius
      $0.node.maskedCorners = mask
    }
  }

  @Test func radiiAreLimitedToHalfOfTheShorterSide() {
    #expect(plan(rounded(100, 40, 90)).boxes[0].shape.corners == SIMD4(repeating: 20))
    #expect(plan(rounded(100, 40, -3)).boxes[0].shape.corners == .zero)
  }

  @Test func maskedCornersStaySquare() {
    #expect(plan(rounded(100, 40, 10, mask: 9)).boxes[0].shape.corners == SIMD4(10, 0, 0, 10))
  }

  @Test func continuousCornersReachFurtherWhereThereIsRoom() {
    func shape(_ radius: Float) -> (cell: Float, exponent: Float) {
      let layer = rounded(100, 100, radius).with {
        $0.node.flags.insert(.hasContinuousCorners)
      }
      let shape = plan(layer).boxes[0].shape
      return (shape.corners.x, shape.rowW.w)
    }
    #expect(abs(shape(10).cell - 15.2866) < 1e-3)
    #expect(abs(shape(10).exponent - 3.3418) < 1e-4)
    #expect(shape(50).cell == 50)
    #expect(shape(50).exponent == 2)
    #expect(shape(40).cell == 50)
  }

  @Test func softEdgesReachHalfAPixelFurtherAndHardOnesDoNot() {
    let soft = plan(box(10, 10, 20, 20)).boxes[0]
    #expect(abs(soft.quad01.x - 9.49) < 0.01)
    let hard = plan(box(10, 10, 20, 20).with { $0.node.softEdges = 0 }).boxes[0]
    #expect(abs(hard.quad01.x - 10) < 0.01)
    #expect(hard.shape.extent.z == 0)
  }

  @Test func noPixelCentreLiesOnAHardEdge() {
    let hard = plan(box(10.5, 10.5, 20, 20).with { $0.node.softEdges = 0 }).boxes[0]
    #expect(hard.quad01.x != 10.5)
    #expect(hard.quad23.x - hard.quad01.x == 20)
  }

  @Test func hardEdgesLieAlikeWhereverTheImageEnds() {
    func quads(_ x: Double, _ y: Double, width: Int, height: Int) -> [SIMD4<Float>] {
      let layer = box(x, y, 64, 64).rotated(-2.25).with { $0.node.softEdges = 4 }
      return plan(box(0, 0, 200, 200, fill: clear, layer), width: width, height: height).boxes
        .flatMap { [$0.quad01, $0.quad23] }
    }
    let expected = quads(0, 0, width: 64, height: 64).map { $0 + SIMD4(24, 40, 24, 40) }
    #expect(expected.count == 2)
    #expect(quads(24, 40, width: 112, height: 144) == expected)
    #expect(quads(24, 40, width: 70, height: 90) == expected)
  }

  @Test func clipsCutHardEdges() {
    let layer = box(-30, -30, 80, 80).rotated(0.3).with { $0.node.softEdges = 0 }
    let clip = box(10, 10, 20, 20, fill: clear, layer).with {
      $0.node.flags.insert(.masksToBounds)
    }
    for box in plan(box(0, 0, 100, 100, fill: clear, clip)).boxes {
      for quad in [box.quad01, box.quad23] {
        #expect(quad.min() > 9.9 && quad.max() < 30.1)
      }
    }
  }

  @Test func pixelsFindTheirPlaceInThePlane() {
    let turned = box(100, 100, 60, 40).rotated(0.3)
    let shape = plan(box(0, 0, 400, 300, fill: clear, turned)).boxes[0].shape
    let pixel = SIMD2<Float>(130 + 20 * Float(cos(0.3)), 120 + 20 * Float(sin(0.3)))
    let p = SIMD4(pixel.x - shape.rowX.w, pixel.y - shape.rowY.w, 1, 0)
    #expect(abs((shape.rowX * p).sum() - 20) < 1e-3)
    #expect(abs((shape.rowY * p).sum()) < 1e-3)
  }

  @Test func singularTransformsDrawNothing() {
    let flat = box(0, 0, 50, 50).with {
      $0.transforms = LayerTransforms(transform: CATransform3DMakeScale(0, 1, 1))
    }
    #expect(plan(box(0, 0, 400, 300, fill: clear, flat)).boxes.isEmpty)
  }

  @Test func polygonsAreConvexAndInsideTheFrame() {
    for index in 0..<200 {
      let angle = Double(index) * 0.13
      let turned = box(Double(index * 2), 100, 90, 60).rotated(
        angle, x: 0.3, y: index % 2 == 0 ? 1 : 0, z: 0.5)
      for instance in plan(box(0, 0, 400, 300, fill: clear, turned)).boxes {
        let (a, b) = (instance.quad01, instance.quad23)
        let corners = [SIMD2(a.x, a.y), SIMD2(a.z, a.w), SIMD2(b.x, b.y), SIMD2(b.z, b.w)]
        let turns = (0..<4).map { i -> Float in
          let (p, q, r) = (corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4])
          return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
        }
        #expect(turns.allSatisfy { $0 >= -0.5 } || turns.allSatisfy { $0 <= 0.5 })
      }
    }
  }
}
