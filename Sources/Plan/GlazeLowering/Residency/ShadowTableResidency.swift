import GlazePlan

/// The tables of shadows that are textures on the device, cached from frame to frame: one texture
/// for all tables of a plan.
struct ShadowTableResidency: Sendable {
  /// The cache, whose slots are those of the textures.
  private var cache = LRUCache<[ShadowLook], Void>(owner: .deviceShadowTables)

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }

  /// Finds a slot for a plan's tables, after evictions have made room for them.
  ///
  /// - Parameter list: Receives the commands for the device.
  /// - Returns: The source for draws.
  mutating func prepare(_ plan: FramePlan, _ list: inout CommandList) -> CommandList.Source {
    cache.beginFrame(isPart: plan.damage != nil)
    let looks = plan.shadowTables.looks
    let isThere = looks.isEmpty || cache.use(looks) != nil
    let bytes = isThere ? 0 : looks.count * ShadowTables.bytesOfTable
    for (slot, _) in cache.evict(before: bytes) {
      list.commands.append(.deleteShadowTables(slot: slot))
    }
    if looks.isEmpty { return .init() }
    let slot = cache.use(looks) ?? cache.insert((), for: looks, bytes: bytes)
    if !isThere {
      list.uploadedBytes += bytes
      list.commands.append(.makeShadowTables(slot: slot, count: looks.count))
    }
    return .init(kind: .shadowTables, index: Int32(slot))
  }
}
