public import Foundation
public import GlazeGeometry

/// The interpolation between keyframes.
///
/// Observed: Apple header CAAnimation.h.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a mode from any name; an unknown one acts like `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Linear interpolation; the default.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// No interpolation: each value stays until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Linear interpolation at constant speed; `keyTimes` and `timingFunctions` are ignored.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Interpolation along a Kochanek-Bartels spline.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Interpolation along the spline, timed by the distances of the keyframes.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The rotation of a layer while it moves along a path.
///
/// Observed: Apple header CAAnimation.h.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a mode from any name; an unknown one rotates nothing.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The x axis of the layer follows the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The x axis of the layer points against the path.
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

  /// The values of the keyframes, as Swift values or boxed; ignored if there is a path; default
  /// nil.
  open var values: [Any]? {
    get { frames.values }
    set { if mayChange("values") { frames.values = newValue } }
  }

  /// The path that points follow; each element is a segment; copied when set; default nil.
  open var path: CGPath? {
    get { frames.path }
    set {
      guard mayChange("path") else { return }
      frames.path = newValue is CGMutablePath ? newValue?.copy() : newValue
    }
  }

  /// The times of the keyframes, in 0...1 of the duration; nil spaces them evenly; default nil.
  ///
  /// There is one for each value, one more in discrete mode, and one more than segments along a
  /// path.
  open var keyTimes: [NSNumber]? {
    get { frames.keyTimes }
    set { if mayChange("keyTimes") { frames.keyTimes = newValue } }
  }

  /// The timing functions of the segments; missing ones are linear; default nil.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { frames.timingFunctions }
    set { if mayChange("timingFunctions") { frames.timingFunctions = newValue } }
  }

  /// The interpolation between keyframes; default `linear`.
  open var calculationMode: CAAnimationCalculationMode {
    get { frames.calculationMode }
    set { if mayChange("calculationMode") { frames.calculationMode = newValue } }
  }

  /// The tension of the spline at each keyframe; default nil, 0 everywhere.
  open var tensionValues: [NSNumber]? {
    get { frames.tensionValues }
    set { if mayChange("tensionValues") { frames.tensionValues = newValue } }
  }

  /// The continuity of the spline at each keyframe: how sharp its corner is; default nil, 0
  /// everywhere.
  open var continuityValues: [NSNumber]? {
    get { frames.continuityValues }
    set { if mayChange("continuityValues") { frames.continuityValues = newValue } }
  }

  /// The bias of the spline at each keyframe: the side to which it leans; default nil, 0
  /// everywhere.
  open var biasValues: [NSNumber]? {
    get { frames.biasValues }
    set { if mayChange("biasValues") { frames.biasValues = newValue } }
  }

  /// The rotation of the layer along a path; default nil, none.
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
