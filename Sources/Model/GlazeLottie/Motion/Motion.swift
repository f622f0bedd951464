import Foundation
import GlazeGeometry
import GlazeLayers

/// The keyframes of a property, without its values.
struct Timing: Equatable {
  var frames: [Double]
  var easings: [KeyEasing]

  /// Returns the frames of several properties, each once: most move together.
  static func frames(of timings: [Timing]) -> [Double] {
    var result: [Double] = []
    for frame in timings.flatMap(\.frames).sorted() where frame != result.last {
      result.append(frame)
    }
    return result
  }
}

extension Track {
  /// nil for a property that stands still.
  var timing: Timing? { isAnimated ? Timing(frames: frames, easings: easings) : nil }
}

/// A value that is computed from properties.
struct Motion<Value: Blendable> {
  /// The frames of the keyframes of all properties.
  let frames: [Double]
  /// The keyframes, where interpolation between them gives the values.
  let exact: Track<Value>?
  let value: (Double) -> Value

  init(_ track: Track<Value>) {
    frames = track.frames
    exact = track
    value = track.value(at:)
  }

  /// Makes a value of properties.
  ///
  /// - Parameters:
  ///   - timings: the keyframes of the properties that move.
  ///   - tolerance: the largest error of keyframes that are called exact.
  ///   - value: the value at a frame of the composition.
  init(of timings: [Timing], tolerance: Double, _ value: @escaping (Double) -> Value) {
    self.value = value
    frames = Timing.frames(of: timings)
    guard let first = timings.first else {
      exact = Track(value(0))
      return
    }
    let isUniform = first.easings.allSatisfy { if case .lanes = $0 { false } else { true } }
    guard isUniform, timings.allSatisfy({ $0 == first }) else {
      exact = nil
      return
    }
    let track = Self.track(first, value)
    exact = Self.isExact(track, tolerance, value) ? track : nil
  }

  private static func track(_ timing: Timing, _ value: (Double) -> Value) -> Track<Value> {
    Track(
      keys: timing.frames.enumerated().map { index, frame in
        Keyframe(
          frame: frame, value: value(frame),
          easing: index < timing.easings.count ? timing.easings[index] : .linear)
      })
  }

  /// Returns whether interpolation gives the values in the middle of each segment, too.
  private static func isExact(
    _ track: Track<Value>, _ tolerance: Double, _ value: (Double) -> Value
  ) -> Bool {
    zip(track.keys, track.keys.dropFirst()).allSatisfy { a, b in
      guard b.frame > a.frame else { return false }
      return [0.25, 0.5, 0.8].allSatisfy { share in
        let own = value(a.frame + (b.frame - a.frame) * share)
        let fraction = a.easing.fractions(at: share).x
        return own.distance(toMixOf: a.value, b.value, at: fraction) <= tolerance
      }
    }
  }

  /// Returns a value of this one and of other properties.
  func combined<Other: Blendable>(
    with timings: [Timing], tolerance: Double, _ convert: @escaping (Value, Double) -> Other
  ) -> Motion<Other> {
    let value = value
    let own: [Timing]
    if let exact {
      own = exact.timing.map { [$0] } ?? []
    } else {
      // Timings that are unlike any other, so that the result is sampled.
      own = [Timing(frames: frames, easings: [.lanes([])])]
    }
    return Motion<Other>(of: own + timings, tolerance: tolerance) { convert(value($0), $0) }
  }

  var isAnimated: Bool { exact?.isAnimated ?? true }

  private init(frames: [Double], exact: Track<Value>?, value: @escaping (Double) -> Value) {
    (self.frames, self.exact, self.value) = (frames, exact, value)
  }

  /// Returns the same value, which is computed once for a frame: several styles and copies draw it.
  ///
  /// - Parameter frames: The most frames whose values are stored: one for those that ask for the
  ///   same frame one after another.
  func remembered(frames count: Int = 1024) -> Motion {
    guard isAnimated else { return self }
    let memory = FrameMemory(limit: count, count: \.count, value)
    return Motion(frames: frames, exact: exact, value: memory.value(at:))
  }
}

/// The values of a function at the last frames at which it was asked.
final class FrameMemory<Value> {
  private var values: [Double: Value] = [:]
  private var points = 0
  private let function: (Double) -> Value
  private let limit: Int
  private let count: (Value) -> Int

  /// The most points of all values: 3 MB.
  private static var mostPoints: Int { 1 << 16 }

  /// - Parameters:
  ///   - limit: the most values that are stored.
  ///   - count: the size of a value, in points of paths.
  init(
    limit: Int, count: @escaping (Value) -> Int, _ function: @escaping (Double) -> Value
  ) {
    (self.function, self.limit, self.count) = (function, limit, count)
  }

  func value(at frame: Double) -> Value {
    if let value = values[frame] { return value }
    let value = function(frame)
    if values.count >= limit || points > Self.mostPoints {
      values.removeAll(keepingCapacity: true)
      points = 0
    }
    points += count(value)
    values[frame] = value
    return value
  }
}

extension Motion where Value == ContourList {
  /// Contours that are never drawn.
  static var none: Motion<ContourList> { Motion(Track(ContourList([]))) }

  /// Returns changed contours, as far as the budget goes.
  ///
  /// - Parameter weight: how much longer the change takes than copying the contours.
  func changed(
    with timings: [Timing], tolerance: Double, _ budget: Budget, weight: Int = 1,
    _ convert: @escaping (ContourList, Double) -> ContourList
  ) -> Motion<ContourList> {
    // A motion takes as long as some frames of it.
    let count = timings.reduce(frames.count + 16) { $0 + $1.frames.count }
    guard budget.takeSteps(Self.stepsOfFrame * count) else { return .none }
    return combined(with: timings, tolerance: tolerance) { contours, frame in
      guard budget.takeSteps(contours, weight: weight) else { return contours }
      return convert(contours, frame)
    }
  }

  /// Sorting a frame takes as long as copying some vertices.
  private static var stepsOfFrame: Int { 4 }

  /// The contours of several shapes together; none beyond the budget.
  static func union(_ all: [Motion<ContourList>], _ budget: Budget) -> Motion<ContourList> {
    guard all.count != 1 else { return all[0] }
    let count = all.reduce(0) { $0 + $1.frames.count }
    guard budget.takeSteps(stepsOfFrame * count) else { return .none }
    let timings = all.compactMap { motion -> Timing? in
      if let exact = motion.exact { return exact.timing }
      return Timing(frames: motion.frames, easings: [.lanes([])])
    }
    return Motion(of: timings, tolerance: Animator.Tolerance.points) { frame in
      var contours: [Contour] = []
      for motion in all where !budget.isSpent {
        let shape = motion.value(frame)
        guard budget.takeSteps(shape) else { break }
        contours += shape.contours
      }
      return ContourList(contours)
    }
  }

  /// Returns the contours after a transform.
  func transformed(by t: LottieTransform, _ budget: Budget) -> Motion<ContourList> {
    guard t.isAnimated else {
      let matrix = t.matrix(at: 0)
      if matrix == .identity { return self }
      if let exact {
        guard exact.keys.allSatisfy({ budget.takeSteps($0.value) }) else { return .none }
        return Motion(exact.map { $0.transformed(by: matrix) })
      }
      return changed(with: [], tolerance: Animator.Tolerance.points, budget) { contours, _ in
        contours.transformed(by: matrix)
      }
    }
    // Rotations are not straight: only the check of the keyframes decides.
    let timing = Timing(frames: t.frames, easings: [.lanes([])])
    return changed(with: [timing], tolerance: Animator.Tolerance.points, budget) {
      $0.transformed(by: t.matrix(at: $1))
    }
  }
}

extension Animator {
  /// Sets a layer's property to a motion.
  func set<Value: Blendable>(
    _ keyPath: String, of layer: CALayer, to motion: Motion<Value>, on timeline: Timeline,
    tolerance: Double, _ convert: (Value) -> Any
  ) {
    if let track = motion.exact {
      set(keyPath, of: layer, to: track, on: timeline, tolerance: tolerance, convert)
    } else {
      sample(
        keyPath, of: layer, on: timeline, frames: motion.frames, tolerance: tolerance,
        motion.value, convert)
    }
  }

  /// Sets a shape's path to a motion.
  ///
  /// - Parameter isTrimmed: whether the layer draws a part of the path, by its length.
  func shape(
    _ layer: CAShapeLayer, _ motion: Motion<ContourList>, on timeline: Timeline,
    isTrimmed: Bool = false
  ) {
    if let track = motion.exact {
      shape(layer, track, on: timeline, isTrimmed: isTrimmed)
    } else {
      shape(
        "path", layer,
        samples(
          on: timeline, frames: motion.frames, tolerance: Tolerance.points, motion.value),
        isTrimmed: isTrimmed)
    }
  }
}
