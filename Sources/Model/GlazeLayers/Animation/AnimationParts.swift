import Foundation
package import GlazeAnimation
import GlazeGeometry

// Conversion of animation objects to the values with which animations are evaluated.

extension MediaTiming {
  /// Creates the timing of an animation that a layer has: one that is removed on completion does
  /// not fill after its end.
  package init(attached animation: CAAnimation) {
    self = animation.timing
    guard animation.isRemovedOnCompletion else { return }
    fillMode = fillMode.showsBefore ? .backwards : .removed
  }
}

extension Easing {
  package init(_ animation: CAAnimation) {
    let function = animation.timingFunction?.curve
    if let spring = (animation as? CASpringAnimation)?.spring {
      self = .spring(spring, function ?? .linear)
    } else {
      self.init(function)
    }
  }
}

extension CalculationMode {
  package init(_ mode: CAAnimationCalculationMode) {
    switch mode {
    case .discrete: self = .discrete
    case .paced: self = .paced
    case .cubic: self = .cubic
    case .cubicPaced: self = .cubicPaced
    default: self = .linear
    }
  }
}

extension RotationMode {
  package init?(_ mode: CAAnimationRotationMode) {
    switch mode {
    case .rotateAuto: self = .auto
    case .rotateAutoReverse: self = .autoReverse
    default: return nil
    }
  }
}

extension CAKeyframeAnimation {
  /// The times of keyframes; nil spaces them evenly.
  package final var times: [Double]? { keyTimes?.map(\.doubleValue) }

  /// The timing function of each segment.
  package final var functions: [TimingFunction] { (timingFunctions ?? []).map(\.curve) }

  /// The shape of a spline at each keyframe.
  package final var shapes: [KeyShape] {
    let lists = [tensionValues, continuityValues, biasValues].map { $0 ?? [] }
    let count = lists.map(\.count).max() ?? 0
    return (0..<count).map { index in
      func number(_ list: [NSNumber]) -> Double {
        index < list.count ? list[index].doubleValue : 0
      }
      return KeyShape(
        tension: number(lists[0]), continuity: number(lists[1]), bias: number(lists[2]))
    }
  }

  /// The motion along the path; nil without one.
  package final var motion: PathMotion? {
    path.flatMap {
      PathMotion(
        $0.elements, mode: CalculationMode(calculationMode), keyTimes: times,
        functions: functions, rotation: rotationMode.flatMap(RotationMode.init))
    }
  }
}
