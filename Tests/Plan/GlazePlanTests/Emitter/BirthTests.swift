import Foundation
@testable import GlazePlan
import GlazeTree
import Testing

/// The times of the birth and the death of particles.
@Suite struct BirthTests {
  @Test func theFirstComesAfterOnePeriod() {
    let emitter = LayerEmitter.of(rate: 4, lifetime: 10)
    #expect(emitter.at(0.249).particles.isEmpty)
    #expect(emitter.at(0.25).particles.count == 1)
    #expect(emitter.at(0.25).particles.first?.age == 0)
    #expect(emitter.at(0.5).particles.map(\.age) == [0.25, 0])
  }

  @Test("the number of particles is the rate times the lifetime")
  func countsAreThoseOfTheClosedForm() {
    let emitter = LayerEmitter.of(rate: 100, lifetime: 2)
    for time in [0, 0.5, 1, 1.995, 2, 3, 100.3, 86_400] {
      let count = emitter.at(time).particles.count
      #expect(abs(Double(count) - 100 * min(time, 2)) <= 1, "at \(time): \(count)")
    }
    var slower = emitter
    slower.birthRate = 0.5
    slower.lifetime = 0.25
    #expect(slower.at(50).particles.count == 25)
  }

  @Test func timeBeforeTheBeginningAndOddTimesShowNothing() {
    let emitter = LayerEmitter.of()
    for time in [-1, -Double.infinity, .infinity, .nan] {
      #expect(emitter.at(time).particles.isEmpty)
    }
  }

  @Test("a time does not depend on earlier frames, and seeds differ")
  func theOrderOfTimesDoesNotMatter() {
    let emitter = LayerEmitter.of { emitter, cell in
      emitter.shape = .rectangle
      emitter.size = SIMD3(100, 50, 0)
      cell.velocity = .init(30, range: 20)
      cell.coneAngle = 7
      cell.lifetime.range = 1
      cell.colorRange = SIMD4(repeating: 0.5)
    }
    let times = (0..<30).map { Double($0) * 0.37 }
    let forwards = times.map { emitter.at($0).particles }
    let backwards = times.reversed().map { emitter.at($0).particles }
    #expect(forwards == backwards.reversed())
    #expect(forwards != times.map { LayerEmitter.of(seed: 2).at($0).particles })
    // A particle keeps its random values during its life.
    let (now, later) = (emitter.at(5).particles, emitter.at(5.25).particles)
    for particle in later where particle.age >= 0.25 {
      #expect(
        now.contains { $0.color == particle.color && abs($0.age + 0.25 - particle.age) < 1e-4 })
    }
  }

  @Test func aWindowLimitsBirthsAndNotLives() {
    let emitter = LayerEmitter.of(rate: 100, lifetime: 2) { $1.duration = 1 }
    #expect(emitter.at(0.5).particles.count == 50)
    #expect(emitter.at(1.5).particles.count == 100)
    #expect(abs(emitter.at(2.5).particles.count - 50) <= 1)
    #expect(emitter.at(3.01).particles.isEmpty)
  }

  @Test func aCellHasItsOwnTime() {
    let late = LayerEmitter.of(rate: 100, lifetime: 2) { $1.beginTime = 3 }
    #expect(late.at(2.99).particles.isEmpty && late.at(3.5).particles.count == 50)
    let warm = LayerEmitter.of(rate: 100, lifetime: 2) { $1.beginTime = -15 }
    #expect(abs(warm.at(0).particles.count - 200) <= 1)
    let offset = LayerEmitter.of(rate: 100, lifetime: 2) { $1.timeOffset = 1 }
    #expect(offset.at(0).particles.count == 100)
    // Twice the speed: twice as many a second, which live half as long.
    let fast = LayerEmitter.of(rate: 100, lifetime: 2) { $1.speed = 2 }
    #expect(fast.at(0.5).particles.count == 100)
    #expect(abs(fast.at(10).particles.count - 200) <= 1)
    #expect(abs(fast.at(10).particles.span(\.age).upperBound - 2) < 0.02)
    let still = LayerEmitter.of(rate: 100, lifetime: 2) {
      $1.speed = 0
      $1.timeOffset = 0.5
    }
    #expect(still.at(3).particles == still.at(8).particles)
    #expect(still.at(3).particles.count == 50)
    let back = LayerEmitter.of(rate: 100, lifetime: 2) {
      $1.speed = -1
      $1.timeOffset = 5
    }
    #expect(abs(back.at(4).particles.count - 100) <= 1 && back.at(5.1).particles.isEmpty)
  }

  @Test func birthsAndCountsAreInverse() {
    let births = [
      Births(rate: 7), Births(start: -1, step: 0.5, rates: [0, 4, 4, 10, 0, 0, 3, 3]),
      Births(start: 1, step: 1, rates: [10, 0]), Births(start: 0, step: 2, rates: [5, 1]),
    ]
    for (index, births) in births.enumerated() {
      // The second to last ends with a rate of 0, after at most ten and a half particles.
      for number in 0..<(index == 2 ? 14 : 40) {
        let time = births.time(of: number)
        #expect(time > 0 && abs(births.count(at: time) - Double(number + 1)) < 1e-6)
        #expect(births.indices(after: time - 1e-6, until: time + 1e-6) == number..<(number + 1))
      }
    }
    #expect(Births(start: 1, step: 1, rates: [10, 0]).count(at: 100) == 15)
  }

  @Test("particles that are born before the rate falls to 0 live on")
  func ratesThatChangeChangeOnlyWhatFollows() {
    let steady = LayerEmitter.of(rate: 100, lifetime: 2) { $1.velocity = .init(10) }
    var stopping = steady
    // The rate is 1 until 3 seconds, and 0 from 3.5 on.
    stopping.history = EmitterHistory(
      start: 0, step: 0.5,
      samples: (0..<9).map {
        .init(
          birthRate: $0 <= 6 ? 1 : 0, cellBirthRates: [100], position: .zero, size: .zero)
      })
    #expect(stopping.at(2.9).particles.count == steady.at(2.9).particles.count)
    #expect(abs(stopping.at(4).particles.count - 125) <= 1)
    #expect(stopping.at(5.6).particles.isEmpty)
  }

  @Test("a moving emitter leaves its particles where they began")
  func positionsAreThoseOfTheBirth() {
    let emitter = LayerEmitter.of(rate: 10, lifetime: 2, time: 2) { emitter, _ in
      emitter.history = EmitterHistory(
        start: 0, step: 2,
        samples: [0, 100].map {
          .init(
            birthRate: 1, cellBirthRates: [10], position: SIMD3($0, 0, 0), size: .zero)
        })
    }
    for particle in emitter.particles {
      #expect(abs(particle.point.x - (2 - particle.age) * 50) < 1e-3)
    }
  }
}
