/// Bytes that are no longer read and that the next user may fill.
///
/// This is an object, because an array that is passed through calls may get further owners on the
/// way, and is then copied when it is written. It may be used on one thread at a time.
package final class SpareMemory {
  private var bytes: [UInt8]

  package init(_ bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  /// Removes and returns the bytes; the caller is then their only owner.
  package func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Removes the bytes and fills them; allocates new ones when the size differs.
  package func filled(
    count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) -> [UInt8] {
    var filled = take()
    if filled.count == count {
      filled.withUnsafeMutableBytes(fill)
      return filled
    }
    filled = []
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      fill(UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }
}
