package import GlazePlan

/// The content of a device that is cached from frame to frame: an input of lowering, which
/// determines what to create and what to delete.
package struct Residency: Sendable {
  package var images = ImageResidency()
  package var masks = MaskAtlas()
  var shadowTables = ShadowTableResidency()
  /// The existing shader programs, which are never deleted.
  var programs = LRUCache<ProgramKey, Void>(owner: .programs)

  package init() {}

  /// The memory that may be cached between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      images.budget = memory[.images]
      masks.budget = memory[.deviceMasks]
      shadowTables.budget = memory[.deviceShadowTables]
    }
  }

  package var statistics: CacheUsage {
    var usage = CacheUsage()
    usage[.images] = images.statistics
    usage[.deviceMasks] = masks.statistics
    usage[.deviceShadowTables] = shadowTables.statistics
    usage[.programs] = programs.statistics
    return usage
  }
}
