/// A cache of one owner that lasts between frames: values in slots, found by keys.
///
/// Policy: Values that were not used for the owner's `maxAge` of frames are evicted, and so are values
/// that only the frame used which inserted them, if the owner drops those. When the cache exceeds the
/// budget, the least recently used values are evicted first. Values that the current frame uses are
/// retained, whatever their size. Frames that are partially drawn over others do not age the values of
/// whole frames: values that they do not use may still be visible.
package struct LRUCache<Key: Hashable, Value> {
  /// The record that the policy needs of a slot.
  private struct Use: Sendable {
    var bytes: Int
    /// The frame that used it last.
    var frame: Int
    /// The number of whole frames before the use.
    var wholeFrames: Int
  }

  package let owner: CacheOwner
  /// The budget, in bytes.
  package var budget: Int
  /// The number and the bytes of all cached values, and the number of evictions in all frames.
  // It is stored, because other modules would copy the cache to compute it.
  package private(set) var statistics = CacheStatistics()
  /// The bytes of the values that the current frame uses.
  package private(set) var usedBytes = 0

  // These arrays are indexed by slot, with nil for empty slots. They are separate, since keys may
  // be large and most frames need little but the uses.
  private var keys: [Key?] = []
  private var stored: [Value?] = []
  private var uses: [Use] = []
  /// The empty slots, which are filled first.
  private var freeSlots: [Int] = []
  private var slots = SlotIndex()
  private var frame = 0
  private var wholeFrames = 0
  /// The slots that a frame filled, if new values may be dropped, and whether the frame was drawn partially.
  private struct Filled: Sendable {
    var slots: [Int] = []
    var isPart = false
  }
  /// Those of the current frame, and of the one before it.
  private var filled = Filled()
  private var filledBefore = Filled()
  /// The number of whole frames before which no value can be too old, so that the search can be
  /// skipped.
  private var nextLook = 0

  /// - Parameter budget: The budget in bytes; nil for the owner's share of the standard budget.
  package init(owner: CacheOwner, budget: Int? = nil) {
    self.owner = owner
    self.budget = budget ?? MemoryBudget.standard[owner]
  }

  /// The number of cached values.
  package var count: Int { statistics.count }
  /// The bytes of all cached values.
  package var bytes: Int { statistics.bytes }
  /// All cached values, in no particular order.
  package var values: [Value] { stored.compactMap { $0 } }
  /// The number of slots, empty ones included.
  package var slotCount: Int { keys.count }
  /// The slots of all cached values.
  ///
  /// - Complexity: O(n) in all slots.
  package var usedSlots: [Int] { keys.indices.filter { keys[$0] != nil } }

  /// - Parameter isPart: Whether only a part of the frame is drawn.
  package mutating func beginFrame(isPart: Bool = false) {
    frame += 1
    usedBytes = 0
    swap(&filled, &filledBefore)
    filled.slots.removeAll(keepingCapacity: true)
    filled.isPart = isPart
    if !isPart { wholeFrames += 1 }
  }

  // MARK: Use

  /// The slot of a key, which the frame uses from now on; nil when there is none.
  ///
  /// Slots remain the same while their values are cached.
  package mutating func use(_ key: Key) -> Int? {
    guard let slot = slot(of: key) else { return nil }
    if uses[slot].frame < frame { usedBytes += uses[slot].bytes }
    uses[slot].frame = frame
    uses[slot].wholeFrames = wholeFrames
    return slot
  }

  package func contains(_ key: Key) -> Bool { slot(of: key) != nil }

  /// The value in a slot; nil for an empty slot.
  package subscript(slot: Int) -> Value? {
    get { stored[slot] }
    _modify { yield &stored[slot] }
  }

  /// The key of a slot; nil for an empty slot.
  package func key(of slot: Int) -> Key? { keys[slot] }

  /// The value of a key, which does not count as a use.
  package subscript(key key: Key) -> Value? { slot(of: key).flatMap { stored[$0] } }

  /// Inserts a value that the frame uses, and replaces the previous value of its key.
  ///
  /// - Returns: Its slot.
  @discardableResult
  package mutating func insert(_ value: Value, for key: Key, bytes: Int) -> Int {
    let hash = key.hashValue
    let old = self.slot(of: key, hash: hash)
    if let old { forgetBytes(of: old) }
    let slot = old ?? takeSlot()
    if old == nil {
      slots.insert(slot, hash: hash)
      statistics.count += 1
    }
    statistics.bytes += bytes
    usedBytes += bytes
    keys[slot] = key
    stored[slot] = value
    uses[slot] = Use(bytes: bytes, frame: frame, wholeFrames: wholeFrames)
    if let maxAge = owner.maxAge { nextLook = min(nextLook, wholeFrames + maxAge + 1) }
    if owner.dropsNew { filled.slots.append(slot) }
    return slot
  }

  /// Sets the size of a value in bytes, when it becomes known later.
  package mutating func setBytes(_ bytes: Int, at slot: Int) {
    forgetBytes(of: slot)
    statistics.bytes += bytes
    if uses[slot].frame == frame { usedBytes += bytes }
    uses[slot].bytes = bytes
  }

  private mutating func forgetBytes(of slot: Int) {
    statistics.bytes -= uses[slot].bytes
    if uses[slot].frame == frame { usedBytes -= uses[slot].bytes }
    uses[slot].bytes = 0
  }

  /// The slot of a key, which does not count as a use; nil when there is none.
  package func slot(of key: Key) -> Int? { slot(of: key, hash: key.hashValue) }

  @inline(__always)
  private func slot(of key: Key, hash: Int) -> Int? {
    slots.find(hash) { keys[$0] == key }
  }

  private mutating func takeSlot() -> Int {
    if let slot = freeSlots.popLast() { return slot }
    keys.append(nil)
    stored.append(nil)
    uses.append(Use(bytes: 0, frame: 0, wholeFrames: 0))
    return keys.count - 1
  }

  // MARK: Eviction

  /// Evicts values according to the policy.
  ///
  /// - Parameter more: The bytes that are about to be added.
  /// - Returns: The evicted values, with their former slots.
  /// - Complexity: O(n log n) above the budget; else O(n) at most once after each `maxAge` frames
  ///   in which everything is used, and O(1) in between.
  @discardableResult
  package mutating func evict(before more: Int = 0) -> [(slot: Int, value: Value)] {
    // Each frame asks all caches, of which most are empty.
    guard count > 0 else { return [] }
    var gone = owner.dropsNew ? evictNew() : []
    if wholeFrames >= nextLook { gone += evictOld() }
    guard bytes + more > budget else { return gone }
    let unused = usedSlots.filter { uses[$0].frame < frame }
      .sorted { (uses[$0].frame, $0) < (uses[$1].frame, $1) }
    for slot in unused where bytes + more > budget {
      if let value = remove(slot: slot) { gone.append((slot, value)) }
    }
    return gone
  }

  /// Evicts everything that the frame has not used so far.
  package mutating func evictUnused() -> [(slot: Int, value: Value)] {
    usedSlots.filter { uses[$0].frame < frame }
      .compactMap { slot in remove(slot: slot).map { (slot, $0) } }
  }

  /// Evicts the values that only the frame before this one used, which inserted them.
  private mutating func evictNew() -> [(slot: Int, value: Value)] {
    // A partial frame does not need all that the whole frame before it drew.
    if filled.isPart, !filledBefore.isPart { return [] }
    return filledBefore.slots.compactMap { slot in
      guard uses[slot].frame == frame - 1, let value = remove(slot: slot) else { return nil }
      return (slot, value)
    }
  }

  private mutating func evictOld() -> [(slot: Int, value: Value)] {
    guard let maxAge = owner.maxAge else { return [] }
    var gone: [(slot: Int, value: Value)] = []
    var oldest = wholeFrames
    for slot in usedSlots {
      let last = uses[slot].wholeFrames
      if last < wholeFrames - maxAge, let value = remove(slot: slot) {
        gone.append((slot, value))
      } else {
        oldest = min(oldest, last)
      }
    }
    nextLook = oldest + maxAge + 1
    return gone
  }

  /// Removes the value of a slot.
  @discardableResult
  package mutating func remove(slot: Int) -> Value? {
    guard let value = take(slot: slot) else { return nil }
    statistics.evictions += 1
    return value
  }

  /// Removes the value of a slot and returns it to a caller that may insert it again.
  package mutating func take(slot: Int) -> Value? {
    guard let key = keys[slot].take() else { return nil }
    freeSlots.append(slot)
    slots.remove(slot, hash: key.hashValue)
    statistics.count -= 1
    forgetBytes(of: slot)
    return stored[slot].take()
  }

  /// Removes everything, and retains the capacity.
  package mutating func removeAll() {
    statistics.evictions += count
    keys.removeAll(keepingCapacity: true)
    stored.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    freeSlots.removeAll(keepingCapacity: true)
    filled.slots.removeAll()
    filledBefore.slots.removeAll()
    slots.removeAll()
    (statistics.count, statistics.bytes, usedBytes) = (0, 0, 0)
  }
}

extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
