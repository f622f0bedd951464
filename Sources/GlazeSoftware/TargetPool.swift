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

  /// Begins a frame: what the last frame did not use is freed, and what it used beyond the budget.
  func beginFrame() {
    idle.beginFrame()
    idle.evict()
  }

  /// The smallest block that holds so many words, or a new one.
  func take(words: Int) -> Memory {
    let large = idle.usedSlots.compactMap { slot in idle[slot].map { (slot, $0.capacity) } }
      .filter { $0.1 >= words }
    guard let (slot, _) = large.min(by: { $0.1 < $1.1 }), let memory = idle.take(slot: slot) else {
      return Memory(capacity: words)
    }
    return memory
  }

  func give(_ memory: Memory) {
    idle.insert(memory, for: ObjectIdentifier(memory), bytes: memory.capacity * 4)
  }
}
