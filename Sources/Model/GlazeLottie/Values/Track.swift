import Foundation
import GlazeAnimation
import GlazeGeometry

/// The way from a keyframe to the next one.
enum KeyEasing: Equatable {
  case hold
  case linear
  case curve(SIMD4<Double>)
  /// A curve for each dimension.
  case lanes([SIMD4<Double>])

  private static let straight = SIMD4<Double>(0, 0, 1, 1)

  /// Reads the handles of a keyframe; `out` belongs to it, `in` to the end of the segment.
  init(out: LottieNode?, in arriving: LottieNode?) {
    guard let outX = out?["x"]?.numbers, let outY = out?["y"]?.numbers,
      let inX = arriving?["x"]?.numbers, let inY = arriving?["y"]?.numbers,
      !outX.isEmpty, !outY.isEmpty, !inX.isEmpty, !inY.isEmpty
    else {
      self = .linear
      return
    }
    let count = min(max(outX.count, outY.count, inX.count, inY.count), 3)
    func lane(_ list: [Double], _ index: Int) -> Double { list[min(index, list.count - 1)] }
    let curves = (0..<count).map { index in
      SIMD4(
        min(max(lane(outX, index), 0), 1), lane(outY, index),
        min(max(lane(inX, index), 0), 1), lane(inY, index))
    }
    if curves.allSatisfy({ $0 == curves[0] }) {
      let c = curves[0]
      self = c.x == c.y && c.z == c.w ? .linear : .curve(c)
    } else {
      self = .lanes(curves)
    }
  }

  /// Returns the fractions of the way for each dimension.
  func fractions(at t: Double) -> SIMD4<Double> {
    switch self {
    case .hold: return .zero
    case .linear: return SIMD4(repeating: t)
    case .curve(let c): return SIMD4(repeating: Self.value(c, t))
    case .lanes(let curves):
      var result = SIMD4<Double>(repeating: 0)
      for lane in 0..<4 { result[lane] = Self.value(curves[min(lane, curves.count - 1)], t) }
      return result
    }
  }

  static func value(_ c: SIMD4<Double>, _ t: Double) -> Double {
    TimingFunction(Float(c.x), Float(c.y), Float(c.z), Float(c.w)).value(at: t)
  }

  /// The easing of one dimension.
  func lane(_ index: Int) -> KeyEasing {
    guard case .lanes(let curves) = self else { return self }
    let c = curves[min(index, curves.count - 1)]
    return c.x == c.y && c.z == c.w ? .linear : .curve(c)
  }

  /// The easing in the other direction of time.
  var reversed: KeyEasing {
    func turn(_ c: SIMD4<Double>) -> SIMD4<Double> { SIMD4(1 - c.z, 1 - c.w, 1 - c.x, 1 - c.y) }
    switch self {
    case .hold, .linear: return self
    case .curve(let c): return .curve(turn(c))
    case .lanes(let curves): return .lanes(curves.map(turn))
    }
  }
}

/// A value and its time, in frames of its composition.
struct Keyframe<Value: Blendable> {
  var frame: Double
  var value: Value
  /// The way to the next keyframe.
  var easing = KeyEasing.linear
  /// The control points of the motion to the next keyframe, relative to this and to the next one;
  /// nil for a straight line.
  var tangents: (out: Vector, in: Vector)?
}

/// A property: a value, or keyframes in the order of time.
struct Track<Value: Blendable> {
  var keys: [Keyframe<Value>]

  init(_ value: Value) { keys = [Keyframe(frame: 0, value: value)] }

  init(keys: [Keyframe<Value>]) { self.keys = keys }

  var isAnimated: Bool { keys.count > 1 }

  /// The first value, which a static property always has.
  var first: Value { keys[0].value }

  var frames: [Double] { isAnimated ? keys.map(\.frame) : [] }

  var easings: [KeyEasing] { keys.dropLast().map(\.easing) }

  func value(at frame: Double) -> Value {
    guard isAnimated, frame >= keys[0].frame else { return keys[0].value }
    var (low, high) = (0, keys.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].frame <= frame { low = middle } else { high = middle }
    }
    guard low + 1 < keys.count else { return keys[low].value }
    let (a, b) = (keys[low], keys[low + 1])
    let length = b.frame - a.frame
    let t = length > 0 ? (frame - a.frame) / length : 0
    let fractions = a.easing.fractions(at: t)
    if let tangents = a.tangents, let from = a.value as? Vector, let to = b.value as? Vector,
      let value = Self.along(from, from + tangents.out, to + tangents.in, to, fractions.x) as? Value
    {
      return value
    }
    return a.value.mixed(with: b.value, at: fractions)
  }

  private static func along(
    _ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector, _ t: Double
  ) -> Vector {
    // Motion along a curve is as fast as its easing says: the share is one of the length.
    let t = parameter(Curve(from: p0, p1, p2, to: p3), at: t)
    let s = 1 - t
    let first = p0 * (s * s * s) + p1 * (3 * s * s * t)
    let second = p2 * (3 * s * t * t) + p3 * (t * t * t)
    return first + second
  }

  /// Returns the parameter of a curve at a share of its length; beyond its ends, the share itself.
  private static func parameter(_ curve: Curve, at share: Double) -> Double {
    guard share > 0, share < 1 else { return share }
    let lengths = curve.lengths
    guard let length = lengths.last, length > 0 else { return share }
    return Curve.parameter(atLength: share * length, lengths)
  }

  /// Returns the track of converted values; exact only for conversions that keep straight lines.
  func map<Other: Blendable>(_ convert: (Value) -> Other) -> Track<Other> {
    Track<Other>(
      keys: keys.map {
        Keyframe(frame: $0.frame, value: convert($0.value), easing: $0.easing)
      })
  }
}

extension Track where Value == Vector {
  /// The track of one dimension.
  func lane(_ index: Int) -> Track<Double> {
    Track<Double>(
      keys: keys.map {
        Keyframe(frame: $0.frame, value: $0.value[index], easing: $0.easing.lane(index))
      })
  }

  /// Whether all dimensions have the same timing.
  var isUniform: Bool {
    keys.allSatisfy { if case .lanes = $0.easing { false } else { true } }
  }

  var isCurved: Bool { keys.contains { $0.tangents != nil } }

  /// Whether shares of the parameter of each curve are shares of its length, except for an error in
  /// points.
  func isEven(tolerance: Double) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { a, b in
      guard let tangents = a.tangents else { return true }
      let curve = Curve(
        from: a.value, a.value + tangents.out, b.value + tangents.in, to: b.value)
      let lengths = curve.lengths
      guard let length = lengths.last, length > 0 else { return true }
      return (1..<8).allSatisfy { step in
        let share = Double(step) / 8
        let even = curve.point(at: Curve.parameter(atLength: share * length, lengths))
        return (even - curve.point(at: share)).length <= tolerance
      }
    }
  }
}

extension Track where Value == Vector {
  /// Returns the direction of the motion at a frame, in radians; where the position stands still,
  /// that of the motion before it, or else of the first one.
  func heading(at frame: Double) -> Double {
    guard isAnimated else { return 0 }
    let last = keys.count - 2
    let current = min(max((keys.firstIndex { $0.frame > frame } ?? keys.count) - 1, 0), last)
    for index in Array((0...current).reversed()) + Array(current...last) {
      let inside = min(max(frame, keys[index].frame), keys[index + 1].frame)
      let way = direction(at: inside, from: index)
      if way != .zero { return atan2(way.y, way.x) }
    }
    return 0
  }

  /// The direction at a frame of the segment that a keyframe starts; zero where nothing moves.
  private func direction(at frame: Double, from index: Int) -> SIMD2<Double> {
    let (a, b) = (keys[index], keys[index + 1])
    let length = b.frame - a.frame
    guard a.easing != .hold, length > 0 else { return .zero }
    let tangents = a.tangents ?? (.zero, .zero)
    let curve = Curve(from: a.value, a.value + tangents.out, b.value + tangents.in, to: b.value)
    let share = a.easing.fractions(at: (frame - a.frame) / length).x
    let t = Self.parameter(curve, at: min(max(share, 0), 1))
    return t < 1 ? curve.part(from: t, to: 1).startDirection : curve.endDirection
  }
}
