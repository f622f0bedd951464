import Foundation

/// A file that appears complete or not at all: it has no name until its end.
///
/// Where the file system knows no files without names, it has a hidden one beside its place.
/// What a symbolic link points to is replaced, not the link. Devices and pipes are written to directly.
/// One thread at a time uses it.
package final class OutputFile: @unchecked Sendable {
  /// As it was asked for; for messages.
  package let path: String
  /// Bytes written so far.
  package private(set) var byteCount = 0

  private let descriptor: Int32
  private let place: Place
  private let target: String
  private var isOpen = true

  /// Where bytes are until they are complete.
  private enum Place {
    /// Where they stay: in a device or a pipe.
    case device
    case unnamed
    /// Under another name.
    case temporary(String)
  }

  /// Opens a file for writing.
  ///
  /// - Parameters:
  ///   - path: an existing file is replaced by `commit()`.
  ///   - partial: the name that the bytes have until then, which survives `suspend()`; nil for none.
  ///   - keptByteCount: how much of an existing partial file is kept.
  ///   - mayBeUnnamed: false takes a hidden name where there need not be one.
  package init(
    _ path: String, partial: String? = nil, keptByteCount: Int = 0, mayBeUnnamed: Bool = true
  ) throws(OutputError) {
    self.path = path
    if Self.isSpecial(path) {
      // A name of its own would replace /dev/null by a picture.
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
      // Somebody may have put a link or a pipe there.
      let flags = partial == nil ? O_EXCL : O_NOFOLLOW | O_NONBLOCK
      descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666)
      if descriptor >= 0, !PlainFile.isPlain(descriptor) {
        close(descriptor)
        throw OutputError(name, EEXIST)
      }
    }
    guard descriptor >= 0 else { throw OutputError(partial ?? path, errno) }
    if partial != nil, case .temporary = place {
      guard ftruncate(descriptor, keptByteCount) == 0,
        lseek(descriptor, keptByteCount, SEEK_SET) >= 0
      else {
        let code = errno
        close(descriptor)
        throw OutputError(path, code)
      }
      byteCount = keptByteCount
    }
  }

  deinit { discard() }

  /// Writes all bytes as a file that appears at once.
  package static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    let file = try OutputFile(path)
    try file.write(bytes)
    try file.commit()
  }

  /// The file that a path stands for: the one that a symbolic link points to.
  private static func target(of path: String) -> String {
    let resolved = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    return resolved ?? path
  }

  /// A name that is free, for a file that will be renamed to `path`.
  static func hiddenName(beside path: String) -> String {
    // Short, since the name itself may be as long as names may be.
    let name = "\(folder(of: path)).glaze-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    HiddenFiles.note(name)
    return name
  }

  /// The part of a path up to its last slash, that included.
  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
  }

  /// What a child process opens to write this file, which inherits it.
  package var childPath: String {
    switch place {
    case .device: path
    case .unnamed: UnnamedFile.path(of: descriptor)
    case .temporary(let name): name
    }
  }

  /// Lets a child process inherit this file.
  func inherit(_ actions: inout posix_spawn_file_actions_t) {
    // Onto itself: that it is closed on exec is taken back.
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
  }

  /// Whether there are no bytes in it, whoever wrote them; false for devices.
  var isEmpty: Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return true }
    return facts.st_mode & S_IFMT == S_IFREG && facts.st_size == 0
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try Self.write(bytes, to: descriptor, name: path)
    byteCount += bytes.count
  }

  /// Replaces bytes that were written already, in a file that is no pipe.
  package func patch(_ bytes: [UInt8], at offset: Int) throws(OutputError) {
    let count = pwrite(descriptor, bytes, bytes.count, offset)
    guard count == bytes.count else { throw OutputError(path, count < 0 ? errno : ENOSPC) }
  }

  /// Makes the file appear.
  package func commit() throws(OutputError) {
    guard isOpen else { return }
    isOpen = false
    let code: Int32
    switch place {
    case .device:
      close(descriptor)
      return
    case .unnamed:
      // Some file systems say only when a file is closed that it could not be written.
      code = close(dup(descriptor)) == 0 ? UnnamedFile.name(descriptor, target) : errno
      close(descriptor)
    case .temporary(let name):
      code = close(descriptor) == 0 && rename(name, target) == 0 ? 0 : errno
      if code != 0 { unlink(name) }
    }
    if code != 0 { throw OutputError(path, code) }
  }

  /// Removes what was written; does nothing after a commit.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    if case .temporary(let name) = place { unlink(name) }
  }

  /// Leaves what was written under its partial name, to be continued.
  package func suspend() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }

  /// Whether a path is a device, a pipe or the like.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Writes all bytes to a descriptor; a pipe that nobody reads any longer is an error, not a signal.
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

  /// Runs `body`, which returns errno or 0, with SIGPIPE blocked on this thread, and takes the signal
  /// back when it came from there.
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

/// A file that could not be written.
package struct OutputError: Error, Equatable, CustomStringConvertible {
  package var path: String
  /// errno.
  package var code: Int32

  package init(_ path: String, _ code: Int32) {
    self.path = path
    self.code = code
  }

  package var description: String { "cannot write \(path): \(String(cString: strerror(code)))" }
}
