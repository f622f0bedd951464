import CGlazeShaders
import GlazePlan

/// The masks of paths in shared buffers, cached from frame to frame, so that many paths are one
/// draw.
///
/// A mask lies in a page row by row, with empty texels around it. For a software rasterizer,
/// reading a buffer is simpler than reading a texture, which has levels and may have any layout.
package struct MaskAtlas: Sendable {
  /// The least and the greatest size of a page in bytes, except for larger masks.
  private static let pageSizes = (64 << 10)...(4 << 20)
  private static let margin = MaskTiles.margin

  /// A buffer that is filled from its first byte on.
  private struct Page: Sendable {
    var size: Int
    var used = 0

    /// Allocates bytes; nil when there is not enough room.
    mutating func place(_ bytes: Int) -> Int? {
      guard used + bytes <= size else { return nil }
      defer { used += bytes }
      return used
    }
  }

  struct Entry: Sendable {
    var place: MaskPlace
    /// Whether its positions are exact integers in floating point.
    var isExact: Bool
    /// The tiles; nil where masks are drawn as a whole.
    var tiles: MaskTiles?
    /// The parts with content, once they were requested.
    var strips: [MaskTiles.Strip]?
  }

  private var pages: [Page] = []
  private var cache = IdentityCache(owner: .deviceMasks)
  /// The entries by the slots of the cache; nil for empty slots.
  private var entries: [Entry?] = []

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }

  /// The statistics of masks, with the bytes of all pages.
  var statistics: CacheStatistics {
    let masks = cache.statistics
    return CacheStatistics(count: masks.count, bytes: pageBytes, evictions: masks.evictions)
  }

  private var pageBytes: Int { pages.reduce(0) { $0 + $1.size } }

  /// The position of a prepared mask.
  func entry(of mask: FramePlan.Mask) -> Entry? {
    cache.slot(of: mask.identity).flatMap { entries[$0] }
  }

  /// The parts of a mask with content.
  mutating func strips(of mask: FramePlan.Mask) -> [MaskTiles.Strip] {
    let whole = MaskTiles.Strip(x: 0..<mask.width, y: 0..<mask.height)
    guard let slot = cache.use(mask.identity), let entry = entries[slot] else { return [whole] }
    let strips = entry.strips ?? entry.tiles?.strips() ?? [whole]
    entries[slot]?.strips = strips
    return strips
  }

  /// Finds positions for a plan's masks, after evictions have made room for them.
  ///
  /// - Parameter list: Receives the commands for the device.
  mutating func prepare(
    _ plan: FramePlan, _ traits: DeviceTraits, _ list: inout CommandList
  ) throws(LoweringError) {
    cache.beginFrame(isPart: plan.damage != nil)
    var (used, new) = (0, 0)
    for mask in plan.masks {
      let bytes = Self.bytes(of: mask)
      used += bytes
      if cache.use(mask.identity) == nil { new += bytes }
    }
    forgetOld(used: used, new: new, &list)
    for (index, mask) in plan.masks.enumerated() where cache.slot(of: mask.identity) == nil {
      try add(mask, index, plan, traits, &list)
    }
  }

  // MARK: Pages

  private mutating func forgetOld(used: Int, new: Int, _ list: inout CommandList) {
    empty(cache.evict(before: new))
    // Only whole pages are reused, not holes in them. When there is no room for new masks, all
    // masks that the frame does not need are evicted.
    if pages.reduce(new, { $0 + $1.used }) > budget {
      empty(cache.evictUnused())
    }
    // When little of the pages is in use, or when they exceed the budget and the needs of this
    // frame, they are recreated. The driver may then hold both for a while.
    let (bytes, soon) = (pageBytes, cache.statistics.bytes + new)
    guard bytes > 4 * soon + 2 * pageSize || bytes > max(budget, 2 * used + pageSize) else {
      return
    }
    for slot in pages.indices { list.commands.append(.deleteMaskPage(slot: slot)) }
    pages = []
    entries = []
    cache.removeAll()
  }

  /// Empties slots, and resets pages without remaining masks, so that they are filled from their
  /// first byte on.
  private mutating func empty(_ slots: [Int]) {
    guard !slots.isEmpty else { return }
    for slot in slots { entries[slot] = nil }
    var isLive = Array(repeating: false, count: pages.count)
    for case let entry? in entries { isLive[entry.place.page] = true }
    for index in pages.indices where !isLive[index] { pages[index].used = 0 }
  }

  /// The bytes of a page that does not exceed the budget.
  private var pageSize: Int {
    min(max(budget, Self.pageSizes.lowerBound), Self.pageSizes.upperBound)
  }

  /// The bytes of a mask with its margin: the texels after a row are those before the next.
  private static func bytes(of mask: FramePlan.Mask) -> Int {
    (mask.height + 2 * margin) * (mask.width + margin) + margin
  }

  private mutating func add(
    _ mask: FramePlan.Mask, _ index: Int, _ plan: FramePlan, _ traits: DeviceTraits,
    _ list: inout CommandList
  ) throws(LoweringError) {
    let bytes = Self.bytes(of: mask)
    guard bytes <= traits.mostTexels else {
      throw .tooLarge(
        what: "a path of \(mask.width) x \(mask.height) pixels", size: bytes,
        limit: traits.mostTexels)
    }
    let (page, start) = room(bytes, limit: traits.mostTexels, &list)
    let place = MaskPlace(
      page: page, start: start, bytes: bytes, stride: mask.width + Self.margin)
    // Positions up to 2^24 are exact integers in floating point.
    let entry = Entry(
      place: place, isExact: pages[page].size <= 1 << 24,
      tiles: plan.isSpecialized ? MaskTiles(mask) : nil)
    let slot = cache.insert(mask.identity, bytes: bytes)
    if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
    list.uploadedBytes += bytes
    list.commands.append(.writeMask(place, mask: index))
  }

  private mutating func room(
    _ bytes: Int, limit: Int, _ list: inout CommandList
  ) -> (page: Int, start: Int) {
    for index in pages.indices {
      if let place = pages[index].place(bytes) { return (index, place) }
    }
    let page = Page(size: max(min(pageSize, limit), bytes), used: bytes)
    pages.append(page)
    list.commands.append(.makeMaskPage(slot: pages.count - 1, bytes: page.size))
    return (pages.count - 1, 0)
  }
}
