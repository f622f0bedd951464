/// An `LRUCache` of values that its owner stores by the slots of their identities.
///
/// Generic code is specialized only for types that its module knows. Owners in other modules that look
/// up many values in each frame use this.
package struct IdentityCache: Sendable {
  private var cache: LRUCache<UInt64, Void>

  package init(owner: CacheOwner) { cache = LRUCache(owner: owner) }

  /// The budget, in bytes.
  package var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  package var statistics: CacheStatistics { cache.statistics }

  package mutating func beginFrame(isPart: Bool) { cache.beginFrame(isPart: isPart) }

  /// The slot of an identity; nil when there is none.
  package func slot(of identity: UInt64) -> Int? { cache.slot(of: identity) }

  /// The slot of an identity, which the frame uses from now on; nil when there is none.
  package mutating func use(_ identity: UInt64) -> Int? { cache.use(identity) }

  /// Returns the slot of a new identity that the frame uses.
  package mutating func insert(_ identity: UInt64, bytes: Int) -> Int {
    cache.insert((), for: identity, bytes: bytes)
  }

  /// Evicts values according to the policy, and returns their former slots.
  ///
  /// - Parameter more: The bytes that are about to be added.
  package mutating func evict(before more: Int) -> [Int] { cache.evict(before: more).map(\.slot) }

  /// Evicts everything that the frame has not used so far, and returns the former slots.
  package mutating func evictUnused() -> [Int] { cache.evictUnused().map(\.slot) }

  package mutating func removeAll() { cache.removeAll() }
}
