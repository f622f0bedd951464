import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import Testing

/// Shadows of rounded boxes.
@Suite struct ShadowTests {
  @Test(arguments: 0..<4, [Float(0.7), 3, 9])
  func coverageIsThatOfTheFormula(placement: Int, sigma: Float) throws {
    var shape: Shape
    switch placement {
    case 0: shape = .rectangle(20, 15, 50, 40)
    case 1: shape = Shape(matrix: .rotation(0.5, at: 45, 38), half: SIMD2(24, 16))
    case 2:
      shape = Shape(
        matrix: Matrix(m: [1, 0.2, 45, -0.1, 1, 38, 0.002, 0.003, 1]), half: SIMD2(22, 18))
    default: shape = .rectangle(20.3, 15.8, 44, 44)
    }
    shape.corners = placement == 3 ? SIMD4(repeating: 22) : SIMD4(14, 6, 0, 12)
    for exponent: Float in [2, 3.3418] {
      shape.exponent = exponent
      var plan = FramePlan(width: 100, height: 80, clear: SIMD4(0.8, 0.5, 0.2, 1))
      plan.addShadow(shape, sigma: sigma, color: SIMD4(0, 0.1, 0.2, 0.9))
      let image = try render(plan)
      let difference = image.difference(from: ReferencePlan(plan).buffer)
      #expect(difference.worst <= 1, "\(difference)")
      #expect(try render(plan, shortCuts: false) == image)
      #expect(try renderBaseline(plan) == image)
      plan.clips = [Shape(matrix: .rotation(0.4, at: 55, 45), half: SIMD2(28, 14)).box]
      plan.shadows[0].params.z = 1
      plan.draws[0].clipCount = 1
      #expect(try render(plan).difference(from: ReferencePlan(plan).buffer).worst <= 1)
    }
  }

  /// Half sizes, and the side of the corners' cells.
  private static let boxes: [(SIMD2<Double>, Float)] = [
    (SIMD2(60, 40), 0), (SIMD2(60, 40), 5), (SIMD2(60, 40), 20), (SIMD2(60, 40), 40),
    (SIMD2(30, 30), 30), (SIMD2(10, 10), 10), (SIMD2(100, 12), 12), (SIMD2(4, 50), 3),
  ]

  @Test(arguments: [Float(1), 2, 4, 8, 16, 32, 64])
  func closedFormIsNearTheConvolution(sigma: Float) throws {
    var worst = (error: 0.0, what: "")
    for (half, cell) in Self.boxes {
      for exponent: Float in cell == 0 ? [2] : [2, 3.3418] {
        let shape = Shape(
          matrix: .affine(1, 0, 0, 1, 0, 0), half: half, corners: SIMD4(repeating: cell),
          exponent: exponent)
        // A quarter of sigma is enough, on a grid that follows the blur.
        let step = max(1, Double(sigma) / 4).rounded()
        let size = half + 3.6 * Double(sigma)
        for y in stride(from: 0.5, to: size.y, by: step) {
          for x in stride(from: 0.5, to: size.x, by: step) {
            let p = SIMD2(x, y)
            let form = Gaussian.box(shape.box, p, SIMD2(repeating: Double(sigma)))
            let error =
              abs(
                form - Gaussian.integral(shape.box, p, SIMD2(repeating: Double(sigma)))) * 255
            if error > worst.error {
              worst = (error, "half \(half), corners \(cell), exponent \(exponent) at \(p)")
            }
          }
        }
      }
    }
    if ProcessInfo.processInfo.environment["SHOW"] != nil { print("sigma", sigma, worst) }
    #expect(worst.error <= 2, "\(worst)")
  }

  @Test(arguments: [Float(1), 4, 16, 64])
  func imagesAreNearTheConvolution(sigma: Float) throws {
    for exponent: Float in [2, 3.3418] {
      var shape = Shape.rectangle(40, 30, 80, 60)
      shape.corners = SIMD4(repeating: 24)
      shape.exponent = exponent
      var plan = FramePlan(width: 160, height: 120)
      plan.addShadow(shape, sigma: sigma)
      let image = try render(plan)
      for y in stride(from: 0, to: 120, by: 3) {
        for x in stride(from: 0, to: 160, by: 3) {
          let p = Reference.Point(shape.box, Double(x) + 0.5, Double(y) + 0.5).position
          let expected =
            255 * Gaussian.integral(shape.box, p, SIMD2(repeating: Double(sigma)))
          #expect(abs(Double(image.alpha(x, y)) - expected) <= 2, "\(x), \(y)")
        }
      }
    }
  }

  /// Corners of 0 to 30 standard deviations, in boxes from smaller than the blur to much larger.
  @Test(arguments: [0, 0.3, 1, 2, 3.9, 4.1, 6, 10, 30] as [Double], [Float(2), 3.3418])
  func tablesAreNearTheConvolutionAtAnyRatio(ratio: Double, exponent: Float) throws {
    let sigma = 6.0
    for size in [SIMD2(0.4, 0.4), SIMD2(0.8, 2.5), SIMD2(3.3, 3.5), SIMD2(9, 4)] {
      let half = pointwiseMax(size, SIMD2(repeating: ratio)) * sigma
      let span = pointwiseMin(half + 3 * sigma, SIMD2(repeating: (ratio + 7) * sigma))
      let width = Int(span.x) + 2
      let height = Int(span.y) + 2
      // The corner with the greatest x and y, upright.
      let center = SIMD2(Double(width), Double(height)) - half - 3 * sigma
      let shape = Shape(
        matrix: .affine(1, 0, 0, 1, center.x, center.y), half: half,
        corners: SIMD4(repeating: Float(ratio * sigma)), exponent: exponent)
      var plan = FramePlan(width: width, height: height)
      plan.addShadow(
        shape, sigma: Float(sigma), quad: rectangle(0, 0, Float(width), Float(height)))
      let image = try render(plan)
      for y in stride(from: 0, to: height, by: 5) {
        for x in stride(from: 0, to: width, by: 5) {
          let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
          let expected = 255 * Gaussian.integral(shape.box, p, SIMD2(repeating: sigma))
          // Half a level for rounding, a third for the table, the rest for the numeric integral.
          #expect(abs(Double(image.alpha(x, y)) - expected) <= 1, "\(x), \(y) of \(size)")
        }
      }
    }
  }

  /// Ellipses are circles in stretched planes, and the blur is stretched with them.
  @Test(arguments: [(Float(2), Float(5)), (8, 3), (20, 6), (4, 16)])
  func stretchedBlursAreNearTheConvolution(across: Float, down: Float) throws {
    var shape = Shape.rectangle(40, 30, 60, 60)
    shape.corners = SIMD4(repeating: 30)
    var plan = FramePlan(width: 140, height: 120)
    plan.addShadow(shape, sigma: across, down: down)
    let image = try render(plan)
    #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
    #expect(try render(plan, shortCuts: false) == image)
    let sigma = SIMD2(Double(across), Double(down))
    for y in stride(from: 0, to: 120, by: 3) {
      for x in stride(from: 0, to: 140, by: 3) {
        let p = Reference.Point(shape.box, Double(x) + 0.5, Double(y) + 0.5).position
        let expected = 255 * Gaussian.integral(shape.box, p, sigma)
        #expect(abs(Double(image.alpha(x, y)) - expected) <= 2, "\(x), \(y)")
      }
    }
  }

  /// The pattern is that of the shader, for any backdrop, clips and processor.
  @Test(arguments: [FramePlan.PixelFormat.unorm8, .float16])
  func ditheringIsThatOfTheReference(format: FramePlan.PixelFormat) throws {
    var shape = Shape.rectangle(20, 15, 50, 40)
    shape.corners = SIMD4(repeating: 9)
    var plan = FramePlan()
    plan.start(100, 80)
    let target = plan.start(24, 17, format: format)
    plan.add(BoxInstance(.rectangle(3, 3, 12, 9), fill: SIMD4(0, 0.2, 0.5, 0.7)))
    plan.start(100, 80, clear: SIMD4(0.8, 0.5, 0.2, 1), target: 0)
    plan.clips = [Shape(matrix: .rotation(0.4, at: 55, 45), half: SIMD2(48, 34)).box]
    plan.addShadow(shape, sigma: 24, color: SIMD4(0, 0.1, 0.2, 0.9), clips: 0..<1)
    plan.addImage(
      target, .rectangle(11, 7, 80, 66), color: SIMD4(0.1, 0, 0.3, 0.5), isAlphaOnly: true)
    let plain = try render(plan)
    plan.shadows[0].shape.extent.w = 1
    let shadowed = try render(plan)
    #expect(shadowed != plain)
    plan.images[0].texture.w = 2
    let image = try render(plan)
    // Only floating-point targets have values to dither.
    #expect((image == shadowed) == (format == .unorm8))
    if format == .float16 {
      #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
    }
    #expect(try render(plan, shortCuts: false) == image)
    #expect(try renderBaseline(plan) == image)
  }

  @Test func nothingIsDrawnBehindTheCamera() throws {
    var plan = FramePlan(width: 40, height: 40)
    plan.addShadow(.rectangle(10, 10, 20, 20), sigma: 2, quad: rectangle(0, 0, 40, 40))
    #expect(try render(plan).alpha(20, 20) == 255)
    plan.shadows[0].shape.rowW.z = -1
    #expect(try render(plan).area == 0)
  }
}
