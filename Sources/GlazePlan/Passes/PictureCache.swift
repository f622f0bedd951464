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

  private var cache = LRUCache<Key, Entry>(owner: .pictures)

  /// Bytes.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }
  /// What the backend calls all pictures.
  var keys: [UInt64] { cache.values.map(\.key) }

  mutating func beginFrame() { cache.beginFrame() }

  /// The picture that is kept under a key, which counts as a use.
  mutating func find(_ key: Key) -> Entry? { cache.use(key).flatMap { cache[$0] } }

  /// Keeps a picture; false when it alone is over the budget.
  mutating func keep(_ entry: Entry, under key: Key) -> Bool {
    guard entry.bytes <= budget, !cache.contains(key) else { return false }
    cache.insert(entry, for: key, bytes: entry.bytes)
    return true
  }

  /// Drops what is old or too much.
  ///
  /// - Returns: What the backend may forget.
  mutating func endFrame() -> [UInt64] { cache.evict().map(\.value.key).sorted() }
}
