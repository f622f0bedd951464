public import Foundation
package import GlazeAnimation

/// The name of a timing function.
///
/// Observed: Apple header CAMediaTimingFunction.h.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The same speed all the time.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow at first.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow at the end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at both ends.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// What implicit animations follow.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1).
///
/// x is progress in time, y progress of the value, which may leave 0...1. Objects never change, so
/// they may be shared.
///
/// Observed: Apple header CAMediaTimingFunction.h; there is one object per name, and two functions
/// with equal points are not equal (measured).
public final class CAMediaTimingFunction: NSObject, LayerArchivable, Sendable {
  /// The curve itself.
  package let curve: TimingFunction
  /// x and y of the first and the second control point.
  package var points: SIMD4<Float> { curve.points }
  /// What it was made by; nil for one that was made of points.
  package let name: CAMediaTimingFunctionName?

  /// Makes a curve of its two inner control points.
  ///
  /// - Parameters:
  ///   - c1x: x of the first; x beyond 0...1 is taken as its nearest end when the curve is evaluated.
  ///   - c1y: y of the first.
  ///   - c2x: x of the second.
  ///   - c2y: y of the second.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    curve = TimingFunction(c1x, c1y, c2x, c2y)
    name = nil
    super.init()
  }

  private init(_ name: CAMediaTimingFunctionName, _ curve: TimingFunction) {
    self.curve = curve
    self.name = name
    super.init()
  }

  /// Reads a function from an archive.
  ///
  /// - Returns: nil when the archive has no points; the coder is told.
  public init?(coder: NSCoder) {
    guard let points = coder.numbers(forKeys: ArchiveNames.curve)?.map({ Float($0) }) else {
      coder.refuse("timingFunction", expected: "two control points")
      return nil
    }
    let curve = TimingFunction(points[0], points[1], points[2], points[3])
    self.curve = curve
    name = Self.byName.first { $0.value.curve.points == curve.points }?.key
    super.init()
  }

  /// Whether archives that ask for safety may hold functions: true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the control points.
  public func encode(with coder: NSCoder) {
    for (index, key) in ArchiveNames.curve.enumerated() {
      coder.encode(curve.points[index], forKey: key)
    }
  }

  /// Apple's name of the class, which stands for it where it is not known.
  public override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// The x and y of a control point.
  ///
  /// - Parameters:
  ///   - index: 0 is (0, 0) and 3 is (1, 1); others than 0 to 3 are refused.
  ///   - values: room for two numbers.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    let all = [SIMD2(0, 0), curve.points.lowHalf, curve.points.highHalf, SIMD2(1, 1)]
    guard all.indices.contains(index) else {
      ModelMisuse.noControlPoint(index: index).report()
      return
    }
    values[0] = all[index].x
    values[1] = all[index].y
  }

  fileprivate static let byName: [CAMediaTimingFunctionName: CAMediaTimingFunction] = {
    let all: [(CAMediaTimingFunctionName, TimingFunction)] = [
      (.linear, .linear), (.easeIn, .easeIn), (.easeOut, .easeOut),
      (.easeInEaseOut, .easeInEaseOut), (.default, .default),
    ]
    return Dictionary(
      uniqueKeysWithValues: all.map { ($0.0, CAMediaTimingFunction($0.0, $0.1)) })
  }()

  /// The function of a name; nil when there is none.
  package static func named(_ name: CAMediaTimingFunctionName) -> CAMediaTimingFunction? {
    byName[name]
  }
}

/// Lets an initialiser return an object that exists.
public protocol SharedByName {}

extension CAMediaTimingFunction: SharedByName {}

extension SharedByName {
  /// The shared function of a name; an unknown name is refused and gives a linear one.
  public init(name: CAMediaTimingFunctionName) {
    self = Self.shared(name)
  }

  private static func shared(_ name: CAMediaTimingFunctionName) -> Self {
    var function = CAMediaTimingFunction.named(name)
    if function == nil {
      ModelMisuse.unknownFunction(className: "CAMediaTimingFunction", name: name.rawValue).report()
      function = CAMediaTimingFunction(controlPoints: 0, 0, 1, 1)
    }
    guard let function = function as? Self else {
      preconditionFailure("Only CAMediaTimingFunction is shared by name, not \(Self.self)")
    }
    return function
  }
}
