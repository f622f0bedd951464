import GlazePlan
import Synchronization

/// A frame's pixels, whose memory returns to its pool when the frame is no longer used.
final class FrameMemory: Sendable {
  let buffer: PixelBuffer
  private let pool: FramePool

  init(_ buffer: PixelBuffer, pool: FramePool) {
    self.buffer = buffer
    self.pool = pool
  }

  deinit { pool.give(buffer.bytes) }
}

/// Memory of finished frames, for the next ones.
///
/// The first touch of new memory takes as long as a copy of the frame.
final class FramePool: Sendable {
  private let idle = Mutex<[[UInt8]]>([])
  private let capacity: Int

  /// - Parameter capacity: the number of frames whose memory is retained.
  init(capacity: Int) { self.capacity = capacity }

  func take() -> SpareMemory { SpareMemory(idle.withLock { $0.popLast() ?? [] }) }

  func give(_ bytes: consuming [UInt8]) {
    let bytes = bytes
    idle.withLock { if $0.count < capacity { $0.append(bytes) } }
  }
}
