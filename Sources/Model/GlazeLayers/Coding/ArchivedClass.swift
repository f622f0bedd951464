public import Foundation

/// A class of Core Animation whose objects archives can hold.
///
/// `NSKeyedArchiver.archivedData(withRootObject:requiringSecureCoding:)` and
/// `NSKeyedUnarchiver.unarchivedObject(ofClass:from:)` write and read such objects as Apple's do.
///
/// Source: Glaze's own choice: on Linux, Foundation's archivers cannot give a class Apple's name,
/// and stop the program at unexpected objects.
public protocol LayerArchivable: NSSecureCoding {}

/// A class that archives may name; the class is `Sendable`, its objects are not.
private typealias Archived = NSSecureCoding & SendableMetatype

/// The names of classes in archives.
enum ArchivedClass {
  /// Returns the names of a class and its superclasses; classes that archives cannot name, such as
  /// a class inside a function, are skipped.
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

  /// Returns the class, or its nearest superclass that Foundation can name: Foundation stops the
  /// program at others.
  static func nameable(_ start: AnyClass) -> AnyClass {
    var current: AnyClass = start
    while !isNameable(current), let next = _getSuperclass(current) { current = next }
    return current
  }

  /// Returns Apple's names of a class or its superclasses, which Apple's unarchivers use in its
  /// place.
  static func fallbacks(of start: AnyClass) -> [String] {
    chain(of: start).filter { !$0.contains(".") && $0 != "NSObject" }
  }

  private static func isNameable(_ type: AnyClass) -> Bool {
    let name = _typeName(type)
    return name.utf8.count { $0 == UInt8(ascii: ".") } == 1
      && !name.utf8.contains(UInt8(ascii: "("))
  }

  /// Returns the first class in a list of names that is Glaze's, or a subclass of one of Glaze's.
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

  /// Returns whether a name is that of a class in a module: no other name from a file is looked up.
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
      CAEmitterCell.self, CAEmitterBehavior.self, CAFilter.self,
      CAMediaTimingFunction.self, CAValueFunction.self, CAConstraint.self,
      CAConstraintLayoutManager.self, LKNSValueCodingProxy.self, LKCGColorCodingProxy.self,
      LKCGImageCodingProxy.self, LKNSArrayCodingProxy.self,
      LKNSDictionaryCodingProxy.self, CATintedImage.self,
      CACGPathCodingProxy.self,
      CACGPathCodingSegment.self,
    ]
    types += CAAnimation.knownClasses.map { $0 }
    types += LayerClass.withoutText.map(\.type)
    // The module of text depends on this one.
    if let text = NSClassFromString("GlazeText.CATextLayer") as? any Archived.Type {
      types.append(text)
    }
    return Dictionary(
      uniqueKeysWithValues: types.map {
        (ArchiveNames.withoutModule(_typeName($0)), $0)
      })
  }()
}
