package import Foundation

/// Reads files from an earlier run safely: links are not followed, and a pipe does not block the
/// reader.
package enum PlainFile {
  /// Returns the contents of a file; nil for a path that is not a regular file.
  package static func read(_ path: String) -> [UInt8]? {
    guard let file = open(path) else { return nil }
    defer { try? file.close() }
    return (try? file.readToEnd()).map { [UInt8]($0) }
  }

  /// Opens a file for reading; nil for a path that is not a regular file.
  package static func open(_ path: String) -> FileHandle? {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard isPlain(descriptor) else {
      close(descriptor)
      return nil
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns whether an open file is a regular file, and not a pipe, device or folder.
  static func isPlain(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
