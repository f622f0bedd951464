public import Foundation

/// The name of a value function.
///
/// Observed: Apple header CAValueFunction.h.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A rotation about x, in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A rotation about y, in radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A rotation about z, in radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// A scale by three factors.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A scale along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A scale along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A scale along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// A translation by three distances, in points.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A translation along x, in points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A translation along y, in points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A translation along z, in points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")

  static let all: Set<CAValueFunctionName> = [
    .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX,
    .translateY, .translateZ,
  ]
}

/// A function that makes a matrix of the number, or the three numbers, of an animation.
///
/// The matrix replaces that of the property. Objects are immutable and can be shared.
///
/// Observed: Apple header CAValueFunction.h.
public final class CAValueFunction: NSObject, LayerArchivable, Sendable {
  /// The name of the function.
  public let name: CAValueFunctionName

  /// Creates the function with a name; nil for an unknown name, which is refused.
  public init?(name: CAValueFunctionName) {
    guard CAValueFunctionName.all.contains(name) else {
      ModelMisuse.unknownFunction(className: "CAValueFunction", name: name.rawValue).report()
      return nil
    }
    self.name = name
    super.init()
  }

  /// Reads a function from an archive.
  ///
  /// - Returns: nil if the archive contains no known name; the coder receives the error.
  public init?(coder: NSCoder) {
    let name = coder.archivedValue(forKey: "name") as? String
    guard let name = name.map({ CAValueFunctionName(rawValue: $0) }),
      CAValueFunctionName.all.contains(name)
    else {
      coder.refuse("valueFunction", expected: "the name of a value function")
      return nil
    }
    self.name = name
    super.init()
  }

  /// A Boolean value that indicates whether secure archives may hold functions: true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the name.
  public func encode(with coder: NSCoder) {
    coder.encode(name.rawValue as NSString, forKey: "name")
  }

  /// Returns Apple's name of the class, which replaces the class where it is unknown.
  public override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }
}
