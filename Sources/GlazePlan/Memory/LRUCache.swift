/// What is kept between frames for one owner: values in slots, found by keys.
///
/// Policy: what was not used for the owner's `maxAge` of frames goes, and when all of it is more than the
/// budget, what was not used for longest goes first. What the frame itself uses stays, whatever it takes.
/// Frames that are drawn over others in parts do not age what is kept: what they do not use may be seen all
/// the same.
package struct LRUCache<Key: Hashable, Value> {
  /// What the policy asks of a slot.
  private struct Use: Sendable {
    var bytes: Int
    /// The frame that used it last.
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

  // By slot; nil where nothing is. Apart from each other, since keys may be large and most frames ask for
  // little but the uses.
  private var keys: [Key?] = []
  private var kept: [Value?] = []
  private var uses: [Use] = []
  /// Slots without anything, which are taken first.
  private var freeSlots: [Int] = []
  private var slots = SlotIndex()
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
  package var values: [Value] { kept.compactMap { $0 } }
  /// The slots of all that is kept.
  package var usedSlots: [Int] { keys.indices.filter { keys[$0] != nil } }

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
    guard let slot = slot(of: key) else { return nil }
    uses[slot].frame = frame
    uses[slot].wholeFrames = wholeFrames
    return slot
  }

  package func contains(_ key: Key) -> Bool { slot(of: key) != nil }

  /// The value in a slot; nil where nothing is.
  package subscript(slot: Int) -> Value? {
    get { kept[slot] }
    _modify { yield &kept[slot] }
  }

  /// What a slot is known by; nil where nothing is.
  package func key(of slot: Int) -> Key? { keys[slot] }

  /// The value of a key, which does not count as a use.
  package subscript(key key: Key) -> Value? { slot(of: key).flatMap { kept[$0] } }

  /// Keeps something, which the frame uses, in place of what was kept under its key.
  ///
  /// - Returns: Its slot.
  @discardableResult
  package mutating func insert(_ value: Value, for key: Key, bytes: Int) -> Int {
    let hash = key.hashValue
    let old = self.slot(of: key, hash: hash)
    if let old { self.bytes -= uses[old].bytes }
    let slot = old ?? takeSlot()
    if old == nil { slots.insert(slot, hash: hash) }
    self.bytes += bytes
    keys[slot] = key
    kept[slot] = value
    uses[slot] = Use(bytes: bytes, frame: frame, wholeFrames: wholeFrames)
    if let maxAge = owner.maxAge { nextLook = min(nextLook, wholeFrames + maxAge + 1) }
    return slot
  }

  /// Says how many bytes something takes, when that becomes known later.
  package mutating func setBytes(_ bytes: Int, at slot: Int) {
    self.bytes += bytes - uses[slot].bytes
    uses[slot].bytes = bytes
  }

  private func slot(of key: Key) -> Int? { slot(of: key, hash: key.hashValue) }

  @inline(__always)
  private func slot(of key: Key, hash: Int) -> Int? {
    slots.find(hash) { keys[$0] == key }
  }

  private mutating func takeSlot() -> Int {
    if let slot = freeSlots.popLast() { return slot }
    keys.append(nil)
    kept.append(nil)
    uses.append(Use(bytes: 0, frame: 0, wholeFrames: 0))
    return keys.count - 1
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
    let unused = usedSlots.filter { uses[$0].frame < frame }
      .sorted { (uses[$0].frame, $0) < (uses[$1].frame, $1) }
    for slot in unused where bytes + more > budget {
      if let value = remove(slot: slot) { gone.append((slot, value)) }
    }
    return gone
  }

  /// Lets go of all that the frame has not used so far.
  package mutating func evictUnused() -> [(slot: Int, value: Value)] {
    usedSlots.filter { uses[$0].frame < frame }
      .compactMap { slot in remove(slot: slot).map { (slot, $0) } }
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

  /// Lets go of what a slot holds.
  @discardableResult
  package mutating func remove(slot: Int) -> Value? {
    guard let value = take(slot: slot) else { return nil }
    evictions += 1
    return value
  }

  /// Hands out what a slot holds to somebody who may insert it again.
  package mutating func take(slot: Int) -> Value? {
    guard let key = keys[slot].take() else { return nil }
    freeSlots.append(slot)
    slots.remove(slot, hash: key.hashValue)
    bytes -= uses[slot].bytes
    uses[slot].bytes = 0
    return kept[slot].take()
  }

  /// Lets go of everything, and keeps the room for as much.
  package mutating func removeAll() {
    evictions += count
    keys.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    freeSlots.removeAll(keepingCapacity: true)
    slots.removeAll()
    bytes = 0
  }
}

extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
