package import Foundation

/// Files that an earlier run left, read without being led elsewhere: links are not followed, and a pipe does
/// not keep the reader waiting.
package enum PlainFile {
  /// All of a file; nil for what is none.
  package static func read(_ path: String) -> [UInt8]? {
    guard let file = open(path) else { return nil }
    defer { try? file.close() }
    return (try? file.readToEnd()).map { [UInt8]($0) }
  }

  /// Opens a file for reading; nil for what is none.
  package static func open(_ path: String) -> FileHandle? {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard isPlain(descriptor) else {
      close(descriptor)
      return nil
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Whether an open file is a file, and no pipe, device or folder.
  static func isPlain(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
