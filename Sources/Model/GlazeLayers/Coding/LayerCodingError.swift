/// An error of archiving layers, or of reading an archive.
///
/// Source: Glaze's own choice; on a Mac these are exceptions.
public enum LayerCodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value cannot be represented in archives: its type, its key, and the class of its object.
  case notArchivable(type: String, key: String, owner: String)
  /// The archive ends too early.
  case truncated(expected: String)
  /// The archive is malformed.
  case damaged(String)
  /// The bytes are a property list with other content.
  case notLayers(String)
  /// An object has an unsupported class; its place is its number in the archive.
  case foreignClass(String, place: String)
  /// A value is not of the kind that its key requires.
  case badValue(key: String, expected: String, place: String)
  /// Objects are nested too deeply, or contain themselves.
  case tooDeep(limit: Int, place: String)

  /// A description, in one line, of what happened and what to do.
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
