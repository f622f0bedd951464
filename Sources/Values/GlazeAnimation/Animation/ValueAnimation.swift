package import GlazeGeometry

/// The source of an animation's values.
package enum AnimationSource<Value: Interpolatable>: Sendable {
  /// From one value to another.
  case span(Value.Span)
  /// From the value under the animation to a given value.
  case toValue(Value)
  /// From a given value to the value under the animation.
  case fromValue(Value)
  /// From the value under the animation to its sum with a given value.
  case byValue(Value)
  case keyframes(Keyframes<Value>)
  /// Along a path.
  case motion(PathMotion)
  /// The value under the animation is unchanged.
  case nothing

  /// Makes the source for the three values of a basic animation.
  package init(from: Value?, to: Value?, by: Value?) {
    switch (from, to, by) {
    case (let from?, let to?, _): self = .span(Value.span(from, to))
    case (let from?, nil, let by?): self = .span(Value.span(from, by.added(to: from)))
    case (nil, let to?, let by?): self = .span(Value.span(to.removing(by), to))
    case (let from?, nil, nil): self = .fromValue(from)
    case (nil, let to?, nil): self = .toValue(to)
    case (nil, nil, let by?): self = .byValue(by)
    case (nil, nil, nil): self = .nothing
    }
  }

  /// The same source, prepared for a base that never changes.
  package func resolved(over base: Value) -> AnimationSource {
    switch self {
    case .toValue(let value): .span(Value.span(base, value))
    case .fromValue(let value): .span(Value.span(value, base))
    case .byValue(let value): .span(Value.span(base, value.added(to: base)))
    case .span, .keyframes, .motion, .nothing: self
    }
  }

  /// The value at a fraction of the way.
  func value(at fraction: Double, over base: Value) -> Value {
    switch self {
    case .span(let span): return span.value(at: fraction)
    case .keyframes(let keys): return keys.value(at: fraction)
    case .motion(let motion): return Value(motion.place(at: fraction)) ?? base
    case .toValue(let value): return base.mixed(with: value, at: fraction)
    case .fromValue(let value): return value.mixed(with: base, at: fraction)
    case .byValue(let value): return base.mixed(with: value.added(to: base), at: fraction)
    case .nothing: return base
    }
  }
}

/// An animation of one value: its timing, its easing and its values.
package struct ValueAnimation<Value: Interpolatable>: Sendable {
  package var timing: MediaTiming
  package var easing: Easing
  package var source: AnimationSource<Value>
  /// Whether the value is added to the value under the animation.
  package var isAdditive: Bool
  /// Whether each cycle adds to the result of the previous cycles.
  package var isCumulative: Bool

  package init(
    timing: MediaTiming, easing: Easing = .linear, source: AnimationSource<Value>,
    isAdditive: Bool = false, isCumulative: Bool = false
  ) {
    self.timing = timing
    self.easing = easing
    self.source = source
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
  }

  /// The value at a time; nil when the animation has no effect then.
  ///
  /// - Parameters:
  ///   - time: the time of the layer, or of the group that contains the animation.
  ///   - base: the value under the animation: the model's value, or that of earlier animations.
  package func value(at time: Double, over base: Value) -> Value? {
    guard let moment = timing.moment(at: time) else { return nil }
    let value = value(at: moment, over: base)
    return isAdditive ? value.added(to: base) : value
  }

  /// The animation's own value, before it is added.
  package func value(at moment: MediaTiming.Moment, over base: Value) -> Value {
    let progress = easing.progress(at: moment, duration: timing.duration)
    var value = source.value(at: progress, over: base)
    if isCumulative, moment.cycle > 0 {
      let cycleEnd = endOfCycle(over: base)
      // The limit is beyond what is visible; more cycles would take too long to concatenate.
      for _ in 0..<Int(clamping: min(moment.cycle, 100_000)) { value = cycleEnd.added(to: value) }
    }
    return value
  }

  /// The distance from the times at which a value changes that is far above rounding errors, in
  /// seconds of the parent.
  private var margin: Double { max(1e-6, 1e-8 / Double(abs(timing.speed))) }

  /// The times around a time between which the value stays the same, over the same base; nil where
  /// it changes, and close to a change.
  ///
  /// - Parameter time: as for `value(at:over:)`.
  package func steadyTimes(around time: Double) -> ClosedRange<Double>? {
    if time.isNaN || timing.beginTime.isNaN { return nil }
    if time < timing.beginTime { return -.infinity...timing.beginTime.nextDown }
    if timing.speed == 0 { return timing.beginTime...(.infinity) }
    let end = timing.endTime
    if time > end + margin { return (end + margin)...(.infinity) }
    guard case .keyframes(let keys) = source, case .linear = easing, timing.speed > 0,
      !timing.autoreverses, let moment = timing.moment(at: time),
      let fractions = keys.steadyFractions(around: moment.fraction)
    else { return nil }
    let length = timing.duration / Double(timing.speed)
    let begin = time - (moment.fraction - fractions.lowerBound) * length
    let first = max(begin, timing.beginTime) + margin
    let last = min(time + (fractions.upperBound - moment.fraction) * length, end) - margin
    return first <= time && time <= last ? first...last : nil
  }

  private func endOfCycle(over base: Value) -> Value {
    let fraction = timing.autoreverses ? 0.0 : 1.0
    let moment = MediaTiming.Moment(
      time: fraction * timing.duration, fraction: fraction, cycle: 0)
    return source.value(at: easing.progress(at: moment, duration: timing.duration), over: base)
  }
}

// The same as `value(at:over:)`, compiled for each kind of value.

extension ValueAnimation<SIMD4<Double>> {
  package func numbers(at time: Double, over base: SIMD4<Double>) -> SIMD4<Double>? {
    value(at: time, over: base)
  }
}

extension ValueAnimation<CATransform3D> {
  package func matrix(at time: Double, over base: CATransform3D) -> CATransform3D? {
    value(at: time, over: base)
  }
}

extension ValueAnimation<ObjectValue> {
  package func object(at time: Double, over base: ObjectValue) -> ObjectValue? {
    value(at: time, over: base)
  }
}
