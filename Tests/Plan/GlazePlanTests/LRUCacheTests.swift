import GlazePlan
import Testing

/// The eviction policy of caches.
struct LRUCacheTests {
  private func cache(_ budget: Int) -> LRUCache<Int, String> {
    LRUCache(owner: .images, budget: budget)
  }

  @Test func whatIsUsedStays() {
    var cache = cache(100)
    for _ in 0..<1000 {
      cache.beginFrame()
      if cache.use(1) == nil { cache.insert("a", for: 1, bytes: 60) }
      #expect(cache.evict().isEmpty)
    }
    #expect(cache.bytes == 60 && cache.statistics.evictions == 0)
  }

  @Test(arguments: CacheOwner.allCases)
  func whatIsNotUsedGoesAtAnOwnersAge(owner: CacheOwner) {
    var cache = LRUCache<Int, String>(owner: owner, budget: 100)
    cache.beginFrame()
    cache.insert("a", for: 1, bytes: 60)
    cache.beginFrame()
    #expect(cache.use(1) != nil)
    var gone: [String] = []
    var frames = 0
    while gone.isEmpty, frames < 200 {
      cache.beginFrame()
      gone = cache.evict().map(\.value)
      frames += 1
    }
    #expect(frames == owner.maxAge.map { $0 + 1 } ?? 200)
    #expect(cache.bytes == (owner.maxAge == nil ? 60 : 0))
  }

  /// A path whose shape changes needs a new mask in each frame.
  @Test(arguments: CacheOwner.allCases, [false, true])
  func whatOnlyItsFirstFrameUsesGoes(owner: CacheOwner, isPart: Bool) {
    var cache = LRUCache<Int, String>(owner: owner, budget: 1000)
    for key in 0..<10 {
      _ = cache.evict()
      cache.beginFrame(isPart: isPart)
      cache.insert("\(key)", for: key, bytes: 10)
    }
    // The last two frames' values are not evicted before the next frame has begun.
    let dropped = owner == .masks ? 10 - 2 : owner == .surfaces && !isPart ? 10 - 3 : 0
    #expect(cache.count == 10 - dropped)
  }

  /// The parts that a frame draws again may not need a mask of the whole frame before it, which is
  /// still visible.
  @Test func partsKeepWhatWholeFramesUse() {
    var cache = LRUCache<Int, String>(owner: .masks, budget: 1000)
    cache.beginFrame()
    cache.insert("whole", for: 0, bytes: 10)
    for key in 1..<50 {
      #expect(cache.evict().allSatisfy { $0.value == "part" })
      cache.beginFrame(isPart: true)
      cache.insert("part", for: key, bytes: 10)
    }
    #expect(cache.contains(0) && cache.count < 5)
  }

  /// Objects that such a frame does not use may still be visible.
  @Test func framesOfPartsDoNotAge() {
    var cache = cache(100)
    cache.beginFrame()
    cache.insert("a", for: 1, bytes: 60)
    for _ in 0..<200 {
      cache.beginFrame(isPart: true)
      #expect(cache.evict().isEmpty)
    }
  }

  @Test func theOldestGoFirst() {
    var cache = cache(100)
    for key in 1...3 {
      cache.beginFrame()
      cache.insert("\(key)", for: key, bytes: 40)
      #expect(cache.evict().map(\.value) == (key == 3 ? ["1"] : []))
    }
    cache.beginFrame()
    _ = cache.use(2)
    cache.insert("4", for: 4, bytes: 40)
    #expect(cache.evict().map(\.value) == ["3"])
    #expect(cache.statistics == CacheStatistics(count: 2, bytes: 80, evictions: 2))
  }

  @Test func roomIsMadeBeforehand() {
    var cache = cache(100)
    cache.beginFrame()
    cache.insert("a", for: 1, bytes: 60)
    cache.beginFrame()
    #expect(cache.evict(before: 40).isEmpty)
    #expect(cache.evict(before: 41).count == 1)
    #expect(!cache.contains(1) && cache.bytes == 0)
    cache.beginFrame()
    cache.insert("b", for: 2, bytes: 60)
    // The frame needs the object.
    #expect(cache.evict(before: 1000).isEmpty)
    cache.removeAll()
    #expect(cache.bytes == 0 && cache.count == 0 && cache.use(2) == nil)
  }

  @Test func allThatAFrameDoesNotUseCanGo() {
    var cache = cache(100)
    cache.beginFrame()
    for key in 1...3 { cache.insert("\(key)", for: key, bytes: 10) }
    #expect(cache.evictUnused().isEmpty)
    cache.beginFrame()
    _ = cache.use(2)
    cache.insert("4", for: 4, bytes: 10)
    #expect(cache.evictUnused().map(\.value).sorted() == ["1", "3"])
    #expect(cache.bytes == 20 && cache.statistics.evictions == 2 && cache.contains(2))
  }

  @Test func theFrameItselfIsNotCounted() {
    var cache = cache(0)
    cache.beginFrame()
    cache.insert("a", for: 1, bytes: 40)
    #expect(cache.evict().isEmpty)
    cache.beginFrame()
    #expect(cache.evict().map(\.value) == ["a"])
  }

  /// Devices identify objects by their slots.
  @Test func slotsStayAndAreUsedAgain() {
    var cache = cache(100)
    cache.beginFrame()
    let slots = (1...3).map { cache.insert("\($0)", for: $0, bytes: 10) }
    #expect(Set(slots).count == 3)
    #expect(cache.remove(slot: slots[1]) == "2")
    #expect(cache[slots[1]] == nil && cache[slots[2]] == "3" && cache.use(3) == slots[2])
    #expect(cache.insert("4", for: 4, bytes: 10) == slots[1])
    cache.setBytes(25, at: slots[1])
    #expect(cache.bytes == 45)
    #expect(cache.insert("5", for: 4, bytes: 5) == slots[1])
    #expect(cache.bytes == 25 && cache[key: 4] == "5")
  }

  /// A key that has the same hash as many others.
  private struct Crowded: Hashable {
    var number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
  }

  @Test func keysOfOneHashAreToldApart() {
    var cache = LRUCache<Crowded, Int>(owner: .images, budget: .max)
    var expected: [Int: Int] = [:]
    var state: UInt64 = 7
    cache.beginFrame()
    for step in 0..<4000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Int(state >> 33) % 60
      if step % 3 == 2, let slot = cache.use(Crowded(number: number)) {
        #expect(cache.remove(slot: slot) == expected[number])
        expected[number] = nil
      } else {
        cache.insert(step, for: Crowded(number: number), bytes: 1)
        expected[number] = step
      }
    }
    #expect(cache.count == expected.count && cache.bytes == expected.count)
    for number in 0..<60 { #expect(cache[key: Crowded(number: number)] == expected[number]) }
    cache.removeAll()
    #expect(cache.count == 0 && cache.use(Crowded(number: 1)) == nil)
  }

  @Test func sharesAddUpToTheBudget() {
    #expect(CacheOwner.allCases.reduce(0) { $0 + $1.share } == CacheOwner.shares)
    #expect(MemoryBudget(total: 1 << 20)[.frames] == 1 << 18)
  }
}

/// A search that goes on from frame to frame.
struct SlotSweepTests {
  /// Every slot is seen in time, also when slots are added and removed, and no frame looks at many.
  @Test(arguments: [0, 1, 15, 16, 17, 500]) func seesAllSlots(count: Int) {
    var sweep = SlotSweep()
    var count = count
    for _ in 0..<3 {
      var seen: Set<Int> = []
      for _ in 0..<33 {
        let slots = Array(sweep.slots(of: count))
        #expect(slots.allSatisfy { $0 < count } && Set(slots).count == slots.count)
        #expect(slots.count == min(count, 16))
        sweep.note(found: false)
        seen.formUnion(slots)
      }
      #expect(seen.count == count)
      count = count * 2 / 3
    }
  }

  /// Of a table in which nearly all is dead, little is left after some frames.
  @Test func looksAtMoreWhileItFindsSomething() {
    var sweep = SlotSweep()
    var isDead = (0..<100_000).map { $0 % 100 != 0 }
    var lengths: [Int] = []
    for _ in 0..<14 {
      let slots = Array(sweep.slots(of: isDead.count))
      sweep.note(found: slots.contains { isDead[$0] })
      for slot in slots { isDead[slot] = false }
      lengths.append(slots.count)
    }
    #expect(!isDead.contains(true))
    #expect(lengths.prefix(3) == [16, 32, 64] && lengths.last == 100_000)
    sweep.note(found: false)
    #expect(sweep.slots(of: isDead.count).count == 16)
  }
}
