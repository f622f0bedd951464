import GlazePlan
import Testing

/// What caches keep.
struct CacheLedgerTests {
  @Test func whatIsUsedStays() {
    var ledger = CacheLedger<Int>(budget: 100)
    for _ in 0..<1000 {
      ledger.beginFrame()
      if !ledger.use(1) { ledger.add(1, bytes: 60) }
      #expect(ledger.evict().isEmpty)
    }
    #expect(ledger.bytes == 60 && ledger.evictions == 0)
  }

  @Test func whatIsNotUsedGoesAfterAWhile() {
    var ledger = CacheLedger<Int>(budget: 100)
    ledger.beginFrame()
    ledger.add(1, bytes: 60)
    var gone: [Int] = []
    var frames = 0
    while gone.isEmpty, frames < 1000 {
      ledger.beginFrame()
      gone = ledger.evict()
      frames += 1
    }
    #expect(gone == [1] && frames == CacheLedger<Int>.patience + 1 && ledger.bytes == 0)
  }

  @Test func theOldestGoFirst() {
    var ledger = CacheLedger<Int>(budget: 100)
    for key in 1...3 {
      ledger.beginFrame()
      ledger.add(key, bytes: 40)
      #expect(ledger.evict() == (key == 3 ? [1] : []))
    }
    ledger.beginFrame()
    ledger.use(2)
    ledger.add(4, bytes: 40)
    #expect(ledger.evict() == [3])
    #expect(ledger.bytes == 80 && ledger.evictions == 2)
  }

  @Test func roomIsMadeBeforehand() {
    var ledger = CacheLedger<Int>(budget: 100)
    ledger.beginFrame()
    ledger.add(1, bytes: 60)
    ledger.beginFrame()
    #expect(ledger.evict(before: 40).isEmpty)
    #expect(ledger.evict(before: 41) == [1])
    #expect(!ledger.contains(1) && ledger.bytes == 0)
    ledger.beginFrame()
    ledger.add(2, bytes: 60)
    // The frame needs it.
    #expect(ledger.evict(before: 1000).isEmpty)
    ledger.removeAll()
    #expect(ledger.bytes == 0 && ledger.count == 0 && !ledger.use(2))
  }

  @Test func allThatAFrameDoesNotUseCanGo() {
    var ledger = CacheLedger<Int>(budget: 100)
    ledger.beginFrame()
    for key in 1...3 { ledger.add(key, bytes: 10) }
    #expect(ledger.evictUnused().isEmpty)
    ledger.beginFrame()
    ledger.use(2)
    ledger.add(4, bytes: 10)
    #expect(ledger.evictUnused().sorted() == [1, 3])
    #expect(ledger.bytes == 20 && ledger.evictions == 2 && ledger.contains(2))
  }

  @Test func theFrameItselfIsNotCounted() {
    var ledger = CacheLedger<Int>(budget: 0)
    ledger.beginFrame()
    ledger.add(1, bytes: 40)
    #expect(ledger.evict().isEmpty)
    ledger.beginFrame()
    #expect(ledger.evict() == [1])
  }
}
