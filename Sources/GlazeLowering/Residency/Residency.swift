package import GlazePlan

/// What is on a device, kept from frame to frame: an input of lowering, which says what is to be made, and
/// what is to go.
package struct Residency: Sendable {
  package var images = ImageResidency()
  package var masks = MaskAtlas()
  /// What the tables of shadows that are there look like.
  var shadowLooks: [ShadowLook] = []
  /// The programs that are there.
  package internal(set) var programs: Set<ProgramKey> = []

  package init() {}

  /// What may be kept between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      images.budget = memory[.images]
      masks.budget = memory[.deviceMasks]
    }
  }

  package var statistics: KeptStatistics {
    var kept = KeptStatistics()
    kept[.images] = images.statistics
    kept[.deviceMasks] = masks.statistics
    kept[.programs].count = programs.count
    return kept
  }
}
