import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

/// The work that documents can make of few shapes.
@Suite struct BudgetTests {
  private func square(_ side: Double) -> ContourList {
    ContourList([
      ShapeGeometry.rectangle(
        center: Vector(side / 2, side / 2, 0), size: Vector(side, side, 0), radius: 0)
    ])
  }

  private func moving(_ frames: [Double]) -> Motion<ContourList> {
    Motion(Track(keys: frames.map { Keyframe(frame: $0, value: square($0 + 1)) }))
  }

  /// Properties that move together have the same frames, and each change of a path would repeat them.
  @Test func frameOfManyPropertiesCountsOnce() {
    let budget = Budget()
    let all = Motion.union(
      [moving([0, 5, 20]), moving([5, 20, 30]), moving([0, 5, 20])], budget)
    #expect(all.frames == [0, 5, 20, 30])
    var motion = all
    for _ in 0..<64 {
      motion = motion.changed(
        with: [Timing(frames: [5, 7], easings: [.linear])], tolerance: 0.1, budget
      ) { contours, _ in contours }
    }
    #expect(motion.frames == [0, 5, 7, 20, 30])
  }

  /// A shape that a repeater has copied is modified once, not once for each copy.
  @Test(arguments: [1, 3]) func modifierChangesCopiesOnce(copies: Int) throws {
    let repeater = "{\"ty\":\"rp\",\"c\":{\"k\":\(copies)},\"o\":{\"k\":0},\"tr\":{}}"
    let offset = "{\"ty\":\"op\",\"a\":{\"k\":2},\"lj\":1,\"ml\":{\"k\":4}}"
    let items = [Reading.rectangle, repeater, offset, Reading.fill].joined(separator: ",")
    let path = try #require(try Reading.document(Reading.shapes(items)).root.shapes.first?.path)
    let box = path.boundingBox
    #expect(abs(box.width - 24) < 0.01 && abs(box.height - 14) < 0.01, "\(box)")
  }

  @Test func nothingIsComputedBeyondTheBudget() {
    let budget = Budget(steps: 1_000)
    var calls = 0
    let turned = moving([0, 5, 20]).changed(with: [], tolerance: 0, budget) { contours, _ in
      calls += 1
      return contours
    }
    let before = calls
    for frame in 0..<1_000 { _ = turned.value(Double(frame)) }
    #expect(calls - before < 60)
    #expect(budget.isSpent && budget.refused == [.computedVertices(Limits.steps)])
    #expect(turned.changed(with: [], tolerance: 0, budget) { c, _ in c }.frames.isEmpty)
    // Sampling asks for one value only.
    let sampler = Sampler(duration: 10, step: 0.1, budget: budget)
    var asked = 0
    let samples = sampler.sample(breaks: [0, 10], tolerance: 0.1) { time in
      asked += 1
      return time
    }
    #expect(asked == 1 && samples.map(\.value) == [0])
  }
}
