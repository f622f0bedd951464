package import GlazePlan

/// What is on a device, kept from frame to frame: an input of lowering, which says what is to be made, and
/// what is to go.
package struct Residency: Sendable {
  package var images = ImageResidency()
  package var masks = MaskAtlas()
  var shadowTables = ShadowTableResidency()
  /// The programs that are there, which never go.
  var programs = LRUCache<ProgramKey, Void>(owner: .programs)

  package init() {}

  /// What may be kept between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      images.budget = memory[.images]
      masks.budget = memory[.deviceMasks]
      shadowTables.budget = memory[.deviceShadowTables]
    }
  }

  package var statistics: KeptStatistics {
    var kept = KeptStatistics()
    kept[.images] = images.statistics
    kept[.deviceMasks] = masks.statistics
    kept[.deviceShadowTables] = shadowTables.statistics
    kept[.programs] = programs.statistics
    return kept
  }
}
