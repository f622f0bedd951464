/// What is kept between frames for one owner: values in slots, found by keys.
///
/// Policy: what was not used for the owner's `maxAge` of frames goes, and when all of it is more than the
/// budget, what was not used for longest goes first. What the frame itself uses stays, whatever it takes.
/// Frames that are drawn over others in parts do not age what is kept: what they do not use may be seen all
/// the same.
package struct LRUCache<Key: Hashable, Value> {
  fileprivate struct Entry {
    var key: Key
    var value: Value
    var bytes: Int
    /// When it was used last.
    var frame: Int
    /// How many whole frames there had been.
    var wholeFrames: Int
  }

  package let owner: CacheOwner
  /// Bytes.
  package var budget: Int
  /// Of all that is kept.
  package private(set) var bytes = 0
  /// How many things went, in all frames.
  package private(set) var evictions = 0

  /// Nil where nothing is; the places of these are used again.
  private var entries: [Entry?] = []
  private var freeSlots: [Int] = []
  private var slots: [Key: Int] = [:]
  private var frame = 0
  private var wholeFrames = 0
  /// Before so many whole frames nothing can be too old, so that nobody needs to look.
  private var nextLook = 0

  /// - Parameter budget: Bytes; nil takes the owner's share of the standard.
  package init(owner: CacheOwner, budget: Int? = nil) {
    self.owner = owner
    self.budget = budget ?? MemoryBudget.standard[owner]
  }

  /// How many things are kept.
  package var count: Int { slots.count }
  package var statistics: CacheStatistics {
    CacheStatistics(count: count, bytes: bytes, evictions: evictions)
  }
  /// All that is kept, in no order.
  package var values: [Value] { entries.compactMap { $0?.value } }
  /// The slots of all that is kept.
  package var usedSlots: [Int] { entries.indices.filter { entries[$0] != nil } }

  /// - Parameter isPart: Whether only a part of the frame is drawn.
  package mutating func beginFrame(isPart: Bool = false) {
    frame += 1
    if !isPart { wholeFrames += 1 }
  }

  // MARK: Use

  /// Where something is kept, which the frame uses from now on; nil when it is not there.
  ///
  /// Slots stay the same while things are kept.
  package mutating func use(_ key: Key) -> Int? {
    guard let slot = slots[key] else { return nil }
    entries[slot]?.frame = frame
    entries[slot]?.wholeFrames = wholeFrames
    return slot
  }

  package func contains(_ key: Key) -> Bool { slots[key] != nil }

  /// The value in a slot; nil where nothing is.
  package subscript(slot: Int) -> Value? {
    get { entries[slot]?.value }
    set { if let newValue { entries[slot]?.value = newValue } }
  }

  /// The value of a key, which does not count as a use.
  package subscript(key key: Key) -> Value? { slots[key].flatMap { entries[$0]?.value } }

  /// Keeps something, which the frame uses, in place of what was kept under its key.
  ///
  /// - Returns: Its slot.
  @discardableResult
  package mutating func insert(_ value: Value, for key: Key, bytes: Int) -> Int {
    if let old = slots[key] { self.bytes -= entries[old]?.bytes ?? 0 }
    let slot = slots[key] ?? takeSlot()
    self.bytes += bytes
    slots[key] = slot
    entries[slot] = Entry(
      key: key, value: value, bytes: bytes, frame: frame, wholeFrames: wholeFrames)
    if let maxAge = owner.maxAge { nextLook = min(nextLook, wholeFrames + maxAge + 1) }
    return slot
  }

  /// Says how many bytes something takes, when that becomes known later.
  package mutating func setBytes(_ bytes: Int, at slot: Int) {
    self.bytes += bytes - (entries[slot]?.bytes ?? bytes)
    entries[slot]?.bytes = bytes
  }

  private mutating func takeSlot() -> Int {
    if let slot = freeSlots.popLast() { return slot }
    entries.append(nil)
    return entries.count - 1
  }

  // MARK: Eviction

  /// Lets go of what is to go.
  ///
  /// - Parameter more: Bytes that are about to be added.
  /// - Returns: What went, with the slots that it had.
  /// - Complexity: O(n log n) above the budget; else O(n) at most once after each `maxAge` frames in which
  ///   all is used, and O(1) in between.
  @discardableResult
  package mutating func evict(before more: Int = 0) -> [(slot: Int, value: Value)] {
    var gone = wholeFrames < nextLook ? [] : evictOld()
    guard bytes + more > budget else { return gone }
    let unused = usedSlots.filter { frame(of: $0) < frame }
      .sorted { (frame(of: $0), $0) < (frame(of: $1), $1) }
    for slot in unused where bytes + more > budget {
      if let value = remove(slot: slot) { gone.append((slot, value)) }
    }
    return gone
  }

  /// Lets go of all that the frame has not used so far.
  package mutating func evictUnused() -> [(slot: Int, value: Value)] {
    usedSlots.filter { frame(of: $0) < frame }
      .compactMap { slot in remove(slot: slot).map { (slot, $0) } }
  }

  private mutating func evictOld() -> [(slot: Int, value: Value)] {
    guard let maxAge = owner.maxAge else { return [] }
    var gone: [(slot: Int, value: Value)] = []
    var oldest = wholeFrames
    for slot in usedSlots {
      guard let last = entries[slot]?.wholeFrames else { continue }
      if last < wholeFrames - maxAge, let value = remove(slot: slot) {
        gone.append((slot, value))
      } else {
        oldest = min(oldest, last)
      }
    }
    nextLook = oldest + maxAge + 1
    return gone
  }

  private func frame(of slot: Int) -> Int { entries[slot]?.frame ?? frame }

  /// Lets go of what a slot holds.
  @discardableResult
  package mutating func remove(slot: Int) -> Value? {
    guard let entry = entries[slot] else { return nil }
    entries[slot] = nil
    freeSlots.append(slot)
    slots[entry.key] = nil
    bytes -= entry.bytes
    evictions += 1
    return entry.value
  }

  /// Lets go of everything.
  package mutating func removeAll() {
    evictions += count
    (entries, freeSlots, slots, bytes) = ([], [], [:], 0)
  }
}

extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
extension LRUCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
