import GlazeGeometry

/// Masks whose coverage is the product of others, cached between frames like their factors.
struct MaskProducts: ~Copyable, Sendable {
  /// A mask, and the pixel of the frame on which its first pixel lies.
  struct Factor: Sendable {
    var mask: FramePlan.Mask
    var x: Int
    var y: Int
  }

  /// The identities of all factors, and their offsets from the first one.
  private struct Key: Hashable, Sendable {
    var factors: [SIMD4<Int>]
  }

  private struct Pending: IdentifiedMask, Sendable {
    var identity: UInt64
    var slot: Int
    /// The factors, with offsets from the first pixel of the product.
    var factors: [Factor]
  }

  private var cache = LRUCache<Key, FramePlan.Mask>(owner: .masks)
  /// The products whose bytes are still to be computed.
  private var pending: [Pending] = []

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }
  var isComplete: Bool { pending.isEmpty }

  mutating func beginFrame(isPart: Bool, keeps: Bool) {
    if !keeps { cache.removeAll() }
    if pending.isEmpty { cache.evict() }
    cache.beginFrame(isPart: isPart)
  }

  /// Finds or creates the product of some masks; its bytes are available after `finish`.
  ///
  /// - Returns: nil where the factors have no pixel in common.
  mutating func product(of factors: [Factor]) -> Factor? {
    guard let first = factors.first else { return nil }
    var (left, top, right, bottom) = (Int.min, Int.min, Int.max, Int.max)
    for factor in factors {
      (left, top) = (max(left, factor.x), max(top, factor.y))
      right = min(right, factor.x + factor.mask.width)
      bottom = min(bottom, factor.y + factor.mask.height)
    }
    guard left < right, top < bottom else { return nil }
    let key = Key(
      factors: factors.map {
        SIMD4(Int(truncatingIfNeeded: $0.mask.identity), $0.x - first.x, $0.y - first.y, 0)
      })
    if let mask = cache.use(key).flatMap({ cache[$0] }) {
      return Factor(mask: mask, x: left, y: top)
    }
    let (width, height) = (right - left, bottom - top)
    let mask = FramePlan.Mask(
      identity: PathMasks.newIdentity(), width: width, height: height, bytes: [],
      work: factors.count.timesAtMost(width.timesAtMost(height)) / 4)
    let slot = cache.insert(mask, for: key, bytes: 0)
    pending.append(
      Pending(
        identity: mask.identity, slot: slot,
        factors: factors.map { Factor(mask: $0.mask, x: left - $0.x, y: top - $0.y) }))
    return Factor(mask: mask, x: left, y: top)
  }

  /// Computes the new products, and adds them to a plan.
  ///
  /// - Parameter bytes: Returns the coverage of a factor; empty when it is not known, since a limit was met.
  mutating func finish(_ plan: inout FramePlan, _ bytes: (FramePlan.Mask) -> [UInt8]) {
    var found: [[UInt8]] = []
    found.reserveCapacity(pending.count)
    for product in pending {
      let result = cache[product.slot].map { Self.product($0, of: product.factors, bytes) } ?? []
      cache[product.slot]?.bytes = result
      cache.setBytes(result.count, at: product.slot)
      found.append(result)
    }
    for index in plan.masks.indices {
      if let place = pending.index(of: plan.masks[index].identity) {
        plan.masks[index].bytes = found[place]
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// - Parameter factors: The factors, with offsets from the first pixel of the product.
  private static func product(
    _ mask: FramePlan.Mask, of factors: [Factor], _ bytes: (FramePlan.Mask) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(mask.width * mask.height)
    for factor in factors {
      let (other, width) = (bytes(factor.mask), factor.mask.width)
      let first = factor.y * width + factor.x
      if other.count != width * factor.mask.height {
        return Array(repeating: 0, count: mask.width * mask.height)
      }
      if result.isEmpty {
        for row in 0..<mask.height {
          result += other[(first + row * width)..<(first + row * width + mask.width)]
        }
      } else {
        result.multiply(width: mask.width, by: other, width: width, from: first)
      }
    }
    return result
  }
}
