/// Which of the things that a cache keeps are to go.
///
/// Policy: what was not used for `patience` frames goes, and when all of it is more than the budget, what
/// was not used for longest goes first. What the frame itself uses stays, whatever it takes. Frames that
/// are drawn over others in parts do not count: what they do not use may be seen all the same.
package struct CacheLedger<Key: Hashable & Sendable>: Sendable {
  private struct Entry {
    var bytes: Int
    var frame: Int
    /// How many whole frames there had been.
    var wholeFrames: Int
  }

  /// Frames.
  package static var patience: Int { 60 }

  /// Bytes.
  package var budget: Int
  /// Bytes of all that is kept.
  package private(set) var bytes = 0
  /// How many things went, in all frames.
  package private(set) var evictions = 0
  private var entries: [Key: Entry] = [:]
  private var frame = 0
  private var wholeFrames = 0
  /// Before so many whole frames nothing can have lost `patience`, so that nobody needs to look.
  private var nextLook = 0

  package init(budget: Int) {
    self.budget = budget
  }

  /// How many things are kept.
  package var count: Int { entries.count }

  /// - Parameter isPart: Whether only a part of the frame is drawn.
  package mutating func beginFrame(isPart: Bool = false) {
    frame += 1
    if !isPart { wholeFrames += 1 }
  }

  /// Notes that the frame uses something.
  ///
  /// - Returns: Whether it is kept.
  @discardableResult
  package mutating func use(_ key: Key) -> Bool {
    guard let index = entries.index(forKey: key) else { return false }
    entries.values[index].frame = frame
    entries.values[index].wholeFrames = wholeFrames
    return true
  }

  /// Notes that something is kept from now on, which the frame uses.
  package mutating func add(_ key: Key, bytes: Int) {
    self.bytes += bytes - (entries[key]?.bytes ?? 0)
    entries[key] = Entry(bytes: bytes, frame: frame, wholeFrames: wholeFrames)
    nextLook = min(nextLook, wholeFrames + Self.patience + 1)
  }

  /// Takes what is to go out of the books.
  ///
  /// - Parameter more: Bytes that are about to be added.
  /// - Complexity: O(n log n) above the budget; else O(n) at most once after each `patience` frames in
  ///   which all is used, and O(1) in between.
  @discardableResult
  package mutating func evict(before more: Int = 0) -> [Key] {
    var gone = wholeFrames < nextLook ? [] : takeUnused()
    guard bytes + more > budget else { return gone }
    let old = entries.filter { $0.value.frame < frame }.sorted { $0.value.frame < $1.value.frame }
    for (key, _) in old where bytes + more > budget {
      remove(key)
      gone.append(key)
    }
    return gone
  }

  /// Takes all that the frame has not used so far out of the books.
  package mutating func evictUnused() -> [Key] {
    let gone = entries.filter { $0.value.frame < frame }.map(\.key)
    for key in gone { remove(key) }
    return gone
  }

  /// Takes out what was not used for too long.
  private mutating func takeUnused() -> [Key] {
    let gone = entries.filter { $0.value.wholeFrames < wholeFrames - Self.patience }.map(\.key)
    for key in gone { remove(key) }
    let oldest = entries.values.reduce(wholeFrames) { min($0, $1.wholeFrames) }
    nextLook = oldest + Self.patience + 1
    return gone
  }

  /// Takes everything out.
  package mutating func removeAll() {
    evictions += entries.count
    (entries, bytes) = ([:], 0)
  }

  package func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// Takes one thing out, if it is there.
  package mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
    evictions += 1
  }
}
