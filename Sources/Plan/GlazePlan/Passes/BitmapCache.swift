import GlazeTree

/// The images of layers that backends cache between frames: bitmaps of rasterized layers, blurred
/// layers and blurred shadows.
///
/// An image is found by its content (the version of the layer) and its appearance (its grid of
/// pixels, its colors).
struct BitmapCache: ~Copyable, Sendable {
  struct Key: Hashable {
    var version: UInt64
    var isShadow: Bool
    /// Whether it is part of a shadow, which excludes the layer's backdrop.
    var isSilhouette: Bool
    /// The origin, the scale and the size of the bitmap.
    var grid: SIMD8<Double>
    var tint: SIMD4<Float>
    var isFlipped: Bool
    var dithers: Bool
  }

  struct Entry {
    /// The backend's key.
    var key: UInt64
    var width: Int
    var height: Int
    var format: FramePlan.PixelFormat
    var isExtended: Bool
    /// The bounds, in the pixels of the bitmap.
    var bounds: PixelRect

    var bytes: Int { width * height * (format.bytesPerPixel) }
  }

  /// The fewest images that are searched for earlier versions.
  private static let fewest = 32

  private var cache = LRUCache<Key, Entry>(owner: .bitmaps)
  private var isPart = false
  /// The number of images at which those of earlier versions are evicted.
  private var mostBeforeLook = Self.fewest

  /// The budget, in bytes.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }
  /// The backend's keys of all images.
  var keys: [UInt64] { cache.values.map(\.key) }

  /// - Parameter isPart: Whether only a part of the frame is drawn.
  mutating func beginFrame(isPart: Bool) {
    self.isPart = isPart
    cache.beginFrame(isPart: isPart)
  }

  /// Returns the image of a key and marks it as used.
  mutating func find(_ key: Key) -> Entry? { cache.use(key).flatMap { cache[$0] } }

  /// Caches an image; false when the images of this frame would exceed the budget.
  ///
  /// Without this a frame would need the memory of all its images at the same time.
  mutating func keep(_ entry: Entry, under key: Key) -> Bool {
    guard cache.usedBytes + entry.bytes <= budget, !cache.contains(key) else { return false }
    cache.insert(entry, for: key, bytes: entry.bytes)
    return true
  }

  /// Removes images of a plan that is not drawn.
  mutating func revoke(_ keys: [Key]) {
    for key in keys { _ = cache.use(key).flatMap { cache.take(slot: $0) } }
  }

  /// Evicts images that are old, exceed the budget, or cannot appear in any later frame.
  ///
  /// - Parameter versions: The versions of all layers.
  /// - Returns: The keys that the backend may free.
  mutating func endFrame(_ versions: [UInt64]) -> [UInt64] {
    let gone = cache.evict().map(\.value.key) + evictOutdated(versions)
    return gone.sorted()
  }

  /// Evicts images of earlier versions, which never return.
  ///
  /// Partial frames do not age the images: without this, an image that changes in each of them
  /// would fill the budget.
  ///
  /// - Complexity: O(n) in layers when there are twice as many images as at the last search, else
  ///   O(1).
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
