/// The function from the position in a cycle to the fraction of the way.
package enum Easing: Sendable, Equatable {
  case linear
  case function(TimingFunction)
  /// A spring, which runs in seconds instead of fractions of the duration; a timing function is
  /// applied first.
  indirect case spring(Spring, TimingFunction)

  /// Makes the simplest easing that is equivalent to a function; nil is linear.
  package init(_ function: TimingFunction?) {
    guard let function,
      function.points.x != function.points.y || function.points.z != function.points.w
    else {
      self = .linear
      return
    }
    self = .function(function)
  }

  /// The fraction of the way at a time in a cycle.
  package func progress(at moment: MediaTiming.Moment, duration: Double) -> Double {
    switch self {
    case .linear: moment.fraction
    case .function(let function): function.value(at: moment.fraction)
    case .spring(let spring, let function):
      spring.value(at: function.value(at: moment.fraction) * duration)
    }
  }
}
