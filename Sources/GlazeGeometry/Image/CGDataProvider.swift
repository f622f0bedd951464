public import Foundation

/// Bytes that an image is made from.
///
/// Observed: Apple header CGDataProvider.h; Glaze's providers hold their bytes in memory.
public final class CGDataProvider: Sendable {
  /// The bytes; never nil in Glaze.
  public let data: Data?

  let bytes: Data

  /// Makes a provider of the given bytes; never nil.
  public init?(data: Data) {
    self.data = data
    bytes = data
  }

  init(bytes: Data) {
    data = bytes
    self.bytes = bytes
  }
}
