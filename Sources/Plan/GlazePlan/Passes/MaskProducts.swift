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

  private struct Pending: Sendable {
    var slot: Int
    var identity: UInt64
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
        slot: slot, identity: mask.identity,
        factors: factors.map { Factor(mask: $0.mask, x: left - $0.x, y: top - $0.y) }))
    return Factor(mask: mask, x: left, y: top)
  }

  /// Computes the new products, and adds them to a plan.
  ///
  /// - Parameter bytes: Returns the coverage of a factor; empty when it is not known, since a limit was met.
  mutating func finish(_ plan: inout FramePlan, _ bytes: (FramePlan.Mask) -> [UInt8]) {
    for product in pending {
      guard let size = cache[product.slot].map({ (width: $0.width, height: $0.height) }) else {
        continue
      }
      var result: [UInt8] = []
      result.reserveCapacity(size.width * size.height)
      for (index, factor) in product.factors.enumerated() {
        let (other, width) = (bytes(factor.mask), factor.mask.width)
        let first = factor.y * width + factor.x
        if other.count != width * factor.mask.height {
          if index == 0 { result = Array(repeating: 0, count: size.width * size.height) }
        } else if index == 0 {
          for row in 0..<size.height {
            result += other[(first + row * width)..<(first + row * width + size.width)]
          }
        } else {
          result.multiply(width: size.width, by: other, width: width, from: first)
        }
      }
      cache[product.slot]?.bytes = result
      cache.setBytes(result.count, at: product.slot)
      if let index = plan.masks.firstIndex(where: { $0.identity == product.identity }) {
        plan.masks[index].bytes = result
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
