import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import Testing

/// Boxes: their edges, corners and borders.
@Suite struct CoverageTests {
  private func draw(
    _ box: BoxInstance, size: Int = 64, clear: SIMD4<Float> = .zero
  ) throws -> PixelBuffer {
    var plan = FramePlan(width: size, height: size, clear: clear)
    plan.add(box)
    return try render(plan)
  }

  @Test func pixelAlignedBoxIsExact() throws {
    let color = SIMD4<Float>(51, 102, 153, 255) / 255
    let image = try draw(BoxInstance(.rectangle(8, 16, 20, 10), fill: color))
    for y in 0..<64 {
      for x in 0..<64 {
        let isInside = (8..<28).contains(x) && (16..<26).contains(y)
        #expect(image.pixel(x, y) == (isInside ? SIMD4(51, 102, 153, 255) : .zero))
      }
    }
  }

  @Test func edgesCoverInProportion() throws {
    let image = try draw(BoxInstance(.rectangle(8.5, 16.25, 20, 10.5), fill: .white))
    #expect(image.alpha(8, 20) == 128)
    #expect(image.alpha(28, 20) == 128)
    #expect(image.alpha(15, 16) == 191)
    #expect(image.alpha(15, 26) == 191)
    #expect(image.alpha(8, 16) == 96)
    #expect(image.alpha(15, 20) == 255)
    #expect(image.alpha(7, 20) == 0)
  }

  @Test(arguments: [0.0, 0.2, 0.5, 0.7])
  func linesThinnerThanAPixelKeepTheirArea(offset: Double) throws {
    let image = try draw(BoxInstance(.rectangle(10 + offset, 4, 0.25, 40), fill: .white))
    #expect(abs(image.area - 10) < 0.15)
  }

  // Not 45 degrees, where pixels meet an edge at only a few distances.
  @Test(arguments: [0.1, 0.5, 0.7, 1.2, 2.5])
  func rotatedBoxesKeepTheirArea(angle: Double) throws {
    let shape = Shape(matrix: .rotation(angle, at: 31.3, 32.8), half: SIMD2(18, 9))
    let image = try draw(BoxInstance(shape, fill: .white, outset: 2))
    // At a corner the product of two edges is not the area under them.
    #expect(abs(image.area - 4 * 18 * 9) < 1)
  }

  @Test func circlesCoverAsIntegrationSays() throws {
    let shape = Shape(
      matrix: .rotation(0.4, at: 32.2, 31.6), half: SIMD2(20, 20), corners: SIMD4(repeating: 20))
    let image = try draw(BoxInstance(shape, fill: .white))
    let steps = 32
    for y in 0..<64 {
      for x in 0..<64 {
        var inside = 0
        for j in 0..<steps {
          for i in 0..<steps {
            let dx = Double(x) + (Double(i) + 0.5) / Double(steps) - 32.2
            let dy = Double(y) + (Double(j) + 0.5) / Double(steps) - 31.6
            if dx * dx + dy * dy < 400 { inside += 1 }
          }
        }
        let expected = Double(inside) / Double(steps * steps) * 255
        // The distance to the curve stands for the area; the two differ by up to a fourteenth on a
        // diagonal.
        #expect(abs(Double(image.alpha(x, y)) - expected) < 20, "\(x), \(y)")
      }
    }
    #expect(abs(image.area - .pi * 400) < 1)
  }

  @Test func continuousCornersHoldMoreThanCircles() throws {
    var shape = Shape(matrix: .rotation(0, at: 32, 32), half: SIMD2(24, 24))
    shape.corners = SIMD4(repeating: 20)
    shape.exponent = 3.3418
    let area = try draw(BoxInstance(shape, fill: .white)).area
    // The area under u^n + v^n = 1, from numeric sums.
    let n = 3.3418
    let steps = 100_000
    var quarter: Double = 0
    for step in 0..<steps {
      let u: Double = (Double(step) + 0.5) / Double(steps)
      let v: Double = pow(1 - pow(u, n), 1 / n)
      quarter += v / Double(steps)
    }
    let expected: Double = 48 * 48 - 4 * 400 * (1 - quarter)
    #expect(abs(area - expected) < 1)
  }

  @Test func maskedCornersStaySquare() throws {
    var shape = Shape.rectangle(10, 10, 40, 40)
    shape.corners = SIMD4(12, 0, 0, 20)
    let image = try draw(BoxInstance(shape, fill: .white))
    #expect(image.alpha(10, 10) == 0)
    #expect(image.alpha(49, 10) == 255)
    #expect(image.alpha(10, 49) == 255)
    #expect(image.alpha(49, 49) == 0)
    #expect(image.alpha(46, 46) == 0)
    #expect(image.alpha(40, 40) == 255)
  }

  @Test func bordersLieInsideAndOverTheFill() throws {
    let image = try draw(
      BoxInstance(
        .rectangle(10, 10, 40, 30), fill: SIMD4(0, 0, 1, 1), border: SIMD4(0.5, 0, 0, 0.5),
        width: 4))
    #expect(image.pixel(11, 20) == SIMD4(128, 0, 128, 255))
    #expect(image.pixel(13, 20) == SIMD4(128, 0, 128, 255))
    #expect(image.pixel(14, 20) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(45, 20) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(46, 20) == SIMD4(128, 0, 128, 255))
    #expect(image.pixel(30, 39) == SIMD4(128, 0, 128, 255))
  }

  @Test func opacityFadesFillAndBorder() throws {
    let image = try draw(
      BoxInstance(
        .rectangle(8, 8, 40, 40), fill: .white, border: SIMD4(1, 0, 0, 1), width: 4,
        opacity: 0.2))
    #expect(image.pixel(20, 20) == SIMD4(51, 51, 51, 51))
    #expect(image.pixel(9, 20) == SIMD4(51, 0, 0, 51))
  }

  @Test func translucentColoursBlendOverTheBackdrop() throws {
    let image = try draw(
      BoxInstance(.rectangle(8, 8, 20, 20), fill: SIMD4(0.25, 0, 0, 0.25)),
      clear: SIMD4(0, 1, 0, 1))
    #expect(image.pixel(10, 10) == SIMD4(64, 191, 0, 255))
    #expect(image.pixel(40, 40) == SIMD4(0, 255, 0, 255))
  }

  @Test func perspectiveFollowsTheHomography() throws {
    let matrix = Matrix(m: [1, 0.2, 32, -0.1, 1, 30, 0.004, 0.012, 1])
    let shape = Shape(matrix: matrix, half: SIMD2(20, 16))
    let image = try draw(BoxInstance(shape, fill: .white))
    let inverse = matrix.inverse
    for y in 0..<64 {
      for x in 0..<64 {
        let point = inverse.apply(Double(x) + 0.5, Double(y) + 0.5)
        let outside = max(abs(point.x) - 20, abs(point.y) - 16)
        if outside > 2 { #expect(image.alpha(x, y) == 0, "\(x), \(y)") }
        if outside < -2 { #expect(image.alpha(x, y) == 255, "\(x), \(y)") }
      }
    }
  }

  @Test func nothingIsDrawnBehindTheCamera() throws {
    var shape = Shape(matrix: Matrix(m: [1, 0, 32, 0, 1, 32, 0, 0.004, 1]), half: SIMD2(20, 19))
    shape.softEdges = 0
    var box = BoxInstance(shape, fill: .white)
    box.quad01 = SIMD4(0, 0, 64, 0)
    box.quad23 = SIMD4(64, 64, 0, 64)
    #expect(try draw(box).area > 1000)
    box.shape.rowW.x.negate()
    box.shape.rowW.y.negate()
    box.shape.rowW.z.negate()
    #expect(try draw(box).area == 0)
  }
}
