import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Images that are drawn through their masks.
@Suite struct MaskedImageTests {
  private static let white = makeImage(1, 1) { _, _ in SIMD4(repeating: 255) }

  private func texture(
    _ image: CGImage, _ filter: TextureFilter = .linear
  ) -> FramePlan.Texture {
    FramePlan.Texture(image: image, minification: filter, magnification: filter)
  }

  private func draw(
    _ instance: MaskedImageInstance, mask: FramePlan.Texture? = nil
  ) throws -> PixelBuffer {
    var plan = FramePlan(width: 64, height: 64)
    plan.add(instance, texture: texture(Self.white), mask: mask)
    return try render(plan)
  }

  /// A white rectangle of 40 x 20 pixels at (8, 8) under a gradient.
  private func graded(_ kind: Float, alphas: [Float], places: [Float]) -> MaskedImageInstance {
    var instance = MaskedImageInstance(.rectangle(8, 8, 40, 20), image: Self.white)
    instance.params.x = kind
    instance.params.w = Float(alphas.count)
    for number in 0..<4 {
      let last = min(number, alphas.count - 1)
      instance.mask[number] = alphas[last]
      instance.places[number] = places[last] + Float(number - last)
    }
    return instance
  }

  @Test func axialGradientsAreRamps() throws {
    var instance = graded(1, alphas: [0.1, 1, 0.4], places: [0.2, 0.5, 0.9])
    instance.maskX = SIMD4(1 / 40, 0, 0.5, 0)
    let image = try draw(instance)
    for x in 0..<40 {
      let t = (Double(x) + 0.5) / 40
      let alpha =
        t < 0.5 ? 0.1 + 0.9 * max(0, (t - 0.2) / 0.3) : 1 - 0.6 * min(1, (t - 0.5) / 0.4)
      #expect(abs(Double(image.alpha(8 + x, 12)) - alpha * 255) <= 1)
    }
    #expect(image.alpha(7, 12) == 0 && image.alpha(48, 12) == 0)
  }

  @Test func radialAndConicGradientsHaveTheirParameters() throws {
    var radial = graded(2, alphas: [0, 1], places: [0, 1])
    radial.maskX = SIMD4(1 / 20, 0, 0, 0)
    radial.maskY = SIMD4(0, 1 / 10, 0, 0)
    var conic = graded(3, alphas: [0, 1], places: [0, 1])
    conic.maskX = SIMD4(1, 0, 0, 0)
    conic.maskY = SIMD4(0, 1, 0, 0.125)
    let images = (try draw(radial), try draw(conic))
    for (x, y) in [(2, 3), (20, 4), (35, 16), (5, 18), (28, 9)] {
      let (dx, dy) = (Double(x) + 0.5 - 20, Double(y) + 0.5 - 10)
      let length = min((dx * dx / 400 + dy * dy / 100).squareRoot(), 1)
      #expect(abs(Double(images.0.alpha(8 + x, 8 + y)) - length * 255) <= 1)
      let turns = atan2(dy, dx) / (2 * .pi) - 0.125
      let turn = turns - turns.rounded(.down)
      #expect(abs(Double(images.1.alpha(8 + x, 8 + y)) - turn * 255) <= 1)
    }
  }

  @Test func texturesGiveTheirAlpha() throws {
    let stencil = makeImage(4, 2) { x, y in SIMD4(0, 0, 0, UInt8(x * 60 + y * 30)) }
    var instance = MaskedImageInstance(
      .rectangle(8, 8, 40, 20), image: Self.white, color: SIMD4(1, 0.5, 0, 1))
    // Rotated by a quarter turn: the mask's columns are the layer's rows.
    instance.maskX = SIMD4(0, 1 / 20, 0.5, 0)
    instance.maskY = SIMD4(1 / 40, 0, 0.5, 0)
    instance.mask = SIMD4(4, 2, 0, 0)
    let image = try draw(instance, mask: texture(stencil, .nearest))
    for (x, y) in [(3, 2), (30, 2), (3, 7), (30, 12), (39, 19)] {
      let alpha = UInt8(y / 5 * 60 + x / 20 * 30)
      let pixel = image.pixel(8 + x, 8 + y)
      #expect(pixel.x == alpha && pixel.w == alpha && pixel.z == 0)
      #expect(abs(Int(pixel.y) * 2 - Int(alpha)) <= 1)
    }
  }

  @Test func coverageCountsTwiceWhereTheMaskEndsToo() throws {
    var instance = graded(1, alphas: [1, 1], places: [0, 1])
    instance.shape.rowX.z -= 0.5
    #expect(try draw(instance).alpha(8, 12) == 128)
    instance.texture.w = 1
    let image = try draw(instance)
    #expect(image.alpha(8, 12) == 64)
    #expect(image.alpha(9, 12) == 255)
  }

  @Test func brokenMasksAreRefused() throws {
    let plain = graded(1, alphas: [1, 1], places: [0, 1])
    for (kind, count) in [(0, 2), (4, 2), (1, 1), (1, 5), (Float.nan, 2)] as [(Float, Float)] {
      var instance = plain
      instance.params.x = kind
      instance.params.w = count
      #expect(throws: SoftwareRendererError.self) { try draw(instance) }
    }
    #expect(throws: SoftwareRendererError.self) {
      try draw(plain, mask: texture(Self.white))
    }
    var plan = FramePlan(width: 64, height: 64)
    plan.add(plain, texture: texture(Self.white), mask: nil)
    plan.draws[0].kind = .maskedImage(texture: 1, mask: nil)
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
  }
}
