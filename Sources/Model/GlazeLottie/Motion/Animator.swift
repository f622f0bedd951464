import Foundation
import GlazeGeometry
import GlazeLayers

/// Gives layers the animations of properties.
///
/// Keyframes of a composition whose time runs evenly become the keyframes of an animation, with the
/// same timing functions. Others are sampled.
struct Animator {
  let sampler: Sampler

  var duration: Double { sampler.duration }

  /// The largest errors of sampled values.
  enum Tolerance {
    static let points = 0.1
    static let colors = 1.0 / 255
    static let degrees = 0.05
    static let fractions = 0.0005
  }

  /// A key of an animation: a time in seconds, a value, and the way to the next key.
  struct Key {
    var time: Double
    var value: Any
    var easing = KeyEasing.linear
  }

  // MARK: Tracks

  /// Sets a layer's property to a track.
  ///
  /// - Parameters:
  ///   - tolerance: the largest error where the track must be sampled.
  ///   - convert: returns the property's value; it must keep straight lines.
  func set<Value: Blendable>(
    _ keyPath: String, of layer: CALayer, to track: Track<Value>, on timeline: Timeline,
    tolerance: Double, _ convert: (Value) -> Any
  ) {
    guard track.isAnimated, sampler.budget.takeValues(track.keys.count * track.first.count) else {
      layer.setValue(convert(track.first), forKeyPath: keyPath)
      return
    }
    let isUniform = track.easings.allSatisfy { if case .lanes = $0 { false } else { true } }
    let isStraight = track.keys.allSatisfy { $0.tangents == nil }
    guard isUniform, isStraight, let keys = keys(track, on: timeline, convert) else {
      sample(
        keyPath, of: layer, on: timeline, frames: track.frames, tolerance: tolerance,
        track.value(at:), convert)
      return
    }
    add(keys, keyPath, to: layer)
  }

  /// Returns the keys of a track in the document's seconds; nil where time is remapped.
  private func keys<Value: Blendable>(
    _ track: Track<Value>, on timeline: Timeline, _ convert: (Value) -> Any
  ) -> [Key]? {
    guard let linear = timeline.linear else { return nil }
    guard abs(linear.rate) > 1e-9 else {
      return [Key(time: 0, value: convert(track.value(at: linear.offset)))]
    }
    var keys = track.keys.map {
      Key(
        time: ($0.frame - linear.offset) / linear.rate, value: convert($0.value), easing: $0.easing)
    }
    if linear.rate < 0 { keys = Self.reversed(keys) }
    return keys
  }

  /// Returns keys in the other direction of time.
  private static func reversed(_ keys: [Key]) -> [Key] {
    var result: [Key] = []
    for index in keys.indices.reversed() {
      var key = keys[index]
      let easing = index > 0 ? keys[index - 1].easing : .linear
      key.easing = easing.reversed
      result.append(key)
      // Backward, a held value lasts from the start of its successor on.
      if index > 0, easing == .hold {
        result[result.count - 1].easing = .linear
        result.append(Key(time: key.time, value: keys[index - 1].value, easing: .hold))
      }
    }
    return result
  }

  // MARK: Functions

  /// Sets a layer's property to a function of a composition's frames, which is sampled.
  ///
  /// - Parameter frames: the frames at which the function has corners.
  func sample<Value: Blendable>(
    _ keyPath: String, of layer: CALayer, on timeline: Timeline, frames: [Double],
    tolerance: Double, _ function: (Double) -> Value, _ convert: (Value) -> Any
  ) {
    let samples = samples(on: timeline, frames: frames, tolerance: tolerance, function)
    add(samples.map { Key(time: $0.time, value: convert($0.value)) }, keyPath, to: layer)
  }

  /// Returns the samples of a function of a composition's frames.
  func samples<Value: Blendable>(
    on timeline: Timeline, frames: [Double], tolerance: Double, _ function: (Double) -> Value
  ) -> [TimedValue<Value>] {
    let breaks = timeline.breaks + frames.compactMap { timeline.seconds(at: $0) }
    let all = sampler.sample(breaks: breaks, tolerance: tolerance) {
      function(timeline.frame(at: $0))
    }
    guard let first = all.first, all.contains(where: { $0.value != first.value }) else {
      return Array(all.prefix(1))
    }
    return all
  }

  // MARK: Animations

  /// Adds the animation of keys; sets a value that does not change.
  func add(_ keys: [Key], _ keyPath: String, to layer: CALayer) {
    guard let first = keys.first else { return }
    guard keys.count > 1, let window = window(of: keys) else {
      layer.setValue(shown(keys) ?? first.value, forKeyPath: keyPath)
      return
    }
    layer.setValue(first.value, forKeyPath: keyPath)
    layer.add(animation(keys, keyPath, window), forKey: keyPath)
  }

  /// Returns the only value of keys that lie outside of the document.
  private func shown(_ keys: [Key]) -> Any? {
    keys.last { $0.time <= 0 }?.value
  }

  /// The part of the document in which keys change the value; nil when they never do.
  private func window(of keys: [Key]) -> Range<Double>? {
    let begin = max(keys[0].time, 0)
    let end = min(keys[keys.count - 1].time, duration)
    return begin < end ? begin..<end : nil
  }

  private func animation(
    _ keys: [Key], _ keyPath: String, _ window: Range<Double>
  ) -> CAPropertyAnimation {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    Self.time(animation, in: window)
    let length = window.upperBound - window.lowerBound
    /// A value that jumps at a frame does so a microsecond earlier, because the time of the frame can
    /// be rounded down.
    func fraction(_ index: Int) -> Double {
      let jumps = index > 0 && keys[index - 1].easing == .hold
      return (keys[index].time - (jumps ? 1e-6 : 0) - window.lowerBound) / length
    }
    var times: [Double] = []
    var values: [Any] = []
    var functions: [CAMediaTimingFunction] = []
    if keys.dropLast().allSatisfy({ $0.easing == .hold }) {
      animation.calculationMode = .discrete
      // A key of discrete values is one more time: the end of the last value.
      for (index, key) in keys.enumerated() {
        // A time before the cycle is its start.
        times.append(max(fraction(index), 0))
        values.append(key.value)
      }
    } else {
      for (index, key) in keys.enumerated() {
        times.append(fraction(index))
        values.append(key.value)
        guard index + 1 < keys.count else { break }
        functions.append(Self.function(key.easing))
        if key.easing == .hold {
          times.append(fraction(index + 1))
          values.append(key.value)
          functions.append(CAMediaTimingFunction(name: .linear))
        }
      }
      if functions.contains(where: { $0 != CAMediaTimingFunction(name: .linear) }) {
        animation.timingFunctions = functions
      }
    }
    animation.keyTimes = times.map { NSNumber(value: $0) }
    animation.values = values
    return animation
  }

  /// Gives an animation its time, and keeps its values before and after it.
  static func time(_ animation: CAAnimation, in window: Range<Double>) {
    animation.beginTime = window.lowerBound
    animation.duration = window.upperBound - window.lowerBound
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
  }

  static func function(_ easing: KeyEasing) -> CAMediaTimingFunction {
    guard case .curve(let c) = easing else { return CAMediaTimingFunction(name: .linear) }
    return CAMediaTimingFunction(controlPoints: Float(c.x), Float(c.y), Float(c.z), Float(c.w))
  }
}

extension Animator {
  /// Moves a layer along a track of positions.
  ///
  /// - Parameter turns: whether the layer's x axis follows the motion.
  func move(_ layer: CALayer, along track: Track<Vector>, on timeline: Timeline, turns: Bool) {
    guard turns || track.isCurved, track.isEven(tolerance: Tolerance.points), track.isUniform,
      let linear = timeline.linear, linear.rate > 1e-9
    else {
      set("position", of: layer, to: track, on: timeline, tolerance: Tolerance.points) { $0.point }
      if turns { turn(layer, frames: track.frames, on: timeline, track.heading(at:)) }
      return
    }
    let keys = track.keys.map { ($0, ($0.frame - linear.offset) / linear.rate) }
    let begin = max(keys[0].1, 0)
    let end = min(keys[keys.count - 1].1, duration)
    layer.position = track.value(at: timeline.frame(at: 0)).point
    guard begin < end else { return }
    let animation = CAKeyframeAnimation(keyPath: "position")
    Self.time(animation, in: begin..<end)
    let path = CGMutablePath()
    var times = [(keys[0].1 - begin) / (end - begin)]
    var functions: [CAMediaTimingFunction] = []
    path.move(to: track.keys[0].value.point)
    for ((a, _), (b, time)) in zip(keys, keys.dropFirst()) {
      functions.append(Self.function(a.easing))
      times.append((time - begin) / (end - begin))
      if a.easing == .hold {
        path.addLine(to: a.value.point)
        path.addLine(to: b.value.point)
        functions.append(Self.function(.linear))
        times.append((time - begin) / (end - begin))
      } else if let tangents = a.tangents {
        path.addCurve(
          to: b.value.point, control1: (a.value + tangents.out).point,
          control2: (b.value + tangents.in).point)
      } else {
        path.addLine(to: b.value.point)
      }
    }
    animation.path = path
    animation.keyTimes = times.map { NSNumber(value: $0) }
    animation.timingFunctions = functions
    if turns { animation.rotationMode = .rotateAuto }
    layer.add(animation, forKey: "position")
  }

  /// Turns a layer's x axis to headings, in radians.
  func turn(
    _ layer: CALayer, frames: [Double], on timeline: Timeline, _ heading: (Double) -> Double
  ) {
    sample(
      "transform", of: layer, on: timeline, frames: frames, tolerance: Tolerance.points
    ) {
      PlaneMatrix(t: CGAffineTransform(rotationAngle: heading($0)))
    } _: {
      CATransform3DMakeAffineTransform($0.t)
    }
  }

  /// Sets a shape's path to contours that change with time; where their number of points changes,
  /// another animation takes over.
  func shape(
    _ keyPath: String = "path", _ layer: CALayer, _ samples: [TimedValue<ContourList>],
    isTrimmed: Bool = false
  ) {
    guard samples.count > 1 else {
      if let first = samples.first { layer.setValue(first.value.path(), forKeyPath: keyPath) }
      return
    }
    layer.setValue(samples[0].value.path(isAnimated: true), forKeyPath: keyPath)
    var runs: [[TimedValue<ContourList>]] = []
    for sample in samples {
      if let last = runs.last?.last, last.value.hasElements(of: sample.value) {
        runs[runs.count - 1].append(sample)
      } else {
        runs.append([sample])
      }
    }
    for (index, run) in runs.enumerated() {
      let values = isTrimmed ? ContourList.even(run.map(\.value)) : run.map(\.value)
      let first = values[0].path(isAnimated: true)
      var keys = zip(run, values).map { Key(time: $0.time, value: $1.path(like: first)) }
      // A value alone lasts until the next one.
      if keys.count == 1 {
        let end = index + 1 < runs.count ? runs[index + 1][0].time : duration
        keys.append(Key(time: max(end, keys[0].time + 1e-4), value: keys[0].value))
      }
      // The time of a frame can be rounded down.
      if index > 0 { keys[0].time -= 1e-6 }
      guard let window = window(of: keys) else { continue }
      let animation = animation(keys, keyPath, window)
      if index > 0 { animation.fillMode = .forwards }
      layer.add(animation, forKey: index == 0 ? keyPath : "\(keyPath).\(index)")
    }
  }

  /// Sets a shape's path to exact keyframes, if their contours have the same points.
  func shape(
    _ layer: CAShapeLayer, _ track: Track<ContourList>, on timeline: Timeline,
    isTrimmed: Bool = false
  ) {
    guard sampler.budget.takeValues(track.first.count) else { return }
    guard track.isAnimated else {
      layer.path = track.first.path()
      return
    }
    let isEven = zip(track.keys, track.keys.dropFirst()).allSatisfy {
      $0.easing == .hold || $0.value.hasElements(of: $1.value)
    }
    let hasHolds = track.easings.contains(.hold)
    let isAlike = track.keys.allSatisfy { $0.value.hasElements(of: track.first) }
    if timeline.linear != nil, isAlike || (isEven && !hasHolds), track.isInterpolated {
      var track = track
      if isTrimmed {
        for (index, value) in ContourList.even(track.keys.map(\.value)).enumerated() {
          track.keys[index].value = value
        }
      }
      set("path", of: layer, to: track, on: timeline, tolerance: Tolerance.points) {
        $0.path(isAnimated: true)
      }
      return
    }
    shape(
      "path", layer,
      samples(
        on: timeline, frames: track.frames, tolerance: Tolerance.points, track.value(at:)),
      isTrimmed: isTrimmed)
  }
}

extension Track where Value == ContourList {
  /// Whether Core Animation interpolates the contours as the document does.
  fileprivate var isInterpolated: Bool {
    zip(keys, keys.dropFirst()).allSatisfy { a, b in
      a.easing == .hold
        || [0.25, 0.5, 0.75].allSatisfy { fraction in
          a.value.mixed(with: b.value, at: SIMD4(repeating: fraction))
            .distance(toMixOf: a.value, b.value, at: fraction) <= Animator.Tolerance.points
        }
    }
  }
}
