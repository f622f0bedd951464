import Foundation
import GlazeGeometry

/// The projection from an emitter's space to the frame's pixels.
struct ParticleProjection {
  /// The increments of (X, Y, W, depth) for steps along x, y and z, and the image of the origin.
  let x, y, z, origin: SIMD4<Float>
  /// Covectors on (x, y, z, 1) whose values are at least `Homography.nearPlane` in front of all
  /// cameras.
  let limits: [SIMD4<Float>]

  /// Creates the projection of a plane: z only affects the depth.
  init(_ context: PlaneContext, limits: [SIMD3<Double>]) {
    let h = context.homography
    x = SIMD4(Float(h.xx), Float(h.yx), Float(h.wx), 0)
    y = SIMD4(Float(h.xy), Float(h.yy), Float(h.wy), 0)
    z = SIMD4(0, 0, 0, 1)
    origin = SIMD4(Float(h.xw), Float(h.yw), Float(h.ww), 0)
    self.limits = limits.map { SIMD4(Float($0.x), Float($0.y), 0, Float($0.z)) }
  }

  /// Creates the projection of a 3D scene.
  ///
  /// - Parameters:
  ///   - matrix: The transform to the scene's space.
  ///   - context: The plane onto which the scene is projected.
  ///   - limits: The limits of that plane.
  init(_ matrix: CATransform3D, _ context: PlaneContext, limits: [SIMD3<Double>]) {
    let h = context.homography
    let m = matrix
    func column(_ x: CGFloat, _ y: CGFloat, _ w: CGFloat, depth: CGFloat) -> SIMD4<Float> {
      let (x, y, w) = (x.native, y.native, w.native)
      return SIMD4(
        Float(h.xx * x + h.xy * y + h.xw * w), Float(h.yx * x + h.yy * y + h.yw * w),
        Float(h.wx * x + h.wy * y + h.ww * w), Float(depth.native))
    }
    x = column(m.m11, m.m12, m.m14, depth: m.m13)
    y = column(m.m21, m.m22, m.m24, depth: m.m23)
    z = column(m.m31, m.m32, m.m34, depth: m.m33)
    origin = column(m.m41, m.m42, m.m44, depth: m.m43)
    func value(_ c: SIMD3<Double>, _ x: CGFloat, _ y: CGFloat, _ w: CGFloat) -> Float {
      Float(c.x * x.native + c.y * y.native + c.z * w.native)
    }
    self.limits = (limits + [SIMD3(0, 0, 1)]).map { c in
      SIMD4(
        value(c, m.m11, m.m12, m.m14), value(c, m.m21, m.m22, m.m24),
        value(c, m.m31, m.m32, m.m34), value(c, m.m41, m.m42, m.m44))
    }
  }

  @inline(__always) func callAsFunction(_ place: SIMD4<Float>) -> SIMD4<Float> {
    origin + x * place.x + y * place.y + z * place.z
  }

  /// The increments for steps along x and y of an image's own plane, when its normal is tilted away
  /// from z.
  ///
  /// - Parameter tilt: The tilt, in the form of `Particle.tilt`.
  @inline(__always)
  func axes(tilted tilt: SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
    // The rotation is about the line in the plane that is perpendicular to the direction of the
    // tilt.
    let (s, c, a, b) = (tilt.x, tilt.y, tilt.z, tilt.w)
    let k = 1 - c
    return (
      x * (1 - a * a * k) - y * (a * b * k) - z * (a * s),
      y * (1 - b * b * k) - x * (a * b * k) - z * (b * s)
    )
  }

  /// The nearness of a position to the viewer, among others of the same projection.
  @inline(__always) func depth(_ place: SIMD4<Float>) -> Float {
    let w = (origin.z + x.z * place.x + y.z * place.y + z.z * place.z)
    return (origin.w + x.w * place.x + y.w * place.y + z.w * place.z) / max(w, 1e-4)
  }

  /// Whether a whole image lies in front of the cameras.
  ///
  /// - Parameters:
  ///   - place: The position of its center.
  ///   - reach: The length of its half diagonal.
  @inline(__always) func isInFront(_ place: SIMD4<Float>, reach: Float) -> Bool {
    for limit in limits {
      let value = limit.x * place.x + limit.y * place.y + limit.z * place.z + limit.w
      let change = (limit.x * limit.x + limit.y * limit.y).squareRoot() * reach
      if value - change < Float(Homography.nearPlane) { return false }
    }
    return true
  }
}
