import Foundation
import GlazeLayers
import Testing

/// Callbacks on the main actor of a program without a run loop: the program that runs these tests.
@MainActor @Suite(.serialized) struct MainActorTests {
  /// Waits until a condition holds, for at most as long as a correct program could need.
  private func wait(until isSo: () -> Bool) async throws {
    for _ in 0..<2000 where !isSo() { try await Task.sleep(nanoseconds: 10_000_000) }
  }

  @Test func completionBlocksAreCalledAtAPause() async throws {
    var calls = 0
    CATransaction.setCompletionBlock { calls += 1 }
    #expect(calls == 0)
    try await wait { calls > 0 }
    #expect(calls == 1)
  }

  /// An implicit transaction ends at the next suspension, on any thread that the actor continues
  /// on.
  @Test func implicitTransactionsEndAtAPause() async throws {
    CATransaction.setAnimationDuration(7)
    #expect(CATransaction.animationDuration() == 7)
    try await wait { CATransaction.animationDuration() != 7 }
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test func linksCallOnTheMainActor() async throws {
    var times: [CFTimeInterval] = []
    let link = CADisplayLink { link in
      MainActor.assumeIsolated { times.append(link.timestamp) }
      if times.count == 3 { link.invalidate() }
    }
    link.displayFramesPerSecond = 500
    link.add(to: .main, forMode: .common)
    try await wait { times.count >= 3 }
    #expect(times.count == 3)
    #expect(times == times.sorted())
  }
}

/// A link with a target.
@Suite struct DisplayLinkTargetTests {
  private final class Target {
    var frames: [CFTimeInterval] = []
    var calls = 0
    func draw(_ link: CADisplayLink) { frames.append(link.timestamp) }
    func tick() { calls += 1 }
  }

  @Test func linksCallMethods() {
    let target = Target()
    let link = CADisplayLink(target: target, selector: Target.draw)
    link.step(at: 3)
    let plain = CADisplayLink(target: target, selector: Target.tick)
    plain.step(at: 4)
    #expect(target.frames == [3])
    #expect(target.calls == 1)
  }
}
