import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Textures: filters, mip levels and edges.
@Suite struct ImageTests {
  private let ramp = makeImage(4, 2) { x, y in
    SIMD4(UInt8(x * 80), UInt8(y * 200), 0, 255)
  }

  private func draw(
    _ image: CGImage, _ shape: Shape, _ minification: TextureFilter,
    _ magnification: TextureFilter, bias: Float = 0, color: SIMD4<Float> = .one, size: Int = 64
  ) throws -> PixelBuffer {
    var plan = FramePlan(width: size, height: size)
    plan.add(
      ImageInstance(shape, image: image, color: color, bias: bias),
      texture: FramePlan.Texture(
        image: image, minification: minification, magnification: magnification))
    return try render(plan)
  }

  @Test func alignedImagesAreCopied() throws {
    let image = makeImage(20, 12) { x, y in SIMD4(UInt8(x), UInt8(y), 7, UInt8(100 + x)) }
    for filter in TextureFilter.allCases {
      let frame = try draw(image, .rectangle(5, 9, 20, 12), filter, filter)
      for y in 0..<12 {
        for x in 0..<20 {
          #expect(frame.pixel(5 + x, 9 + y) == SIMD4(UInt8(x), UInt8(y), 7, UInt8(100 + x)))
        }
      }
      #expect(frame.alpha(4, 10) == 0)
      #expect(frame.alpha(25, 10) == 0)
    }
  }

  @Test func rowZeroIsOnTop() throws {
    let frame = try draw(ramp, .rectangle(0, 0, 40, 20), .nearest, .nearest)
    #expect(frame.pixel(5, 2) == SIMD4(0, 0, 0, 255))
    #expect(frame.pixel(15, 2) == SIMD4(80, 0, 0, 255))
    #expect(frame.pixel(35, 18) == SIMD4(240, 200, 0, 255))
  }

  @Test func nearestHasNoValuesBetween() throws {
    let frame = try draw(ramp, .rectangle(0, 0, 40, 20), .linear, .nearest)
    for y in 0..<20 {
      for x in 0..<40 {
        #expect(frame.pixel(x, y) == SIMD4(UInt8(x / 10 * 80), y < 10 ? 0 : 200, 0, 255))
      }
    }
  }

  @Test(arguments: [TextureFilter.linear, .trilinear])
  func magnificationInterpolatesAndClampsToTheEdge(filter: TextureFilter) throws {
    let frame = try draw(ramp, .rectangle(0, 0, 40, 20), .nearest, filter)
    for x in 0..<40 {
      let place = (Double(x) + 0.5) / 10 - 0.5
      let expected = min(max(place, 0), 3) * 80
      #expect(abs(Double(frame.pixel(x, 10).x) - expected) <= 1, "\(x)")
    }
    #expect(frame.pixel(20, 4).y == 0)
    #expect(frame.pixel(20, 16).y == 200)
  }

  @Test func minificationTakesTheLevelOfItsScale() throws {
    // Each level of a checkerboard except the first is gray.
    let board = makeImage(64, 64) { x, y in
      (x + y) % 2 == 0 ? SIMD4(255, 255, 255, 255) : SIMD4(0, 0, 0, 255)
    }
    let quarter = try draw(board, .rectangle(8, 8, 16, 16), .trilinear, .linear)
    for y in 8..<24 {
      for x in 8..<24 { #expect(abs(Int(quarter.pixel(x, y).x) - 128) <= 1) }
    }
    // Halfway between level 0, which here falls on single texels, and level 1.
    let scale = 64 / 2.0.squareRoot()
    let between = try draw(board, .rectangle(0, 0, scale, scale), .trilinear, .linear)
    let contrasts = (0..<1600).map { abs(Int(between.pixel(2 + $0 % 40, 2 + $0 / 40).x) - 128) }
    #expect((50...66).contains(contrasts.max() ?? 0))
  }

  @Test func biasMovesTheLevel() throws {
    let halves = makeImage(16, 16) { x, _ in x < 8 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255) }
    let shape = Shape.rectangle(0, 0, 16, 16)
    let plain = try draw(halves, shape, .trilinear, .linear, size: 16)
    #expect(plain.pixel(7, 8) == SIMD4(255, 0, 0, 255))
    let blurred = try draw(halves, shape, .trilinear, .linear, bias: 4, size: 16)
    #expect(abs(Int(blurred.pixel(2, 8).x) - 128) <= 1)
    let sharp = try draw(halves, shape, .trilinear, .linear, bias: -4, size: 16)
    #expect(sharp == plain)
  }

  @Test func aLevelStandsForTheImage() throws {
    let stripes = makeImage(16, 16) { x, _ in
      x % 2 == 0 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255)
    }
    var plan = FramePlan(width: 16, height: 16)
    for level in [0, 1] {
      plan.add(
        ImageInstance(.rectangle(0, Double(8 * level), 16, 8), image: stripes),
        texture: FramePlan.Texture(
          image: stripes, minification: .linear, magnification: .linear, level: level))
    }
    let frame = try render(plan)
    #expect(frame.pixel(6, 4) == SIMD4(255, 0, 0, 255))
    #expect(frame.pixel(6, 12) == SIMD4(128, 0, 128, 255))
  }

  @Test func coordinatesAreClamped() throws {
    var plan = FramePlan(width: 40, height: 20)
    plan.add(
      ImageInstance(
        .rectangle(0, 0, 40, 20), image: ramp, clamping: SIMD4(0.375, 0.25, 0.625, 0.25)),
      texture: FramePlan.Texture(image: ramp, minification: .linear, magnification: .linear))
    let frame = try render(plan)
    #expect(frame.pixel(2, 2) == SIMD4(80, 0, 0, 255))
    #expect(frame.pixel(14, 18) == SIMD4(80, 0, 0, 255))
    #expect(frame.pixel(38, 18) == SIMD4(160, 0, 0, 255))
  }

  @Test func colourMultipliesTheTexel() throws {
    let image = makeImage(8, 8) { _, _ in SIMD4(200, 100, 50, 255) }
    let frame = try draw(
      image, .rectangle(0, 0, 32, 32), .linear, .linear, color: SIMD4(repeating: 0.5))
    #expect(frame.pixel(10, 10) == SIMD4(100, 50, 25, 128))
  }

  @Test func perspectiveTexturesAreCorrect() throws {
    let image = makeImage(64, 64) { x, y in SIMD4(UInt8(x * 4), UInt8(y * 4), 0, 255) }
    let matrix = Matrix(m: [1, 0.1, 32, -0.2, 1.1, 32, 0.006, 0.01, 1])
    let frame = try draw(image, Shape(matrix: matrix, half: SIMD2(20, 20)), .linear, .linear)
    let inverse = matrix.inverse
    var compared = 0
    for y in 0..<64 {
      for x in 0..<64 {
        let point = inverse.apply(Double(x) + 0.5, Double(y) + 0.5) / 40 + 0.5
        guard min(point.x, point.y) > 0.06, max(point.x, point.y) < 0.94 else { continue }
        compared += 1
        #expect(abs(Double(frame.pixel(x, y).x) - (point.x * 64 - 0.5) * 4) < 1.5)
        #expect(abs(Double(frame.pixel(x, y).y) - (point.y * 64 - 0.5) * 4) < 1.5)
      }
    }
    #expect(compared > 400)
  }

  @Test func imagesAreCachedWhileTheyAreUsed() throws {
    let renderer = SoftwareRenderer(threads: 1)
    func plan(_ images: [CGImage]) -> FramePlan {
      var plan = FramePlan(width: 8, height: 8)
      for image in images {
        for filter in TextureFilter.allCases {
          plan.add(
            ImageInstance(.rectangle(0, 0, 8, 8), image: image),
            texture: FramePlan.Texture(image: image, minification: filter, magnification: .linear))
        }
      }
      return plan
    }
    let other = makeImage(2, 2) { _, _ in SIMD4(1, 2, 3, 4) }
    _ = try renderer.execute(plan([ramp, other]))
    #expect(renderer.cacheUsage[.images].count == 2)
    _ = try renderer.execute(plan([]))
    #expect(renderer.cacheUsage[.images].count == 2 && renderer.cacheUsage[.images].evictions == 0)
    for _ in 0...(CacheOwner.images.maxAge ?? 0) { _ = try renderer.execute(plan([other])) }
    #expect(renderer.cacheUsage[.images].count == 1 && renderer.cacheUsage[.images].evictions == 1)
    renderer.memory = MemoryBudget(total: 0)
    _ = try renderer.execute(plan([ramp]))
    #expect(renderer.cacheUsage[.images].count == 1)
    _ = try renderer.execute(plan([]))
    #expect(renderer.cacheUsage[.images].count == 0 && renderer.cacheUsage.total.bytes == 0)
  }
}
