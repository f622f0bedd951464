public import Foundation

/// A class of Core Animation whose objects archives can hold.
///
/// `NSKeyedArchiver.archivedData(withRootObject:requiringSecureCoding:)` and
/// `NSKeyedUnarchiver.unarchivedObject(ofClass:from:)` write and read such objects as Apple's do.
///
/// Source: Glaze's own choice: on Linux Foundation's archivers cannot give a class Apple's name, and stop the
/// program at what they do not expect.
public protocol LayerArchivable: NSSecureCoding {}

/// A class that archives may name; what is `Sendable` are classes, not their objects.
private typealias Archived = NSSecureCoding & SendableMetatype

/// What archives call classes.
enum ArchivedClass {
  /// The names of a class and of those that it inherits from; what archives have no name for, such as a class
  /// inside a function, is passed over.
  static func chain(of start: AnyClass) -> [String] {
    var names: [String] = []
    var next: AnyClass? = start
    while let current = next {
      if isNameable(current) {
        names.append(ArchiveNames.withoutModule(_typeName(current)))
      }
      next = _getSuperclass(current)
    }
    return names
  }

  /// The class, or the next one that it inherits from and that Foundation can name: it stops the program at
  /// others.
  static func nameable(_ start: AnyClass) -> AnyClass {
    var current: AnyClass = start
    while !isNameable(current), let next = _getSuperclass(current) { current = next }
    return current
  }

  /// What Apple calls a class, or those that it inherits from: what its unarchivers make in its place.
  static func fallbacks(of start: AnyClass) -> [String] {
    chain(of: start).filter { !$0.contains(".") && $0 != "NSObject" }
  }

  private static func isNameable(_ type: AnyClass) -> Bool {
    let name = _typeName(type)
    return name.utf8.count { $0 == UInt8(ascii: ".") } == 1
      && !name.utf8.contains(UInt8(ascii: "("))
  }

  /// The first class of a list of names that is Glaze's, or that inherits from one of Glaze's.
  static func known(_ names: [String]) -> (any NSSecureCoding.Type)? {
    for name in names {
      if let type = ofGlaze[name] { return type }
      guard name != "NSObject", isSwiftName(name),
        let type = NSClassFromString(name) as? any LayerArchivable.Type
      else { continue }
      return type
    }
    return nil
  }

  /// Whether a name is that of a class of a module: nothing else of a file is looked up.
  private static func isSwiftName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && !(part.first?.isNumber ?? true)
          && part.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isalnum(Int32($0)) != 0 }
      }
  }

  private static let ofGlaze: [String: any Archived.Type] = {
    var types: [any Archived.Type] = [
      CALayer.self, CATransformLayer.self, CAGradientLayer.self, CAShapeLayer.self,
      CAReplicatorLayer.self, CAScrollLayer.self, CATiledLayer.self, CAEmitterLayer.self,
      CABackdropLayer.self, CAEmitterCell.self, CAEmitterBehavior.self, CAFilter.self,
      CAMediaTimingFunction.self, CAValueFunction.self, CAConstraint.self,
      CAConstraintLayoutManager.self, LKNSValueCodingProxy.self, LKCGColorCodingProxy.self,
      LKCGImageCodingProxy.self, LKNSArrayCodingProxy.self,
      LKNSDictionaryCodingProxy.self, CATintedImage.self,
      CACGPathCodingProxy.self,
      CACGPathCodingSegment.self,
    ]
    types += CAAnimation.knownClasses.values.map { $0 }
    // The text's module is above this one.
    if let text = NSClassFromString("GlazeText.CATextLayer") as? any Archived.Type {
      types.append(text)
    }
    return Dictionary(
      uniqueKeysWithValues: types.map {
        (ArchiveNames.withoutModule(_typeName($0)), $0)
      })
  }()
}
