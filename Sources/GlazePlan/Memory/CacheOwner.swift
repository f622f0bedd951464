/// Whose kept things a cache holds: a row of the table in `Docs/explanation/caching.md`.
package enum CacheOwner: Int, Sendable, CaseIterable {
  /// Whole frames, which the next ones are drawn over.
  case frames
  /// Targets that wait to be drawn into again.
  case surfaces
  /// Images, as the backend draws them.
  case images
  /// Bitmaps of rasterized and blurred layers and of shadows, and underlays.
  case pictures
  /// What paths cover, as the planner computed it.
  case masks
  /// What paths cover, as a device has it.
  case deviceMasks
  /// Tables of shadows, as the planner computed them.
  case shadowTables
  /// Tables of shadows, as a device has them.
  case deviceShadowTables
  /// Linked programs of a device.
  case programs

  /// What the memory budget is divided by to get the unit of `share`.
  package static let shares = 32

  /// How many parts of the memory budget; 0 for what is as large as it must be.
  package var share: Int {
    switch self {
    case .frames: 8
    case .surfaces, .images, .pictures: 6
    case .masks, .deviceMasks: 2
    case .shadowTables, .deviceShadowTables: 1
    case .programs: 0
    }
  }

  /// For how many frames something stays that none of them uses; nil for ever.
  package var maxAge: Int? {
    switch self {
    case .frames, .programs: nil
    case .surfaces: 1
    case .images, .pictures, .deviceMasks, .deviceShadowTables: 60
    case .masks, .shadowTables: 30
    }
  }

  /// As people read it.
  package var name: String {
    switch self {
    case .frames: "frames"
    case .surfaces: "surfaces"
    case .images: "images"
    case .pictures: "pictures"
    case .masks: "masks"
    case .deviceMasks: "device masks"
    case .shadowTables: "shadow tables"
    case .deviceShadowTables: "device shadow tables"
    case .programs: "programs"
    }
  }
}

/// How much is kept for one owner.
package struct CacheStatistics: Sendable, Equatable {
  package var count = 0
  package var bytes = 0
  /// How many things went, in all frames.
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

/// How much is kept, by owner.
package struct KeptStatistics: Sendable, Equatable {
  private var rows = [CacheStatistics](
    repeating: CacheStatistics(), count: CacheOwner.allCases.count)

  package init() {}

  package subscript(owner: CacheOwner) -> CacheStatistics {
    get { rows[owner.rawValue] }
    set { rows[owner.rawValue] = newValue }
  }

  /// Of all owners.
  package var total: CacheStatistics { rows.reduce(into: CacheStatistics()) { $0 += $1 } }
}
