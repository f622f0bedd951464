import Foundation
import GlazeAnimation
import GlazeGeometry
import Testing

/// Values measured on Apple's QuartzCore: from 0 to 1 over a model value of 0.5.
@Suite struct MediaTimingTests {
  static let times: [Double] = [0, 0.2, 0.5, 0.9, 1.2, 1.5, 1.9, 2.1, 3, 4.5]

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var timing: MediaTiming
    var expected: [Double]
    init(_ name: String, _ timing: MediaTiming, _ expected: [Double]) {
      (testDescription, self.timing, self.expected) = (name, timing, expected)
    }
  }

  @Test(
    "Reference vectors, pitfalls 86 and 87: timing",
    arguments: [
      Row(
        "autoreverses", MediaTiming(duration: 1, autoreverses: true),
        [0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.1, 0.5, 0.5, 0.5]),
      Row(
        "repeatCount 2.5", MediaTiming(duration: 1, repeatCount: 2.5),
        [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.9, 0.1, 0.5, 0.5]),
      Row(
        "repeatDuration 1.7", MediaTiming(duration: 1, repeatDuration: 1.7),
        [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.5, 0.5, 0.5, 0.5]),
      Row(
        "timeOffset 0.3", MediaTiming(duration: 1, timeOffset: 0.3),
        [0.3, 0.5, 0.8, 0.2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      Row(
        "speed -1", MediaTiming(duration: 1, speed: -1),
        [0, 0.8, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      Row(
        "speed 2", MediaTiming(duration: 1, speed: 2),
        [0, 0.4, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    ])
  func timing(row: Row) {
    #expect(near(shown(animation(row.timing, from: 0, to: 1), Self.times), row.expected))
  }

  @Test(
    "10.1.8: fill modes",
    arguments: [
      (FillMode.removed, [0.5, 0.5, 0, 0.5, 0.5]), (.forwards, [0.5, 0.5, 0, 0.5, 1]),
      (.backwards, [0, 0, 0, 0.5, 0.5]), (.both, [0, 0, 0, 0.5, 1]),
    ])
  func fillModes(mode: FillMode, expected: [Double]) {
    let timing = MediaTiming(beginTime: 1, duration: 1, fillMode: mode)
    #expect(near(shown(animation(timing, from: 0, to: 1), [0, 0.5, 1, 1.5, 2.5]), expected))
  }

  @Test("10.1.8: the fill value is the one at the end, also of a partial cycle")
  func filledEnds() {
    let part = MediaTiming(duration: 1, repeatCount: 2.5, fillMode: .forwards)
    #expect(near(shown(animation(part, from: 0, to: 1), [2.5, 9]), [0.5, 0.5]))
    let back = MediaTiming(duration: 1, autoreverses: true, fillMode: .forwards)
    #expect(near(shown(animation(back, from: 0.25, to: 1), [2, 9], model: 3), [0.25, 0.25]))
  }

  @Test("10.1.4, 10.1.11, pitfall 89: ends are inclusive, boundaries belong to the next cycle")
  func boundaries() {
    let timing = MediaTiming(duration: 0.1, repeatCount: 3)
    #expect(near(shown(animation(timing, from: 0, to: 1), [0.1, 0.2, 0.3]), [0, 0, 1]))
    let late = MediaTiming(beginTime: 0.1, duration: 0.3)
    #expect(near(shown(animation(late, from: 0, to: 1), [0.4, 0.401]), [1, 0.5]))
  }

  @Test("Pitfall 88: repeatDuration is total time, also with autoreverses")
  func repeatDuration() {
    let timing = MediaTiming(duration: 1, repeatDuration: 1.5, autoreverses: true)
    #expect(near(shown(animation(timing, from: 0, to: 1), [1.25, 1.5, 1.6]), [0.75, 0.5, 0.5]))
  }

  @Test("10.1.10: speed 0 shows the time offset forever")
  func frozen() {
    let timing = MediaTiming(duration: 2, speed: 0, timeOffset: 0.5)
    #expect(
      near(shown(animation(timing, from: 0, to: 1), [0, 5, 1e6], model: 9), [0.25, 0.25, 0.25]))
    #expect(timing.endTime == .infinity)
    let end = MediaTiming(duration: 2, speed: 0, timeOffset: 2)
    #expect(shown(animation(end, from: 0, to: 1), [3], model: 9) == [1])
  }

  @Test("Animations without an end or a length have finite values")
  func extremes() {
    let endless = MediaTiming(duration: 1, repeatCount: .greatestFiniteMagnitude)
    #expect(near(shown(animation(endless, from: 0, to: 1), [1e6 + 0.25]), [0.25], 1e-6))
    #expect(MediaTiming(duration: 1, repeatCount: .infinity).endTime == .infinity)
    let still = MediaTiming(duration: .infinity)
    #expect(shown(animation(still, from: 0, to: 1), [0, 7]) == [0, 0])
    #expect(shown(animation(MediaTiming(), from: 0, to: 1), [0, 1]) == [1, 0.5])
    #expect(MediaTiming(beginTime: 2, duration: 3, speed: -2, autoreverses: true).endTime == 5)
  }

  @Test("10.1: the local time of layers, 0 before the beginning")
  func layers() {
    let timing = MediaTiming(beginTime: 8, speed: 0.5, timeOffset: 7)
    #expect([7.0, 8, 10].map { timing.localTime(at: $0) } == [0, 7, 8])
    let (root, child) = (
      MediaTiming(beginTime: 1, speed: 2, timeOffset: 3),
      MediaTiming(beginTime: 6, speed: 4, timeOffset: 5)
    )
    #expect(child.localTime(at: root.localTime(at: 10)) == 65)
    #expect(root.parentTime(at: child.parentTime(at: 10)) == 3.125)
  }

  @Test("1.12: a layer's time repeats in cycles if its duration is finite")
  func cyclesOfLayers() {
    var timing = MediaTiming(beginTime: 1, duration: 2, repeatCount: 2)
    #expect([0.0, 1, 2, 3, 4, 5, 9].map { timing.localTime(at: $0) } == [0, 0, 1, 0, 1, 2, 2])
    timing.autoreverses = true
    #expect([2.0, 3, 4, 5, 6, 9, 20].map { timing.localTime(at: $0) } == [1, 2, 1, 0, 1, 0, 0])
    timing.repeatCount = .infinity
    #expect(timing.localTime(at: 4 + 4 * 1000) == 1)
    timing = MediaTiming(duration: 2, speed: 2, repeatDuration: 5)
    #expect([0.5, 1, 1.5, 2.5, 9].map { timing.localTime(at: $0) } == [1, 0, 1, 1, 1])
    #expect(MediaTiming(duration: .infinity).isIdentity && MediaTiming().isIdentity)
  }

  @Test("10.1, pitfall 109: a paused layer stays at its offset and converts back to 0")
  func paused() {
    let timing = MediaTiming(speed: 0, timeOffset: 4)
    #expect(timing.localTime(at: 100) == 4)
    #expect(timing.parentTime(at: 4) == 0)
  }

  @Test("10.1.12, pitfall 107: cumulative")
  func cumulative() {
    let timing = MediaTiming(duration: 1, repeatCount: 3)
    let times = [0.5, 1.5, 2.5]
    let to = animation(timing, from: 0, to: 10, cumulative: true)
    #expect(near(shown(to, times), [5, 15, 25]))
    let by = animation(timing, by: 10, cumulative: true)
    #expect(near(shown(by, times, model: 100), [105, 215, 325]))
    var there = timing
    there.autoreverses = true
    #expect(near(shown(animation(there, from: 0, to: 10, cumulative: true), [2.5]), [5]))
  }

  @Test("10.1: a child of a group runs in the group's time")
  func group() {
    let group = MediaTiming(duration: 2)
    let child = animation(MediaTiming(beginTime: 0.5, duration: 1), from: 0, to: 1)
    let values = [0.25, 0.5, 1, 1.4, 1.6].map { time -> Double in
      guard let moment = group.moment(at: time) else { return -1 }
      return (child.value(at: moment.time, over: number(0.5)) ?? number(0.5)).x
    }
    #expect(near(values, [0.5, 0, 0.5, 0.9, 0.5]))
  }
}

/// The values that an animation starts and ends with, over a model value of 0.5.
@Suite struct EndpointTests {
  @Test("10.3: from, to and by")
  func endpoints() {
    let timing = MediaTiming(duration: 1)
    func half(_ from: Double?, _ to: Double?, _ by: Double?) -> Double {
      shown(animation(timing, from: from, to: to, by: by), [0.5])[0]
    }
    #expect(near(half(0, 1, nil), 0.5))
    #expect(near(half(0, nil, 1), 0.5))
    #expect(near(half(0.2, nil, nil), 0.35))
    #expect(near(half(nil, 0.8, nil), 0.65))
    #expect(near(half(nil, nil, 0.3), 0.65))
    #expect(near(half(nil, 0.9, 0.3), 0.75))
    #expect(near(half(nil, nil, nil), 0.5))
  }

  @Test("10.3: by concatenates transforms")
  func transforms() {
    let (move, turn) = (
      CATransform3DMakeTranslation(10, 0, 0), CATransform3DMakeRotation(1, 0, 0, 1)
    )
    let animation = ValueAnimation(
      timing: MediaTiming(duration: 1, fillMode: .both),
      source: AnimationSource(from: nil, to: move, by: turn))
    let start = animation.value(at: 0, over: .identity) ?? .identity
    #expect(near(CATransform3DConcat(turn, start), move))
  }

  @Test("10.8, pitfall 103: additive animations do not hide the values below")
  func additive() {
    let added = animation(MediaTiming(duration: 1), from: 0, to: 1, additive: true)
    #expect(near(shown(added, [0.25, 2], model: 7), [7.25, 7]))
    let turn = CATransform3DMakeRotation(1, 0, 0, 1)
    let move = CATransform3DMakeTranslation(10, 0, 0)
    let transforms = ValueAnimation(
      timing: MediaTiming(duration: 1), source: AnimationSource(from: turn, to: turn, by: nil),
      isAdditive: true)
    #expect(transforms.value(at: 0, over: move) == CATransform3DConcat(turn, move))
  }

  @Test("10.3: a known base gives the same values")
  func resolved() {
    for (from, to, by) in [(0.2, nil, nil), (nil, 0.8, nil), (nil, nil, 0.3)]
      as [(Double?, Double?, Double?)]
    {
      var prepared = animation(MediaTiming(duration: 1), from: from, to: to, by: by)
      let before = shown(prepared, MediaTimingTests.times)
      prepared.source = prepared.source.resolved(over: number(0.5))
      #expect(near(shown(prepared, MediaTimingTests.times), before))
    }
  }
}
