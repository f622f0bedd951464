import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeTree
import Testing

/// Particles as instances and draws.
@Suite struct ParticlePlanTests {
  private func emitting(
    _ emitter: LayerEmitter, _ change: (inout Layer) -> Void = { _ in }
  ) -> Layer {
    box(0, 0, 400, 300, fill: clear).with {
      $0.emitter = emitter
      change(&$0)
    }
  }

  /// Makes particles spread over a frame of 400 x 300.
  private func snow(
    count: Double = 200, _ change: (inout LayerEmitter, inout EmitterCell) -> Void = { _, _ in }
  ) -> LayerEmitter {
    .of(rate: count, lifetime: 1) { emitter, cell in
      emitter.shape = .rectangle
      emitter.position = SIMD3(200, 150, 0)
      emitter.size = SIMD3(380, 280, 0)
      change(&emitter, &cell)
    }
  }

  private func particles(_ plan: FramePlan) -> [FramePlan.Draw] {
    plan.draws.filter { if case .particle = $0.kind { true } else { false } }
  }

  @Test func manyParticlesAreOneDraw() {
    let plan = plan(emitting(snow(count: 100_000)))
    #expect(particles(plan).map(\.instances.count) == [100_000])
    #expect(plan.passes.count == 1 && plan.textures.count == 1 && plan.leftOutParticles == 0)
  }

  @Test func whatIsOutsideIsNotDrawn() {
    let wide = snow { emitter, _ in emitter.size.x *= 1.3 }
    let count = particles(plan(emitting(wide))).reduce(0) { $0 + $1.instances.count }
    #expect(count > 120 && count < 190)
    #expect(plan(emitting(wide), .all.subtracting(.cull)).particles.count == 200)
    let far = snow { emitter, _ in emitter.position.x = 5000 }
    #expect(plan(emitting(far)).draws.isEmpty)
  }

  @Test func imagesShareADrawByFours() {
    func emitter(images: Int, _ mode: LayerEmitter.RenderMode) -> LayerEmitter {
      snow { emitter, cell in
        emitter.renderMode = mode
        emitter.ownCells = images
        emitter.contents = (0..<images).map { ParticleContents(image: .square($0 + 4)) }
        emitter.cells = (1..<images).map { index in
          var other = cell
          other.contents = Int32(index)
          return other
        }
      }
    }
    let four = plan(emitting(emitter(images: 4, .oldestFirst)))
    #expect(particles(four).count == 1 && four.textures.count == 4)
    #expect(Set(four.particles.map(\.params.w)) == [0, 1, 2, 3])
    // Five particles in the order of their cells are two draws; in the order of age they are more.
    #expect(particles(plan(emitting(emitter(images: 5, .unordered)))).count == 2)
    let mixed = plan(emitting(emitter(images: 5, .oldestFirst)))
    #expect(particles(mixed).count > 2)
    #expect(particles(mixed).reduce(0) { $0 + $1.instances.count } == 1000)
  }

  @Test func additiveParticlesAddUp() {
    let plan = plan(emitting(snow { emitter, _ in emitter.blendMode = .plusLighter }))
    #expect(particles(plan).allSatisfy { $0.addsUp })
    #expect(plan.passes.count == 1)
    #expect(!particles(GlazePlanTests.plan(emitting(snow())))[0].addsUp)
  }

  @Test("pitfall 71: particles are drawn over the border, and over sublayers")
  func particlesComeLast() {
    let layer = emitting(snow()) {
      $0.border = LayerBorder(width: 3, color: black)
      $0.sublayers = [box(10, 10, 20, 20)]
    }
    let kinds = plan(layer).draws.map(\.kind)
    #expect(kinds == [.box, .particle(textures: SIMD4(0, -1, -1, -1))])
  }

  @Test func clipsAndMasksHoldParticles() {
    let layer = box(50, 50, 100, 100, fill: clear).with {
      $0.emitter = snow()
      $0.node.flags.insert(.masksToBounds)
      $0.node.cornerRadius = 20
    }
    let clipped = plan(layer)
    // Particles overlap at the edge, so the rounded bounds clip all of them as one image.
    #expect(clipped.composites.map(\.params.z) == [1])
    #expect(clipped.particles.allSatisfy { $0.params.z == 0 })
    #expect(clipped.particles.count < 60)
    let mask = box(0, 0, 100, 100, fill: clear).with { $0.emitter = snow() }
    let masked = plan(box(0, 0, 400, 300).with { $0.mask = [mask] })
    #expect(masked.passes.count == 3 && !masked.particles.isEmpty)
  }

  @Test func uprightClipsCutImages() {
    let layer = box(50, 50, 100, 100, fill: clear).with {
      $0.emitter = snow()
      $0.node.flags.insert(.masksToBounds)
    }
    let clipped = plan(layer)
    #expect(clipped.clips.count == 1 && clipped.passes.count == 1)
    let edge = clipped.clips[0]
    #expect(edge.rowX.w == 100 && edge.extent.x == 50)
    #expect(particles(clipped)[0].clipCount == 1)
    // Nothing reaches the edge of a frame that coincides with the clip.
    let inside = layer.with {
      $0.emitter = snow { emitter, _ in
        emitter.size = SIMD3(20, 20, 0)
        emitter.position = SIMD3(50, 50, 0)
      }
    }
    let whole = plan(inside)
    #expect(whole.clips.isEmpty && whole.particles.count == 200)
  }

  @Test func groupsFadeAsOne() {
    let faded = emitting(snow()) { $0.node.opacity = 0.5 }
    #expect(plan(faded).passes.count == 2)
    let single = faded.with { $0.node.flags.remove(.allowsGroupOpacity) }
    let separate = plan(single)
    #expect(separate.passes.count == 1)
    #expect(separate.particles.allSatisfy { $0.color == SIMD4(repeating: 0.5) })
  }

  @Test func replicatorsRepeatTheCloud() {
    let replicator = box(0, 0, 400, 300, fill: clear, emitting(snow())).with {
      $0.replicator = LayerReplicator(
        count: 3, transform: CATransform3DMakeTranslation(1, 0, 0), color: SIMD4(1, 0, 0, 1))
    }
    let plan = plan(replicator)
    #expect(plan.particles.count == 600)
    let shift = plan.particles[200].center.x - plan.particles[0].center.x
    #expect(abs(shift - 1) < 1e-3, "\(shift)")
    let many = replicator.with {
      $0.replicator = LayerReplicator(
        count: 20_000, transform: CATransform3DIdentity, color: SIMD4(1, 0, 0, 1))
    }
    let limited = GlazePlanTests.plan(many)
    #expect(limited.particles.count == FramePlanner.particleLimit)
    #expect(limited.leftOutParticles == 20_000 * 200 - FramePlanner.particleLimit)
  }

  @Test func sizesAndAnglesMakeTheAxes() {
    let emitter = LayerEmitter.of(rate: 1, lifetime: 1, time: 1) { emitter, cell in
      emitter.contents[0].scale = 2
      emitter.contents[0].rect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
      emitter.position = SIMD3(40, 60, 0)
      cell.scale = .init(3)
      cell.rotation = .init(.pi / 2)
      cell.color = SIMD4(1, 0.5, 0, 0.5)
    }
    let plan = plan(emitting(emitter))
    let particle = plan.particles[0]
    // 4 x 8 texels, 2 to a point, scaled by three and rotated by a quarter turn: x points down.
    let expected = SIMD4<Float>(0, 3, -6, 0)
    #expect(particle.center == SIMD4(40, 60, 0, 0))
    let difference: SIMD4<Float> = particle.axes - expected
    for index in 0..<4 { #expect(abs(difference[index]) < 1e-5) }
    #expect(particle.mapping == SIMD4(0.25, 0.5, 0.75, 0.5))
    #expect(particle.color == SIMD4(0.5, 0.25, 0, 0.5))
    // Where y points up, images are upright, and the origin of their parts is at the bottom.
    var up = tree(emitting(emitter))
    up.isGeometryFlipped = false
    #expect(GlazePlanTests.plan(up).particles[0].mapping == SIMD4(0.25, -0.5, 0.75, 0.5))
  }

  @Test func smallImagesAreReducedByMipLevels() {
    func levels(_ scale: Double, _ filter: TextureFilter) -> (Float, TextureFilter) {
      let emitter = LayerEmitter.of(rate: 1, lifetime: 1, time: 1) { emitter, cell in
        emitter.position = SIMD3(40, 60, 0)
        emitter.contents[0].minification = filter
        cell.scale = .init(scale)
      }
      let plan = plan(emitting(emitter))
      return (plan.particles[0].params.x, plan.textures[0].minification)
    }
    #expect(levels(1, .linear) == (0, .linear))
    #expect(levels(0.6, .linear) == (0, .linear))
    #expect(levels(0.3, .linear) == (1, .trilinear))
    #expect(levels(0.25, .trilinear) == (2, .trilinear))
    #expect(levels(0.25, .nearest).1 == .nearest)
  }

  @Test func shadowsAndBitmapsHoldTheCloud() {
    let layer = box(150, 100, 10, 10, fill: clear).with {
      $0.emitter = .of(rate: 100, lifetime: 1) { _, cell in
        cell.velocity = .init(40)
        cell.coneAngle = 7
      }
      var effects = LayerEffects()
      effects.rasterizationScale = 1
      $0.effects = effects
    }
    let plan = plan(layer)
    #expect(plan.targets.count == 2)
    #expect(plan.targets[1].width > 60 && plan.targets[1].width < 120)
    #expect(plan.particles.count == 100)
    // Two frames of it are two images: none is cached.
    var versioned = tree(layer)
    versioned.versions = [1]
    #expect(GlazePlanTests.plan(versioned).cachedBytes == 0)
  }

  // MARK: Depth

  private func camera(_ sublayers: Layer...) -> Layer {
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    return box(0, 0, 400, 300, fill: clear).with {
      $0.transforms = LayerTransforms(sublayerTransform: perspective)
      $0.sublayers = sublayers
    }
  }

  private func deep(_ z: Double, _ emitter: LayerEmitter? = nil) -> Layer {
    var emitter = emitter ?? LayerEmitter.of(rate: 1, lifetime: 1, time: 1)
    emitter.position = SIMD3(300, 150, z)
    return emitting(emitter) { $0.node.flags.insert(.isTransformLayer) }
  }

  @Test func depthBringsParticlesNearer() {
    // A flat emitter lies in its plane.
    let flat = plan(
      camera(
        emitting(
          .of(rate: 1, lifetime: 1, time: 1) { emitter, _ in
            emitter.position = SIMD3(300, 150, 250)
          })))
    #expect(flat.particles[0].center == SIMD4(300, 150, 0, 0))
    #expect(flat.particles[0].axes.x == 4)
    let near = plan(camera(deep(250))).particles[0]
    #expect(abs(near.center.x - 400) < 1e-3 && abs(near.axes.x - 8) < 1e-3)
    #expect(plan(camera(deep(501))).particles.isEmpty)
  }

  @Test func cloudsAreSortedAtTheirEmitters() {
    func kinds(z: Double) -> [Bool] {
      let card = box(200, 100, 150, 100).with { $0.node.zPosition = 50 }
      return plan(camera(card, deep(z))).draws.map { $0.kind == .box }
    }
    #expect(kinds(z: 0) == [false, true])
    #expect(kinds(z: 100) == [true, false])
    // A card that stands across the cloud divides it: each half is drawn on its own side.
    let card = box(250, 100, 100, 100).with {
      $0.transforms = LayerTransforms(transform: CATransform3DMakeRotation(1, 0, 1, 0))
    }
    let divided = plan(camera(card, deep(0, snow())))
    #expect(divided.draws.count { $0.kind != .box } == 2)
  }

  @Test func imagesTurnWithTheirPlane() {
    let turned = deep(0).with {
      $0.transforms = LayerTransforms(transform: CATransform3DMakeRotation(1, 0, 1, 0))
    }
    let particle = plan(camera(turned)).particles[0]
    #expect(particle.center.z != 0)
    #expect(abs(particle.axes.x) < 3 && abs(particle.axes.w - 4 / 1.168) < 0.01)
    // Seen edge-on, the particles are not visible.
    let edge = turned.with {
      $0.transforms?.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    }
    #expect(plan(camera(edge)).particles.isEmpty)
  }

  @Test func plansOfParticlesAreReadable() {
    let text = "\(plan(emitting(snow { emitter, _ in emitter.blendMode = .plusLighter })))"
    #expect(text.contains("  particle x200 texture 0 "))
    #expect(text.contains(" plusLighter\n"))
    #expect(text.contains("    and 192 more"))
  }
}
