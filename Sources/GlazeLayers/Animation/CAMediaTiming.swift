import Foundation
import GlazeAnimation

/// How local time follows the time around it.
///
/// `t = (parent time - beginTime) * speed + timeOffset`, in seconds. Layers map their superlayer's
/// time to the time of their animations and sublayers; animations map their layer's time, or their
/// group's, to their own. See `CALayer.convertTime(_:from:)`.
///
/// Observed: Apple header CAMediaTiming.h.
public protocol CAMediaTiming: AnyObject {
  /// When local time begins, in seconds of the parent's time; default 0.
  ///
  /// For an animation of a layer 0 means the moment at which it is committed.
  var beginTime: CFTimeInterval { get set }
  /// How long it takes, in seconds; default 0 for animations, infinity for layers and cells.
  ///
  /// An animation of 0 seconds takes as long as the transaction says in which it is added.
  var duration: CFTimeInterval { get set }
  /// Seconds of local time per second of the parent's; 0 stands still, negative runs backwards;
  /// default 1.
  var speed: Float { get set }
  /// Added to local time, in seconds; default 0.
  var timeOffset: CFTimeInterval { get set }
  /// How many times it runs, also a part of a time; default 0, once.
  var repeatCount: Float { get set }
  /// For how long it runs again and again, in seconds; default 0. Goes before `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether it runs backwards after each time that it ran forwards; default false.
  var autoreverses: Bool { get set }
  /// What shows outside of the active time; default `removed`.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// What an animation shows outside of its active time.
///
/// Observed: Apple header CAMediaTiming.h.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a mode from a name, known or not; an unknown one becomes `removed` when it is set.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its start before it, its end after it.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Its start before it.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Its end after it; without effect once the animation is removed on completion.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// Nothing; the default.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

extension FillMode {
  /// Reads Apple's name; an unknown one is `removed`.
  init(_ name: CAMediaTimingFillMode) {
    switch name {
    case .both: self = .both
    case .backwards: self = .backwards
    case .forwards: self = .forwards
    default: self = .removed
    }
  }
}

extension CAMediaTimingFillMode {
  /// Apple's name of a mode.
  init(_ mode: FillMode) {
    switch mode {
    case .removed: self = .removed
    case .forwards: self = .forwards
    case .backwards: self = .backwards
    case .both: self = .both
    }
  }
}

extension MediaTiming {
  /// What layers and emitter cells begin with: they last for ever.
  static let ofLayers = MediaTiming(duration: .infinity)
}

/// The time of animations: seconds on the monotonic clock of this machine.
///
/// It never goes back and stands still while the machine sleeps; only differences mean something.
///
/// Source: Apple documentation of CACurrentMediaTime; on Linux the clock is `CLOCK_MONOTONIC`.
public func CACurrentMediaTime() -> CFTimeInterval {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
