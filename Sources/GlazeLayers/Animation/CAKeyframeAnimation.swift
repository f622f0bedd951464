public import Foundation
public import GlazeGeometry

/// How an animation goes from key frame to key frame.
///
/// Observed: Apple header CAAnimation.h.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a mode from a name, known or not; an unknown one acts like `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Straight; the default.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Not at all: each value stays until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Straight, with the same speed everywhere; `keyTimes` and `timingFunctions` do not count.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Along a Kochanek-Bartels spline.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Along the spline, paced by the distances of the key frames.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// How a layer turns while it moves along a path.
///
/// Observed: Apple header CAAnimation.h.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a mode from a name, known or not; an unknown one turns nothing.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its x axis along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Its x axis against the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through a list of values, or along a path.
///
/// Observed: Apple header CAAnimation.h.
open class CAKeyframeAnimation: CAPropertyAnimation {
  private final var frames = Frames()

  private struct Frames {
    var values: [Any]?
    var path: CGPath?
    var keyTimes: [NSNumber]?
    var timingFunctions: [CAMediaTimingFunction]?
    var calculationMode: CAAnimationCalculationMode = .linear
    var tensionValues: [NSNumber]?
    var continuityValues: [NSNumber]?
    var biasValues: [NSNumber]?
    var rotationMode: CAAnimationRotationMode?
  }

  /// The key frames; Swift's values or boxed ones; not used with a path; default nil.
  open var values: [Any]? {
    get { frames.values }
    set { if mayChange("values") { frames.values = newValue } }
  }

  /// What points move along; each element is a segment; a copy is kept; default nil.
  open var path: CGPath? {
    get { frames.path }
    set {
      guard mayChange("path") else { return }
      frames.path = newValue is CGMutablePath ? newValue?.copy() : newValue
    }
  }

  /// When each key frame is reached, in 0...1 of the duration; nil is evenly; default nil.
  ///
  /// One for each value; one more in discrete mode, and along paths one more than segments.
  open var keyTimes: [NSNumber]? {
    get { frames.keyTimes }
    set { if mayChange("keyTimes") { frames.keyTimes = newValue } }
  }

  /// The pace of each segment; those that are missing are linear; default nil.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { frames.timingFunctions }
    set { if mayChange("timingFunctions") { frames.timingFunctions = newValue } }
  }

  /// How values between key frames are found; default `linear`.
  open var calculationMode: CAAnimationCalculationMode {
    get { frames.calculationMode }
    set { if mayChange("calculationMode") { frames.calculationMode = newValue } }
  }

  /// For each key frame how tight a spline turns there; default nil, 0 everywhere.
  open var tensionValues: [NSNumber]? {
    get { frames.tensionValues }
    set { if mayChange("tensionValues") { frames.tensionValues = newValue } }
  }

  /// For each key frame how sharp a spline's corner is there; default nil, 0 everywhere.
  open var continuityValues: [NSNumber]? {
    get { frames.continuityValues }
    set { if mayChange("continuityValues") { frames.continuityValues = newValue } }
  }

  /// For each key frame to which side a spline leans there; default nil, 0 everywhere.
  open var biasValues: [NSNumber]? {
    get { frames.biasValues }
    set { if mayChange("biasValues") { frames.biasValues = newValue } }
  }

  /// How the layer turns along a path; default nil, not at all.
  open var rotationMode: CAAnimationRotationMode? {
    get { frames.rotationMode }
    set { if mayChange("rotationMode") { frames.rotationMode = newValue } }
  }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CAKeyframeAnimation { frames = other.frames }
  }

  package override class var propertyTable: PropertyTable { .keyframeAnimation }
}
