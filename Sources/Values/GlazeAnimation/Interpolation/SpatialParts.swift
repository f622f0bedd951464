import Foundation
import GlazeGeometry

/// A matrix, decomposed as `scale * skew * rotation * translation * perspective` for row vectors,
/// with the rotation as a quaternion: the classic decomposition that CSS Transforms also uses.
struct SpatialParts: Sendable, Equatable {
  var scale = SIMD3<Double>(1, 1, 1)
  /// The skew of y along x, z along x, and z along y.
  var skew = SIMD3<Double>.zero
  /// The quaternion x, y, z, w, of length 1.
  var rotation = SIMD4<Double>(0, 0, 0, 1)
  var translation = SIMD3<Double>.zero
  /// The last column of a matrix that is otherwise the identity.
  var perspective = SIMD4<Double>(0, 0, 0, 1)

  private init() {}

  /// nil for a matrix that is singular.
  init?(_ matrix: CATransform3D) {
    let w = matrix.m44.native
    guard w != 0, matrix.isFinite else { return nil }
    let rows = Self.rows(of: matrix).map { $0 / w }
    guard takePerspective(rows) else { return nil }
    translation = rows[3].xyz
    var axes = [rows[0].xyz, rows[1].xyz, rows[2].xyz]
    guard takeScaleAndSkew(&axes) else { return nil }
    rotation = Self.quaternion(axes)
  }

  private static func rows(of t: CATransform3D) -> [SIMD4<Double>] {
    [
      SIMD4(t.m11.native, t.m12.native, t.m13.native, t.m14.native),
      SIMD4(t.m21.native, t.m22.native, t.m23.native, t.m24.native),
      SIMD4(t.m31.native, t.m32.native, t.m33.native, t.m34.native),
      SIMD4(t.m41.native, t.m42.native, t.m43.native, t.m44.native),
    ]
  }

  /// Solves `affine part * perspective = matrix` for the last column.
  private mutating func takePerspective(_ rows: [SIMD4<Double>]) -> Bool {
    var affine = CATransform3D(rows)
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let inverse = affine.inverse else { return false }
    let column = SIMD4(rows[0].w, rows[1].w, rows[2].w, rows[3].w)
    if column == SIMD4(0, 0, 0, 1) { return true }
    let inverseRows = Self.rows(of: inverse)
    perspective = SIMD4(
      dot(inverseRows[0], column), dot(inverseRows[1], column), dot(inverseRows[2], column),
      dot(inverseRows[3], column))
    return true
  }

  /// Orthonormalizes axes by Gram-Schmidt; the result is right-handed.
  private mutating func takeScaleAndSkew(_ axes: inout [SIMD3<Double>]) -> Bool {
    scale.x = length(axes[0])
    guard scale.x > 0 else { return false }
    axes[0] /= scale.x
    skew.x = dot(axes[0], axes[1])
    axes[1] -= skew.x * axes[0]
    scale.y = length(axes[1])
    guard scale.y > 0 else { return false }
    axes[1] /= scale.y
    skew.x /= scale.y
    skew.y = dot(axes[0], axes[2])
    axes[2] -= skew.y * axes[0]
    skew.z = dot(axes[1], axes[2])
    axes[2] -= skew.z * axes[1]
    scale.z = length(axes[2])
    guard scale.z > 0 else { return false }
    axes[2] /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    if dot(cross(axes[0], axes[1]), axes[2]) < 0 {
      scale = -scale
      axes = axes.map { -$0 }
    }
    return true
  }

  /// The quaternion of a rotation whose rows are the images of the axes.
  private static func quaternion(_ r: [SIMD3<Double>]) -> SIMD4<Double> {
    let trace = r[0].x + r[1].y + r[2].z
    var q: SIMD4<Double>
    if trace > 0 {
      let s = (trace + 1).squareRoot() * 2
      q = SIMD4(
        (r[1].z - r[2].y) / s, (r[2].x - r[0].z) / s, (r[0].y - r[1].x) / s, s / 4)
    } else if r[0].x > r[1].y, r[0].x > r[2].z {
      let s = max(1 + r[0].x - r[1].y - r[2].z, 0).squareRoot() * 2
      q = SIMD4(s / 4, (r[0].y + r[1].x) / s, (r[0].z + r[2].x) / s, (r[1].z - r[2].y) / s)
    } else if r[1].y > r[2].z {
      let s = max(1 + r[1].y - r[0].x - r[2].z, 0).squareRoot() * 2
      q = SIMD4((r[0].y + r[1].x) / s, s / 4, (r[1].z + r[2].y) / s, (r[2].x - r[0].z) / s)
    } else {
      let s = max(1 + r[2].z - r[0].x - r[1].y, 0).squareRoot() * 2
      q = SIMD4((r[0].z + r[2].x) / s, (r[1].z + r[2].y) / s, s / 4, (r[0].y - r[1].x) / s)
    }
    q /= dot(q, q).squareRoot()
    return q
  }

  /// The parts at a fraction of the way; rotations take the smaller angle.
  static func mix(_ a: SpatialParts, _ b: SpatialParts, _ p: Double) -> SpatialParts {
    var result = SpatialParts()
    result.scale = a.scale + (b.scale - a.scale) * p
    result.skew = a.skew + (b.skew - a.skew) * p
    result.translation = a.translation + (b.translation - a.translation) * p
    result.perspective = a.perspective + (b.perspective - a.perspective) * p
    result.rotation = slerp(a.rotation, b.rotation, p)
    return result
  }

  private static func slerp(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ p: Double
  ) -> SIMD4<Double> {
    var cosine = dot(a, b)
    let end = cosine < 0 ? -b : b
    cosine = min(abs(cosine), 1)
    let angle = acos(cosine)
    let sine = sin(angle)
    guard sine > 1e-9 else { return a }
    return a * (sin((1 - p) * angle) / sine) + end * (sin(p * angle) / sine)
  }

  /// The weighted sum of parts; rotations are summed in one hemisphere and normalized.
  static func combined(_ parts: [SpatialParts], _ weights: SIMD4<Double>) -> SpatialParts {
    var result = SpatialParts()
    result.scale = .zero
    result.rotation = .zero
    result.perspective = .zero
    for (index, part) in parts.enumerated() {
      let weight = weights[index]
      result.scale += part.scale * weight
      result.skew += part.skew * weight
      result.translation += part.translation * weight
      result.perspective += part.perspective * weight
      // A quaternion and its negative represent the same rotation.
      let isAcross = dot(part.rotation, parts[1].rotation) < 0
      result.rotation += part.rotation * (isAcross ? -weight : weight)
    }
    let length = dot(result.rotation, result.rotation).squareRoot()
    result.rotation = length > 0 ? result.rotation / length : parts[1].rotation
    return result
  }

  /// The product of all parts.
  var matrix: CATransform3D {
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    let rx = SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w))
    let ry = SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w))
    let rz = SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    let rows = [
      scale.x * rx, scale.y * (ry + skew.x * rx), scale.z * (rz + skew.y * rx + skew.z * ry),
      translation,
    ]
    let column = perspective
    func row(_ r: SIMD3<Double>, _ last: Double) -> SIMD4<Double> {
      SIMD4(r, dot(r, column.xyz) + last * column.w)
    }
    return CATransform3D([row(rows[0], 0), row(rows[1], 0), row(rows[2], 0), row(rows[3], 1)])
  }
}

extension CATransform3D {
  fileprivate init(_ rows: [SIMD4<Double>]) {
    self.init()
    func row(_ r: SIMD4<Double>) -> (CGFloat, CGFloat, CGFloat, CGFloat) {
      (CGFloat(r.x), CGFloat(r.y), CGFloat(r.z), CGFloat(r.w))
    }
    (m11, m12, m13, m14) = row(rows[0])
    (m21, m22, m23, m24) = row(rows[1])
    (m31, m32, m33, m34) = row(rows[2])
    (m41, m42, m43, m44) = row(rows[3])
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func dot(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double { (a * b).sum() }

private func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
