import Foundation
package import GlazeGeometry

/// A matrix that is decomposed into `scale * shear * Rx * Ry * Rz * translation * perspective`, for
/// row vectors.
///
/// Shear and perspective are retained, so that the product of the parts is the same matrix; key
/// paths replace one of the other parts.
package struct TransformComponents {
  var scale = SIMD3<Double>(1, 1, 1)
  /// y along x, z along x, z along y.
  var shear = SIMD3<Double>.zero
  /// Radians about x, y, z.
  var rotation = SIMD3<Double>.zero
  var translation = SIMD3<Double>.zero
  /// The last column of the perspective matrix, which is the identity otherwise.
  var perspective = SIMD4<Double>(0, 0, 0, 1)

  /// The components of the identity.
  package init() {}

  package init(_ t: CATransform3D) {
    translation = SIMD3(Double(t.m41), Double(t.m42), Double(t.m43))
    let rows = [
      SIMD3(Double(t.m11), Double(t.m12), Double(t.m13)),
      SIMD3(Double(t.m21), Double(t.m22), Double(t.m23)),
      SIMD3(Double(t.m31), Double(t.m32), Double(t.m33)),
    ]
    let axes = takeApart(rows)
    rotation = Self.angles(of: axes)
    takePerspective(from: t)
  }

  /// Gram-Schmidt: stores lengths in `scale` and inclinations in `shear`; returns orthonormal
  /// right-handed axes.
  private mutating func takeApart(_ rows: [SIMD3<Double>]) -> [SIMD3<Double>] {
    scale.x = length(rows[0])
    var x = scale.x > 0 ? rows[0] / scale.x : .zero
    var y = rows[1] - dot(rows[1], x) * x
    scale.y = length(y)
    y = scale.y > 0 ? y / scale.y : .zero
    var z = rows[2] - dot(rows[2], x) * x - dot(rows[2], y) * y
    scale.z = length(z)
    z = scale.z > 0 ? z / scale.z : .zero
    shear = SIMD3(
      scale.y > 0 ? dot(rows[1], x) / scale.y : 0, scale.z > 0 ? dot(rows[2], x) / scale.z : 0,
      scale.z > 0 ? dot(rows[2], y) / scale.z : 0)
    Self.completeAxes(&x, &y, &z)
    return mirrored([x, y, z])
  }

  /// Replaces axes that were scaled to zero with the directions that complete the others.
  private static func completeAxes(
    _ x: inout SIMD3<Double>, _ y: inout SIMD3<Double>, _ z: inout SIMD3<Double>
  ) {
    switch (x == .zero, y == .zero, z == .zero) {
    case (true, true, true): (x, y, z) = ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    case (true, false, false): x = cross(y, z)
    case (false, true, false): y = cross(z, x)
    case (false, false, true): z = cross(x, y)
    case (false, true, true):
      y = perpendicular(to: x, near: [0, 1, 0])
      z = cross(x, y)
    case (true, false, true):
      x = perpendicular(to: y, near: [1, 0, 0])
      z = cross(x, y)
    case (true, true, false):
      x = perpendicular(to: z, near: [1, 0, 0])
      y = cross(z, x)
    case (false, false, false): break
    }
  }

  private static func perpendicular(
    to axis: SIMD3<Double>, near wish: SIMD3<Double>
  ) -> SIMD3<Double> {
    for candidate in [wish, [0, 0, 1], [1, 0, 0]] {
      let rest = candidate - dot(candidate, axis) * axis
      let size = length(rest)
      if size > 1e-6 { return rest / size }
    }
    return wish
  }

  /// Makes a left-handed system right-handed by the mirroring that leaves the smallest rotation, so
  /// that scale(1, -1, 1) is read back as such.
  private mutating func mirrored(_ axes: [SIMD3<Double>]) -> [SIMD3<Double>] {
    guard dot(cross(axes[0], axes[1]), axes[2]) < 0 else { return axes }
    // The trace grows by twice the diagonal element of the mirrored axis.
    let diagonal = [axes[0].x, axes[1].y, axes[2].z]
    let axis = (0..<3).min { diagonal[$0] < diagonal[$1] } ?? 0
    var result = axes
    result[axis] = -result[axis]
    scale[axis] = -scale[axis]
    // The shears along and of the mirrored axis change their sign.
    switch axis {
    case 0: (shear.x, shear.y) = (-shear.x, -shear.y)
    case 1: (shear.x, shear.z) = (-shear.x, -shear.z)
    default: (shear.y, shear.z) = (-shear.y, -shear.z)
    }
    return result
  }

  /// Returns the angles of `Rx * Ry * Rz`; of the two solutions, the one with the smaller
  /// rotations, so that an angle about y above a quarter turn is read back as it was written.
  private static func angles(of axes: [SIMD3<Double>]) -> SIMD3<Double> {
    let cosY = (axes[0].x * axes[0].x + axes[0].y * axes[0].y).squareRoot()
    let y = atan2(-axes[0].z, cosY)
    guard cosY > 1e-9 else { return SIMD3(atan2(-axes[2].y, axes[1].y), y, 0) }
    let first = SIMD3(
      atan2(axes[1].z, axes[2].z), y, atan2(axes[0].y, axes[0].x))
    let second = SIMD3(
      turned(first.x), (y < 0 ? -Double.pi : Double.pi) - y, turned(first.z))
    return sum(second) + 1e-9 < sum(first) ? second : first

    func turned(_ angle: Double) -> Double { angle > 0 ? angle - .pi : angle + .pi }
    func sum(_ a: SIMD3<Double>) -> Double { abs(a.x) + abs(a.y) + abs(a.z) }
  }

  /// Solves `affine part * perspective = t` for the last column, which stays unchanged if there is
  /// no solution.
  private mutating func takePerspective(from t: CATransform3D) {
    let column = SIMD4(Double(t.m14), Double(t.m24), Double(t.m34), Double(t.m44))
    perspective = column
    if column == SIMD4(0, 0, 0, 1) { return }
    var affine = t
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    let inverse = CATransform3DInvert(affine)
    let product = CATransform3DConcat(affine, inverse)
    guard abs(product.m11 - 1) < 1e-6, abs(product.m22 - 1) < 1e-6, abs(product.m33 - 1) < 1e-6
    else { return }
    var onlyColumn = CATransform3D()
    (onlyColumn.m14, onlyColumn.m24, onlyColumn.m34, onlyColumn.m44) = (t.m14, t.m24, t.m34, t.m44)
    let solved = CATransform3DConcat(inverse, onlyColumn)
    perspective = SIMD4(
      Double(solved.m14), Double(solved.m24), Double(solved.m34), Double(solved.m44))
  }

  /// The product of all parts.
  package var matrix: CATransform3D {
    let (cx, sx) = (cos(rotation.x), sin(rotation.x))
    let (cy, sy) = (cos(rotation.y), sin(rotation.y))
    let (cz, sz) = (cos(rotation.z), sin(rotation.z))
    let x = SIMD3(cy * cz, cy * sz, -sy)
    let y = SIMD3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy)
    let z = SIMD3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy)
    let rows = [
      scale.x * x, scale.y * (y + shear.x * x), scale.z * (z + shear.y * x + shear.z * y),
      translation,
    ]
    let p = perspective
    func last(_ row: SIMD3<Double>, _ w: Double) -> CGFloat {
      CGFloat(row.x * p.x + row.y * p.y + row.z * p.z + w * p.w)
    }
    func row(_ r: SIMD3<Double>) -> (CGFloat, CGFloat, CGFloat) {
      (CGFloat(r.x), CGFloat(r.y), CGFloat(r.z))
    }
    var t = CATransform3D.identity
    (t.m11, t.m12, t.m13) = row(rows[0])
    (t.m21, t.m22, t.m23) = row(rows[1])
    (t.m31, t.m32, t.m33) = row(rows[2])
    (t.m41, t.m42, t.m43) = row(rows[3])
    t.m14 = last(rows[0], 0)
    t.m24 = last(rows[1], 0)
    t.m34 = last(rows[2], 0)
    t.m44 = last(rows[3], 1)
    return t
  }
}

extension TransformComponents {
  /// A part of the matrix as numbers: one, or two for `translation`; 0 for parts that matrices do not
  /// have.
  package subscript(component: PropertyComponent) -> SIMD4<Double> {
    get {
      switch component {
      case .rotationX: SIMD4(rotation.x, 0, 0, 0)
      case .rotationY: SIMD4(rotation.y, 0, 0, 0)
      case .rotationZ: SIMD4(rotation.z, 0, 0, 0)
      case .scale: SIMD4((scale.x + scale.y + scale.z) / 3, 0, 0, 0)
      case .scaleXY: SIMD4((scale.x + scale.y) / 2, 0, 0, 0)
      case .scaleX: SIMD4(scale.x, 0, 0, 0)
      case .scaleY: SIMD4(scale.y, 0, 0, 0)
      case .scaleZ: SIMD4(scale.z, 0, 0, 0)
      case .shearX: SIMD4(shear.x, 0, 0, 0)
      case .shearY: SIMD4(shear.y, 0, 0, 0)
      case .shearZ: SIMD4(shear.z, 0, 0, 0)
      case .translation: SIMD4(translation.x, translation.y, 0, 0)
      case .translationX: SIMD4(translation.x, 0, 0, 0)
      case .translationY: SIMD4(translation.y, 0, 0, 0)
      case .translationZ: SIMD4(translation.z, 0, 0, 0)
      default: .zero
      }
    }
    set {
      switch component {
      case .rotationX: rotation.x = newValue.x
      case .rotationY: rotation.y = newValue.x
      case .rotationZ: rotation.z = newValue.x
      case .scale: scale = SIMD3(repeating: newValue.x)
      case .scaleXY: (scale.x, scale.y) = (newValue.x, newValue.x)
      case .scaleX: scale.x = newValue.x
      case .scaleY: scale.y = newValue.x
      case .scaleZ: scale.z = newValue.x
      case .shearX: shear.x = newValue.x
      case .shearY: shear.y = newValue.x
      case .shearZ: shear.z = newValue.x
      case .translation: (translation.x, translation.y) = (newValue.x, newValue.y)
      case .translationX: translation.x = newValue.x
      case .translationY: translation.y = newValue.x
      case .translationZ: translation.z = newValue.x
      default: break
      }
    }
  }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
