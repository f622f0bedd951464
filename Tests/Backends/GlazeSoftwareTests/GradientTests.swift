import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Gradients of all kinds.
@Suite struct GradientTests {
  private static func stops(_ count: Int) -> [(Float, SIMD4<Float>)] {
    var state: UInt32 = UInt32(count)
    func next() -> Float {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 16 & 255) / 255
    }
    return (0..<count).map { index in
      let place = count == 1 ? 0.5 : 0.05 + 0.9 * Float(index) / Float(count - 1)
      return (place, SIMD4(next(), next(), next(), index % 3 == 1 ? next() : 1))
    }
  }

  private static let lines: [LayerGradient.Kind: SIMD4<Float>] = [
    .axial: SIMD4(0.012, 0.009, 0.47, 0), .radial: SIMD4(0.02, 0.031, 0.1, -0.15),
    .conic: SIMD4(0.13, 1, 3.3, -2.2),
  ]

  private func plan(
    _ kind: LayerGradient.Kind, _ stops: [(Float, SIMD4<Float>)], isDithered: Bool = false
  ) throws -> FramePlan {
    var plan = FramePlan(width: 90, height: 70, clear: SIMD4(0.1, 0.5, 0, 0.8))
    var round = Shape.rectangle(3.5, 2, 60, 40)
    round.corners = SIMD4(repeating: 14)
    let line = try #require(Self.lines[kind])
    plan.clips = [Shape(matrix: .rotation(0.4, at: 55, 45), half: SIMD2(28, 14)).box]
    plan.addGradient(round, kind: kind, line: line, stops: stops, isDithered: isDithered)
    plan.addGradient(
      Shape(matrix: .rotation(0.4, at: 55, 45), half: SIMD2(30, 20)), kind: kind, line: line,
      stops: stops, opacity: 0.7, isDithered: isDithered, clips: 0..<1)
    plan.addGradient(
      Shape(
        matrix: Matrix(m: [1, 0.2, 60, -0.1, 1, 20, 0.004, 0.012, 1]), half: SIMD2(20, 16)),
      kind: kind, line: line, stops: stops, isDithered: isDithered)
    return plan
  }

  @Test(arguments: LayerGradient.Kind.allCases, [1, 2, 3, 8, 20, 300])
  func colorsAreThoseOfTheFormula(kind: LayerGradient.Kind, count: Int) throws {
    for isDithered in [false, true] {
      let plan = try plan(kind, Self.stops(count), isDithered: isDithered)
      let image = try render(plan)
      let difference = image.difference(from: ReferencePlan(plan).buffer)
      #expect(difference.worst <= 1, "\(difference)")
      #expect(try render(plan, shortCuts: false) == image)
      #expect(try renderBaseline(plan) == image)
    }
  }

  @Test(arguments: LayerGradient.Kind.allCases)
  func equalLocationsAreEdges(kind: LayerGradient.Kind) throws {
    let red = SIMD4<Float>(1, 0, 0, 1)
    let blue = SIMD4<Float>(0, 0, 1, 1)
    let lists: [[(Float, SIMD4<Float>)]] = [
      [(0.4, red), (0.4, blue)], [(0.2, red), (0.5, blue), (0.5, red), (0.8, blue)],
      [(0.3, red), (0.3, .white), (0.3, blue), (0.9, red), (0.9, .white)],
    ]
    for stops in lists {
      let plan = try plan(kind, stops)
      let difference = try render(plan).difference(from: ReferencePlan(plan).buffer)
      #expect(difference.worst <= 1, "\(stops.count): \(difference)")
    }
  }

  @Test func edgesOnCentresTakeTheShadersSide() throws {
    // t is 0, 1, 2, ... at the centers of pixels.
    var plan = FramePlan(width: 16, height: 4)
    let stops: [(Float, SIMD4<Float>)] = [
      (3, SIMD4(1, 0, 0, 1)), (3, SIMD4(0, 1, 0, 1)), (7, SIMD4(0, 1, 0, 1)), (7, .white),
    ]
    plan.addGradient(
      .rectangle(0, 0, 16, 4), kind: .axial, line: SIMD4(1, 0, 7.5, 0), stops: stops)
    let image = try render(plan)
    #expect(image.pixel(3, 1) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(4, 1) == SIMD4(0, 255, 0, 255))
    #expect(image.pixel(6, 1) == SIMD4(0, 255, 0, 255))
    #expect(image.pixel(7, 1) == SIMD4(255, 255, 255, 255))
  }

  @Test func ditheringKeepsTheMean() throws {
    for level: Float in [0.3, 40.25 / 255, 100.5 / 255, 200.8 / 255] {
      for isDithered in [false, true] {
        var plan = FramePlan(width: 64, height: 64)
        plan.addGradient(
          .rectangle(0, 0, 64, 64), kind: .axial, line: .zero,
          stops: [(0, SIMD4(level, level, level, 1))], isDithered: isDithered)
        let image = try render(plan)
        let values = (0..<64 * 64).map { Double(image.bytes[$0 * 4]) }
        let mean = values.reduce(0, +) / Double(values.count)
        let limit = isDithered ? 0.01 : 0.5
        #expect(abs(mean - Double(level) * 255) <= limit, "\(level) \(isDithered): \(mean)")
        #expect(image.bytes.indices.allSatisfy { $0 % 4 != 3 || image.bytes[$0] == 255 })
        if isDithered { #expect(Set(values).count == 2) }
      }
    }
  }

  @Test func stopsThatAreNotFiniteDrawNothing() throws {
    for word in 0..<5 {
      var plan = FramePlan(width: 8, height: 8)
      plan.addGradient(
        .rectangle(0, 0, 8, 8), kind: .axial, line: .zero, stops: [(0, .white), (1, .black)])
      #expect(try render(plan).area == 64)
      plan.stops.withUnsafeMutableBytes {
        $0.storeBytes(of: .nan, toByteOffset: 32 + word * 4, as: Float.self)
      }
      #expect(try render(plan).area == 0)
    }
  }

  @Test func stopsMustBeThere() throws {
    var plan = try plan(.axial, Self.stops(2))
    plan.gradients[1].stops.y = 40
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
    plan.gradients[1].stops.y = 0
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
    plan.gradients[1].stops.y = .nan
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
  }
}
