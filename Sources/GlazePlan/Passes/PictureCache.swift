import GlazeTree

/// Pictures of layers that backends keep between frames: bitmaps of rasterized layers, blurred layers and
/// blurred shadows.
///
/// Policy: a picture is found by what it shows (the version of the layer) and by how (its grid of pixels,
/// its colours). It is dropped when 60 frames went by without it, and when more than the budget is kept
/// the pictures that were not used for longest go first.
struct PictureCache: Sendable {
  /// Bytes.
  var budget = MemoryBudget.standard.pictures
  /// Frames.
  static let patience = 60

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
    var frame: Int

    var bytes: Int { width * height * (format == .unorm8 ? 4 : 8) }
  }

  private var entries: [Key: Entry] = [:]
  private var frame = 0
  private(set) var bytes = 0

  mutating func beginFrame() { frame += 1 }

  /// The picture that is kept under a key, which counts as a use.
  mutating func find(_ key: Key) -> Entry? {
    guard entries[key] != nil else { return nil }
    entries[key]?.frame = frame
    return entries[key]
  }

  /// Keeps a picture; false when it alone is over the budget.
  mutating func keep(_ entry: Entry, under key: Key) -> Bool {
    guard entry.bytes <= budget, entries[key] == nil else { return false }
    var entry = entry
    entry.frame = frame
    entries[key] = entry
    bytes += entry.bytes
    return true
  }

  /// Drops what is old or too much.
  ///
  /// - Returns: What the backend may forget.
  mutating func endFrame() -> [UInt64] {
    guard !entries.isEmpty else { return [] }
    var dropped: [UInt64] = []
    for (key, entry) in entries where entry.frame < frame - Self.patience {
      drop(key, entry, &dropped)
    }
    if bytes > budget {
      for (key, entry) in entries.sorted(by: { $0.value.frame < $1.value.frame })
      where bytes > budget && entry.frame < frame { drop(key, entry, &dropped) }
    }
    return dropped.sorted()
  }

  /// The names of all pictures.
  var keys: [UInt64] { entries.values.map(\.key) }

  private mutating func drop(_ key: Key, _ entry: Entry, _ dropped: inout [UInt64]) {
    entries[key] = nil
    bytes -= entry.bytes
    dropped.append(entry.key)
  }
}
