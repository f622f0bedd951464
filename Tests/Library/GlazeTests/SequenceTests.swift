import Foundation
import Glaze
import GlazeDrawing
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Synchronization
import Testing

@Suite struct SequenceTests {
  /// A square that moves over a translucent background, by one step a frame.
  final class Walk {
    let root = CALayer()
    private let square = CALayer()
    private var step = 0

    init() {
      root.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
      root.backgroundColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.5)
      square.bounds = CGRect(x: 0, y: 0, width: 9, height: 7)
      square.backgroundColor = CGColor(red: 1, green: 0.25, blue: 0, alpha: 0.75)
      square.cornerRadius = 3
      square.position = CGPoint(x: 5, y: 6)
      root.addSublayer(square)
    }

    /// Called before each frame.
    func next() -> Bool {
      step += 1
      CATransaction.withoutActions {
        square.position = CGPoint(x: 5 + 2.5 * Double(step), y: 6 + Double(step % 3))
      }
      return true
    }
  }

  /// A sink that records its frames.
  final class Recorder: FrameSink {
    struct Record {
      var encoded: [Int: [UInt8]] = [:]
      var written: [Int] = []
      var ends: [String] = []
    }

    let record = Mutex(Record())
    let there: Set<Int>
    let failing: Int?

    init(there: Set<Int> = [], failing: Int? = nil) {
      self.there = there
      self.failing = failing
    }

    func contains(_ frame: Int) -> Bool { there.contains(frame) }

    func encode(_ frame: SequenceFrame) throws -> [UInt8] {
      // Frames take different times, so that threads finish in another order.
      usleep(useconds_t(1000 * (frame.number % 3 == 0 ? 6 : 1)))
      if frame.number == failing { throw GlazeError.writing("frame \(frame.number)") }
      return frame.pixels
    }

    func write(_ bytes: [UInt8], frame: Int) throws {
      record.withLock {
        $0.encoded[frame] = bytes
        $0.written.append(frame)
      }
    }

    func finish() throws { record.withLock { $0.ends.append("finish") } }
    func cancel() { record.withLock { $0.ends.append("cancel") } }
  }

  static func options(overlaps: Bool, jobs: Int? = nil) -> SequenceOptions {
    var options = SequenceOptions()
    options.overlaps = overlaps
    options.jobs = jobs
    return options
  }

  private func frames(
    _ renderer: RootRenderer, overlaps: Bool, jobs: Int
  ) throws -> Recorder.Record {
    let walk = Walk()
    let recorder = Recorder()
    let statistics = try renderer.render(
      walk.root, times: try FrameTimes(from: 0, to: 1, framesPerSecond: 10), scale: 2,
      into: recorder, options: Self.options(overlaps: overlaps, jobs: jobs)
    ) { _ in walk.next() }
    #expect(statistics.frameCount == 10)
    #expect(statistics.elapsed > .zero)
    return recorder.record.withLock { $0 }
  }

  @Test func timeGoesRoundInALoop() throws {
    var times = try FrameTimes(from: 0, to: 8, framesPerSecond: 2)
    times.loop = 1..<3
    #expect([0, 1, 5, 6, 9, 14].map { times[$0] } == [0, 0.5, 2.5, 1, 2.5, 1])
  }

  @Test(arguments: Backends.usable) func overlapChangesNothing(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let serial = try frames(renderer, overlaps: false, jobs: 1)
    #expect(serial.written == Array(0..<10))
    #expect(serial.ends == ["finish"])
    #expect(Set(serial.encoded.values).count == 10)
    for jobs in [1, 2, 5] {
      let overlapped = try frames(renderer, overlaps: true, jobs: jobs)
      #expect(overlapped.written == Array(0..<10))
      #expect(overlapped.encoded == serial.encoded)
    }
    // Each frame equals a single image.
    let walk = Walk()
    for number in 0..<10 {
      _ = walk.next()
      #expect(try renderer.render(walk.root, scale: 2).pixels == serial.encoded[number])
    }
  }

  /// Cards that cover each other; one moves, then another.
  private func cards() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 200, height: 150)
    for index in 0..<80 {
      let card = CALayer()
      card.frame = CGRect(x: index * 37 % 170, y: index * 23 % 120, width: 60, height: 40)
      card.backgroundColor = CGColor(
        red: CGFloat(index % 5) / 5, green: 0.5, blue: 1, alpha: 0.6)
      card.cornerRadius = CGFloat(index % 9)
      root.addSublayer(card)
    }
    for (index, card) in (root.sublayers ?? []).enumerated() where index % 40 == 39 {
      let move = CABasicAnimation(keyPath: "position.x")
      move.byValue = 70
      move.duration = 1
      move.beginTime = index == 39 ? 0 : 0.5
      card.add(move, forKey: nil)
    }
    return root
  }

  /// One of many layers moves, then another: frames that are drawn over the previous ones equal
  /// frames that are drawn alone.
  @Test(arguments: Backends.usable, [true, false])
  func framesKeepWhatStaysTheSame(backend: Renderer.Backend, overlaps: Bool) throws {
    let (root, same) = (cards(), cards())
    let times = try FrameTimes(from: 0, to: 2, framesPerSecond: 15)
    let recorder = Recorder()
    let renderer = try RootRenderer(backend: backend)
    try renderer.render(
      root, times: times, background: .white, into: recorder,
      options: Self.options(overlaps: overlaps, jobs: 2))
    let alone = try RootRenderer(
      backend: backend, optimizations: Optimizations.all.subtracting(.betweenFrames))
    try alone.commit(same, at: 0)
    let frames = recorder.record.withLock { $0.encoded }
    for number in times.indices {
      let image = try alone.render(same, background: .white, at: times[number])
      #expect(image.pixels == frames[number], "frame \(number)")
    }
    // The cached frames of the sequence do not affect a single image.
    let single = try renderer.render(root, background: .white, at: 1)
    #expect(try alone.render(same, background: .white, at: 1).pixels == single.pixels)
  }

  /// A square that grows by an animation: a frame depends only on its time.
  @Test(arguments: Backends.usable) func ordersDoNotMatter(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let times = try FrameTimes(from: 0, to: 1, framesPerSecond: 8)
    let grow = CABasicAnimation(keyPath: "cornerRadius")
    grow.fromValue = 0
    grow.toValue = 15
    grow.duration = 1
    let root = Walk().root
    root.add(grow, forKey: "grow")
    let recorder = Recorder()
    try renderer.render(root, times: times, into: recorder)
    let whole = recorder.record.withLock { $0.encoded }
    #expect(Set(whole.values).count == 8)
    for frames in [6..<8, 3..<6, 0..<3] {
      let part = Recorder()
      var options = Self.options(overlaps: frames.count == 3, jobs: 2)
      options.frames = frames
      try renderer.render(root, times: times, into: part, options: options)
      #expect(part.record.withLock { $0.written } == Array(frames))
      #expect(part.record.withLock { $0.encoded } == whole.filter { frames.contains($0.key) })
    }
    for number in times.indices.reversed() {
      #expect(try renderer.render(root, at: times[number]).pixels == whole[number])
    }
  }

  @Test func framesThatAreThereAreNotDrawn() throws {
    let recorder = Recorder(there: [0, 1, 4])
    let walk = Walk()
    var options = SequenceOptions()
    options.frames = 0..<6
    let statistics = try RootRenderer(backend: .software).render(
      walk.root, times: try FrameTimes(from: 0, to: 1, framesPerSecond: 10), into: recorder,
      options: options)
    #expect(recorder.record.withLock { $0.written } == [2, 3, 5])
    #expect(statistics.frameCount == 3)
    #expect(statistics.skippedCount == 3)
  }

  @Test(arguments: Backends.usable, [true, false])
  func failuresEndTheSequence(backend: Renderer.Backend, overlaps: Bool) throws {
    let recorder = Recorder(failing: 4)
    let renderer = try RootRenderer(backend: backend)
    let times = try FrameTimes(from: 0, to: 100, framesPerSecond: 10)
    #expect(throws: GlazeError.writing("frame 4")) {
      try renderer.render(
        Walk().root, times: times, into: recorder,
        options: Self.options(overlaps: overlaps, jobs: 3))
    }
    let record = recorder.record.withLock { $0 }
    #expect(record.ends == ["cancel"])
    #expect(record.written == Array(record.written.indices))
    #expect(record.written.count <= 4)
    // The renderer works normally again.
    #expect(try renderer.render(Walk().root).width == 40)
  }

  @Test(arguments: Backends.usable, [true, false])
  func stopsWhenTold(backend: Renderer.Backend, overlaps: Bool) throws {
    let recorder = Recorder()
    var asked = 0
    let error = #expect(throws: GlazeError.self) {
      try RootRenderer(backend: backend).render(
        Walk().root, times: try FrameTimes(from: 0, to: 100, framesPerSecond: 10),
        into: recorder, options: Self.options(overlaps: overlaps)
      ) { _ in
        asked += 1
        return asked <= 5
      }
    }
    #expect(error?.code == .stopped)
    #expect((0...5).map { GlazeError.stopped(finished: $0) }.contains(error))
    #expect(recorder.record.withLock { $0.ends } == ["cancel"])
  }

  @Test func momentsDependOnTheNumberAlone() throws {
    let rate = try #require(FrameRate(30_000, over: 1001))
    let times = try FrameTimes(from: 2, to: 12, rate: rate)
    #expect(times.count == 300)
    #expect(times[0] == 2)
    let last: Double = 2 + 299_299.0 / 30_000
    #expect(times[299] == last)
    #expect(try FrameTimes(from: 0, to: 0.1, framesPerSecond: 60).count == 6)
    #expect(try FrameTimes(from: 0, to: 1, framesPerSecond: 29.97).rate.description == "2997/100")
    #expect(FrameRate(60)?.description == "60")
    #expect(FrameRate(120, over: 2) == .sixty)
    #expect(FrameRate(0) == nil)
    #expect(FrameRate(.nan) == nil)
    #expect(FrameRate(1, over: 0) == nil)
  }

  @Test func refusesRangesWithoutFrames() {
    for (start, end) in [(1.0, 1.0), (2, 1), (0, .nan), (0, 0.001)] {
      #expect(throws: GlazeError.self) {
        try FrameTimes(from: start, to: end, rate: .sixty)
      }
    }
    #expect(throws: GlazeError.tooManyFrames(6e9)) {
      try FrameTimes(from: 0, to: 1e8, rate: .sixty)
    }
    #expect(throws: GlazeError.invalidRate(-1)) {
      try FrameTimes(from: 0, to: 1, framesPerSecond: -1)
    }
  }
}
