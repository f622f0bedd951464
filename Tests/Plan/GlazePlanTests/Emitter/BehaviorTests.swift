import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazePlan

/// Behaviors that act on particles during their life.
struct BehaviorTests {
  /// Returns the only particle, which was born at 1.
  private func particle(
    at age: Double, _ behaviors: EmitterBehavior...,
    change: (inout LayerEmitter, inout EmitterCell) -> Void = { _, _ in }
  ) throws -> Particle {
    let emitter = LayerEmitter.of(rate: 1, lifetime: 4, time: 1 + age) { emitter, cell in
      cell.duration = 1.5
      cell.velocity = .init(100)
      emitter.behaviors = behaviors
      change(&emitter, &cell)
    }
    #expect(emitter.particles.count == 1)
    return try #require(emitter.particles.first)
  }

  @Test func dragSlowsExponentially() throws {
    for (drag, mass) in [(2.0, 1.0), (2, 4)] {
      let x = try particle(at: 1.5, .drag(drag)) { _, cell in cell.mass = .init(mass) }.place.x
      let rate = drag / mass
      let expected = 100 / rate * (1 - exp(-rate * 1.5))
      #expect(abs(Double(x) - expected) < 0.03 * expected, "\(x) \(expected)")
    }
  }

  @Test func attractorsAreSprings() throws {
    var spring = EmitterAttractor()
    spring.stiffness = 4
    spring.position = SIMD3(50, 0, 0)
    // Half a period of a spring of stiffness 4: on the other side of its center.
    let there = try particle(at: .pi / 2, .attractor(spring)) { _, cell in cell.velocity = .init(0)
    }
    #expect(abs(there.place.x - 100) < 3 && there.place.y == 0)
    spring.radius = 50
    let rests = try particle(at: 2, .attractor(spring)) { _, cell in cell.velocity = .init(0) }
    #expect(abs(rests.place.x) < 0.01)
    // There is no force along the plane.
    spring.kind = .planar
    let glides = try particle(at: 1, .attractor(spring))
    #expect(abs(glides.place.x - 100) < 0.01)
  }

  @Test func attractorsFallOff() throws {
    var spring = EmitterAttractor()
    spring.stiffness = 4
    spring.position = SIMD3(200, 0, 0)
    func place(_ start: Double, _ length: Double) throws -> Float {
      spring.falloff.start = start
      spring.falloff.length = length
      return try particle(at: 0.5, .attractor(spring)) { _, cell in cell.velocity = .init(0) }
        .place.x
    }
    // 200 points away: all of the effect is left, half of it, or nothing.
    let (all, half, none) = (try place(200, 10), try place(100, 200), try place(50, 100))
    #expect(all == (try place(0, .infinity)) && all > 50)
    #expect(half > 0.4 * all && half < 0.7 * all)
    #expect(none == 0)
  }

  @Test func lightsColorWhatTheyReach() throws {
    var light = EmitterLight()
    light.color = SIMD4(1, 0.5, 0.25, 1)
    light.position = SIMD3(100, 0, 0)
    light.falloff.length = 100
    // The particle is born at 0, and flies through the light and beyond it.
    let near = try particle(at: 1, .light(light)).color
    let half = try particle(at: 1.5, .light(light)).color
    #expect(abs(near.x - 1) < 1e-3 && abs(near.z - 0.25) < 1e-3)
    #expect(abs(half.x - 0.5) < 1e-3 && abs(half.y - 0.25) < 1e-3 && half.w == 1)
    light.appliesAlpha = true
    #expect(abs(try particle(at: 1.5, .light(light)).color.w - 0.5) < 1e-3)
    // Two lights add up, to at most white.
    #expect(try particle(at: 1, .light(light), .light(light)).color.y == 1)
  }

  @Test func spinIsBiased() throws {
    let turned = try particle(at: 2) { emitter, cell in
      cell.spin = .init(1)
      emitter.spin = 3
      emitter.spinBias = 0.5
    }
    #expect(abs(turned.angle - 7) < 1e-4)
  }

  @Test func wavesComeBack() throws {
    let wave = EmitterBehavior.wave(force: SIMD3(0, 80, 0), frequency: 1)
    // Born where the force is 0 and grows: after one period, the velocity is the initial one.
    let (half, whole) = (try particle(at: 0.5, wave), try particle(at: 1, wave))
    let mean = 80 / (2 * Float.pi)
    #expect(abs(whole.place.y - mean) < 0.3 && abs(whole.place.x - half.place.x * 2) < 0.01)
  }

  @Test func placesAreFunctionsOfTheAge() throws {
    let wave = EmitterBehavior.wave(force: SIMD3(0, 80, 20), frequency: 3)
    let a = try particle(at: 0.731, wave, .drag(1))
    let b = try particle(at: 0.731, wave, .drag(1))
    #expect(a == b)
    // The particle moves continuously, without jumps.
    var last = a.place
    for step in 1...20 {
      let next = try particle(at: 0.731 + Double(step) / 1000, wave, .drag(1)).place
      #expect(abs(next.x - last.x) < 0.2 && next.x > last.x && abs(next.y - last.y) < 0.2)
      last = next
    }
  }

  @Test func curvesMultiply() throws {
    let curve = try #require(
      ParticleCurve(
        locations: [0, 0.5, 1], values: [0, 2, 0].map { SIMD4<Float>(repeating: $0) }))
    #expect(abs(try particle(at: 1, .overLife(.scale, curve)).scale - 1) < 1e-4)
    #expect(abs(try particle(at: 2, .overLife(.scale, curve)).scale - 2) < 1e-4)
    let faded = try particle(at: 3, .overLife(.component(3), curve)).color
    #expect(abs(faded.w - 1) < 1e-4 && faded.x == 1)
    let far = try #require(
      ParticleCurve(locations: [0, 100], values: [SIMD4(repeating: 1), SIMD4(repeating: 3)]))
    #expect(abs(try particle(at: 0.5, .overDistance(.scale, far)).scale - 2) < 1e-4)
    let red = try #require(ParticleCurve(locations: [], values: [SIMD4(1, 0, 0, 1)]))
    #expect(try particle(at: 1, .overLife(.color, red)).color == SIMD4(1, 0, 0, 1))
  }

  @Test func imagesTurnToWhereTheyFly() throws {
    let fallen = try particle(at: 1, .alignToMotion(0.5)) { _, cell in
      cell.acceleration = SIMD3(0, 100, 0)
    }
    #expect(abs(fallen.angle - (.pi / 4 + 0.5)) < 1e-4)
  }

  @Test func sheetsShowTheirImagesInTurns() throws {
    func image(at age: Double, isRandom: Bool = false) throws -> Int32 {
      try particle(at: age) { emitter, cell in
        cell.frames.count = 3
        cell.frames.perSecond = 2
        cell.frames.isRandom = isRandom
        emitter.contents += [emitter.contents[0], emitter.contents[0]]
      }.contents
    }
    #expect(try [0.1, 0.6, 1.1, 1.6].map { try image(at: $0) } == [0, 1, 2, 0])
    let first = try image(at: 0.1, isRandom: true)
    #expect(try image(at: 0.6, isRandom: true) == (first + 1) % 3)
  }

  @Test func tiltsAreForeshortened() throws {
    let tilted = try particle(at: 1) { _, cell in
      cell.orientation.latitude = .pi / 3
    }
    #expect(abs(tilted.tilt.y - 0.5) < 1e-4 && abs(tilted.tilt.z - 1) < 1e-4)
    let projection = ParticleProjection(
      PlaneContext(homography: .identity, bounds: PixelRect.screens, isFlipped: true), limits: [])
    let (x, y) = projection.axes(tilted: tilted.tilt)
    #expect(abs(x.x - 0.5) < 1e-4 && abs(x.y) < 1e-4 && abs(y.y - 1) < 1e-4 && abs(y.x) < 1e-4)
  }

  @Test func whatIsCulledIsNotShown() {
    let emitter = LayerEmitter.of(rate: 10, lifetime: 2, time: 2) { emitter, cell in
      cell.velocity = .init(100)
      emitter.cullRect = CGRect(x: 50, y: -1, width: 50, height: 2)
    }
    #expect(!emitter.particles.isEmpty)
    #expect(emitter.particles.allSatisfy { $0.place.x >= 50 && $0.place.x < 100 })
  }

  @Test func pathsAreShapes() {
    func places(_ mode: LayerEmitter.Mode) -> [SIMD4<Float>] {
      LayerEmitter.of(rate: 100, lifetime: 2, time: 2) { emitter, cell in
        emitter.shape = .path
        emitter.mode = mode
        emitter.outline = [[SIMD2(0, 0), SIMD2(30, 0), SIMD2(0, 40), SIMD2(0, 0)]]
      }.particles.map(\.place)
    }
    func isOnLine(_ p: SIMD4<Float>) -> Bool {
      min(abs(p.x), abs(p.y), abs(p.x / 30 + p.y / 40 - 1)) < 1e-4
    }
    #expect(places(.outline).allSatisfy(isOnLine) && places(.outline).contains { $0.y > 20 })
    let inside = places(.volume)
    #expect(inside.allSatisfy { $0.x > 0 && $0.y > 0 && $0.x / 30 + $0.y / 40 < 1 })
    let corners = places(.sequential).prefix(4).map { SIMD2($0.x, $0.y) }
    #expect(Set(corners) == [SIMD2(0, 0), SIMD2(30, 0), SIMD2(0, 40)])
  }
}
