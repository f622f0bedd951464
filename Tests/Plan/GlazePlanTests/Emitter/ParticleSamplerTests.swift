import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeTree
import Testing

/// The motion, the changes, the sub-particles and the limits of particles.
@Suite struct ParticleSamplerTests {
  @Test("pitfall 70: a range is the full width")
  func rangesAreWidthsAroundMeans() {
    let emitter = LayerEmitter.of(rate: 1000, lifetime: 4, time: 4) { emitter, cell in
      emitter.velocity = 2
      emitter.scale = 3
      emitter.spin = 0.5
      cell.velocity = .init(10, range: 6)
      cell.scale = .init(1, range: 0.5)
      cell.spin = .init(2, range: 4)
      cell.color = SIMD4(0.5, 0.9, 0.1, 0.5)
      cell.colorRange = SIMD4(0.4, 0.4, 0.4, 0.2)
    }
    let particles = emitter.particles.filter { $0.age > 0.5 }
    func check(_ mean: Float, _ range: Float, _ value: (Particle) -> Float) {
      let span = particles.span(value)
      #expect(span.lowerBound >= mean - range / 2 - 1e-3)
      #expect(span.upperBound <= mean + range / 2 + 1e-3)
      #expect(span.upperBound - span.lowerBound > range * 0.98)
      #expect(abs(particles.mean(value) - mean) < range * 0.03)
    }
    check(20, 12) { $0.point.x / $0.age }
    check(3, 1.5) { $0.scale }
    check(1, 2) { $0.angle / $0.age }
    check(0.5, 0.4) { $0.color.x }
    check(0.5, 0.2) { $0.color.w }
    // Limited to 0...1.
    #expect(particles.span(\.color.y).upperBound == 1)
    #expect(particles.span(\.color.z).lowerBound == 0)
  }

  @Test func livesEndWhenTheyShould() {
    let emitter = LayerEmitter.of(rate: 1000, lifetime: 2, time: 10) { $1.lifetime.range = 2 }
    let ages = emitter.particles.span(\.age)
    #expect(ages.upperBound < 3 && ages.upperBound > 2.9)
    // All live for one second; after that, fewer and fewer do.
    #expect(abs(emitter.particles.count { $0.age < 1 } - 1000) <= 1)
    #expect(abs(emitter.particles.count - 2000) < 60)
  }

  @Test func coursesAreParabolas() {
    let emitter = LayerEmitter.of(rate: 10, lifetime: 3, time: 5) { _, cell in
      cell.velocity = .init(7)
      cell.acceleration = SIMD3(1, -2, 4)
      cell.scaleSpeed = -0.5
      cell.colorSpeed = SIMD4(-0.25, 0, 1, -0.125)
      cell.rotation = .init(0.25)
      cell.spin = .init(2)
    }
    let particles = emitter.particles
    #expect(particles.count == 20)
    for particle in particles {
      let t = particle.age
      let error = particle.point - SIMD3<Float>(7 * t + t * t / 2, -t * t, 2 * t * t)
      #expect((error * error).sum() < 1e-8)
      // A particle without a size disappears: particles end after two seconds instead of three.
      #expect(abs(particle.scale - (1 - t / 2)) < 1e-5)
      #expect(particle.color == SIMD4(1 - t / 4, 1, 1, 1 - t / 8))
      #expect(abs(particle.angle - (0.25 + 2 * t)) < 1e-5)
    }
  }

  // MARK: Sub-cells

  /// Makes rockets that fly up for two seconds, one a second, and leave sparks.
  private func rockets(
    time: Double, _ change: (inout EmitterCell, inout EmitterCell) -> Void = { _, _ in }
  ) -> LayerEmitter {
    .of(rate: 1, lifetime: 2, time: time) { emitter, rocket in
      rocket.contents = -1
      rocket.velocity = .init(10)
      rocket.children = 1..<2
      var spark = EmitterCell()
      spark.birthRate = 10
      spark.lifetime = .init(0.5)
      spark.contents = 0
      change(&rocket, &spark)
      emitter.cells = [spark]
    }
  }

  @Test func particlesEmitWhereTheyAre() {
    // The only rocket was born at 1.
    let sparks = rockets(time: 1.95).particles
    #expect(sparks.count == 5)
    for spark in sparks {
      #expect(abs(spark.point.x - 10 * (0.95 - spark.age)) < 1e-4)
    }
    // Rockets of 1 and 2 seconds; at 3.25 the first has disappeared, but its sparks have not.
    #expect(rockets(time: 2.95).particles.count == 10)
    let late = rockets(time: 3.25).particles.filter { $0.point.x > 17 }
    #expect(late.count == 3 && late.allSatisfy { $0.point.x <= 20.001 })
  }

  @Test func directionColourAndSizeAreThoseOfTheParent() {
    let emitter = rockets(time: 1.95) { rocket, spark in
      rocket.longitude = -.pi / 2
      rocket.color = SIMD4(1, 0.5, 0.25, 0.5)
      rocket.scale = .init(2)
      rocket.scaleSpeed = -1
      spark.longitude = .pi
      spark.velocity = .init(4)
      spark.color = SIMD4(0.5, 0.5, 1, 0.5)
      spark.scale = .init(3)
    }
    let sparks = emitter.particles
    #expect(sparks.count == 5)
    for spark in sparks {
      // Back from the position of the rocket, which flies toward -y.
      let birth = 0.95 - spark.age
      #expect(abs(spark.point.y - (-10 * birth + 4 * spark.age)) < 1e-4)
      #expect(spark.color == SIMD4(0.5, 0.25, 0.25, 0.25))
      #expect(abs(spark.scale - 3 * (2 - birth)) < 1e-4)
    }
  }

  @Test("a burst: many particles at one time of the parent's life")
  func windowsOfSubCellsAreInTheParentsTime() {
    let emitter = rockets(time: 0) { rocket, spark in
      rocket.lifetime = .init(1.5)
      spark.birthRate = 20_000
      spark.beginTime = 1.4
      spark.duration = 0.05
      spark.velocity = .init(100)
      spark.coneAngle = 2 * .pi
    }
    #expect(emitter.at(2.39).particles.isEmpty)
    #expect(emitter.at(2.6).particles.count == 1000)
    // The emission ends with the rocket.
    let cut = rockets(time: 2.6) { rocket, spark in
      rocket.lifetime = .init(1.45)
      spark.birthRate = 1000
      spark.beginTime = 1.4
      spark.duration = 1
    }
    #expect(abs(cut.particles.count - 50) <= 1)
  }

  @Test func subCellsHaveSubCells() {
    var emitter = rockets(time: 1.95) { _, spark in
      spark.contents = -1
      spark.children = 2..<3
      spark.velocity = .init(1)
    }
    var dust = EmitterCell()
    dust.birthRate = 20
    dust.lifetime = .init(0.2)
    dust.contents = 0
    emitter.cells.append(dust)
    let particles = emitter.particles
    #expect(!particles.isEmpty && particles.allSatisfy { $0.age < 0.2 })
    #expect(particles == emitter.particles)
  }

  // MARK: Limits

  @Test(.timeLimit(.minutes(1)))
  func nothingGrowsWithoutBound() {
    let endless = LayerEmitter.of(rate: 1e9, lifetime: .infinity, time: 1e3)
    var cloud = ParticleSampler.sample(endless, budget: 1000)
    #expect(cloud.particles.count == 1000 && cloud.leftOut > 1_000_000)
    // The youngest remain.
    #expect(cloud.particles.allSatisfy { $0.age < 2e-6 })
    // A million rockets with a million sparks each.
    let storm = LayerEmitter.of(rate: 1e6, lifetime: 1, time: 5) { emitter, cell in
      cell.children = 1..<2
      var spark = cell
      spark.children = 0..<0
      emitter.cells = [spark]
    }
    cloud = ParticleSampler.sample(storm, budget: 5000)
    #expect(cloud.particles.count <= 5000 && cloud.leftOut > 0)
  }

  @Test func ordersAreStable() {
    let emitter = LayerEmitter.of(rate: 20, lifetime: 2, time: 4) { emitter, cell in
      cell.latitude = 1
      cell.velocity = .init(10, range: 60)
      emitter.ownCells = 2
      var other = cell
      other.lifetime = .init(1)
      other.birthRate = 15
      emitter.cells = [other]
    }
    func sorted(_ mode: LayerEmitter.RenderMode) -> [Particle] {
      var cloud = ParticleSampler.sample(emitter)
      cloud.sort(mode) { $0.z }
      return cloud.particles
    }
    let all = emitter.particles
    #expect(sorted(.unordered) == all)
    let oldestFirst = sorted(.oldestFirst)
    #expect(oldestFirst.map(\.age) == all.map(\.age).sorted(by: >))
    #expect(sorted(.oldestLast).map(\.age) == all.map(\.age).sorted())
    #expect(sorted(.backToFront).map(\.point.z) == all.map(\.point.z).sorted())
    #expect(all.contains { $0.point.z < 0 } && all.contains { $0.point.z > 0 })
  }

  @Test func extentsHoldAllImages() {
    let emitter = LayerEmitter.of(rate: 500, lifetime: 2, time: 3) { _, cell in
      cell.velocity = .init(40, range: 80)
      cell.coneAngle = 7
      cell.scale = .init(2, range: 4)
    }
    let cloud = ParticleSampler.sample(emitter)
    for particle in cloud.particles {
      let reach = 4 * particle.scale * 2.0.squareRootAsFloat
      #expect(cloud.low.x <= particle.point.x - reach + 1e-3)
      #expect(cloud.high.y >= particle.point.y + reach - 1e-3)
    }
    #expect(ParticleCloud.none.extent.isNull)
  }
}

extension Double {
  fileprivate var squareRootAsFloat: Float { Float(squareRoot()) }
}
