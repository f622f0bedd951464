/// How much may be kept between frames, and how the caches share it.
///
/// What one frame needs while it is drawn is not counted: it is as large as it must be.
package struct MemoryBudget: Sendable, Equatable {
  /// Bytes.
  package let total: Int

  /// 256 MiB.
  package static let standard = MemoryBudget(total: 256 << 20)

  /// - Parameter total: Bytes; less than none is none.
  package init(total: Int) {
    self.total = max(0, total)
  }

  /// Whole frames, which the next ones are drawn over.
  package var frames: Int { total / 4 }
  /// Rasterized and blurred layers and shadows.
  package var pictures: Int { total / 16 * 3 }
  /// Images as the backend draws them.
  package var textures: Int { total / 16 * 3 }
  /// Targets that wait to be drawn into again.
  package var targets: Int { total / 4 }
  /// What paths cover, as it was computed.
  package var masks: Int { total / 16 }
  /// What paths cover, as a device has it.
  package var maskTextures: Int { total / 16 }
}
