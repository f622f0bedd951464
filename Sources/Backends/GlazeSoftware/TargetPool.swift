import GlazePlan

/// Memory for transient targets, which later frames reuse.
final class TargetPool {
  /// The words of one target.
  ///
  /// An owner has exclusive access to the content.
  final class Memory: @unchecked Sendable {
    let words: UnsafeMutablePointer<UInt32>
    let capacity: Int

    init(capacity: Int) {
      words = .allocate(capacity: capacity)
      self.capacity = capacity
    }

    deinit { words.deallocate() }
  }

  /// The blocks that wait for reuse.
  private var idle = LRUCache<ObjectIdentifier, Memory>(owner: .surfaces)

  /// The bytes of blocks that may wait for the next frame.
  var budget: Int {
    get { idle.budget }
    set { idle.budget = newValue }
  }
  var statistics: CacheStatistics { idle.statistics }

  /// Begins a frame: frees blocks that a whole frame did not use, and those beyond the budget.
  func beginFrame() {
    guard idle.statistics.count > 0 else { return }
    idle.beginFrame()
    idle.evict()
  }

  /// Returns the smallest block with a number of words, or a new one.
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
