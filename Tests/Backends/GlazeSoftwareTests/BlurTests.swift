import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import Testing

/// Gaussian blurs.
@Suite struct BlurTests {
  /// Plans a box in a target that is blurred horizontally, then vertically, and drawn over the
  /// frame.
  private func plan(
    _ box: Shape, width: Int, height: Int, sigma: Float, taps: Int,
    source: FramePlan.PixelFormat = .float16, color: SIMD4<Float> = .white
  ) -> FramePlan {
    var plan = FramePlan()
    plan.start(width, height)
    let content = plan.start(width, height, format: source)
    plan.add(BoxInstance(box, fill: color))
    let quad = rectangle(0, 0, Float(width), Float(height))
    let across = plan.start(width, height, format: .float16)
    plan.addBlur(content, across: true, sigma: sigma, taps: taps, quad: quad)
    let down = plan.start(width, height, format: .float16)
    plan.addBlur(across, across: false, sigma: sigma, taps: taps, quad: quad)
    plan.start(width, height, target: 0)
    plan.addComposite(down, quad: quad)
    return plan
  }

  @Test(arguments: [(Float(0.8), 61, 47), (3, 61, 47), (5, 40, 90)])
  func sumsAreThoseOfTheFormula(sigma: Float, width: Int, height: Int) throws {
    for source in [FramePlan.PixelFormat.unorm8, .float16] {
      let plan = plan(
        Shape(matrix: .rotation(0.3, at: 24, 21), half: SIMD2(15, 8)), width: width,
        height: height, sigma: sigma, taps: Int((sigma * 3).rounded(.up)), source: source,
        color: SIMD4(0.9, 0.2, 0.5, 0.95))
      let image = try render(plan)
      #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
      #expect(try renderBaseline(plan) == image)
      #expect(try render(plan, threads: 3) == image)
    }
  }

  @Test(arguments: [Float(1), 2, 4])
  func impulsesBecomeGaussians(sigma: Float) throws {
    // An impulse of 100, which a floating-point target can hold.
    let plan = plan(
      .rectangle(20, 20, 1, 1), width: 41, height: 41, sigma: sigma,
      taps: Int((sigma * 4).rounded(.up)), color: SIMD4(repeating: 6 * sigma * sigma))
    let image = try render(plan)
    for y in 0..<41 {
      for x in 0..<41 {
        let d = Double((x - 20) * (x - 20) + (y - 20) * (y - 20))
        let s = Double(sigma)
        let expected = 255 * 6 * exp(-d / (2 * s * s)) / (2 * .pi)
        #expect(abs(Double(image.alpha(x, y)) - expected) <= 1, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: [Float(1.5), 6, 20])
  func stepsBecomeErrorFunctions(sigma: Float) throws {
    let plan = plan(
      .rectangle(0, -5, 100, 400), width: 200, height: 300, sigma: sigma,
      taps: Int((sigma * 4).rounded(.up)))
    let image = try render(plan)
    // The sum over pixels approximates an integral; this bounds the error of the midpoint rule.
    let limit = 1 + 255 * 0.242 / (24 * Double(sigma * sigma))
    for x in 80..<170 {
      let d = (100 - Double(x) - 0.5) / Double(sigma)
      let expected = 255 * 0.5 * (1 + erf(d * 0.5.squareRoot()))
      #expect(abs(Double(image.alpha(x, 150)) - expected) <= limit, "\(x)")
    }
  }

  @Test func blursReplace() throws {
    var plan = FramePlan()
    plan.start(40, 30)
    let content = plan.start(20, 10, clear: SIMD4(0, 0.5, 0, 0.5))
    plan.start(40, 30, clear: SIMD4(1, 0, 0, 1), target: 0)
    plan.addBlur(
      content, across: true, sigma: 1, taps: 3, quad: rectangle(3, 2, 31, 25), at: SIMD2(10, 8))
    let image = try render(plan)
    #expect(image.pixel(2, 10) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(20, 12) == SIMD4(0, 128, 0, 128))
    #expect(image.pixel(20, 4) == .zero)
    #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
    plan.blurs[0].source.z = 0
    plan.blurs[0].source.w = 1
    // A quadrilateral that is not a rectangle.
    plan.blurs[0].quad01 = SIMD4(20, 1, 38, 14)
    plan.blurs[0].quad23 = SIMD4(22, 28, 2, 13)
    #expect(try render(plan).difference(from: ReferencePlan(plan).buffer).worst <= 1)
  }

  @Test(arguments: [FramePlan.PixelFormat.unorm8, .float16])
  func alphaAloneIsTheSame(format: FramePlan.PixelFormat) throws {
    func plan(isAlphaOnly: Bool) -> FramePlan {
      var plan = FramePlan()
      plan.start(75, 61)
      let content = plan.start(75, 61, format: format)
      plan.add(
        BoxInstance(
          Shape(matrix: .rotation(0.4, at: 30, 28), half: SIMD2(17, 9)),
          fill: SIMD4(0.1, 0.7, 0.3, 0.8)))
      let quad = rectangle(0, 0, 75, 61)
      let blurred = isAlphaOnly ? FramePlan.PixelFormat.alpha16 : .float16
      let across = plan.start(75, 61, format: blurred)
      plan.addBlur(
        content, across: true, sigma: 3, taps: 9, quad: quad, isAlphaOnly: isAlphaOnly)
      let down = plan.start(75, 61, format: blurred)
      plan.addBlur(across, across: false, sigma: 3, taps: 9, quad: quad, isAlphaOnly: isAlphaOnly)
      plan.start(75, 61, clear: SIMD4(0, 0.5, 0, 1), target: 0)
      plan.addImage(
        down, .rectangle(2.5, 1, 70, 60), color: SIMD4(0.2, 0, 0.1, 0.6), isAlphaOnly: true)
      return plan
    }
    let image = try render(plan(isAlphaOnly: false))
    let alone = plan(isAlphaOnly: true)
    #expect(try render(alone) == image && renderBaseline(alone) == image)
    #expect(try render(alone, shortCuts: false) == image)
    #expect(image.difference(from: ReferencePlan(alone).buffer).worst <= 1)
    // The targets' memory still holds the colors of another frame.
    let renderer = SoftwareRenderer(threads: 1)
    var bright = plan(isAlphaOnly: false)
    for index in bright.passes.indices.dropFirst() { bright.passes[index].clearColor = .white }
    _ = try renderer.execute(bright)
    #expect(try renderer.execute(alone) == image)
  }

  @Test func alphaAloneIsOnlyBlurredAndDrawnAsAlpha() throws {
    func isRefused(
      from source: FramePlan.PixelFormat, to format: FramePlan.PixelFormat,
      isAlphaOnly: Bool = true, isComposite: Bool = false, isMarked: Bool = true
    ) -> Bool {
      var plan = FramePlan()
      plan.start(20, 20)
      let content = plan.start(20, 20)
      plan.add(BoxInstance(.rectangle(2, 2, 9, 9), fill: .white))
      let quad = rectangle(0, 0, 20, 20)
      let across = plan.start(20, 20, format: source)
      plan.addBlur(
        content, across: true, sigma: 1, taps: 3, quad: quad, isAlphaOnly: source == .alpha16)
      let down = plan.start(20, 20, format: format)
      plan.addBlur(across, across: false, sigma: 1, taps: 3, quad: quad, isAlphaOnly: isMarked)
      plan.start(20, 20, target: 0)
      if isComposite {
        plan.addComposite(down, quad: quad)
      } else {
        plan.addImage(down, .rectangle(0, 0, 20, 20), isAlphaOnly: isAlphaOnly)
      }
      return (try? render(plan)) == nil
    }
    #expect(!isRefused(from: .alpha16, to: .alpha16))
    #expect(!isRefused(from: .float16, to: .alpha16))
    #expect(isRefused(from: .alpha16, to: .float16))
    #expect(isRefused(from: .alpha16, to: .alpha16, isMarked: false))
    #expect(isRefused(from: .alpha16, to: .alpha16, isAlphaOnly: false))
    #expect(isRefused(from: .alpha16, to: .alpha16, isComposite: true))
    var plan = FramePlan()
    plan.start(20, 20)
    plan.start(20, 20, format: .alpha16)
    plan.add(BoxInstance(.rectangle(2, 2, 9, 9), fill: .white))
    #expect((try? render(plan)) == nil)
    plan = FramePlan()
    plan.start(20, 20, format: .alpha16)
    #expect((try? render(plan)) == nil)
  }

  @Test func onlyWholeTargetsAreNotCleared() throws {
    var plan = plan(.rectangle(9, 8, 20, 14), width: 41, height: 33, sigma: 2, taps: 6)
    // A strip of the last blur's target is not replaced.
    plan.blurs[1].quad01 = SIMD4(0, 0, 40, 0)
    plan.blurs[1].quad23 = SIMD4(40, 33, 0, 33)
    let image = try render(plan, shortCuts: false)
    let renderer = SoftwareRenderer(threads: 1)
    var bright = plan
    for index in bright.passes.indices.dropFirst() { bright.passes[index].clearColor = .white }
    _ = try renderer.execute(bright)
    #expect(try renderer.execute(plan) == image)
  }

  @Test func smallSourcesReachFar() throws {
    var plan = FramePlan()
    plan.start(60, 50)
    let content = plan.start(3, 2, clear: SIMD4(0, 0.5, 0, 1))
    plan.start(60, 50, target: 0)
    plan.addBlur(
      content, across: true, sigma: 8, taps: 24, quad: rectangle(0, 0, 60, 50), at: SIMD2(28, 20))
    let across = try render(plan)
    #expect(across.alpha(10, 20) > 0)
    #expect(across.difference(from: ReferencePlan(plan).buffer).worst <= 1)
    (plan.blurs[0].source.z, plan.blurs[0].source.w) = (0, 1)
    let down = try render(plan)
    #expect(down.alpha(29, 8) > 0)
    #expect(down.difference(from: ReferencePlan(plan).buffer).worst <= 1)
  }

  @Test func oddBlursAreRefused() throws {
    func isRefused(_ change: (inout BlurInstance) -> Void) -> Bool {
      var plan = plan(.rectangle(0, 0, 4, 4), width: 8, height: 8, sigma: 1, taps: 3)
      change(&plan.blurs[0])
      return (try? render(plan)) == nil
    }
    #expect(!isRefused { _ in })
    #expect(isRefused { $0.source.w = 1 })
    #expect(isRefused { $0.params.w = 1e9 })
    #expect(isRefused { $0.params.w = -1 })
    // A sigma of 0 uses no neighbors, and a huge one weights all equally.
    #expect(!isRefused { $0.params.x = 0 })
    #expect(!isRefused { $0.params.x = 1e30 })
  }
}
