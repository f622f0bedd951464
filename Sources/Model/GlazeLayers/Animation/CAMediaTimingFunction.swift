public import Foundation
package import GlazeAnimation

/// The name of a timing function.
///
/// Observed: Apple header CAMediaTimingFunction.h.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// A slow start.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// A slow end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// A slow start and end.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The timing function of implicit animations.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A timing function: a cubic Bézier curve from (0, 0) to (1, 1).
///
/// x is progress in time; y is progress of the value, which may leave 0...1. Objects are immutable
/// and can be shared.
///
/// Observed: Apple header CAMediaTimingFunction.h; there is one object per name, and two functions
/// with equal points are not equal (measured).
public final class CAMediaTimingFunction: NSObject, LayerArchivable, Sendable {
  /// The curve itself.
  package let curve: TimingFunction
  /// The x and y coordinates of the first and the second control point.
  package var points: SIMD4<Float> { curve.points }
  /// The name of the function; nil if it was made of points.
  package let name: CAMediaTimingFunctionName?

  /// Creates a curve from its two inner control points.
  ///
  /// - Parameters:
  ///   - c1x: x of the first point; values outside 0...1 are clamped when the curve is evaluated.
  ///   - c1y: y of the first point.
  ///   - c2x: x of the second point, clamped likewise.
  ///   - c2y: y of the second point.
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
  /// - Returns: nil if the archive has no points; the coder receives the error.
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

  /// A Boolean value that indicates whether secure archives may hold functions: true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the control points.
  public func encode(with coder: NSCoder) {
    for (index, key) in ArchiveNames.curve.enumerated() {
      coder.encode(curve.points[index], forKey: key)
    }
  }

  /// Returns Apple's name of the class, which replaces the class where it is unknown.
  public override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// Stores the x and y coordinates of a control point in `values`.
  ///
  /// - Parameters:
  ///   - index: 0 is (0, 0) and 3 is (1, 1); an index outside 0...3 is refused.
  ///   - values: Memory for two numbers.
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

  /// Returns the function with a name; nil if there is none.
  package static func named(_ name: CAMediaTimingFunctionName) -> CAMediaTimingFunction? {
    byName[name]
  }
}

/// Lets an initializer return an existing object.
public protocol SharedByName {}

extension CAMediaTimingFunction: SharedByName {}

extension SharedByName {
  /// Finds the shared function with a name; an unknown name is refused and returns a linear one.
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
      preconditionFailure("only CAMediaTimingFunction can be created by name, not \(Self.self)")
    }
    return function
  }
}
