import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// The transform of a layer or a group: anchor, scale, skew, rotation, position and opacity.
struct LottieTransform {
  var anchor: Track<Vector>
  var position: Track<Vector>
  /// The dimensions of a position whose keyframes differ; nil when `position` has them.
  var separate: [Track<Double>]?
  /// In parts of 1.
  var scale: Track<Vector>
  /// In radians.
  var rotation: Track<Double>
  /// Rotations about x and y, and the orientation, in radians; nil in two dimensions.
  var tilt: (x: Track<Double>, y: Track<Double>, orientation: Track<Vector>)?
  var skew: Track<Double>
  var skewAxis: Track<Double>
  /// In parts of 1.
  var opacity: Track<Double>

  /// - Parameter isDeep: whether the layer has three dimensions.
  init(_ node: LottieNode?, _ reader: PropertyReader, isDeep: Bool = false) {
    func angle(_ key: String) -> Track<Double> {
      reader.track(node?[key], 0.0).map { $0 * .pi / 180 }
    }
    anchor = reader.track(node?["a"], Vector.zero)
    scale = reader.track(node?["s"], Vector(100, 100, 100)).map { $0 / 100 }
    rotation = node?["rz"] != nil ? angle("rz") : angle("r")
    skew = angle("sk")
    skewAxis = angle("sa")
    opacity = reader.track(node?["o"], 100.0).map { min(max($0 / 100, 0), 1) }
    position = Track(.zero)
    if let p = node?["p"].map(reader.resolved) {
      if p.isTrue("s") || (p["x"] != nil && p["x"]?.kind == .object) {
        separate = [
          reader.track(p["x"], 0), reader.track(p["y"], 0),
          isDeep ? reader.track(p["z"], 0) : Track(0),
        ]
        joinDimensions()
      } else {
        position = reader.track(p, Vector.zero)
      }
    }
    if isDeep {
      tilt = (
        angle("rx"), angle("ry"), reader.track(node?["or"], Vector.zero).map { $0 * .pi / 180 }
      )
    }
  }

  /// Replaces dimensions that do not move by a position.
  private mutating func joinDimensions() {
    guard let lanes = separate, lanes.allSatisfy({ !$0.isAnimated }) else { return }
    position = Track(Vector(lanes[0].first, lanes[1].first, lanes[2].first))
    separate = nil
  }

  // MARK: Values

  func position(at frame: Double) -> Vector {
    guard let lanes = separate else { return position.value(at: frame) }
    return Vector(lanes[0].value(at: frame), lanes[1].value(at: frame), lanes[2].value(at: frame))
  }

  /// The frames at which the dimensions of the plane change their motion, in order.
  var flatFrames: [Double] { Timing.frames(of: (separate ?? []).prefix(2).compactMap(\.timing)) }

  /// The direction of the motion in the plane at a frame, in radians; where the position stands
  /// still, that of the motion before, or else of the first one.
  var heading: (Double) -> Double {
    guard separate != nil else { return position.heading(at:) }
    let frames = flatFrames
    return { heading(at: $0, between: frames) }
  }

  private func heading(at frame: Double, between frames: [Double]) -> Double {
    guard frames.count > 1 else { return 0 }
    let last = frames.count - 2
    let current = min(max((frames.firstIndex { $0 > frame } ?? frames.count) - 1, 0), last)
    for index in Array((0...current).reversed()) + Array(current...last) {
      let (begin, end) = (frames[index], frames[index + 1])
      // The end of a segment is the start of the next one, which can be elsewhere.
      let step = min((end - begin) / 50, 0.05)
      let start = min(max(frame, begin), end - 2 * step)
      let way = position(at: start + step) - position(at: start)
      if abs(way.x) > 1e-6 || abs(way.y) > 1e-6 { return atan2(way.y, way.x) }
    }
    return 0
  }

  /// The frames of all keyframes but those of the opacity.
  var frames: [Double] {
    var all = anchor.frames + position.frames + scale.frames + rotation.frames
    all += skew.frames + skewAxis.frames
    for lane in separate ?? [] { all += lane.frames }
    if let tilt { all += tilt.x.frames + tilt.y.frames + tilt.orientation.frames }
    return all
  }

  var isAnimated: Bool {
    anchor.isAnimated || position.isAnimated || scale.isAnimated || rotation.isAnimated
      || skew.isAnimated || skewAxis.isAnimated
      || (separate.map { $0.contains(where: \.isAnimated) } ?? false)
      || (tilt.map { $0.x.isAnimated || $0.y.isAnimated || $0.orientation.isAnimated } ?? false)
  }

  /// Returns the transform in the plane.
  func matrix(at frame: Double) -> CGAffineTransform {
    let (a, p, s) = (anchor.value(at: frame), position(at: frame), scale.value(at: frame))
    return CGAffineTransform(translationX: -a.x, y: -a.y)
      .concatenating(CGAffineTransform(scaleX: s.x, y: s.y))
      .concatenating(Self.skewed(skew.value(at: frame), along: skewAxis.value(at: frame)))
      .concatenating(CGAffineTransform(rotationAngle: rotation.value(at: frame)))
      .concatenating(CGAffineTransform(translationX: p.x, y: p.y))
  }

  static func skewed(_ angle: Double, along axis: Double) -> CGAffineTransform {
    guard angle != 0 else { return .identity }
    // A right angle would be infinite.
    let limit = 89.5 * Double.pi / 180
    let shear = tan(-min(max(angle, -limit), limit))
    return CGAffineTransform(rotationAngle: axis)
      .concatenating(CGAffineTransform(a: 1, b: 0, c: shear, d: 1, tx: 0, ty: 0))
      .concatenating(CGAffineTransform(rotationAngle: -axis))
  }

  /// Returns the transform in space.
  ///
  /// - Parameter heading: the direction to which the layer turns in the plane, in radians.
  func spatialMatrix(at frame: Double, heading: Double = 0) -> CATransform3D {
    guard let tilt else { return CATransform3DMakeAffineTransform(matrix(at: frame)) }
    let (a, p, s) = (anchor.value(at: frame), position(at: frame), scale.value(at: frame))
    let depth = s.z == 0 ? 1 : s.z
    let skewed = Self.skewed(skew.value(at: frame), along: skewAxis.value(at: frame))
    let o = tilt.orientation.value(at: frame)
    // Lottie's z axis points away from the viewer, Core Animation's toward it.
    let parts = [
      CATransform3DMakeTranslation(-a.x, -a.y, a.z), CATransform3DMakeScale(s.x, s.y, depth),
      CATransform3DMakeAffineTransform(skewed),
      CATransform3DMakeRotation(rotation.value(at: frame), 0, 0, 1),
      CATransform3DMakeRotation(-tilt.y.value(at: frame), 0, 1, 0),
      CATransform3DMakeRotation(-tilt.x.value(at: frame), 1, 0, 0),
      CATransform3DMakeRotation(o.z, 0, 0, 1), CATransform3DMakeRotation(-o.y, 0, 1, 0),
      CATransform3DMakeRotation(-o.x, 1, 0, 0), CATransform3DMakeRotation(heading, 0, 0, 1),
      CATransform3DMakeTranslation(p.x, p.y, -p.z),
    ]
    return parts.reduce(CATransform3DIdentity, CATransform3DConcat)
  }
}

/// A matrix in the plane as a value.
struct PlaneMatrix: Blendable {
  var t: CGAffineTransform

  static func read(_ node: LottieNode) -> PlaneMatrix? { nil }

  func mixed(with other: PlaneMatrix, at fractions: SIMD4<Double>) -> PlaneMatrix {
    let f = fractions.x
    func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * f }
    return PlaneMatrix(
      t: CGAffineTransform(
        a: mix(t.a, other.t.a), b: mix(t.b, other.t.b), c: mix(t.c, other.t.c),
        d: mix(t.d, other.t.d), tx: mix(t.tx, other.t.tx), ty: mix(t.ty, other.t.ty)))
  }

  func distance(to other: PlaneMatrix) -> Double {
    let linear = max(
      abs(t.a - other.t.a), abs(t.b - other.t.b), abs(t.c - other.t.c), abs(t.d - other.t.d))
    // Matrices move points about this far from the origin.
    return max(linear * 200, abs(t.tx - other.t.tx), abs(t.ty - other.t.ty))
  }
}

/// A matrix in space as a value.
struct SpaceMatrix: Blendable {
  var t: CATransform3D

  static func read(_ node: LottieNode) -> SpaceMatrix? { nil }

  private var numbers: [CGFloat] {
    [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
      t.m42, t.m43, t.m44,
    ]
  }

  static func == (a: SpaceMatrix, b: SpaceMatrix) -> Bool {
    CATransform3DEqualToTransform(a.t, b.t)
  }

  func mixed(with other: SpaceMatrix, at fractions: SIMD4<Double>) -> SpaceMatrix {
    let n = zip(numbers, other.numbers).map { $0 + ($1 - $0) * fractions.x }
    return SpaceMatrix(
      t: CATransform3D(
        m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
        m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
        m44: n[15]))
  }

  func distance(to other: SpaceMatrix) -> Double {
    zip(numbers, other.numbers).enumerated().reduce(0) { most, entry in
      let difference = abs(entry.element.0 - entry.element.1)
      let weight: Double = entry.offset >= 12 ? 1 : entry.offset % 4 == 3 ? 40_000 : 200
      return max(most, difference * weight)
    }
  }
}
