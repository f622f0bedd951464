import CGlazeShaders

/// The tables that are cached from frame to frame; they only affect how long a plan takes.
package struct ShadowTableCache: ~Copyable, Sendable {
  private var cache = LRUCache<ShadowLook, [Float]>(owner: .shadowTables)
  /// The tables of the previous plan, which the next one often shares.
  private var last = ShadowTables()

  package init() {}

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }

  /// - Parameter isPart: Whether only a part of the frame is drawn.
  mutating func beginFrame(isPart: Bool) { cache.beginFrame(isPart: isPart) }

  /// Assigns a plan the tables that its shadows read, and each shadow the indices of its tables.
  mutating func finish(_ plan: inout FramePlan) {
    if plan.shadows.isEmpty { return }
    // A plan with too many looks rounds them more coarsely, until few enough differ.
    var digits = 10
    var looks = plan.numberLooks(digits: digits)
    while looks.count > ShadowTables.most {
      digits -= 1
      looks = plan.numberLooks(digits: digits)
    }
    let slots = looks.map { cache.use($0) ?? add($0) }
    if looks != last.looks { last = gather(looks, slots) }
    cache.evict()
    plan.shadowTables = last
  }

  private mutating func add(_ look: ShadowLook) -> Int {
    cache.insert(look.makeTable(), for: look, bytes: ShadowTables.bytesOfTable)
  }

  private func gather(_ looks: [ShadowLook], _ slots: [Int]) -> ShadowTables {
    var result = ShadowTables()
    for (look, slot) in zip(looks, slots) {
      if let table = cache[slot] { result.append(look, table) }
    }
    return result
  }
}

extension FramePlan {
  /// Creates the tables of a plan that was not made by a planner.
  package mutating func makeShadowTables() {
    var cache = ShadowTableCache()
    cache.finish(&self)
  }

  /// Numbers the looks of all shadows, and returns them in this order.
  fileprivate mutating func numberLooks(digits: Int) -> [ShadowLook] {
    var looks: [ShadowLook] = []
    var numbers: [ShadowLook: Float] = [:]
    func number(_ shadow: ShadowInstance, _ corner: Int) -> Float {
      let look = ShadowLook(shadow, corner: corner, digits: digits)
      if let number = numbers[look] { return number }
      let number = Float(looks.count)
      numbers[look] = number
      looks.append(look)
      return number
    }
    for index in shadows.indices {
      let shadow = shadows[index]
      let first = number(shadow, 0)
      shadows[index].tables = SIMD4(repeating: first)
      let cells = shadow.shape.corners
      if cells == SIMD4(repeating: cells.x) { continue }
      for corner in 1..<4 { shadows[index].tables[corner] = number(shadow, corner) }
    }
    return looks
  }
}
