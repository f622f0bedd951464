/// Bytes that nobody reads any longer, on their way to whoever fills them next.
///
/// An object: an array that is handed on through calls may get further owners on the way, and is then
/// copied when it is written into. For one thread at a time.
package final class SpareMemory {
  private var bytes: [UInt8]

  package init(_ bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  /// Takes the bytes out, and leaves none; whoever takes them is the only one who holds them.
  package func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Takes bytes out and has them filled; new ones when there are not as many.
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
