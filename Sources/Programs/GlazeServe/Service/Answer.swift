import Foundation
import NIOCore

/// The answer to a request that was drawn.
struct Answer: Sendable {
  enum Content: Sendable {
    case bytes(ByteBuffer)
    case file(AnswerFile)

    var byteCount: Int {
      switch self {
      case .bytes(let bytes): bytes.readableBytes
      case .file(let file): file.byteCount
      }
    }

    /// Returns a part; nil if it cannot be read.
    func part(from offset: Int, count: Int, _ allocator: ByteBufferAllocator) -> ByteBuffer? {
      switch self {
      case .bytes(let bytes): bytes.getSlice(at: bytes.readerIndex + offset, length: count)
      case .file(let file): file.read(count, from: offset, allocator)
      }
    }
  }

  /// The MIME type.
  var type: String
  var diagnostics: [ServedDiagnostic]
  var content: Content
}

/// A file without a name, which is removed when the last reader closes it.
final class AnswerFile: Sendable {
  private let descriptor: Int32
  let byteCount: Int

  /// Opens the file that a worker left, and removes its name.
  ///
  /// - Returns: nil unless it is a plain file of the size that the worker reported.
  init?(_ path: String, byteCount: Int) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    self.byteCount = byteCount
    var facts = stat()
    guard descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_nlink == 1, facts.st_size == byteCount
    else { return nil }
    unlink(path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads bytes from an offset; nil if they cannot be read.
  func read(_ count: Int, from offset: Int, _ allocator: ByteBufferAllocator) -> ByteBuffer? {
    var buffer = allocator.buffer(capacity: count)
    while buffer.readableBytes < count {
      let held = buffer.readableBytes
      let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count - held) { bytes in
        max(0, pread(descriptor, bytes.baseAddress, count - held, off_t(offset + held)))
      }
      if got == 0 { return nil }
    }
    return buffer
  }
}
