package import GlazePlan

/// What is on a device, kept from frame to frame: an input of lowering, which says what is to be made, and
/// what is to go.
package struct Residency: Sendable {
  package var images = ImageResidency()
  package var masks = MaskAtlas()
  var tables = TableResidency()
  /// The programs that are there.
  package internal(set) var programs: Set<ProgramKey> = []

  package init() {}

  /// What may be kept between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      images.budget = memory.textures
      masks.budget = memory.maskTextures
    }
  }

  /// Bytes, number and evictions of images and masks that are kept.
  package var bytes: Int { images.ledger.bytes + masks.bytes }
  package var count: Int { images.ledger.count + masks.ledger.count }
  package var evictions: Int { images.ledger.evictions + masks.ledger.evictions }
}
