public import Foundation

extension NSKeyedArchiver {
  /// Archives an object of Core Animation as Apple's software does.
  ///
  /// Swift prefers it to Foundation's function of this name if the type of the object conforms.
  /// Other objects, such as an array of layers, are archived by Foundation, with the Swift names of
  /// classes.
  ///
  /// - Parameters:
  ///   - object: The object, which is archived with everything that it contains, except delegates.
  ///   - requiringSecureCoding: No effect; the content of the archive is the same.
  /// - Throws: `LayerCodingError.notArchivable`, for a value that archives cannot represent.
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
  /// Reads an object of Core Animation from an archive, Apple's or Glaze's.
  ///
  /// Swift prefers it to Foundation's function of this name if the type of the object conforms. No
  /// archive stops the program, unlike with Foundation's function.
  ///
  /// - Parameters:
  ///   - cls: The class of the object, or a superclass.
  ///   - data: A keyed archive, as a binary property list.
  /// - Returns: The object; never nil.
  /// - Throws: `LayerCodingError`: for damage, for an object of an unsupported class, and for
  ///   objects nested deeper than 256 levels. Documents have no such limit.
  /// - Complexity: O(size of the archive).
  ///
  /// Source: Apple header NSKeyedArchiver.h; the choice is Glaze's own.
  public static func unarchivedObject<Object: NSObject & LayerArchivable>(
    ofClass cls: Object.Type, from data: Data
  ) throws -> Object? {
    try LayerUnarchiver.read(data, as: cls)
  }
}
