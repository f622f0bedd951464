import GlazeAnimation
import GlazeGeometry
import Testing

/// The times between which an animation's value stays the same.
@Suite struct SteadyTimeTests {
  private typealias Numbers = SIMD4<Double>

  /// An animation of which any part may be unusual.
  private static func animation(
    _ random: inout some RandomNumberGenerator
  ) throws -> ValueAnimation<Numbers> {
    func pick<Value>(_ values: [Value], _ random: inout some RandomNumberGenerator) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    let timing = MediaTiming(
      beginTime: pick([0, 1, 0.3, -2], &random), duration: pick([1, 0.5, 0, 3], &random),
      speed: pick([1, 2, 0.25, 0, -1], &random), timeOffset: pick([0, 0, 0.2, 1.5], &random),
      repeatCount: pick([0, 1, 2.5, 3], &random), repeatDuration: pick([0, 0, 0.7], &random),
      autoreverses: pick([false, false, true], &random),
      fillMode: pick(FillMode.allCases, &random))
    let count = Int.random(in: 2...5, using: &random)
    let times = (0..<count).map { _ in Double.random(in: -0.2...1.2, using: &random) }.sorted()
    let keys = try #require(
      Keyframes(
        (0..<count).map { Numbers(repeating: Double($0)) },
        mode: pick([.discrete, .discrete, .linear, .cubic], &random),
        keyTimes: pick([nil, times], &random)))
    let sources: [AnimationSource<Numbers>] = [
      .keyframes(keys), .keyframes(keys), .span(Numbers.span(.zero, .one)), .nothing,
    ]
    return ValueAnimation(
      timing: timing, source: pick(sources, &random), isAdditive: pick([false, true], &random),
      isCumulative: pick([false, true], &random))
  }

  @Test func betweenThemTheValueStaysTheSame() throws {
    var random = SystemRandomNumberGenerator()
    var found = 0
    for _ in 0..<2000 {
      let animation = try Self.animation(&random)
      for _ in 0..<20 {
        let time = Double.random(in: -4...12, using: &random)
        guard let steady = animation.steadyTimes(around: time) else { continue }
        found += 1
        #expect(steady.contains(time))
        let value = animation.value(at: time, over: .one)
        let low = max(steady.lowerBound, -50), high = min(steady.upperBound, 50)
        for part in [0, 0.01, 0.5, 0.99, 1] {
          let near = min(max(low + (high - low) * part, low), high)
          let other = animation.value(at: near, over: .one)
          #expect(other == value, "\(animation) at \(time), \(steady)")
        }
      }
    }
    // Most animations have begun and not ended, or stay between discrete values, at some times.
    #expect(found > 10_000)
  }

  /// An animation that runs without a stop changes at all times.
  @Test func aMotionHasNone() {
    let motion = ValueAnimation<Numbers>(
      timing: MediaTiming(beginTime: 1, duration: 2), source: .span(Numbers.span(.zero, .one)))
    #expect(motion.steadyTimes(around: 2) == nil)
    #expect(motion.steadyTimes(around: 0)?.lowerBound == -.infinity)
    #expect(motion.steadyTimes(around: 4)?.upperBound == .infinity)
    #expect(motion.steadyTimes(around: .nan) == nil)
  }

  /// Programs may set any numbers.
  @Test func numbersOfAnySizeAreAllowed() throws {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, 1, .leastNonzeroMagnitude]
    let keys = try #require(
      Keyframes([0, 1, 2].map(number), mode: .discrete, keyTimes: [0, .nan, .infinity]))
    for begin in numbers {
      for duration in numbers {
        for speed in numbers {
          let timing = MediaTiming(
            beginTime: begin, duration: duration, speed: Float(speed), repeatCount: Float(duration))
          let animation = ValueAnimation<Numbers>(timing: timing, source: .keyframes(keys))
          for time in numbers {
            let steady = animation.steadyTimes(around: time)
            #expect(steady?.contains(time) ?? true)
          }
        }
      }
    }
  }
}
