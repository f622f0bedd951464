import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// Plans with references to missing objects, which no backend may receive.
@Suite struct ValidationTests {
  /// Makes a plan with two overlapping boxes in a group, and a blurred shadow.
  private func good() -> FramePlan {
    let group = box(10, 10, 100, 50, box(0, 0, 20, 20), box(10, 0, 20, 20)).with {
      $0.node.opacity = 0.5
    }
    return plan(box(0, 0, 400, 300, group))
  }

  private func error(_ change: (inout FramePlan) -> Void) -> FramePlanError? {
    var plan = good()
    change(&plan)
    do {
      try plan.validate()
      return nil
    } catch {
      return error
    }
  }

  @Test func plansOfThePlannerAreValid() {
    #expect(error { _ in } == nil)
    #expect(good().passes.count == 2)
  }

  @Test func targetsAreDrawnBeforeTheyAreRead() {
    let composite = good().draws.count - 1
    #expect(
      error { $0.passes[0].clearColor = nil } == .undrawnTarget(pass: 0, draw: nil, target: 1))
    #expect(
      error { $0.targets[1].firstPass = 1 }
        == .undrawnTarget(pass: 1, draw: composite, target: 1))
    #expect(
      error { $0.draws[composite].kind = .composite(target: 0, mask: nil) }
        == .brokenReference(pass: 1, draw: composite, what: "target 0"))
    #expect(
      error { $0.draws[composite].kind = .composite(target: 1, mask: 2) }
        == .brokenReference(pass: 1, draw: composite, what: "target 2"))
    // Objects that an earlier frame cached need not be drawn.
    #expect(
      error {
        $0.targets[1].firstPass = 1
        $0.targets[1].isCached = true
      } == nil)
  }

  @Test func everythingThatIsReferredToIsThere() {
    #expect(
      error { $0.passes[0].target = 3 } == .brokenReference(pass: 0, draw: nil, what: "target 3"))
    #expect(
      error { $0.passes[1].draws = 1..<9 }
        == .brokenReference(pass: 1, draw: nil, what: "draws 1..<9"))
    #expect(
      error { $0.draws[0].kind = .image(texture: 0) }
        == .brokenReference(pass: 0, draw: 0, what: "texture 0"))
    #expect(
      error { $0.draws[0].kind = .coverage(mask: 0) }
        == .brokenReference(pass: 0, draw: 0, what: "mask 0"))
    #expect(error { $0.draws[0].instances = 0..<9 } != nil)
    #expect(error { $0.boxes[$0.draws[0].instances.lowerBound].params.z = 1 } != nil)
  }

  /// A shader program has as many clips as its draw, and drivers fail with too many.
  @Test func clipsAreFew() {
    for count in [-1, 5, 59] {
      guard case .unsupported(pass: 0, draw: 0, _) = error({ $0.draws[0].clipCount = count }) else {
        Issue.record("a draw with \(count) clips is valid")
        continue
      }
    }
    #expect(error { $0.draws[0].clipCount = 4 } == nil)
    let isMore = error { plan in
      plan.clips = plan.boxes.prefix(1).map(\.shape)
      plan.boxes[plan.draws[0].instances.lowerBound].params.z = 1
    }
    #expect(isMore == .brokenReference(pass: 0, draw: 0, what: "1.0 clips from index 0.0"))
  }

  @Test func onlyCompositesBlend() {
    guard case .unsupported(pass: 0, draw: 0, _) = error({ $0.draws[0].blendMode = .multiply })
    else {
      Issue.record("a box that multiplies is valid")
      return
    }
  }

  @Test func underlaysAreValidatedToo() {
    var plan = good()
    plan.underlays = [good()]
    plan.underlays[0].passes[0].target = 3
    #expect(throws: FramePlanError.brokenReference(pass: 0, draw: nil, what: "target 3")) {
      try plan.validate()
    }
  }

  @Test func framesAreBytes() {
    #expect(error { $0.targets[0].format = .float16 } == .frameFormat(.float16))
  }
}
