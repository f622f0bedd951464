public import Foundation

extension NSKeyedArchiver {
  /// Archives an object of Core Animation as Apple's software does.
  ///
  /// Chosen in the place of Foundation's function of this name where the type says that the object is one.
  /// Others, such as a list of layers, are archived by Foundation, with the classes' names in Swift.
  ///
  /// - Parameters:
  ///   - object: with all that it holds; delegates are left out.
  ///   - requiringSecureCoding: what the archive holds is the same either way.
  /// - Throws: `LayerCodingError.notArchivable`, for a value that archives have no form for.
  /// - Complexity: O(size of the archive); nesting costs memory, never stack.
  ///
  /// Source: Apple header NSKeyedArchiver.h; the choice is Glaze's own.
  public static func archivedData(
    withRootObject object: some LayerArchivable, requiringSecureCoding: Bool
  ) throws -> Data {
    try LayerArchiver.archive(object)
  }
}

extension NSKeyedUnarchiver {
  /// Reads an object of Core Animation out of an archive, Apple's or Glaze's.
  ///
  /// Chosen in the place of Foundation's function of this name where the type says that the object is one.
  /// No archive stops the program, as some do with Foundation's own.
  ///
  /// - Parameters:
  ///   - cls: the class of the object, or one that it inherits from.
  ///   - data: a keyed archive, as a binary property list.
  /// - Returns: the object; never nil.
  /// - Throws: `LayerCodingError`: for damage, for an object of a class that is not read, and for objects
  ///   that are nested deeper than 256 levels. Documents have no such limit.
  /// - Complexity: O(size of the archive).
  ///
  /// Source: Apple header NSKeyedArchiver.h; the choice is Glaze's own.
  public static func unarchivedObject<Object: NSObject & LayerArchivable>(
    ofClass cls: Object.Type, from data: Data
  ) throws -> Object? {
    try LayerUnarchiver.read(data, as: cls)
  }
}
