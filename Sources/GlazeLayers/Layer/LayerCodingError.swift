/// Why a layer could not be coded.
public enum LayerCodingError: Error, Sendable, CustomStringConvertible {
  /// Layers cannot be archived yet.
  case unsupported

  /// What happened and what to do, in one line.
  public var description: String {
    "CALayer cannot be archived yet: read and write scenes instead"
  }
}
