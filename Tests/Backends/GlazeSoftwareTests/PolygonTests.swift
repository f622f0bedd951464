import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import Testing

/// The pixels of polygons: adjacent ones must neither share a pixel nor omit one.
@Suite struct PolygonTests {
  /// Makes a box with aliased edges far away, so that its polygon alone defines its pixels.
  private func polygon(_ points: [SIMD2<Float>], alpha: Float) -> BoxInstance {
    var shape = Shape(matrix: .affine(1, 0, 0, 1, 40, 40), half: SIMD2(1000, 1000))
    shape.softEdges = 0
    var box = BoxInstance(shape, fill: SIMD4(repeating: alpha))
    let last = points.count > 3 ? points[3] : points[2]
    box.quad01 = SIMD4(lowHalf: points[0], highHalf: points[1])
    box.quad23 = SIMD4(lowHalf: points[2], highHalf: last)
    return box
  }

  private func draw(_ boxes: [BoxInstance]) throws -> PixelBuffer {
    var plan = FramePlan(width: 80, height: 80)
    for box in boxes { plan.add(box) }
    return try render(plan)
  }

  @Test(arguments: 0..<24)
  func fanAroundAPointCoversEachPixelOnce(step: Int) throws {
    let angle = Double(step) * 0.277
    let centre = SIMD2<Float>(40 + Float(sin(angle) * 9.37), 40 + Float(cos(angle) * 7.77))
    let count = 3 + step % 9
    let rim = (0..<count).map { index -> SIMD2<Float> in
      let a = angle + 2 * .pi * Double(index) / Double(count)
      return SIMD2(Float(40 + 200 * cos(a)), Float(40 + 200 * sin(a)))
    }
    let triangles = (0..<count).map { index in
      let pair = [rim[index], rim[(index + 1) % count]]
      // Either winding, starting anywhere.
      return polygon(
        index % 2 == 0 ? [centre] + pair : [pair[1], centre, pair[0]], alpha: 64.0 / 255)
    }
    let image = try draw(triangles)
    for y in 0..<80 {
      for x in 0..<80 { #expect(image.alpha(x, y) == 64, "\(x), \(y)") }
    }
  }

  @Test(arguments: 0..<12)
  func gridOfQuadsCoversEachPixelOnce(step: Int) throws {
    let angle = Float(step) * 0.31
    func corner(_ i: Int, _ j: Int) -> SIMD2<Float> {
      // Neighbors compute their corners identically, and displaced, so that no edge is upright.
      let wobble = sin(Float(i * 7 + j * 13)) * 2
      let (x, y) = (Float(i) * 23 - 69 + wobble, Float(j) * 23 - 69 - wobble)
      return SIMD2(40 + x * cos(angle) - y * sin(angle), 40 + x * sin(angle) + y * cos(angle))
    }
    var boxes: [BoxInstance] = []
    for j in 0..<6 {
      for i in 0..<6 {
        boxes.append(
          polygon(
            [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)],
            alpha: 32.0 / 255))
      }
    }
    let image = try draw(boxes)
    for y in 0..<80 {
      for x in 0..<80 where hypot(Double(x) - 40, Double(y) - 40) < 55 {
        #expect(image.alpha(x, y) == 32, "\(x), \(y)")
      }
    }
  }

  @Test func pixelsBelongWhereTheirCentresLie() throws {
    let image = try draw([
      polygon(
        [SIMD2(10.4, 10.6), SIMD2(20.6, 10.6), SIMD2(20.6, 20.4), SIMD2(10.4, 20.4)], alpha: 1)
    ])
    #expect(image.alpha(10, 11) == 255)
    #expect(image.alpha(20, 11) == 255)
    #expect(image.alpha(15, 10) == 0)
    #expect(image.alpha(15, 19) == 255)
    #expect(image.alpha(15, 20) == 0)
    #expect(image.alpha(21, 15) == 0)
    #expect(image.area == 99)
  }

  @Test func degeneratePolygonsDrawNothing() throws {
    let point = SIMD2<Float>(30, 30)
    let line = [SIMD2<Float>(10, 10), SIMD2(50, 50), SIMD2(50, 50), SIMD2(10, 10)]
    let flat = [SIMD2<Float>(10, 10.5), SIMD2(50, 10.5), SIMD2(60, 10.5), SIMD2(5, 10.5)]
    let boxes = [[point, point, point, point], line, flat].map { polygon($0, alpha: 1) }
    #expect(try draw(boxes).area == 0)
  }

  @Test func polygonsAreClippedToTheTarget() throws {
    let far: Float = 1e7
    let image = try draw([
      polygon([SIMD2(-far, -far), SIMD2(far, -far), SIMD2(far, far), SIMD2(-far, far)], alpha: 1),
      polygon([SIMD2(100, 0), SIMD2(200, 0), SIMD2(200, 50), SIMD2(100, 50)], alpha: 1),
      polygon([SIMD2(0, -90), SIMD2(50, -90), SIMD2(50, -1), SIMD2(0, -1)], alpha: 1),
    ])
    #expect(image.area == 6400)
  }
}
