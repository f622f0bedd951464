public import Foundation

/// The bytes from which an image is made.
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

  /// Makes a provider of the bytes of a file, which is read immediately; nil when it cannot be
  /// read.
  public convenience init?(url: URL) {
    guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }

  /// Makes a provider of the bytes of a file, which is read immediately; nil when it cannot be
  /// read.
  ///
  /// - Parameter filename: the path of the file.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: URL(fileURLWithPath: String(cString: filename)))
  }

  /// Makes a provider of a copy of bytes in memory, which are released immediately; never nil.
  ///
  /// - Parameters:
  ///   - info: passed to `releaseData`.
  ///   - data: the first byte.
  ///   - size: the number of bytes.
  ///   - releaseData: called when the bytes are copied.
  public convenience init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
  ) {
    self.init(data: Data(bytes: data, count: max(0, size)))
    releaseData(info, data, size)
  }

  init(bytes: Data) {
    data = bytes
    self.bytes = bytes
  }
}
