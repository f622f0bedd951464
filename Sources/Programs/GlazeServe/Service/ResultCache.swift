import NIOCore

/// A cache of answers by their inputs; the least recently used answers are evicted first.
struct ResultCache {
  /// A SHA-256 of all inputs of an answer.
  struct Key: Hashable, Sendable {
    let digest: [UInt8]
  }

  private struct Entry {
    var answer: Answer
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var useCount = 0
  private(set) var byteCount = 0
  private let limit: Int

  /// - Parameter limit: The size in bytes of content; 0 disables the cache.
  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// The largest answer that is cached; larger ones would evict too many others.
  var largestContent: Int { limit / 8 }

  mutating func answer(for key: Key) -> Answer? {
    guard let entry = entries[key] else { return nil }
    useCount += 1
    entries[key]?.lastUse = useCount
    return entry.answer
  }

  /// Caches an answer whose content is in memory.
  ///
  /// - Complexity: O(entries) if others are evicted.
  mutating func insert(_ answer: Answer, for key: Key) {
    guard case .bytes(let bytes) = answer.content, bytes.readableBytes <= largestContent else {
      return
    }
    remove(key)
    useCount += 1
    entries[key] = Entry(answer: answer, lastUse: useCount)
    byteCount += answer.cost
    while byteCount > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(oldest.key)
    }
  }

  private mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { byteCount -= entry.answer.cost }
  }
}

extension Answer {
  /// The number of bytes in the cache, including overhead.
  fileprivate var cost: Int { content.byteCount + 1024 }
}
