import CGlazeLazy
import Foundation
import GlazeGeometry
import Glibc

/// The files of an archive, which stay in memory: nothing is ever written to the disk.
///
/// Archives are untrusted. So names are split and joined again, the unpacked bytes are counted
/// during unpacking, and the sizes that the archive claims are ignored. An archive inside an
/// archive is an ordinary file.
final class ArchiveFiles {
  /// The limits of an archive.
  struct Limits {
    /// The size of the archive on the disk, in bytes.
    var archive = 256 << 20
    var entries = 20_000
    /// The length of a name, in bytes of UTF-8.
    var name = 1024
    /// The total size of all unpacked files, in bytes.
    var unpacked = 256 << 20
    /// The ratio of the total unpacked size to the size of the archive.
    var ratio = 200
    /// The total size that may be unpacked whatever the ratio, in bytes.
    var small = 4 << 20
  }

  /// The paths of all files, in the order of the archive.
  private(set) var paths: [String] = []
  private var known: Set<String> = []
  private let source: SourceText
  private let limits: Limits
  private var contents: [String: [UInt8]] = [:]
  private var unpackedCount = 0

  /// Returns whether bytes begin like an archive of a supported format.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    let magic: [(Int, [UInt8])] = [
      (0, [0x50, 0x4B, 3, 4]), (0, [0x50, 0x4B, 5, 6]), (0, [0x1F, 0x8B]),
      (257, Array("ustar".utf8)),
    ]
    return magic.contains { offset, magic in
      bytes.count > offset && bytes[offset...].starts(with: magic)
    }
  }

  /// Returns whether bytes begin like a file compressed with gzip.
  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The name that libarchive gives the contents of a compressed file.
  private static let contentsName = "data"

  /// A Boolean value that indicates whether this is a single compressed file.
  var isSingleFile: Bool { Self.isCompressed(source.bytes) && paths == [Self.contentsName] }

  /// Unpacks a single compressed file.
  func loadSingleFile() throws(DocumentError) -> SourceText {
    try load { _ in true }
    return SourceText(name: source.name, bytes: contents[Self.contentsName] ?? [])
  }

  /// Lists an archive and unpacks the files whose paths `isWanted` selects.
  init(
    _ source: SourceText, limits: Limits = Limits(), isWanted: (String) -> Bool
  ) throws(DocumentError) {
    self.source = source
    self.limits = limits
    guard source.bytes.count <= limits.archive else {
      throw DocumentError(.fileTooLarge(limit: limits.archive), at: Location(file: source.name))
    }
    var found: [String] = []
    try unpack(isWanted) { found.append($0) }
    paths = found
    known = Set(found)
  }

  /// Unpacks the files that `isWanted` selects, in addition to those that are unpacked already.
  func load(_ isWanted: (String) -> Bool) throws(DocumentError) {
    try unpack(isWanted) { _ in }
  }

  /// The contents of an unpacked file.
  subscript(path: String) -> [UInt8]? { contents[path] }

  func contains(_ path: String) -> Bool { known.contains(path) }

  // MARK: Reading

  private func unpack(
    _ isWanted: (String) -> Bool, each: (String) -> Void
  ) throws(DocumentError) {
    if let library = MissingLibrary(GLAZE_LAZY_ARCHIVE, for: "An archive") {
      throw DocumentError(.missingLibrary(library), at: Location(file: source.name))
    }
    let result = Self.withUTF8Names {
      source.bytes.withUnsafeBytes { bytes in
        Result { () throws(DocumentError) in try unpack(bytes, isWanted, each) }
      }
    }
    try result.get()
  }

  private func unpack(
    _ bytes: UnsafeRawBufferPointer, _ isWanted: (String) -> Bool, _ each: (String) -> Void
  ) throws(DocumentError) {
    guard let archive = archive_read_new() else { throw damaged("not enough memory") }
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    archive_read_support_format_tar(archive)
    archive_read_support_filter_gzip(archive)
    // A compressed file that is not an archive has one entry, its contents.
    if Self.isCompressed(source.bytes) { archive_read_support_format_raw(archive) }
    guard
      archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == CInt(GLAZE_ARCHIVE_OK)
    else { throw damaged(Self.reason(archive)) }
    var count = 0
    var entry: OpaquePointer?
    while true {
      let status = archive_read_next_header(archive, &entry)
      if status == CInt(GLAZE_ARCHIVE_EOF) { return }
      guard status >= CInt(GLAZE_ARCHIVE_WARN), let entry else {
        throw damaged(Self.reason(archive))
      }
      count += 1
      guard count <= limits.entries else { throw tooLarge("more than \(limits.entries) entries") }
      guard archive_entry_filetype(entry) == UInt32(GLAZE_ARCHIVE_REGULAR),
        let path = try path(of: entry)
      else { continue }
      each(path)
      if contents[path] == nil, isWanted(path) { contents[path] = try data(archive, path) }
    }
  }

  /// Returns the path of an entry without empty components; nil for the files that a Mac's archiver
  /// adds.
  private func path(of entry: OpaquePointer) throws(DocumentError) -> String? {
    guard let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry) else {
      return nil
    }
    guard strnlen(name, limits.name + 1) <= limits.name else {
      throw tooLarge("a name is longer than \(limits.name) bytes")
    }
    let text = String(cString: name)
    let steps = text.split(separator: "/").filter { $0 != "." }
    guard !text.hasPrefix("/"), !steps.contains("..") else {
      throw DocumentError(.pathLeadsOut(text), at: Location(file: source.name))
    }
    guard let last = steps.last, !last.hasPrefix("._"), steps[0] != "__MACOSX" else { return nil }
    return steps.joined(separator: "/")
  }

  private func data(_ archive: OpaquePointer, _ path: String) throws(DocumentError) -> [UInt8] {
    var data: [UInt8] = []
    let step = 1 << 16
    var buffer = [UInt8](repeating: 0, count: step)
    while true {
      let count = archive_read_data(archive, &buffer, step)
      guard count >= 0 else { throw damaged("\(path): \(Self.reason(archive))") }
      if count == 0 { return data }
      unpackedCount += count
      guard unpackedCount <= limits.unpacked else {
        throw tooLarge("it unpacks to more than \(limits.unpacked >> 20) MiB")
      }
      guard unpackedCount <= max(limits.small, source.bytes.count * limits.ratio) else {
        throw tooLarge("it unpacks to more than \(limits.ratio) times its size")
      }
      data += buffer[..<count]
    }
  }

  private func damaged(_ reason: String) -> DocumentError {
    DocumentError(.badArchive(reason), at: Location(file: source.name))
  }

  private func tooLarge(_ reason: String) -> DocumentError {
    DocumentError(.archiveTooLarge(reason), at: Location(file: source.name))
  }

  private static func reason(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? "unknown"
  }

  /// Runs `body` with UTF-8 as this thread's encoding.
  ///
  /// libarchive converts names to the encoding of the locale, which is ASCII unless the application
  /// sets another.
  private static func withUTF8Names<Value>(_ body: () -> Value) -> Value {
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return body() }
    let previous = uselocale(locale)
    defer {
      uselocale(previous)
      freelocale(locale)
    }
    return body()
  }
}
