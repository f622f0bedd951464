import GlazePlan
import Synchronization

/// A frame's pixels, whose memory goes back to where it came from when nobody needs the frame any longer.
final class FrameMemory: Sendable {
  let buffer: PixelBuffer
  private let pool: FramePool

  init(_ buffer: PixelBuffer, pool: FramePool) {
    self.buffer = buffer
    self.pool = pool
  }

  deinit { pool.give(buffer.bytes) }
}

/// Memory of frames that are done, for those that come.
///
/// The first touch of new memory takes as long as a copy of the frame.
final class FramePool: Sendable {
  private let idle = Mutex<[[UInt8]]>([])
  private let capacity: Int

  /// - Parameter capacity: how many frames are kept.
  init(capacity: Int) { self.capacity = capacity }

  func take() -> SpareMemory { SpareMemory(idle.withLock { $0.popLast() ?? [] }) }

  func give(_ bytes: consuming [UInt8]) {
    let bytes = bytes
    idle.withLock { if $0.count < capacity { $0.append(bytes) } }
  }
}
