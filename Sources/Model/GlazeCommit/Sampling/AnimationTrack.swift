import Foundation
import GlazeAnimation
import GlazeGeometry
package import GlazeLayers

/// The effect of a layer's animations on one of its properties.
package struct AnimationTrack: Sendable {
  package let target: AnimationTarget
  var content: Content

  enum Content: Sendable {
    case numbers(base: SIMD4<Double>, [NumberStep])
    case transform(base: CATransform3D, [TransformStep])
    case object(base: ObjectValue, [ObjectStep])

    /// The layer's own value, without the steps: holding the steps would copy them when one is
    /// added.
    enum Base {
      case numbers(SIMD4<Double>)
      case transform(CATransform3D)
      case object(ObjectValue)
    }

    var base: Base {
      switch self {
      case .numbers(let base, _): .numbers(base)
      case .transform(let base, _): .transform(base)
      case .object(let base, _): .object(base)
      }
    }

    var isEmpty: Bool {
      switch self {
      case .numbers(_, let steps): steps.isEmpty
      case .transform(_, let steps): steps.isEmpty
      case .object(_, let steps): steps.isEmpty
      }
    }

    /// Returns the content with the animation of a change, after all others; nil if the former value is of
    /// another type.
    func steps(of change: ImplicitAnimation) -> Content? {
      switch self {
      case .numbers(let base, let steps):
        guard var animation = change.animation(SIMD4.init) else { return nil }
        if steps.isEmpty { animation.source = animation.source.resolved(over: base) }
        let step = NumberStep(clock: 0, lanes: NumberStep.allLanes, animation: animation)
        return .numbers(base: base, steps.isEmpty ? [step] : steps + [step])
      case .transform(let base, let steps):
        guard
          var animation = change.animation({ value -> CATransform3D? in
            if case .transform(let matrix) = value { matrix } else { nil }
          })
        else { return nil }
        if steps.isEmpty { animation.source = animation.source.resolved(over: base) }
        return .transform(
          base: base, steps + [TransformStep(clock: 0, action: .matrix(animation))])
      case .object(let base, let steps):
        guard var animation = change.animation(ObjectValue.init) else { return nil }
        if steps.isEmpty { animation.source = animation.source.resolved(over: base) }
        guard animation.source.isContinuous else { return nil }
        return .object(base: base, steps + [ObjectStep(clock: 0, animation: animation)])
      }
    }

    mutating func append(_ step: NumberStep) {
      guard case .numbers(let base, var steps) = self else { return }
      self = .numbers(base: base, [])
      steps.append(step)
      self = .numbers(base: base, steps)
    }

    mutating func append(_ step: TransformStep) {
      guard case .transform(let base, var steps) = self else { return }
      self = .transform(base: base, [])
      steps.append(step)
      self = .transform(base: base, steps)
    }

    mutating func append(_ step: ObjectStep) {
      guard case .object(let base, var steps) = self else { return }
      self = .object(base: base, [])
      steps.append(step)
      self = .object(base: base, steps)
    }
  }

  /// The layer's own value.
  var base: PropertyValue {
    switch content {
    case .numbers(let base, _): PropertyValue(base, as: target.kind)
    case .transform(let base, _): .transform(base)
    case .object(let base, _): PropertyValue(base, as: target.kind)
    }
  }

  /// Returns the value at a time; nil if no animation has an effect then.
  ///
  /// - Parameter times: The times of the clocks of the steps; NaN if a clock is outside its group.
  package func value(at times: [Double]) -> PropertyValue? {
    value { times[Int($0)] }
  }

  /// Returns the value at the times of the clocks.
  func value(_ time: (_ clock: Int32) -> Double) -> PropertyValue? {
    content.value(as: target.kind, time)
  }
}

extension AnimationTrack.Content {
  /// Returns the value at the times of the clocks; nil if no animation has an effect then.
  @inline(__always)
  func value(as kind: PropertyKind, _ time: (_ clock: Int32) -> Double) -> PropertyValue? {
    var isShown = false
    switch self {
    case .numbers(let base, let steps):
      var value = base
      for index in steps.indices {
        isShown = steps[index].apply(to: &value, at: time(steps[index].clock)) || isShown
      }
      return isShown && value.canBeShown(as: kind) ? PropertyValue(value, as: kind) : nil
    case .transform(let base, let steps):
      var value = RunningTransform(base)
      for index in steps.indices {
        isShown = steps[index].apply(to: &value, at: time(steps[index].clock)) || isShown
      }
      return isShown && value.matrix.isFinite ? .transform(value.matrix) : nil
    case .object(let base, let steps):
      var value = base
      for index in steps.indices {
        let time = time(steps[index].clock)
        guard let next = steps[index].animation.object(at: time, over: value) else { continue }
        value = next
        isShown = true
      }
      return isShown ? PropertyValue(value, as: kind) : nil
    }
  }
}

extension AnimationTrack {
  /// Calls `body` with the clock of every step, and the times around the present between which the
  /// step stays the same.
  ///
  /// - Returns: false if a step changes all the time; then `body` was not called with all of them.
  func forEachSteadyStep(
    at times: [Double], _ body: (Int, ClosedRange<Double>) -> Void
  ) -> Bool {
    func visit(_ clock: Int32, _ steady: (Double) -> ClosedRange<Double>?) -> Bool {
      guard let range = steady(times[Int(clock)]) else { return false }
      body(Int(clock), range)
      return true
    }
    switch content {
    case .numbers(_, let steps):
      return steps.allSatisfy { visit($0.clock, $0.animation.steadyTimes) }
    case .transform(_, let steps): return steps.allSatisfy { visit($0.clock, $0.steadyTimes) }
    case .object(_, let steps):
      return steps.allSatisfy { visit($0.clock, $0.animation.steadyTimes) }
    }
  }
}

/// The target of an animation.
package enum AnimationTarget: Sendable {
  case property(LayerProperty)
  /// A value inside a filter or a cell of a property: its name, nil for the only one, and the path.
  case inside(LayerProperty, name: String?, path: String, kind: PropertyKind)
  /// A key that is not a property.
  case custom(String, kind: PropertyKind)

  package var kind: PropertyKind {
    switch self {
    case .property(let property): property.kind
    case .inside(_, _, _, let kind), .custom(_, let kind): kind
    }
  }

  /// The field of a node into which frames write the values; nil for none.
  var nodeField: NodeField? {
    if case .property(let property) = self { property.nodeField } else { nil }
  }

  /// The target as a key path.
  package var keyPath: String {
    switch self {
    case .property(let property): property.name
    case .inside(let property, let name, let path, _):
      ([property.name, name, path] as [String?]).compactMap(\.self).joined(separator: ".")
    case .custom(let key, _): key
    }
  }
}

/// An animation of some of four numbers.
struct NumberStep: Sendable {
  /// The clock of the animation.
  var clock: Int32
  /// A bit for each of the numbers that it changes.
  var lanes: UInt8
  var animation: ValueAnimation<SIMD4<Double>>

  static let allLanes: UInt8 = 15

  /// Applies the animation to the value below it.
  ///
  /// - Returns: Whether it has an effect at the time.
  @inline(__always)
  @discardableResult
  func apply(to value: inout SIMD4<Double>, at time: Double) -> Bool {
    guard let next = animation.numbers(at: time, over: value) else { return false }
    if lanes == Self.allLanes {
      value = next
    } else {
      for lane in 0..<4 where lanes & (1 << lane) != 0 { value[lane] = next[lane] }
    }
    return true
  }
}

/// An animation of a transform or of a part of one.
struct TransformStep: Sendable {
  var clock: Int32
  var action: Action

  enum Action: Sendable {
    /// Apart from the step, which would have the size of several matrices.
    indirect case matrix(ValueAnimation<CATransform3D>)
    case component(PropertyComponent, ValueAnimation<SIMD4<Double>>)
    /// Numbers that a value function converts to a matrix.
    case function(ValueFunction, ValueAnimation<SIMD4<Double>>)
  }

  /// The times around a time between which the step stays the same, as those of an animation.
  func steadyTimes(around time: Double) -> ClosedRange<Double>? {
    switch action {
    case .matrix(let animation): animation.steadyTimes(around: time)
    case .component(_, let animation), .function(_, let animation):
      animation.steadyTimes(around: time)
    }
  }

  @discardableResult
  func apply(to value: inout RunningTransform, at time: Double) -> Bool {
    switch action {
    case .matrix(let animation):
      guard let next = animation.matrix(at: time, over: value.matrix) else { return false }
      value = RunningTransform(next)
    case .component(let component, let animation):
      guard let next = animation.numbers(at: time, over: value[component]) else {
        return false
      }
      value[component] = next
    case .function(let function, let animation):
      // The matrix of the function is added, not its numbers.
      var plain = animation
      plain.isAdditive = false
      guard let next = plain.numbers(at: time, over: function.identity) else { return false }
      let matrix = function.matrix(next)
      value = RunningTransform(animation.isAdditive ? matrix.added(to: value.matrix) : matrix)
    }
    return true
  }
}

/// An intermediate transform during animation: a matrix, its decomposition, or both.
struct RunningTransform {
  // These are not payloads of an enum, which would be copied for each look at it.
  private var composed: CATransform3D
  private var parts = TransformComponents()
  private var isComposed = true
  private var isDecomposed = false

  init(_ matrix: CATransform3D) { composed = matrix }

  /// Creates a transform from a matrix that was decomposed before.
  init(_ matrix: CATransform3D, _ parts: TransformComponents) {
    (composed, self.parts, isDecomposed) = (matrix, parts, true)
  }

  var matrix: CATransform3D { isComposed ? composed : parts.matrix }

  /// The numbers of a component.
  subscript(component: PropertyComponent) -> SIMD4<Double> {
    mutating get {
      decompose()
      return parts[component]
    }
    set {
      decompose()
      parts[component] = newValue
      isComposed = false
    }
  }

  private mutating func decompose() {
    if isDecomposed { return }
    parts = TransformComponents(composed)
    isDecomposed = true
  }
}

/// An animation of any other value.
struct ObjectStep: Sendable {
  var clock: Int32
  var animation: ValueAnimation<ObjectValue>
}
