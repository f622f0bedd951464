import Foundation

/// Where one picture goes.
enum Output: Hashable, CustomStringConvertible {
  case file(String)
  case standardOutput

  var description: String {
    switch self {
    case .file(let path): path
    case .standardOutput: "standard output"
    }
  }

  /// Writes all bytes, or nothing that stays: a file appears complete, by renaming.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    switch self {
    case .standardOutput: try Self.write(bytes, to: STDOUT_FILENO, name: description)
    case .file(let path): try Self.write(bytes, toFile: path)
    }
  }

  private static func write(_ bytes: [UInt8], toFile path: String) throws(OutputError) {
    if isSpecial(path) {
      // A device or a pipe is written to; renaming would replace /dev/null by a picture.
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw OutputError(path, errno) }
      defer { close(file) }
      return try write(bytes, to: file, name: path)
    }
    // What a symbolic link points to is replaced, not the link.
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    try replace(target ?? path, named: path, with: bytes)
  }

  private static func replace(
    _ target: String, named path: String, with bytes: [UInt8]
  ) throws(OutputError) {
    let slash = target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex
    let folder = target[..<slash]
    // Short, since the name itself may be as long as names may be.
    let temporary = "\(folder).glaze-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw OutputError(path, errno) }
    do throws(OutputError) {
      do throws(OutputError) {
        try write(bytes, to: file, name: path)
      } catch {
        close(file)
        throw error
      }
      guard close(file) == 0 else { throw OutputError(path, errno) }
      guard rename(temporary, target) == 0 else { throw OutputError(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  private static func write(
    _ bytes: [UInt8], to file: Int32, name: String
  ) throws(OutputError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw OutputError(name, errno) }
      written += count
    }
  }

  /// Makes a folder with those above it; one that exists is fine.
  static func makeFolder(_ path: String) throws(OutputError) {
    var index = path.startIndex
    repeat {
      let slash = path[index...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<slash])
      // A folder above may exist without the right to write into its own: only the last mkdir counts.
      if !part.isEmpty, mkdir(part, 0o777) != 0, slash == path.endIndex || isLast(path, slash) {
        let code = errno
        guard OutputNaming.isExistingFolder(path) else { throw OutputError(path, code) }
      }
      index = slash == path.endIndex ? slash : path.index(after: slash)
    } while index < path.endIndex
  }

  private static func isLast(_ path: String, _ slash: String.Index) -> Bool {
    path[slash...].allSatisfy { $0 == "/" }
  }
}

/// A picture that could not be written.
struct OutputError: Error, Equatable, CustomStringConvertible {
  var path: String
  /// errno.
  var code: Int32

  init(_ path: String, _ code: Int32) {
    self.path = path
    self.code = code
  }

  var description: String { "cannot write \(path): \(String(cString: strerror(code)))" }
}
