import GlazePlan

/// Memory for transient targets, used again by later frames.
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

  /// Blocks that wait to be drawn into again.
  private var idle = LRUCache<ObjectIdentifier, Memory>(owner: .surfaces)

  /// Bytes of blocks that may wait for the next frame.
  var budget: Int {
    get { idle.budget }
    set { idle.budget = newValue }
  }
  var statistics: CacheStatistics { idle.statistics }

  /// Begins a frame: what a whole frame did not use is freed, and what is beyond the budget.
  func beginFrame() {
    idle.beginFrame()
    idle.evict()
  }

  /// The smallest block that holds so many words, or a new one.
  func take(words: Int) -> Memory {
    var best: (slot: Int, capacity: Int)?
    for slot in idle.usedSlots {
      guard let capacity = idle[slot]?.capacity, capacity >= words else { continue }
      if capacity < best?.capacity ?? .max { best = (slot, capacity) }
    }
    return best.flatMap { idle.take(slot: $0.slot) } ?? Memory(capacity: words)
  }

  func give(_ memory: Memory) {
    idle.insert(memory, for: ObjectIdentifier(memory), bytes: memory.capacity * 4)
  }
}
