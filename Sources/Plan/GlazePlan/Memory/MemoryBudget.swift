/// The amount of memory that may be cached between frames.
///
/// The memory that one frame needs while it is drawn is not counted: it is as large as necessary.
package struct MemoryBudget: Sendable, Equatable {
  /// The total, in bytes.
  package let total: Int

  /// The default budget of 256 MiB.
  package static let standard = MemoryBudget(total: 256 << 20)

  /// - Parameter total: The total in bytes; a negative value counts as 0.
  package init(total: Int) {
    self.total = max(0, total)
  }

  /// The share of an owner, in bytes.
  package subscript(owner: CacheOwner) -> Int { total / CacheOwner.shares * owner.share }
}
