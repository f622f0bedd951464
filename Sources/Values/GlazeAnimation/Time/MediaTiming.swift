import Foundation

/// The values that are visible before an animation begins and after it ends.
package enum FillMode: UInt8, Sendable, CaseIterable {
  case removed, forwards, backwards, both

  /// Whether the first value is visible before the start.
  package var showsBefore: Bool { self == .backwards || self == .both }
  /// Whether the last value is visible after the end.
  package var showsAfter: Bool { self == .forwards || self == .both }
}

/// How the time of a layer or of an animation runs within its parent's time.
///
/// **Units**: seconds. Parent time is that of the superlayer for a layer, that of the layer for an
/// animation, and that of the group for an animation in a group.
///
/// Observed: Apple header CAMediaTiming.h; the rules at starts, ends and boundaries were measured
/// on Apple's QuartzCore by public test suites, unless a comment names Glaze's own choice.
package struct MediaTiming: Sendable, Equatable {
  /// The start, in parent time.
  package var beginTime = 0.0
  /// The length of one cycle, in local time; infinite for layers.
  package var duration = 0.0
  /// The position in the first cycle at which it begins; wraps around.
  package var timeOffset = 0.0
  /// The total length, in local time; 0 leaves that to `repeatCount`.
  package var repeatDuration = 0.0
  /// The number of cycles, which may be fractional; 0 is one.
  package var repeatCount: Float = 0
  /// Local seconds per parent second; negative plays backward, 0 stands still.
  package var speed: Float = 1
  /// Whether each cycle runs forward and backward.
  package var autoreverses = false
  package var fillMode = FillMode.removed

  /// Makes a layer's default timing, apart from the duration of 0.
  package init(
    beginTime: Double = 0, duration: Double = 0, speed: Float = 1, timeOffset: Double = 0,
    repeatCount: Float = 0, repeatDuration: Double = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  // MARK: Layers

  /// Whether local time is parent time.
  package var isIdentity: Bool { beginTime == 0 && speed == 1 && timeOffset == 0 && !hasCycles }

  /// Whether a layer's time runs in cycles, because its cycle has an end.
  package var hasCycles: Bool { duration > 0 && duration.isFinite }

  /// The local time of a layer: 0 before it begins.
  ///
  /// A layer with cycles passes through them as an animation does, and stops at its end after the
  /// last.
  package func localTime(at parentTime: Double) -> Double {
    if isIdentity { return parentTime }
    if parentTime < beginTime { return 0 }
    if hasCycles {
      var filling = self
      filling.fillMode = .both
      return filling.moment(at: parentTime)?.time ?? 0
    }
    // This avoids 0 times infinity.
    if speed == 0 { return timeOffset }
    return (parentTime - beginTime) * Double(speed) + timeOffset
  }

  /// The parent time of a layer at a local time, in its first cycle: 0 for a layer that stands
  /// still.
  package func parentTime(at localTime: Double) -> Double {
    if isIdentity { return localTime }
    guard speed != 0 else { return 0 }
    return (localTime - timeOffset) / Double(speed) + beginTime
  }

  /// Whether a layer is present at a parent time: from its start until its last cycle ends, and
  /// before and after that if the fill mode specifies it.
  package func isThere(at parentTime: Double) -> Bool {
    if parentTime < beginTime - Self.leastBegin { return fillMode.showsBefore }
    return fillMode.showsAfter || !hasCycles || parentTime < endTime
  }

  /// Smaller start times count as 0: AVFoundation represents a start at zero as 1e-100.
  private static let leastBegin = 1e-9

  /// The parent times at which a layer appears and disappears; infinity for none.
  package var comes: Double {
    fillMode.showsBefore || abs(beginTime) <= Self.leastBegin ? .infinity : beginTime
  }
  package var goes: Double { fillMode.showsAfter || !hasCycles ? .infinity : endTime }

  // MARK: Animations

  /// The length of a cycle, forward and backward, in local time.
  package var period: Double { autoreverses ? duration * 2 : duration }

  /// The length of its active time, in local time; may be infinite.
  ///
  /// When both are set, `repeatDuration` takes precedence over `repeatCount`; Apple leaves that
  /// undefined.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return repeatCount > 0 ? Double(repeatCount) * period : period
  }

  /// The end, in parent time; may be infinite.
  package var endTime: Double {
    guard speed != 0 else { return .infinity }
    return beginTime + max(activeDuration, 0) / Double(abs(speed))
  }

  /// The position of an animation in its cycles.
  package struct Moment: Sendable, Equatable {
    /// The time in the cycle, reversed on the way back; 0 to the duration, in local time.
    package var time: Double
    /// The same position as a fraction of the duration.
    package var fraction: Double
    /// The number of completed cycles.
    package var cycle: Double
    /// Whether it is only visible because of the fill mode.
    package var isFilling = false
  }

  /// The position of an animation at a parent time; nil when it has no effect then.
  ///
  /// - Parameter parentTime: NaN where the parent has no time, such as a group outside of its
  ///   active time.
  package func moment(at parentTime: Double) -> Moment? {
    if parentTime.isNaN { return nil }
    let active = activeDuration
    var elapsed = (parentTime - beginTime) * Double(speed)
    if speed == 0 { elapsed = 0 }
    if parentTime < beginTime {
      guard fillMode.showsBefore else { return nil }
      return moment(elapsed: 0, active: active, isFilling: true)
    }
    // An end that is only missed by rounding is the end.
    if abs(elapsed) > active + Self.rounding {
      guard fillMode.showsAfter else { return nil }
      return moment(elapsed: elapsed < 0 ? -active : active, active: active, isFilling: true)
    }
    return moment(elapsed: elapsed, active: active, isFilling: false)
  }

  /// The tolerance: shorter than any intended time, longer than the rounding errors of adding
  /// seconds.
  private static let rounding = 1e-9

  private func moment(elapsed: Double, active: Double, isFilling: Bool) -> Moment {
    let period = self.period
    guard period > 0 else {
      return Moment(time: max(duration, 0), fraction: 1, cycle: 0, isFilling: isFilling)
    }
    let position = elapsed + timeOffset
    guard period.isFinite else {
      return Moment(time: max(position, 0), fraction: 0, cycle: 0, isFilling: isFilling)
    }
    var cycle = (position / period).rounded(.down)
    var time = position - cycle * period
    // A boundary that was missed by rounding belongs to the next cycle.
    if time > period - Self.rounding, period > 2 * Self.rounding {
      time = 0
      cycle += 1
    }
    let isAtEnd = elapsed > 0 && elapsed >= active - Self.rounding
    if time < Self.rounding, isAtEnd || (speed == 0 && timeOffset > 0) {
      // The last cycle is closed: its end is visible, not the start of another one.
      time = period
      cycle -= 1
    }
    if autoreverses, time > duration { time = 2 * duration - time }
    return Moment(
      time: time, fraction: time / duration, cycle: max(cycle, 0), isFilling: isFilling)
  }
}
