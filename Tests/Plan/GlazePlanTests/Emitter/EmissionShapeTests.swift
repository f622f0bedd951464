import Foundation
@testable import GlazePlan
import GlazeTree
import Testing

/// The origin and the direction of particles.
@Suite struct EmissionShapeTests {
  private func points(
    _ shape: LayerEmitter.Shape, _ mode: LayerEmitter.Mode, size: SIMD3<Double> = SIMD3(60, 30, 12)
  ) -> [SIMD3<Float>] {
    LayerEmitter.of(rate: 2000, lifetime: 2, time: 2) { emitter, _ in
      emitter.shape = shape
      emitter.mode = mode
      emitter.size = size
      emitter.position = SIMD3(10, 20, 30)
    }.particles.map { $0.point - SIMD3(10, 20, 30) }
  }

  private func share(_ points: [SIMD3<Float>], _ isIn: (SIMD3<Float>) -> Bool) -> Double {
    Double(points.count(where: isIn)) / Double(points.count)
  }

  @Test func pointsAndLines() {
    #expect(points(.point, .volume).allSatisfy { $0 == .zero })
    for mode in [LayerEmitter.Mode.outline, .surface, .volume] {
      let line = points(.line, mode)
      #expect(line.allSatisfy { abs($0.x) <= 30 && $0.y == 0 && $0.z == 0 })
      #expect(abs(share(line) { $0.x < -15 } - 0.25) < 0.03)
    }
    let ends = points(.line, .points)
    #expect(Set(ends.map(\.x)) == [-30, 30])
    #expect(abs(share(ends) { $0.x < 0 } - 0.5) < 0.04)
  }

  @Test func rectangles() {
    for mode in [LayerEmitter.Mode.surface, .volume] {
      let inside = points(.rectangle, mode)
      #expect(inside.allSatisfy { abs($0.x) <= 30 && abs($0.y) <= 15 && $0.z == 0 })
      #expect(abs(share(inside) { $0.x < 0 && $0.y < 7.5 } - 0.375) < 0.03)
    }
    let outline = points(.rectangle, .outline)
    #expect(outline.allSatisfy { abs(abs($0.x) - 30) < 1e-3 || abs(abs($0.y) - 15) < 1e-3 })
    // By length: 60 of 90 along x, half of them on each side.
    #expect(abs(share(outline) { abs($0.y - 15) < 1e-3 } - 1 / 3.0) < 0.03)
    #expect(Set(points(.rectangle, .points)).count == 4)
  }

  @Test func boxes() {
    let inside = points(.cuboid, .volume)
    #expect(inside.allSatisfy { abs($0.x) <= 30 && abs($0.y) <= 15 && abs($0.z) <= 6 })
    #expect(abs(share(inside) { $0.z > 3 } - 0.25) < 0.03)
    func sides(_ p: SIMD3<Float>) -> Int {
      let far = SIMD3<Float>(30, 15, 6)
      return (0..<3).count { abs(abs(p[$0]) - far[$0]) < 1e-3 }
    }
    let faces = points(.cuboid, .surface)
    #expect(faces.allSatisfy { sides($0) >= 1 })
    // 60 x 30 of 60 x 30 + 60 x 12 + 30 x 12, both faces.
    #expect(abs(share(faces) { abs(abs($0.z) - 6) < 1e-3 } - 1800.0 / 2880) < 0.03)
    let edges = points(.cuboid, .outline)
    #expect(edges.allSatisfy { sides($0) >= 2 })
    #expect(abs(share(edges) { abs($0.x) < 29.99 } - 60.0 / 102) < 0.03)
    #expect(Set(points(.cuboid, .points)).count == 8)
  }

  @Test("pitfall 69: the radius is the width")
  func circlesAndSpheres() {
    func radius(_ p: SIMD3<Float>) -> Float { (p * p).sum().squareRoot() }
    for mode in [LayerEmitter.Mode.points, .outline] {
      let rim = points(.circle, mode)
      #expect(rim.allSatisfy { abs(radius($0) - 60) < 1e-3 && $0.z == 0 })
      #expect(abs(share(rim) { $0.x > 0 && $0.y > 0 } - 0.25) < 0.03)
    }
    for mode in [LayerEmitter.Mode.surface, .volume] {
      let disc = points(.circle, mode)
      #expect(disc.allSatisfy { radius($0) <= 60.001 && $0.z == 0 })
      #expect(abs(share(disc) { radius($0) < 30 } - 0.25) < 0.03)
    }
    for mode in [LayerEmitter.Mode.points, .outline, .surface] {
      let sphere = points(.sphere, mode)
      #expect(sphere.allSatisfy { abs(radius($0) - 60) < 1e-2 })
      // Slices of a sphere have areas in proportion to their heights.
      #expect(abs(share(sphere) { $0.z > 30 } - 0.25) < 0.03)
    }
    let ball = points(.sphere, .volume)
    #expect(ball.allSatisfy { radius($0) <= 60.01 })
    #expect(abs(share(ball) { radius($0) < 30 } - 0.125) < 0.03)
  }

  @Test func shapesWithoutSizeArePoints() {
    for shape in LayerEmitter.Shape.allCases {
      for mode in LayerEmitter.Mode.allCases {
        #expect(points(shape, mode, size: .zero).allSatisfy { $0 == .zero })
      }
    }
  }

  /// Returns the displacement of particles without a cone after a second.
  private func way(
    _ shape: LayerEmitter.Shape, _ mode: LayerEmitter.Mode = .volume, longitude: Double = 0,
    latitude: Double = 0
  ) -> [(start: SIMD3<Float>, way: SIMD3<Float>)] {
    func particles(speed: Double) -> [Particle] {
      LayerEmitter.of(rate: 50, lifetime: 1, time: 2) { emitter, cell in
        emitter.shape = shape
        emitter.mode = mode
        emitter.size = SIMD3(40, 20, 20)
        cell.velocity = .init(speed)
        cell.longitude = longitude
        cell.latitude = latitude
      }.particles
    }
    return zip(particles(speed: 0), particles(speed: 10)).compactMap { still, moved in
      guard still.age > 0.1 else { return nil }
      return (still.point, (moved.point - still.point) / (still.age * 10))
    }
  }

  private func near(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool {
    let d = a - b
    return (d * d).sum() < 1e-6
  }

  @Test func directionsAreThoseOfTheShape() {
    for (_, way) in way(.point) { #expect(near(way, SIMD3(1, 0, 0))) }
    for (_, way) in way(.point, longitude: -.pi / 2) { #expect(near(way, SIMD3(0, -1, 0))) }
    for (_, way) in way(.point, latitude: .pi / 2) { #expect(near(way, SIMD3(0, 0, 1))) }
    for (_, way) in way(.rectangle, longitude: .pi / 2) { #expect(near(way, SIMD3(0, 1, 0))) }
    // Particles of a line fall by default, and half a turn reverses them.
    for (_, way) in way(.line, longitude: .pi) { #expect(near(way, SIMD3(0, 1, 0))) }
    for (start, way) in way(.circle, .outline) { #expect(near(way, start / 40)) }
    for (start, way) in way(.sphere, .surface) { #expect(near(way, start / 40)) }
    for (_, way) in way(.circle, .volume) { #expect(near(way, SIMD3(1, 0, 0))) }
    #expect(way(.circle, .outline).count > 20)
  }

  @Test("the angle of the cone is its full width")
  func conesAreAsWideAsTheySay() {
    let emitter = LayerEmitter.of(rate: 1000, lifetime: 2, time: 2) { _, cell in
      cell.velocity = .init(10)
      cell.longitude = 1
      cell.coneAngle = 0.5
    }
    let flown = emitter.particles.filter { $0.age > 0.1 }
    let angles = flown.map { atan2f($0.point.y, $0.point.x) }
    #expect(angles.allSatisfy { abs($0 - 1) <= 0.2501 })
    #expect(angles.contains { $0 < 0.77 } && angles.contains { $0 > 1.23 })
    let axis = SIMD3<Float>(cosf(1), sinf(1), 0)
    for particle in flown {
      let cosine = (particle.point * axis).sum() / (particle.age * 10)
      #expect(cosine >= cosf(0.2501))
    }
    #expect(flown.contains { $0.point.z > 0.1 } && flown.contains { $0.point.z < -0.1 })
  }

  @Test("all directions are equally likely")
  func fullConesAreSpheres() {
    let emitter = LayerEmitter.of(rate: 2000, lifetime: 2, time: 2) { _, cell in
      cell.velocity = .init(10)
      cell.coneAngle = 2 * .pi
    }
    let flown = emitter.particles.filter { $0.age > 0.1 }
    for axis in 0..<3 {
      let along = flown.map { $0.point[axis] / ($0.age * 10) }
      // Slices of a sphere of equal height have equal areas.
      let share = Double(along.filter { abs($0) < 0.5 }.count) / Double(flown.count)
      #expect(abs(share - 0.5) < 0.05, "\(axis): \(share)")
    }
  }
}
