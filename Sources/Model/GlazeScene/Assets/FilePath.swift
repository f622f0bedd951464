import Foundation
import Glibc

/// The folders in which a document's files may lie.
struct FileScope {
  /// The folder that relative names start from; nil when the document may not name files.
  let base: String?
  /// The folder that no name may lead out of; nil when the document may name any file.
  let root: String?
  /// The archive that holds these folders; nil when they are on the disk.
  var archive: ArchiveFiles?

  /// The result of resolving a name.
  enum Resolution {
    /// The real path of an existing file.
    case file(String)
    case leadsOut
    case missing(reason: String)
  }

  /// Finds a file and follows all symbolic links.
  func resolve(_ name: String) -> Resolution {
    guard let base else {
      return .missing(reason: "the document was read from memory, without a folder for its files")
    }
    let isAbsolute = name.hasPrefix("/")
    if let archive {
      return isAbsolute ? .leadsOut : Self.resolve(name, from: base, in: archive)
    }
    if root != nil, isAbsolute || Self.climbsOut(name, from: base, within: root) {
      return .leadsOut
    }
    guard !name.utf8.contains(0) else { return .missing(reason: "the name has a zero byte") }
    let path = isAbsolute ? name : base + "/" + name
    guard let real = Self.realPath(path) else {
      return .missing(reason: String(cString: strerror(errno)))
    }
    guard let root else { return .file(real) }
    guard let realRoot = Self.realPath(root) else {
      return .missing(reason: String(cString: strerror(errno)))
    }
    return Self.isInside(real, of: realRoot) ? .file(real) : .leadsOut
  }

  /// Finds a file of an archive, in which no name leads out of `base`.
  private static func resolve(
    _ name: String, from base: String, in archive: ArchiveFiles
  ) -> Resolution {
    var steps: [Substring] = []
    for step in name.split(separator: "/") where step != "." {
      if step != ".." {
        steps.append(step)
      } else if steps.popLast() == nil {
        return .leadsOut
      }
    }
    let path = (base.isEmpty ? "" : base + "/") + steps.joined(separator: "/")
    return archive.contains(path)
      ? .file(path) : .missing(reason: "the archive has no such file")
  }

  /// Returns the bytes of a file that `resolve` found.
  func read(_ path: String) throws(FileReader.Failure) -> [UInt8] {
    guard let archive else { return try FileReader.read(path) }
    guard let bytes = archive[path] else { throw .unreadable("it is not in the archive") }
    return bytes
  }

  /// Returns whether the `..` in a name lead above the root.
  ///
  /// Only the text decides: the answer must not depend on what exists outside.
  private static func climbsOut(_ name: String, from base: String, within root: String?) -> Bool {
    guard let root else { return false }
    var depth = 0
    if let inner = realPath(base), let outer = realPath(root), isInside(inner, of: outer) {
      depth = inner.split(separator: "/").count - outer.split(separator: "/").count
    }
    for step in name.split(separator: "/") where step != "." {
      depth += step == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return false
  }

  private static func isInside(_ path: String, of folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Returns the path without symbolic links; nil when the file does not exist, with the reason in
  /// `errno`.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Reads whole regular files; a pipe or a device could block the reader forever.
enum FileReader {
  /// The size of the largest file that is read.
  static let limit = 512 << 20

  enum Failure: Error {
    case unreadable(String)
    case tooLarge
  }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      let isFolder = info.st_mode & S_IFMT == S_IFDIR
      throw .unreadable(isFolder ? "it is a folder" : "it is not a regular file")
    }
    guard info.st_size <= limit else { throw .tooLarge }
    return try readAll(file, expecting: Int(info.st_size))
  }

  private static func readAll(_ file: Int32, expecting size: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: Int32 = 0
    // One byte more than expected, so that a file that grew is detected and refused.
    bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      count = 0
      while count < buffer.count {
        let got = Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    guard failure == 0 else { throw .unreadable(String(cString: strerror(failure))) }
    guard bytes.count <= size else { throw .unreadable("it grew while it was read") }
    return bytes
  }
}
