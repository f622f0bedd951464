import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Clips, which multiply coverage.
@Suite struct ClipTests {
  private func draw(_ clips: [RoundedBox], size: Int = 64) throws -> PixelBuffer {
    var plan = FramePlan(width: size, height: size)
    plan.clips = clips
    plan.add(BoxInstance(.rectangle(4, 4, 56, 56), fill: .white, clips: 0..<clips.count))
    return try render(plan)
  }

  private func halfPlane(_ angle: Double, isPositive: Bool) -> RoundedBox {
    RoundedBox(
      rowX: SIMD4(Float(cos(angle)), Float(sin(angle)), 0.13, 32),
      rowY: SIMD4(0, 0, 0, 32), rowW: .zero, extent: SIMD4(0, 0, isPositive ? 1 : 0, 0),
      corners: .zero)
  }

  @Test func clipLimitsToItsBox() throws {
    let frame = try draw([Shape.rectangle(10, 12, 20, 30.5).box])
    #expect(frame.alpha(9, 20) == 0)
    #expect(frame.alpha(10, 20) == 255)
    #expect(frame.alpha(29, 20) == 255)
    #expect(frame.alpha(30, 20) == 0)
    #expect(frame.alpha(20, 42) == 128)
    #expect(abs(frame.area - 610) < 0.5)
  }

  @Test func threeClipsMultiply() throws {
    var round = Shape.rectangle(8, 8, 40, 40)
    round.corners = SIMD4(repeating: 20)
    let clips = [
      round.box, Shape.rectangle(28, 0, 64, 64).box,
      Shape(matrix: .rotation(0.6, at: 28, 28), half: SIMD2(100, 0.5)).box,
    ]
    let frame = try draw(clips)
    #expect(frame.alpha(36, 33) > 150)
    #expect(frame.alpha(20, 20) == 0)
    #expect(frame.alpha(50, 50) == 0)
    #expect(abs(frame.area - 20) < 1.5)
  }

  @Test func hardEdgesOfClipsFallOnCentres() throws {
    var shape = Shape.rectangle(10.3, 12.7, 20, 20)
    shape.softEdges = 0
    let frame = try draw([shape.box])
    #expect(frame.alpha(10, 20) == 255)
    #expect(frame.alpha(30, 20) == 0)
    #expect(frame.alpha(20, 12) == 0)
    #expect(frame.alpha(20, 13) == 255)
    #expect(frame.area == 400)
  }

  @Test(arguments: [0.0, 0.3, 1.1, 1.5707963, 2.9])
  func halfPlanesShareNoPixel(angle: Double) throws {
    var plan = FramePlan(width: 64, height: 64)
    plan.clips = [halfPlane(angle, isPositive: true), halfPlane(angle, isPositive: false)]
    for clip in 0..<2 {
      var shape = Shape.rectangle(0, 0, 64, 64)
      shape.softEdges = 0
      plan.add(
        BoxInstance(shape, fill: SIMD4(repeating: 64.0 / 255), clips: clip..<clip + 1, outset: 0))
    }
    let frame = try render(plan)
    #expect(frame.bytes.allSatisfy { $0 == 64 })
  }

  @Test func clipsOfImagesAndComposites() throws {
    let image = makeImage(8, 8) { _, _ in SIMD4(255, 0, 0, 255) }
    var plan = FramePlan(width: 32, height: 32, clear: SIMD4(0, 1, 0, 1))
    plan.startFrame(width: 32, height: 32)
    plan.clips = [Shape.rectangle(0, 0, 32, 10).box, Shape.rectangle(0, 20, 32, 12).box]
    plan.add(
      ImageInstance(.rectangle(0, 0, 32, 32), image: image, clips: 0..<1),
      texture: FramePlan.Texture(image: image, minification: .linear, magnification: .linear))
    let quad = Shape.rectangle(0, 0, 32, 32).quad()
    plan.add(
      CompositeInstance(
        quad01: quad.0, quad23: quad.1, source: SIMD4(0, 0, 1, 0), mask: .zero,
        params: SIMD4(0, 1, 1, 0)),
      target: 1)
    let frame = try render(plan)
    #expect(frame.pixel(16, 9) == SIMD4(255, 0, 0, 255))
    #expect(frame.pixel(16, 10) == .zero)
    #expect(frame.pixel(16, 19) == .zero)
    #expect(frame.pixel(16, 20) == SIMD4(0, 255, 0, 255))
  }
}
