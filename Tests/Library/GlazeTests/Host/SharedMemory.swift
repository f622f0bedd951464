import Foundation

/// An unnamed file that can be mapped like a dma-buf.
final class SharedMemory {
  let descriptor: Int32
  private let count: Int

  init(_ bytes: [UInt8]) {
    var name = Array("\(NSTemporaryDirectory())/glaze-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    descriptor = file
  }

  deinit { close(descriptor) }

  /// The contents of the file.
  var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = pread(descriptor, buffer.baseAddress, count, 0)
    }
  }
}
