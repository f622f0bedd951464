package import GlazeGeometry
import Foundation

/// A function that makes a matrix from animated numbers; the matrix replaces the transform.
///
/// Observed: Apple header CAValueFunction.h; measured on Apple's QuartzCore.
package enum ValueFunction: String, Sendable, CaseIterable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// The number of arguments: radians, factors or points.
  package var argumentCount: Int { self == .scale || self == .translate ? 3 : 1 }

  /// The numbers that yield the identity.
  package var identity: SIMD4<Double> {
    switch self {
    case .scale: SIMD4(1, 1, 1, 0)
    case .scaleX, .scaleY, .scaleZ: SIMD4(1, 0, 0, 0)
    default: .zero
    }
  }

  /// The matrix for numbers.
  package func matrix(_ n: SIMD4<Double>) -> CATransform3D {
    let (x, y, z) = (CGFloat(n.x), CGFloat(n.y), CGFloat(n.z))
    switch self {
    case .rotateX: return CATransform3DMakeRotation(x, 1, 0, 0)
    case .rotateY: return CATransform3DMakeRotation(x, 0, 1, 0)
    case .rotateZ: return CATransform3DMakeRotation(x, 0, 0, 1)
    case .scale: return CATransform3DMakeScale(x, y, z)
    case .scaleX: return CATransform3DMakeScale(x, 1, 1)
    case .scaleY: return CATransform3DMakeScale(1, x, 1)
    case .scaleZ: return CATransform3DMakeScale(1, 1, x)
    case .translate: return CATransform3DMakeTranslation(x, y, z)
    case .translateX: return CATransform3DMakeTranslation(x, 0, 0)
    case .translateY: return CATransform3DMakeTranslation(0, x, 0)
    case .translateZ: return CATransform3DMakeTranslation(0, 0, x)
    }
  }
}
