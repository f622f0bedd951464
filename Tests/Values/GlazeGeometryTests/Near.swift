import Foundation
import GlazeGeometry

/// Returns whether two numbers differ only by rounding.
func near(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 1e-12) -> Bool {
  abs(a - b) <= tolerance
}

/// Returns whether two points differ only by rounding.
func near(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 1e-9) -> Bool {
  near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance)
}

/// Returns whether two rectangles differ only by rounding.
func near(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 1e-9) -> Bool {
  near(a.origin, b.origin, tolerance)
    && near(a.width, b.width, tolerance) && near(a.height, b.height, tolerance)
}

/// Returns whether two matrices differ only by rounding.
func near(_ a: CATransform3D, _ b: CATransform3D, _ tolerance: CGFloat = 1e-9) -> Bool {
  zip(a.elements, b.elements).allSatisfy { near($0, $1, tolerance) }
}

/// Pseudorandom numbers that are the same in every run.
struct Lehmer: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func number(in range: ClosedRange<Double> = -2...2) -> CGFloat {
    CGFloat(Double.random(in: range, using: &self))
  }

  mutating func point(in range: ClosedRange<Double> = 0...100) -> CGPoint {
    CGPoint(x: number(in: range), y: number(in: range))
  }
}
