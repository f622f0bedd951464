import Foundation
package import GlazeAnimation

/// The animation of a change by default: from the value that was shown, to the property's own.
///
/// Frames need only its values. Its object is made when a program asks for it, which few do.
package final class ImplicitAnimation {
  package let property: LayerProperty
  /// The value that was shown before the change.
  package let formerValue: PropertyValue
  private let parameters: ImplicitParameters
  private var beginTime = 0.0
  /// See `frozen`; nil until a program asks for it.
  private var known: CABasicAnimation?

  init(_ property: LayerProperty, from value: PropertyValue, _ parameters: ImplicitParameters) {
    self.property = property
    formerValue = value
    self.parameters = parameters
  }

  var timing: MediaTiming {
    MediaTiming(beginTime: beginTime, duration: parameters.duration, fillMode: .backwards)
  }

  /// The animation as a new object, which may still change.
  var object: CABasicAnimation {
    let animation = CABasicAnimation(keyPath: property.name)
    animation.fromValue = formerValue.boxed(as: property.kind)
    animation.timing = timing
    animation.timingFunction = parameters.function
    return animation
  }

  /// The animation as the frozen object of its layer, the same one each time.
  var frozen: CABasicAnimation {
    if let known { return known }
    let animation = object
    animation.freeze()
    known = animation
    return animation
  }

  func begin(at time: CFTimeInterval) {
    beginTime = time
    known?.resolveBeginTime(time)
  }

  /// Returns the animation with its values in the form of a track.
  ///
  /// - Parameter read: Converts the former value; the result is nil if it returns nil.
  package func animation<Value>(_ read: (PropertyValue) -> Value?) -> ValueAnimation<Value>? {
    read(formerValue).map {
      ValueAnimation(timing: timing, easing: parameters.easing, source: .fromValue($0))
    }
  }
}

/// The values that implicit animations take from their transaction.
struct ImplicitParameters {
  let duration: CFTimeInterval
  let function: CAMediaTimingFunction
  let easing: Easing

  init(duration: CFTimeInterval, function: CAMediaTimingFunction?) {
    self.duration = duration
    self.function = function ?? Self.standard
    easing = Easing(self.function.curve)
  }

  /// The timing function of implicit animations, which is looked up once.
  private static let standard = CAMediaTimingFunction(name: .default)
}

/// An animation that is attached to a layer.
package struct AttachedAnimation {
  /// The key for lookups; nil if the animation cannot be looked up.
  package let key: String?
  package let content: Content
  /// A number that no two attached animations share.
  package let identity: UInt64
  /// A Boolean value that indicates whether it begins with the next commit, which then sets its begin
  /// time.
  package private(set) var awaitsCommit: Bool
  /// A Boolean value that indicates whether it stays at its end, where it has no effect any more.
  var stays = false
  /// The delegate and the completion blocks of the animation; nil if it has neither.
  let listeners: AnimationListeners?

  /// An animation as a layer holds it.
  package enum Content {
    /// A frozen copy.
    case object(CAAnimation)
    case implicit(ImplicitAnimation)

    /// The animation as an object that may still change.
    var object: CAAnimation {
      switch self {
      case .object(let animation): animation
      case .implicit(let animation): animation.object
      }
    }
  }

  init(
    key: String?, _ content: Content, identity: UInt64, informing groups: [CompletionGroup]
  ) {
    self.key = key
    self.content = content
    self.identity = identity
    switch content {
    case .object(let animation):
      awaitsCommit = animation.beginTime == 0
      let hasNone = groups.isEmpty && animation.delegate == nil
      listeners = hasNone ? nil : AnimationListeners(groups, of: animation)
    case .implicit:
      awaitsCommit = true
      listeners = groups.isEmpty ? nil : AnimationListeners(groups, of: nil)
    }
  }

  /// The animation as a frozen object, the same one each time.
  package var animation: CAAnimation {
    switch content {
    case .object(let animation): animation
    case .implicit(let animation): animation.frozen
    }
  }

  /// The timing with which the animation is evaluated: one that is removed on completion does not fill
  /// after its end.
  package var timing: MediaTiming {
    switch content {
    case .object(let animation): MediaTiming(attached: animation)
    case .implicit(let animation): animation.timing
    }
  }

  var isRemovedOnCompletion: Bool {
    if case .object(let animation) = content { animation.isRemovedOnCompletion } else { true }
  }

  /// Begins an animation that waits for a commit.
  mutating func begin(at time: CFTimeInterval) {
    guard awaitsCommit else { return }
    awaitsCommit = false
    switch content {
    case .object(let animation): animation.resolveBeginTime(time)
    case .implicit(let animation): animation.begin(at: time)
    }
  }
}
