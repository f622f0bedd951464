/// Memory for transient targets, kept between frames.
final class TargetPool {
  /// The words of one target.
  ///
  /// Whoever holds it is alone with what it holds.
  final class Memory: @unchecked Sendable {
    let words: UnsafeMutablePointer<UInt32>
    let capacity: Int

    init(capacity: Int) {
      words = .allocate(capacity: capacity)
      self.capacity = capacity
    }

    deinit { words.deallocate() }
  }

  private var free: [Memory] = []

  /// How many blocks lie idle.
  var idleCount: Int { free.count }

  /// The smallest free block that holds so many words, or a new one.
  func take(words: Int) -> Memory {
    var best: Int?
    for (index, memory) in free.enumerated() where memory.capacity >= words {
      if let other = best, free[other].capacity <= memory.capacity { continue }
      best = index
    }
    if let best { return free.remove(at: best) }
    return Memory(capacity: words)
  }

  func give(_ memory: Memory) { free.append(memory) }

  /// Bytes of the blocks that lie idle.
  var idleBytes: Int { free.reduce(0) { $0 + $1.capacity * 4 } }

  /// Drops the smallest blocks beyond `limit`, those that the last frame had no use for, and the largest
  /// beyond so many bytes.
  func trim(to limit: Int, bytes: Int) {
    free.sort { $0.capacity > $1.capacity }
    if free.count > limit { free.removeSubrange(limit...) }
    var rest = idleBytes
    while rest > bytes, !free.isEmpty { rest -= free.removeFirst().capacity * 4 }
  }
}
