import Foundation
import GlazeLayers
import Testing

/// Callbacks once a frame.
@Suite struct DisplayLinkTests {
  @Test func stepsCallWithTheTimesOfTheFrame() {
    var seen: [(CFTimeInterval, CFTimeInterval)] = []
    let link = CADisplayLink { seen.append(($0.timestamp, $0.targetTimestamp)) }
    #expect(link.timestamp == 0 && link.targetTimestamp == 0)
    #expect(link.duration == 1 / 60.0)
    link.step(at: 2)
    link.isPaused = true
    link.step(at: 3)
    link.isPaused = false
    link.displayFramesPerSecond = 100
    link.step(at: 4)
    link.invalidate()
    link.step(at: 5)
    #expect(seen.map(\.0) == [2, 4])
    let targets: [CFTimeInterval] = [2 + 1 / 60.0, 4.01]
    #expect(seen.map(\.1) == targets)
  }

  /// The values are those of Apple's documentation for displays of 60 frames per second.
  @Test(arguments: [(60, 60), (36, 30), (35, 30), (26, 30), (20, 20), (15, 15), (0, 60), (99, 60)])
  func ratesAreWholePartsOfTheDisplays(wanted: Int, got: Int) {
    let link = CADisplayLink { _ in }
    link.preferredFramesPerSecond = wanted
    link.step(at: 0)
    #expect(abs(1 / link.targetTimestamp - Double(got)) < 1e-9)
    link.preferredFramesPerSecond = 0
    link.preferredFrameRateRange = CAFrameRateRange(
      minimum: 10, maximum: 120, preferred: Float(wanted))
    link.step(at: 0)
    #expect(abs(1 / link.targetTimestamp - Double(got)) < 1e-9)
  }

  @Test func ratesThatNoDisplayHasAreRefused() {
    let link = CADisplayLink { _ in }
    #expect(refusals { link.displayFramesPerSecond = 0 }.count == 1)
    #expect(link.displayFramesPerSecond == 60)
  }

  @Test func runLoopsCallUntilTheLinkIsInvalid() async {
    let count = await withCheckedContinuation { (done: CheckedContinuation<Int, Never>) in
      let thread = Thread {
        var count = 0
        let link = CADisplayLink { link in
          count += 1
          if count == 3 { link.invalidate() }
        }
        link.displayFramesPerSecond = 1000
        link.add(to: .current, forMode: .default)
        let end = Date(timeIntervalSinceNow: 20)
        while count < 3, Date() < end {
          _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
        }
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
        done.resume(returning: count)
      }
      thread.start()
    }
    #expect(count == 3)
  }
}
