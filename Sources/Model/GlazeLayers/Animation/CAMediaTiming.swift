import Foundation
import GlazeAnimation

/// The mapping from a parent's time to local time.
///
/// `t = (parent time - beginTime) * speed + timeOffset`, in seconds. Layers map their superlayer's
/// time to the time of their animations and sublayers; animations map their layer's time, or their
/// group's, to their own. See `CALayer.convertTime(_:from:)`.
///
/// Observed: Apple header CAMediaTiming.h.
public protocol CAMediaTiming: AnyObject {
  /// The time at which local time begins, in seconds of the parent's time; default 0.
  ///
  /// For an animation of a layer, 0 means the time of its commit.
  var beginTime: CFTimeInterval { get set }
  /// The duration, in seconds; default 0 for animations, infinity for layers and cells.
  ///
  /// An animation of 0 seconds takes the duration of the transaction in which it is added.
  var duration: CFTimeInterval { get set }
  /// The speed of local time relative to the parent's; 0 stands still, a negative speed runs
  /// backwards; default 1.
  var speed: Float { get set }
  /// The offset that is added to local time, in seconds; default 0.
  var timeOffset: CFTimeInterval { get set }
  /// The number of repetitions, which may be fractional; default 0, once.
  var repeatCount: Float { get set }
  /// The total time of the repetitions, in seconds; default 0. It overrides `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// A Boolean value that indicates whether each run is followed by a run backwards; default false.
  var autoreverses: Bool { get set }
  /// The values that show outside the active time; default `removed`.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The values that an animation shows outside its active time.
///
/// Observed: Apple header CAMediaTiming.h.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a mode from any name; an unknown one becomes `removed` when it is set.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first value before the active time, the last value after it.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// The first value before the active time.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// The last value after the active time; no effect once the animation is removed on completion.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// No values; the default.
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
  /// Creates Apple's name of a mode.
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
  /// The defaults of layers and emitter cells, whose duration is infinite.
  static let ofLayers = MediaTiming(duration: .infinity)
}
