import GlazeTree

/// Pictures of layers that backends keep between frames: bitmaps of rasterized layers, blurred layers and
/// blurred shadows.
///
/// A picture is found by what it shows (the version of the layer) and by how (its grid of pixels, its
/// colours).
struct PictureCache: Sendable {
  struct Key: Hashable {
    var version: UInt64
    var isShadow: Bool
    /// Whether it is part of a shadow, which what lies behind the layer is not.
    var isSilhouette: Bool
    /// Origin, scale and size of the bitmap.
    var grid: SIMD8<Double>
    var tint: SIMD4<Float>
    var isFlipped: Bool
    var dithers: Bool
  }

  struct Entry {
    /// What the backend calls it.
    var key: UInt64
    var width: Int
    var height: Int
    var format: FramePlan.PixelFormat
    var isExtended: Bool
    /// In the pixels of the bitmap.
    var bounds: PixelRect

    var bytes: Int { width * height * (format == .unorm8 ? 4 : 8) }
  }

  /// Fewer pictures are not looked through for those of earlier versions.
  private static let fewest = 32

  private var cache = LRUCache<Key, Entry>(owner: .pictures)
  private var isPart = false
  /// When there are so many, those of earlier versions go.
  private var mostBeforeLook = Self.fewest

  /// Bytes.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }
  /// What the backend calls all pictures.
  var keys: [UInt64] { cache.values.map(\.key) }

  /// - Parameter isPart: Whether only a part of the frame is drawn.
  mutating func beginFrame(isPart: Bool) {
    self.isPart = isPart
    cache.beginFrame(isPart: isPart)
  }

  /// The picture that is kept under a key, which counts as a use.
  mutating func find(_ key: Key) -> Entry? { cache.use(key).flatMap { cache[$0] } }

  /// Keeps a picture; false when it alone is over the budget.
  mutating func keep(_ entry: Entry, under key: Key) -> Bool {
    guard entry.bytes <= budget, !cache.contains(key) else { return false }
    cache.insert(entry, for: key, bytes: entry.bytes)
    return true
  }

  /// Drops what is old or too much, and what no frame can show again.
  ///
  /// - Parameter versions: Of all layers.
  /// - Returns: What the backend may forget.
  mutating func endFrame(_ versions: [UInt64]) -> [UInt64] {
    let gone = cache.evict().map(\.value.key) + evictOutdated(versions)
    return gone.sorted()
  }

  /// Drops pictures of versions that are over, which never come back.
  ///
  /// Frames of parts let nothing age: a picture that is another in each of them would fill the share.
  ///
  /// - Complexity: O(n) in layers when there are twice as many pictures as the last time, else O(1).
  private mutating func evictOutdated(_ versions: [UInt64]) -> [UInt64] {
    guard isPart, cache.count >= mostBeforeLook else { return [] }
    let slots = Dictionary(
      grouping: cache.usedSlots, by: { cache.key(of: $0)?.version ?? 0 })
    let outdated = Set(slots.keys).subtracting(versions)
    let gone = outdated.flatMap { slots[$0, default: []] }.compactMap {
      cache.remove(slot: $0)?.key
    }
    mostBeforeLook = max(2 * cache.count, Self.fewest)
    return gone
  }
}
