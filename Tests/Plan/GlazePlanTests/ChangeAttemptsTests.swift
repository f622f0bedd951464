import Testing

@testable import GlazePlan

struct ChangeAttemptsTests {
  @Test func failuresMakeThemMoreSeldom() {
    var attempts = ChangeAttempts()
    var made: [Int] = []
    for frame in 0..<60 where attempts.isDue(100) {
      made.append(frame)
      attempts.note(success: false, 100)
    }
    #expect(made == [0, 1, 3, 7, 15, 31, 47])
  }

  @Test func farFewerChangesAreTriedAtOnce() {
    var attempts = ChangeAttempts()
    for _ in 0..<5 { attempts.note(success: false, 100) }
    #expect([26, 25, 0].map { attempts.isDue($0) } == [false, true, true])
    // Where those fail, too, the next as many wait.
    attempts.note(success: false, 25)
    #expect([25, 6].map { attempts.isDue($0) } == [false, true])
    attempts.note(success: true, 6)
    let isDue = attempts.isDue(100)
    #expect(isDue)
  }
}
