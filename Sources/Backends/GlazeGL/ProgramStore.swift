import Glibc

/// Files with linked shader programs, in a folder that processes share.
///
/// Its functions never fail: unreadable files count as missing, and failed writes are ignored. A
/// file is either complete or missing, since it gets its name when it is complete; readers also
/// compare a checksum. Files of other users, and those that others may write, are not read, because
/// drivers trust the programs that they load.
///
/// The format of a file is: the eight bytes of `magic`; the checksum of the rest (64 bits); the
/// format and the number of bytes of the identity (32 bits each); the identity; the program.
/// Numbers use the byte order of the machine.
package struct ProgramStore: Sendable {
  /// A linked program, in the driver's form.
  package struct Binary: Equatable, Sendable {
    package var format: UInt32
    package var bytes: [UInt8]

    package init(format: UInt32, bytes: [UInt8]) {
      self.format = format
      self.bytes = bytes
    }
  }

  package let folder: String
  /// The size of all files, in bytes; the oldest are removed first.
  package let limit: Int

  /// The magic number, which changes with the layout of the files.
  private static let magic: [UInt8] = Array("GLAZEPB1".utf8)
  private static let headSize = 24
  private static let suffix = ".program"

  /// - Parameter folder: The folder, which need not exist, nor its parent.
  package init(folder: String, limit: Int = 16 << 20) {
    self.folder = folder
    self.limit = limit
  }

  /// Returns the program that was stored for an identity.
  package func read(_ identity: String) -> Binary? {
    guard let bytes = contents(of: path(of: identity)), bytes.count >= Self.headSize,
      bytes[..<8].elementsEqual(Self.magic)
    else { return nil }
    let (checksum, format, length) = bytes.withUnsafeBytes {
      (
        $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
        $0.loadUnaligned(fromByteOffset: 16, as: UInt32.self),
        Int($0.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
      )
    }
    let start = Self.headSize + length
    guard start < bytes.count, Hash.of(bytes[16...]) == checksum,
      bytes[Self.headSize..<start].elementsEqual(identity.utf8)
    else { return nil }
    return Binary(format: format, bytes: Array(bytes[start...]))
  }

  /// Stores a program.
  package func write(_ binary: Binary, for identity: String) {
    var rest: [UInt8] = []
    withUnsafeBytes(of: binary.format) { rest += $0 }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: identity.utf8.count)) { rest += $0 }
    rest += Array(identity.utf8) + binary.bytes
    var bytes = Self.magic
    withUnsafeBytes(of: Hash.of(rest[...])) { bytes += $0 }
    bytes += rest
    guard bytes.count <= limit, makeFolder() else { return }
    makeRoom(for: bytes.count)
    var name = Array((folder + "/new-XXXXXX").utf8CString)
    // The file is only readable by its owner.
    let file = mkstemp(&name)
    guard file >= 0 else { return }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
    guard written == bytes.count, rename(name, path(of: identity)) == 0 else {
      unlink(name)
      return
    }
  }

  /// Removes a program.
  package func remove(_ identity: String) { unlink(path(of: identity)) }

  package func path(of identity: String) -> String {
    let digits = String(Hash.of(Array(identity.utf8)[...]), radix: 16)
    return folder + "/" + String(repeating: "0", count: 16 - digits.count) + digits + Self.suffix
  }

  // MARK: Files

  private func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, Self.isOwn(facts),
      facts.st_size <= limit
    else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
      count = max(Glibc.read(file, buffer.baseAddress, buffer.count), 0)
    }
  }

  /// Whether only the current user can have written it.
  private static func isOwn(_ facts: stat) -> Bool {
    facts.st_uid == geteuid() && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Whether the folder exists or could be created.
  private func makeFolder() -> Bool {
    if Self.facts(of: folder) == nil, let end = folder.lastIndex(of: "/") {
      let parent = String(folder[..<end])
      mkdir(parent, 0o700)
      // With sudo, the folder of another user must not become root's.
      guard let facts = Self.facts(of: parent), facts.st_uid == geteuid() || facts.st_uid == 0
      else { return false }
      mkdir(folder, 0o700)
    }
    guard let facts = Self.facts(of: folder) else { return false }
    return facts.st_mode & S_IFMT == S_IFDIR && Self.isOwn(facts)
  }

  /// The status of a file or folder; nil when it does not exist.
  private static func facts(of path: String) -> stat? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts : nil
  }

  /// Removes the oldest files until a number of additional bytes fits within the limit.
  private func makeRoom(for size: Int) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    var files: [(path: String, size: Int, time: Int)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Temporary files of processes that were stopped also count.
      guard name.hasSuffix(Self.suffix) || name.hasPrefix("new-") else { continue }
      let path = folder + "/" + name
      if let facts = Self.facts(of: path) {
        files.append((path, Int(facts.st_size), facts.st_mtim.tv_sec))
      }
    }
    var total = size + files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.time < $1.time }) where total > limit {
      unlink(file.path)
      total -= file.size
    }
  }
}

/// FNV-1a, which detects accidental differences.
enum Hash {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBufferPointer { add($0, to: start) }
  }

  static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  static func add(_ bytes: UnsafeBufferPointer<UInt8>, to hash: UInt64) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
