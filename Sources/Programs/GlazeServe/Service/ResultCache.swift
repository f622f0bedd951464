import NIOCore

/// A cache of answers by their inputs; the least recently used answers are evicted first.
///
/// **Complexity**: O(1) for each look-up and for each answer that comes or goes.
struct ResultCache {
  /// A SHA-256 of all inputs of an answer.
  struct Key: Hashable, Sendable {
    let digest: [UInt8]
  }

  private struct Entry {
    var key: Key
    var answer: Answer
    /// The places of the next older and the next newer answer; -1 for none.
    var older: Int
    var newer: Int
  }

  private var places: [Key: Int] = [:]
  private var entries: [Entry] = []
  /// The ends of the list by use; -1 if there are no answers.
  private var oldest = -1
  private var newest = -1
  private(set) var byteCount = 0
  private let limit: Int

  /// - Parameter limit: The size in bytes of content; 0 disables the cache.
  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// The largest answer that is cached; larger ones would evict too many others.
  var largestContent: Int { limit / 8 }

  mutating func answer(for key: Key) -> Answer? {
    guard let place = places[key] else { return nil }
    unlink(place)
    link(place)
    return entries[place].answer
  }

  /// Caches an answer whose content is in memory.
  mutating func insert(_ answer: Answer, for key: Key) {
    guard case .bytes = answer.content, answer.cost <= largestContent else { return }
    if let place = places[key] { remove(at: place) }
    places[key] = entries.count
    entries.append(Entry(key: key, answer: answer, older: -1, newer: -1))
    link(entries.count - 1)
    byteCount += answer.cost
    while byteCount > limit { remove(at: oldest) }
  }

  /// Makes an answer the newest.
  private mutating func link(_ place: Int) {
    (entries[place].older, entries[place].newer) = (newest, -1)
    if newest >= 0 { entries[newest].newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (entries[place].older, entries[place].newer)
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
    if newer >= 0 { entries[newer].older = older } else { newest = older }
  }

  private mutating func remove(at place: Int) {
    unlink(place)
    byteCount -= entries[place].answer.cost
    places[entries[place].key] = nil
    // The last entry takes its place, so that the array has no gaps.
    let last = entries.removeLast()
    guard place < entries.count else { return }
    entries[place] = last
    places[last.key] = place
    if last.older >= 0 { entries[last.older].newer = place } else { oldest = place }
    if last.newer >= 0 { entries[last.newer].older = place } else { newest = place }
  }
}

extension Answer {
  /// The number of bytes in memory: of the content, of the texts, and an estimate of the rest.
  var cost: Int {
    diagnostics.reduce(content.byteCount + 1024) { sum, diagnostic in
      let texts = [diagnostic.message, diagnostic.file ?? "", diagnostic.layer ?? ""]
      return texts.reduce(sum + 160) { $0 + $1.utf8.count }
    }
  }
}
