/// Why layers cannot be archived, or an archive cannot be read.
///
/// Source: Glaze's own choice; on a Mac these are exceptions.
public enum LayerCodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value has no form in archives: its type, the key that it has, and the class of the object that has it.
  case notArchivable(type: String, key: String, owner: String)
  /// The archive ends too early.
  case truncated(expected: String)
  /// The archive is not what it says of itself.
  case damaged(String)
  /// The bytes are a property list of something else.
  case notLayers(String)
  /// An object is of a class that is not read; its place is its number in the archive.
  case foreignClass(String, place: String)
  /// A value is not of the kind that its key wants.
  case badValue(key: String, expected: String, place: String)
  /// Objects lie in each other deeper than is followed, or in themselves.
  case tooDeep(limit: Int, place: String)

  /// What happened and what to do, in one line.
  public var description: String {
    switch self {
    case .notArchivable(let type, let key, let owner):
      "\(owner).\(key) is a \(type), which archives cannot hold: make the class conform to "
        + "NSSecureCoding, or answer false in shouldArchiveValue(forKey:)"
    case .truncated(let expected): "the archive ends too early; expected \(expected)"
    case .damaged(let reason): reason
    case .notLayers(let what): "a binary property list of \(what), not of layers"
    case .foreignClass(let name, let place):
      "\(place) is an object of the class \"\(name)\", which is not read"
    case .badValue(let key, let expected, let place): "\(place): \(key) must be \(expected)"
    case .tooDeep(let limit, let place):
      "\(place) lies in itself, or deeper than \(limit) levels: write and read it as a document"
    }
  }
}
