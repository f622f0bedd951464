public import Foundation

/// The name of a value function.
///
/// Observed: Apple header CAValueFunction.h.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An angle about x, in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// An angle about y, in radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// An angle about z, in radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Three factors.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A factor along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A factor along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A factor along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// Three distances, in points.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A distance along x, in points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A distance along y, in points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A distance along z, in points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")

  static let all: Set<CAValueFunctionName> = [
    .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX,
    .translateY, .translateZ,
  ]
}

/// Makes a matrix of the number, or the three numbers, that an animation gives.
///
/// The matrix replaces the property's. Objects never change, so they may be shared.
///
/// Observed: Apple header CAValueFunction.h.
public final class CAValueFunction: NSObject, LayerArchivable, Sendable {
  /// What the function does.
  public let name: CAValueFunctionName

  /// Makes the function of a name; nil for a name that is unknown, which is refused.
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
  /// - Returns: nil when the archive has no name that is known; the coder is told.
  public init?(coder: NSCoder) {
    let name = coder.archivedValue(forKey: "name") as? String
    guard let name = name.map({ CAValueFunctionName(rawValue: $0) }),
      CAValueFunctionName.all.contains(name)
    else {
      coder.refuse("valueFunction", expected: "the name of a function")
      return nil
    }
    self.name = name
    super.init()
  }

  /// Whether archives that ask for safety may hold functions: true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the name.
  public func encode(with coder: NSCoder) {
    coder.encode(name.rawValue as NSString, forKey: "name")
  }

  /// Apple's name of the class, which stands for it where it is not known.
  public override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }
}
