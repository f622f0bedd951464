import Foundation
import GlazeAnimation
import GlazeGeometry

/// Returns a number as animations store it.
func number(_ x: Double) -> SIMD4<Double> { SIMD4(x, 0, 0, 0) }

/// Returns whether two numbers differ by at most a tolerance.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

func near(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-9) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { near($0, $1, tolerance) }
}

func near(_ a: CATransform3D, _ b: CATransform3D, _ tolerance: Double = 1e-9) -> Bool {
  near(a.elements.map(\.native), b.elements.map(\.native), tolerance)
}

/// Makes an animation of a number.
func animation(
  _ timing: MediaTiming, from: Double? = nil, to: Double? = nil, by: Double? = nil,
  additive: Bool = false, cumulative: Bool = false
) -> ValueAnimation<SIMD4<Double>> {
  ValueAnimation(
    timing: timing,
    source: AnimationSource(from: from.map(number), to: to.map(number), by: by.map(number)),
    isAdditive: additive, isCumulative: cumulative)
}

/// Returns the values that show at some times, above a model value.
func shown(
  _ animation: ValueAnimation<SIMD4<Double>>, _ times: [Double], model: Double = 0.5
) -> [Double] {
  times.map { (animation.value(at: $0, over: number(model)) ?? number(model)).x }
}
