public import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers

extension UIView {
  /// The options of animation blocks.
  public struct AnimationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Repeats the animation.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Runs the animation forward and backward.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Begins at the visible values instead of the layers' own.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Stored without effect; there is no interaction.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Slow at both ends; the default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the start.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Even.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
  }

  /// Animates changes of views.
  ///
  /// - Parameters:
  ///   - duration: the duration in seconds.
  ///   - delay: the delay in seconds.
  ///   - options: the options.
  ///   - animations: makes the changes; it is called immediately.
  ///   - completion: called when the animations have ended; its argument is true when they were not
  ///     interrupted.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    run(
      AnimationBlock(duration: duration, delay: delay, options: options), animations, completion)
  }

  /// Animates changes of views by a spring.
  ///
  /// - Parameters:
  ///   - duration: the duration in seconds.
  ///   - delay: the delay in seconds.
  ///   - dampingRatio: the damping in 0...1; 1 does not oscillate.
  ///   - velocity: the initial velocity, in distances a second.
  ///   - options: the options.
  ///   - animations: makes the changes; it is called immediately.
  ///   - completion: called when the animations have ended.
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    var block = AnimationBlock(duration: duration, delay: delay, options: options)
    block.spring = (max(0.01, min(1, dampingRatio)), velocity)
    run(block, animations, completion)
  }

  /// Makes changes without animations, inside an animation block.
  public static func performWithoutAnimation(_ actions: () -> Void) { run(nil, actions, nil) }

  private static func run(
    _ block: AnimationBlock?, _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    let outer = AnimationBlock.current
    AnimationBlock.current = block
    CATransaction.begin()
    if let completion { CATransaction.setCompletionBlock { completion(true) } }
    animations()
    CATransaction.commit()
    AnimationBlock.current = outer
  }
}

/// The animation of changes on this thread.
struct AnimationBlock {
  var duration: TimeInterval
  var delay: TimeInterval
  var options: UIView.AnimationOptions
  /// The fraction of critical damping, and the initial velocity.
  var spring: (ratio: CGFloat, velocity: CGFloat)?

  init(duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions) {
    (self.duration, self.delay, self.options) = (duration, delay, options)
  }

  static var current: AnimationBlock? {
    get { Thread.current.threadDictionary["GlazeUIKitLite.block"] as? AnimationBlock }
    set { Thread.current.threadDictionary["GlazeUIKitLite.block"] = newValue }
  }

  /// Returns nil for a key that blocks do not animate.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard Self.keys.contains(event), duration > 0 else { return nil }
    let animation: CABasicAnimation
    if let spring {
      // With a mass of 1, it is so stiff that it fades to a thousandth within the duration.
      let swing = CASpringAnimation(keyPath: event)
      let rate = max(6.9, 1) / (CGFloat(duration) * spring.ratio)
      (swing.mass, swing.stiffness) = (1, rate * rate)
      (swing.damping, swing.initialVelocity) = (2 * spring.ratio * rate, spring.velocity)
      animation = swing
    } else {
      animation = CABasicAnimation(keyPath: event)
      animation.timingFunction = CAMediaTimingFunction(name: curve)
    }
    let isFromVisible = options.contains(.beginFromCurrentState)
    let source = isFromVisible ? layer.presentation() ?? layer : layer
    animation.fromValue = source.value(forKeyPath: event)
    animation.duration = duration
    animation.fillMode = .backwards
    animation.autoreverses = options.contains(.autoreverse)
    if options.contains(.repeat) { animation.repeatCount = .infinity }
    return delay > 0 ? Self.delayed(animation, by: delay) : animation
  }

  /// Returns an animation that waits from its own begin, whatever the clock of the session is.
  private static func delayed(_ animation: CABasicAnimation, by delay: TimeInterval) -> CAAnimation
  {
    let cycle = animation.duration * (animation.autoreverses ? 2 : 1)
    animation.beginTime = delay
    let group = CAAnimationGroup()
    group.animations = [animation]
    group.duration = delay + (animation.repeatCount.isInfinite ? .infinity : cycle)
    group.fillMode = .backwards
    return group
  }

  private var curve: CAMediaTimingFunctionName {
    switch options.rawValue >> 16 & 3 {
    case 1: .easeIn
    case 2: .easeOut
    case 3: .linear
    default: .easeInEaseOut
    }
  }

  /// The properties of layers that UIKit animates.
  private static let keys: Set<String> = [
    "bounds", "position", "transform", "opacity", "backgroundColor", "cornerRadius", "contents",
    "anchorPoint", "zPosition", "shadowOpacity", "shadowRadius", "shadowOffset", "borderColor",
    "borderWidth",
  ]
}
