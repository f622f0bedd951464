import Foundation
import GlazeEGL
import GlazeGL
import GlazeGeometry
import GlazePlan
import Synchronization

/// Brings the frames of a sequence from plans into a sink.
///
/// ```
/// caller's thread      thread of the backend           threads of the sink      in order
///  plan n+2  ──queue──▶ draw n+1 · read back n ──queue──▶ encode n-1, n-2 ───▶ write n-3
/// ```
///
/// Queues are short: a fast stage waits for the slowest, and memory stays bounded. Without overlap,
/// the same steps run in order on the caller's thread. The bytes are the same in both cases.
final class FramePipeline: @unchecked Sendable {
  // Unchecked: only one thread at a time uses the backend, and locks protect everything else.
  private let backend: Renderer.ActiveBackend
  private let sink: any FrameSink
  private let jobs: Int
  private let plans: BoundedQueue<Planned>
  private let drawnFrames: BoundedQueue<Drawn>
  private let turnstile = Turnstile()
  private let pool: FramePool
  private let state = Mutex(State())

  private struct State {
    var statistics = SequenceStatistics()
    var failure: (any Error)?
  }

  /// A frame that is to be drawn.
  struct Planned {
    /// The index among the frames that are drawn.
    var turn: Int
    var number: Int
    var time: Double
    var plan: FramePlan
  }

  private struct Drawn {
    var turn: Int
    var frame: SequenceFrame
  }

  /// The name of the thread that draws, for people.
  static let threadName = "Glaze's drawing thread"

  /// The limit on memory of all frames in flight, in bytes.
  private static let memoryLimit = 512 << 20

  private let output: OutputColor

  init(
    _ backend: Renderer.ActiveBackend, sink: any FrameSink, jobs: Int, frameByteCount: Int,
    output: OutputColor
  ) {
    self.backend = backend
    self.output = output
    self.sink = sink
    let affordable = max(1, Self.memoryLimit / max(1, frameByteCount) / 3)
    self.jobs = min(jobs, affordable)
    plans = BoundedQueue(capacity: 1)
    drawnFrames = BoundedQueue(capacity: self.jobs)
    pool = FramePool(capacity: 2 * self.jobs + 3)
  }

  /// Runs all frames.
  ///
  /// - Parameters:
  ///   - next: plans a frame; nil when none is left. It is called on this thread.
  /// - Throws: The errors of stages; no stage runs any longer then.
  func run(overlaps: Bool, next: (Int) throws -> Planned?) throws {
    if overlaps { try overlapped(next) } else { try serial(next) }
  }

  /// The frames that are written, and the times of all stages.
  var statistics: SequenceStatistics { state.withLock { $0.statistics } }

  private func serial(_ next: (Int) throws -> Planned?) throws {
    var previous: FrameMemory?
    while let planned = try timed(.plan, { try next(statistics.frameCount) }) {
      let memory = try backend.draw(
        planned.plan, over: previous?.buffer, reusing: pool.take()
      ) { count($0, $1) }
      let retained = FrameMemory(memory, pool: pool)
      try finish(drawn(planned, retained, after: previous, threads: jobs))
      previous = retained
    }
  }

  private func overlapped(_ next: (Int) throws -> Planned?) throws {
    let threads =
      [WorkThread { [self] in guarded { try drawAll() } }]
      + (0..<jobs).map { _ in WorkThread { [self] in guarded { try encodeAll() } } }
    do {
      while let planned = try timed(.plan, { try next(statistics.frameCount) }) {
        plans.push(planned)
        if state.withLock({ $0.failure != nil }) { break }
      }
      plans.finish()
    } catch {
      fail(error)
    }
    for thread in threads { thread.join() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func drawn(
    _ planned: Planned, _ memory: FrameMemory, after previous: FrameMemory?, threads: Int
  ) -> Drawn {
    Drawn(
      turn: planned.turn,
      frame: SequenceFrame(
        number: planned.number, time: planned.time, threads: threads, output: output,
        memory: memory,
        previousMemory: previous))
  }

  // MARK: Stages

  private func drawAll() throws {
    var previous: FrameMemory?
    defer { drawnFrames.finish() }
    try backend.drawAll(
      next: { [plans] waits in plans.pop(waits: waits) }, previous: { previous?.buffer },
      memory: { [pool] in pool.take() }, count: { count($0, $1) }
    ) { planned, buffer in
      let memory = FrameMemory(buffer, pool: pool)
      drawnFrames.push(drawn(planned, memory, after: previous, threads: 1))
      previous = memory
    }
  }

  private func encodeAll() throws {
    while let drawn = drawnFrames.pop() { try finish(drawn) }
  }

  private func finish(_ drawn: Drawn) throws {
    let bytes = try timed(.encode) { try sink.encode(drawn.frame) }
    // A failed stage aborts the turnstile, so that no thread waits for a turn that never comes.
    guard turnstile.wait(for: drawn.turn) else { return }
    try timed(.write) { try sink.write(bytes, frame: drawn.frame.number) }
    state.withLock { $0.statistics.frameCount += 1 }
    turnstile.advance()
  }

  // MARK: Failures and times

  private func guarded(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      fail(error)
    }
  }

  /// The first failure ends all stages.
  private func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
    plans.abort()
    drawnFrames.abort()
    turnstile.abort()
  }

  private func timed<Result>(
    _ stage: SequenceStatistics.Stage, _ body: () throws -> Result
  ) rethrows -> Result {
    let start = ContinuousClock.now
    defer { count(stage, ContinuousClock.now - start) }
    return try body()
  }

  private func count(_ stage: SequenceStatistics.Stage, _ duration: Duration) {
    state.withLock { $0.statistics.stages[stage, default: .zero] += duration }
  }
}

extension Renderer.ActiveBackend {
  typealias Count = (SequenceStatistics.Stage, Duration) -> Void

  /// Draws one plan.
  ///
  /// - Parameter previous: The pixels of the previous frame, which do not change.
  func draw(
    _ plan: FramePlan, over previous: PixelBuffer?, reusing memory: SpareMemory, count: Count
  ) throws -> PixelBuffer {
    var statistics = FrameStatistics()
    var below: PixelBuffer?
    if case .software = self, plan.targets.first?.isCached == true, let previous {
      let start = ContinuousClock.now
      below = previous.copied(into: memory)
      statistics.execute += ContinuousClock.now - start
    }
    let buffer = try execute(
      plan, over: below.take(), reusing: memory, statistics: &statistics)
    count(.draw, statistics.execute)
    count(.readback, statistics.readback)
    return buffer
  }

  /// Draws plans until none is left, on this thread.
  ///
  /// - Parameters:
  ///   - next: the next plan; nil when none is left, or when none is ready and it must not wait.
  ///   - previous: the pixels of the last finished frame.
  ///   - memory: the memory for a frame's pixels.
  ///   - done: called with the frames in the order of the plans.
  func drawAll(
    next: (_ waits: Bool) -> FramePipeline.Planned?, previous: () -> PixelBuffer?,
    memory: () -> SpareMemory, count: Count,
    done: (FramePipeline.Planned, PixelBuffer) throws -> Void
  ) throws {
    switch self {
    case .gl(let gl):
      try gl.drawAll(next: next, memory: memory, count: count, done: done)
    case .software:
      while let planned = next(true) {
        let buffer = try draw(
          planned.plan, over: previous(), reusing: memory(), count: count)
        try done(planned, buffer)
      }
    }
  }
}

extension GLBackend {
  /// Draws plans as the protocol requires; the next frame is drawn while one is being copied.
  func drawAll(
    next: (_ waits: Bool) -> FramePipeline.Planned?, memory: () -> SpareMemory,
    count: Renderer.ActiveBackend.Count, done: (FramePipeline.Planned, PixelBuffer) throws -> Void
  ) throws {
    // The closures wait for plans and memory, which may come from threads that draw themselves.
    try whileCurrentInSteps { renderer, driver in
      var pending: [(planned: FramePipeline.Planned, frame: GLRenderer.PendingFrame)] = []
      defer { driver.whileHeld { for (_, frame) in pending { renderer.abandon(frame) } } }
      while true {
        if let planned = next(pending.isEmpty) {
          let begun = ContinuousClock.now
          pending.append((planned, try driver.whileHeld { try renderer.begin(planned.plan) }))
          count(.draw, ContinuousClock.now - begun)
          if pending.count <= Self.framesInFlight { continue }
        }
        guard !pending.isEmpty else { return }
        let (planned, frame) = pending.removeFirst()
        let begun = ContinuousClock.now
        let spare = memory()
        let buffer = try driver.whileHeld { try renderer.finish(frame, reusing: spare) }
        count(.readback, renderer.readbackTime)
        count(.draw, ContinuousClock.now - begun - renderer.readbackTime)
        try done(planned, buffer)
      }
    }
  }

  /// Frames that are copied while one is drawn.
  private static let framesInFlight = 1
}

extension PixelBuffer {
  /// Returns the same pixels in other memory, which is used when it has the right size.
  fileprivate func copied(into memory: SpareMemory) -> PixelBuffer {
    let copy = memory.filled(count: bytes.count) { target in
      bytes.withUnsafeBytes { target.copyMemory(from: $0) }
    }
    var result = PixelBuffer(width: width, height: height, bytes: copy)
    (result.format, result.output) = (format, output)
    return result
  }
}
