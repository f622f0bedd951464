import Foundation
import Glaze
@testable import GlazeCore
import GlazeDrawing
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import Synchronization
import Testing

/// Threads that draw in a driver that is not thread-safe: llvmpipe, which may crash with two at
/// once.
@Suite(.needsDriverLock) struct DriverLockTests {
  /// The number of threads in the driver, and whether there was ever more than one.
  private final class Visitors: Sendable {
    private let count = Atomic<Int>(0)
    private let most = Atomic<Int>(0)
    private let visits = Atomic<Int>(0)

    /// Stays long enough for other threads to enter, if no lock prevents them.
    func visit() {
      most.max(count.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      visits.add(1, ordering: .relaxed)
      usleep(2000)
      count.subtract(1, ordering: .relaxed)
    }

    var mostAtOnce: Int { most.load(ordering: .relaxed) }
    var visitCount: Int { visits.load(ordering: .relaxed) }
  }

  /// Runs `body` on new threads, and rethrows the first error.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failure = Mutex<(any Error)?>(nil)
    let threads = (0..<count).map { number in
      WorkThread {
        do { try body(number) } catch { failure.withLock { $0 = $0 ?? error } }
      }
    }
    for thread in threads { thread.join() }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// An image that changes with each frame, a shadow and a group: the driver copies, fills and
  /// reads.
  private static func page(_ number: Int) -> CALayer {
    let page = CALayer()
    page.bounds = CGRect(x: 0, y: 0, width: 48, height: 48)
    let (image, group, card) = (CALayer(), CALayer(), CALayer())
    let texels = (0..<1024).map { UInt8(truncatingIfNeeded: $0 * 7 + number * 31) | 0xC0 }
    image.contents = CGImage(width: 16, height: 16, premultipliedRGBA: texels)
    image.frame = CGRect(x: 2, y: 2, width: 30, height: 30)
    group.frame = CGRect(x: 10, y: 10, width: 36, height: 36)
    group.opacity = 0.5
    card.frame = CGRect(x: number % 9, y: 5, width: 20, height: 20)
    card.backgroundColor = .white
    (card.shadowOpacity, card.shadowRadius, card.cornerRadius) = (1, 4, 5)
    group.addSublayer(card)
    group.addSublayer(CALayer())
    page.sublayers = [image, group]
    return page
  }

  private static func watch(_ renderer: Renderer, _ visitors: Visitors) throws {
    guard case .gl(let backend) = renderer.activeBackend else { throw CancellationError() }
    // A query of the device, in the middle of each frame.
    backend.resetStatus = {
      visitors.visit()
      return 0
    }
  }

  @Test func framesAreDrawnOneAtATime() throws {
    let visitors = Visitors()
    let alone = try Renderer(.openGL)
    let expected = try (0..<12).map { number in
      try RenderSession(Self.page(number), renderer: alone).image(at: 0)
    }
    try onThreads(4) { thread in
      for round in 0..<3 {
        let renderer = try Renderer(.openGL)
        try Self.watch(renderer, visitors)
        for step in 0..<4 {
          let number = (thread * 5 + round * 4 + step) % 12
          let image = try RenderSession(Self.page(number), renderer: renderer).image(at: 0)
          #expect(image == expected[number])
        }
      }
    }
    #expect(visitors.visitCount >= 48)
    #expect(visitors.mostAtOnce == 1)
  }

  /// Sequences keep their context current while they wait for plans from other threads that draw.
  @Test func sequencesTakeTurns() throws {
    let visitors = Visitors()
    try onThreads(3) { thread in
      let renderer = try Renderer(.openGL)
      try Self.watch(renderer, visitors)
      let recorder = SequenceTests.Recorder()
      let session = try RenderSession(Self.page(thread), renderer: renderer)
      let other = try Renderer(.openGL)
      try Self.watch(other, visitors)
      _ = try session.renderSequence(
        try FrameTimes(from: 0, to: 1, framesPerSecond: 8), into: recorder,
        options: SequenceTests.options(overlaps: true, jobs: 2)
      ) { _ in
        // Another frame is drawn while the sequence's thread waits for this one.
        (try? RenderSession(Self.page(thread), renderer: other).image(at: 0)) != nil
      }
      #expect(recorder.record.withLock { $0.written } == Array(0..<8))
    }
    #expect(visitors.visitCount >= 3 * 16)
    #expect(visitors.mostAtOnce == 1)
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var needsDriverLock: Self {
    .enabled("The driver here lets threads draw at once.") {
      (try? Context())?.driver.isNeeded ?? false
    }
  }
}
