import Foundation

/// A file that appears atomically: it has no name until it is complete.
///
/// On file systems without unnamed files, it is a hidden file next to its destination. The target
/// of a symbolic link is replaced, not the link. Devices and pipes are written to directly. Use it
/// on one thread at a time.
package final class OutputFile: @unchecked Sendable {
  /// The path as it was given, for messages.
  package let path: String
  /// The number of bytes written so far.
  package private(set) var byteCount = 0

  private let descriptor: Int32
  private let place: Place
  private let target: String
  private var isOpen = true

  /// The location of the bytes before they are complete.
  private enum Place {
    /// Their final location, a device or a pipe.
    case device
    case unnamed
    /// A file with another name.
    case temporary(String)
  }

  /// Opens a file for writing.
  ///
  /// - Parameters:
  ///   - path: the path; an existing file is replaced by `commit()`.
  ///   - partial: the name of the incomplete file, which remains after `suspend()`; nil for none.
  ///   - retainedByteCount: the number of bytes of an existing partial file that are retained.
  ///   - mayBeUnnamed: whether the file may have no name; false uses a hidden name.
  package init(
    _ path: String, partial: String? = nil, retainedByteCount: Int = 0, mayBeUnnamed: Bool = true
  ) throws(OutputError) {
    self.path = path
    if Self.isSpecial(path) {
      // A new name would replace /dev/null by an image.
      (place, target) = (.device, path)
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      target = Self.target(of: path)
      if mayBeUnnamed, partial == nil,
        let unnamed = UnnamedFile.open(in: String(Self.folder(of: target)) + ".")
      {
        (place, descriptor) = (.unnamed, unnamed)
        return
      }
      let name = partial ?? Self.hiddenName(beside: target)
      place = .temporary(name)
      // Another process may have put a link or a pipe there.
      let flags = partial == nil ? O_EXCL : O_NOFOLLOW | O_NONBLOCK
      descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666)
      if descriptor >= 0, !PlainFile.isPlain(descriptor) {
        close(descriptor)
        throw OutputError(name, EEXIST)
      }
    }
    guard descriptor >= 0 else { throw OutputError(partial ?? path, errno) }
    if partial != nil, case .temporary = place {
      guard ftruncate(descriptor, retainedByteCount) == 0,
        lseek(descriptor, retainedByteCount, SEEK_SET) >= 0
      else {
        let code = errno
        close(descriptor)
        throw OutputError(path, code)
      }
      byteCount = retainedByteCount
    }
  }

  deinit { discard() }

  /// Writes all bytes as a file that appears atomically.
  package static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    let file = try OutputFile(path)
    try file.write(bytes)
    try file.commit()
  }

  /// Returns the file that a path refers to, which is the target if it is a symbolic link.
  private static func target(of path: String) -> String {
    let resolved = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    return resolved ?? path
  }

  /// Returns an unused name for a file that will be renamed to `path`.
  static func hiddenName(beside path: String) -> String {
    // The name is short, since the final name may have the maximum length.
    let name = "\(folder(of: path)).glaze-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    HiddenFiles.note(name)
    return name
  }

  /// Returns the path up to its last slash, inclusive.
  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
  }

  /// The path by which a child process that inherits this file opens it for writing.
  package var childPath: String {
    switch place {
    case .device: path
    case .unnamed: UnnamedFile.path(of: descriptor)
    case .temporary(let name): name
    }
  }

  /// Lets a child process inherit this file.
  func inherit(_ actions: inout posix_spawn_file_actions_t) {
    // Duplicating the descriptor onto itself clears its close-on-exec flag.
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
  }

  /// A Boolean value that indicates whether the file is empty, whichever process wrote to it; false
  /// for devices.
  var isEmpty: Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return true }
    return facts.st_mode & S_IFMT == S_IFREG && facts.st_size == 0
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try Self.write(bytes, to: descriptor, name: path)
    byteCount += bytes.count
  }

  /// Overwrites bytes that were written before, in a file that is not a pipe.
  package func patch(_ bytes: [UInt8], at offset: Int) throws(OutputError) {
    let count = pwrite(descriptor, bytes, bytes.count, offset)
    guard count == bytes.count else { throw OutputError(path, count < 0 ? errno : ENOSPC) }
  }

  /// Gives the complete file its name.
  package func commit() throws(OutputError) {
    guard isOpen else { return }
    isOpen = false
    let code: Int32
    switch place {
    case .device:
      close(descriptor)
      return
    case .unnamed:
      // Some file systems report a failed write only when the file is closed.
      code = close(dup(descriptor)) == 0 ? UnnamedFile.name(descriptor, target) : errno
      close(descriptor)
    case .temporary(let name):
      code = close(descriptor) == 0 && rename(name, target) == 0 ? 0 : errno
      if code != 0 { unlink(name) }
    }
    if code != 0 { throw OutputError(path, code) }
  }

  /// Removes the incomplete file; does nothing after a commit.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    if case .temporary(let name) = place { unlink(name) }
  }

  /// Leaves the incomplete file under its partial name, to be continued.
  package func suspend() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }

  /// Returns whether a path is a device, a pipe or another special file.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Writes all bytes to a descriptor; a pipe without a reader is an error, not a signal.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(OutputError) {
    let code = bytes.withUnsafeBytes { buffer in
      withoutPipeSignal {
        var written = 0
        while written < buffer.count {
          let count = Glibc.write(
            descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
          if count < 0 && errno == EINTR { continue }
          guard count > 0 else { return count == 0 ? ENOSPC : errno }
          written += count
        }
        return 0
      }
    }
    guard code == 0 else { throw OutputError(name, code) }
  }

  /// Runs `body`, which returns errno or 0, with SIGPIPE blocked on this thread, and consumes the
  /// signal if `body` raised it.
  private static func withoutPipeSignal(_ body: () -> Int32) -> Int32 {
    var pipe = sigset_t()
    var old = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    let code = body()
    if code == EPIPE && sigismember(&old, SIGPIPE) == 0 {
      var none = timespec()
      while sigtimedwait(&pipe, nil, &none) == -1 && errno == EINTR {}
    }
    return code
  }
}

/// The error for a file that could not be written.
package struct OutputError: Error, Equatable, CustomStringConvertible {
  package var path: String
  /// The value of errno.
  package var code: Int32

  package init(_ path: String, _ code: Int32) {
    self.path = path
    self.code = code
  }

  package var description: String {
    if code == ENOENT, let folder = missingFolder {
      return
        "cannot write \(path): the folder \(folder) does not exist; make it, or name another one"
    }
    return "cannot write \(path): \(String(cString: strerror(code)))"
  }

  /// The outermost folder of the path that is missing; nil if the folder exists.
  private var missingFolder: String? {
    var folder = (path as NSString).deletingLastPathComponent
    var missing: String?
    while !folder.isEmpty, access(folder, F_OK) != 0 {
      missing = folder
      let outer = (folder as NSString).deletingLastPathComponent
      if outer == folder { break }
      folder = outer
    }
    return missing
  }
}
