import Foundation

/// Files without a name, which disappear with the last process that has them open, however that
/// ends, unless they are given one.
package enum UnnamedFile {
  // `O_TMPFILE`, a macro that Swift does not import.
  private static let flags = O_DIRECTORY | 0o20_000_000

  /// Opens an unnamed file for writing and reading.
  ///
  /// - Parameter folder: the folder in which it may be given a name; its file system must support
  ///   such files.
  /// - Returns: nil when that is not possible, for whatever reason.
  package static func open(in folder: String) -> Int32? {
    let opened = Glibc.open(folder, flags | O_RDWR | O_CLOEXEC, 0o666)
    guard opened >= 0 else { return nil }
    // A child process that inherits the file uses the first three descriptors for other purposes.
    let descriptor = opened > STDERR_FILENO ? opened : fcntl(opened, F_DUPFD_CLOEXEC, 3)
    if descriptor != opened { close(opened) }
    guard descriptor >= 0 else { return nil }
    // Without /proc, the file could not be given a name.
    guard access(path(of: descriptor), F_OK) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Opens an unnamed file that is never given a name.
  ///
  /// - Returns: -1, with errno, when that is not possible.
  static func openForGood(in folder: String) -> Int32 {
    if let descriptor = open(in: folder) { return descriptor }
    let name = OutputFile.hiddenName(beside: folder + "/")
    let descriptor = Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { unlink(name) }
    return descriptor
  }

  /// Returns the path by which a process finds a file that it has open.
  static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// Gives a file a name, and replaces an existing file with that name.
  ///
  /// - Returns: errno, or 0.
  static func name(_ descriptor: Int32, _ path: String) -> Int32 {
    if link(descriptor, path) { return 0 }
    guard errno == EEXIST else { return errno }
    // A link cannot replace a file; renaming can.
    let hidden = OutputFile.hiddenName(beside: path)
    guard link(descriptor, hidden) else { return errno }
    if rename(hidden, path) == 0 { return 0 }
    let code = errno
    unlink(hidden)
    return code
  }

  private static func link(_ descriptor: Int32, _ path: String) -> Bool {
    linkat(AT_FDCWD, Self.path(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
  }
}
