import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Particles, which look like images at the same positions.
@Suite struct ParticleTests {
  private static let image = makeImage(16, 12) { x, y in
    SIMD4(UInt8(x * 16), UInt8(y * 20), UInt8((x + y) % 2 * 200), 255)
  }

  private func plan(
    _ particles: [ParticleInstance], isAdditive: Bool = false, clips: [RoundedBox] = [],
    clear: SIMD4<Float> = SIMD4(0.1, 0.2, 0.3, 0.4)
  ) -> FramePlan {
    var plan = FramePlan()
    plan.start(64, 48, clear: clear)
    plan.textures = [
      .init(image: Self.image, minification: .linear, magnification: .linear)
    ]
    plan.clips = clips
    plan.particles = particles.map {
      var particle = $0
      particle.params.z = Float(clips.count)
      return particle
    }
    plan.draws.append(
      .init(
        kind: .particle(textures: SIMD4(0, -1, -1, -1)),
        blendMode: isAdditive ? .plusLighter : .sourceOver, instances: 0..<particles.count,
        clipCount: clips.count))
    plan.passes[plan.passes.count - 1].draws = 0..<plan.draws.count
    return plan
  }

  private func particle(
    _ x: Float, _ y: Float, _ axes: SIMD4<Float>, slopes: SIMD2<Float> = .zero,
    color: SIMD4<Float> = .one
  ) -> ParticleInstance {
    var result = ParticleInstance()
    result.center = SIMD4(x, y, slopes.x, slopes.y)
    result.axes = axes
    result.color = color
    result.mapping = SIMD4(0.5, 0.5, 0.5, 0.5)
    return result
  }

  /// Some particles of all kinds, some of them partly outside.
  private var handful: [ParticleInstance] {
    [
      particle(20, 18, SIMD4(8, 0, 0, 6)),
      particle(40.3, 20.7, SIMD4(7, 5, -4, 6), color: SIMD4(0.5, 0.25, 0.5, 0.5)),
      particle(2, 40, SIMD4(10, -3, 3, 9)),
      particle(60, 44, SIMD4(0.4, 0.1, 0, 0.3)),
      particle(30, 30, SIMD4(12, 2, 1, 10), slopes: SIMD2(0.3, -0.2)),
      particle(50, 10, SIMD4(20, 19.5, 10, 10.5)),
    ]
  }

  @Test func particlesAreImages() throws {
    // The same position in the rows of the inverse matrix that images use.
    let axes = SIMD4<Float>(14, 4, -6, 11)
    let area = axes.x * axes.w - axes.y * axes.z
    var image = ImageInstance()
    image.quad01 = SIMD4(0, 0, 64, 0)
    image.quad23 = SIMD4(64, 48, 0, 48)
    image.shape.rowX = SIMD4(axes.w / area, -axes.z / area, 0, 31)
    image.shape.rowY = SIMD4(-axes.y / area, axes.x / area, 0, 23)
    image.shape.rowW = SIMD4(0, 0, 1, 2)
    image.shape.extent = SIMD4(1, 1, 15, 0)
    image.mapping = SIMD4(0.5, 0.5, 0.5, 0.5)
    image.clamping = SIMD4(-9, -9, 9, 9)
    image.color = SIMD4(repeating: 0.75)
    image.texture = SIMD4(16, 12, 0, 0)
    var images = plan([])
    images.images = [image]
    images.draws = [.init(kind: .image(texture: 0), instances: 0..<1, clipCount: 0)]
    let expected = try render(images)
    let actual = try render(plan([particle(31, 23, axes, color: SIMD4(repeating: 0.75))]))
    #expect(actual.difference(from: expected).worst <= 1)
    #expect(expected.pixel(31, 23) != expected.pixel(0, 0))
  }

  @Test(arguments: [false, true]) func waysOfDrawingDoNotShow(isAdditive: Bool) throws {
    let clip = Shape(matrix: .rotation(0.7, at: 30, 25), half: SIMD2(25, 19)).box
    for clips in [[], [clip]] {
      let plan = plan(handful, isAdditive: isAdditive, clips: clips)
      let image = try render(plan)
      #expect(try render(plan, shortCuts: false) == image)
      #expect(try renderBaseline(plan) == image)
      #expect(try render(plan, threads: 5) == image)
    }
  }

  @Test func lightAddsUpToWhite() throws {
    let one = particle(32, 24, SIMD4(40, 0, 0, 40), color: SIMD4(0.5, 0.25, 0, 0.5))
    var white = plan([one, one], isAdditive: true, clear: .zero)
    white.textures[0].image = .init(
      width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])
    #expect(try render(white).pixel(32, 24) == SIMD4(255, 128, 0, 255))
    white.passes[0].clearColor = SIMD4(0, 0.75, 1, 1)
    #expect(try render(white).pixel(32, 24) == SIMD4(255, 255, 255, 255))
    white.draws[0].blendMode = .sourceOver
    #expect(try render(white).pixel(32, 24).z < 80)
  }

  @Test func smallOnesKeepTheirArea() throws {
    var area = 0
    for step in 0..<16 {
      var small = plan(
        [particle(30 + Float(step) / 16, 20, SIMD4(0.25, 0, 0, 0.25))], clear: .zero)
      small.textures[0].image = .init(
        width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])
      let image = try render(small)
      area += (0..<48).reduce(0) { sum, y in
        sum + (0..<64).reduce(0) { $0 + Int(image.pixel($1, y).w) }
      }
    }
    // A quarter of a pixel each.
    #expect(abs(Double(area) / 16 / 255 - 0.25) < 0.01)
  }

  @Test func brokenParticlesAreRefusedOrSkipped() throws {
    let empty = try render(plan([]))
    for broken in [
      particle(.nan, 0, SIMD4(8, 0, 0, 6)), particle(20, 20, .zero),
      particle(20, 20, SIMD4(8, 0, 0, 6), slopes: SIMD2(0.7, 0.7)),
      particle(20, 20, SIMD4(8, 4, 16, 8)),
    ] {
      #expect(try render(plan([broken])) == empty)
    }
    var unknown = plan(handful)
    unknown.particles[0].params.w = 1
    #expect(throws: SoftwareRendererError.self) { try render(unknown) }
    unknown = plan(handful)
    unknown.draws[0].kind = .particle(textures: SIMD4(3, -1, -1, -1))
    #expect(throws: SoftwareRendererError.self) { try render(unknown) }
  }
}
