/// How much may be kept between frames.
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

  /// The share of an owner, in bytes.
  package subscript(owner: CacheOwner) -> Int { total / CacheOwner.shares * owner.share }
}
