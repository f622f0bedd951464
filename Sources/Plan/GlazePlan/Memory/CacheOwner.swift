/// The owner of a cache's content: a row of the table in `Docs/explanation/caching.md`.
package enum CacheOwner: Int, Sendable, CaseIterable {
  /// Whole frames, over which the next ones are drawn.
  case frames
  /// Targets that wait for reuse.
  case surfaces
  /// Images, in the backend's form.
  case images
  /// Bitmaps of rasterized and blurred layers and of shadows, and underlays.
  case bitmaps
  /// Masks of paths, as the planner computed them.
  case masks
  /// Masks of paths, in a device's memory.
  case deviceMasks
  /// Tables of shadows, as the planner computed them.
  case shadowTables
  /// Tables of shadows, in a device's memory.
  case deviceShadowTables
  /// Linked shader programs of a device.
  case programs

  /// The divisor of the memory budget that yields the unit of `share`.
  package static let shares = 32

  /// The number of shares of the memory budget; 0 for content that is as large as necessary.
  package var share: Int {
    switch self {
    case .frames: 8
    case .surfaces, .images, .bitmaps: 6
    case .masks, .deviceMasks: 2
    case .shadowTables, .deviceShadowTables: 1
    case .programs: 0
    }
  }

  /// The number of frames for which unused content is retained; nil for an unlimited number.
  package var maxAge: Int? {
    switch self {
    case .frames, .programs: nil
    case .surfaces: 1
    case .images, .bitmaps, .deviceMasks, .deviceShadowTables: 60
    case .masks, .shadowTables: 30
    }
  }

  /// Whether content is dropped that the frame after its first one does not use.
  ///
  /// A path whose shape changes needs a new mask in each frame: the memory of the last one is then still in
  /// the processor's cache.
  package var dropsNew: Bool { self == .masks }

  /// The name for people.
  package var name: String {
    switch self {
    case .frames: "frames"
    case .surfaces: "surfaces"
    case .images: "images"
    case .bitmaps: "bitmaps"
    case .masks: "masks"
    case .deviceMasks: "device masks"
    case .shadowTables: "shadow tables"
    case .deviceShadowTables: "device shadow tables"
    case .programs: "programs"
    }
  }
}

/// The size of one owner's cache.
package struct CacheStatistics: Sendable, Equatable {
  package var count = 0
  package var bytes = 0
  /// The number of evictions, in all frames.
  package var evictions = 0

  package init(count: Int = 0, bytes: Int = 0, evictions: Int = 0) {
    (self.count, self.bytes, self.evictions) = (count, bytes, evictions)
  }

  package static func += (a: inout CacheStatistics, b: CacheStatistics) {
    a.count += b.count
    a.bytes += b.bytes
    a.evictions += b.evictions
  }
}

/// The sizes of the caches, by owner.
package struct CacheUsage: Sendable, Equatable {
  // Vectors are stored in place, and there are fewer owners than components.
  private var counts = SIMD16<Int>()
  private var bytes = SIMD16<Int>()
  private var evictions = SIMD16<Int>()

  package init() {}

  package subscript(owner: CacheOwner) -> CacheStatistics {
    get {
      let index = owner.rawValue
      return CacheStatistics(
        count: counts[index], bytes: bytes[index], evictions: evictions[index])
    }
    set {
      let index = owner.rawValue
      (counts[index], bytes[index], evictions[index]) =
        (newValue.count, newValue.bytes, newValue.evictions)
    }
  }

  /// The sum over all owners.
  package var total: CacheStatistics {
    CacheStatistics(
      count: counts.wrappedSum(), bytes: bytes.wrappedSum(), evictions: evictions.wrappedSum())
  }

  package static func += (a: inout CacheUsage, b: CacheUsage) {
    a.counts &+= b.counts
    a.bytes &+= b.bytes
    a.evictions &+= b.evictions
  }
}
