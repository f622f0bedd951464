import Foundation
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// Options for drawing a sequence.
public struct SequenceOptions: Sendable {
  /// A Boolean value that indicates whether a frame is drawn while others are read back and
  /// encoded; default true; the bytes are the same.
  public var overlaps = true
  /// The number of frames that are encoded at once; nil is one for each core.
  public var jobs: Int?
  /// The requested frames, by number; nil is all of them.
  public var frames: Range<Int>?

  /// Makes options: overlapped, on all cores, all frames.
  public init() {}
}

/// The progress of a sequence.
public struct SequenceProgress: Sendable, Hashable {
  /// The number of frames that were written, without those that existed before.
  public let finishedCount: Int
  /// The number of frames that existed before.
  public let skippedCount: Int
  /// The number of frames to write, without those that existed before.
  public let frameCount: Int
  /// The time since the beginning.
  public let elapsed: Duration
}

extension RenderSession {
  /// Draws a sequence of frames into a sink.
  ///
  /// ```swift
  /// let times = try FrameTimes(from: 0, to: 10, rate: .sixty)
  /// try session.renderSequence(times, into: MotionFile("clock.webm"))
  /// ```
  ///
  /// The changes of the layers are committed at time 0, when new animations begin. After that, a
  /// frame depends on its time alone: several processes may draw the frames of one sequence.
  ///
  /// - Parameters:
  ///   - times: the times of the frames, in seconds after the commit.
  ///   - sink: the destination of the frames; its `cancel()` is called if anything fails.
  ///   - options: by default, all cores work on different frames.
  ///   - progress: called on this thread before each frame; false stops the sequence. The renderer
  ///     works on another thread: using it or its sessions here is `GlazeError.Code.wrongThread`.
  /// - Returns: The statistics of the sequence.
  /// - Throws: `GlazeError`, with the code `stopped` after `progress` returned false, and the
  ///   errors of the sink.
  @discardableResult
  public func renderSequence(
    _ times: FrameTimes, into sink: any FrameSink, options: SequenceOptions = SequenceOptions(),
    progress: (SequenceProgress) -> Bool = { _ in true }
  ) throws -> SequenceStatistics {
    try renderer.owner.check()
    let drawing = self.options
    let canvas = try drawing.canvas(for: root, maximumDimension: renderer.maximumDimension)
    var description = SequenceDescription(
      width: canvas.width, height: canvas.height, times: times,
      frames: (options.frames ?? times.indices).clamped(to: times.indices),
      isOpaque: RootPlanner.premultiplied(drawing.background).w == 1)
    description.output = drawing.output
    let isOpaque = description.isOpaque
    let wanted = try sink.begin(description)
    do {
      return try withPlanner { planner in
        planner.commit(at: 0)
        let run = SequenceRun(
          numbers: wanted.filter { !sink.contains($0) }, count: description.frames.count,
          times: times)
        let jobs = max(1, options.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        func draw() throws {
          let pipeline = FramePipeline(
            renderer.activeBackend, sink: sink, jobs: jobs,
            frameByteCount: canvas.width * canvas.height
              * FramePlan.PixelFormat(drawing.output, isOpaque: isOpaque).bytesPerPixel,
            output: drawing.output)
          defer { run.end(pipeline.statistics) }
          try renderer.owner.whileBusy(FramePipeline.threadName) {
            try pipeline.run(overlaps: options.overlaps) { finished in
              try run.next(finished: finished, progress) { time in
                var ignored = FrameStatistics()
                return try planner.plan(
                  canvas, drawing, at: time, drawsOver: true, statistics: &ignored
                ).plan
              }
            }
          }
        }
        do {
          try draw()
        } catch let error as GlazeError where renderer.recovers(from: error) {
          // Frames that are written stay.
          try draw()
        }
        try sink.finish()
        var statistics = run.statistics
        statistics.notices = renderer.takeNotices() + planner.takeNotices()
        return statistics
      }
    } catch {
      sink.cancel()
      throw error
    }
  }
}

/// Iterates over the frames to draw.
private final class SequenceRun {
  /// The frames that are not written.
  private var numbers: [Int]
  private let frameCount: Int
  private let times: FrameTimes
  private let start = ContinuousClock.now
  private var turn = 0
  /// Of what is written.
  private(set) var statistics = SequenceStatistics()

  /// - Parameter count: the number of frames, including those that exist.
  init(numbers: [Int], count: Int, times: FrameTimes) {
    self.numbers = numbers
    frameCount = numbers.count
    self.times = times
    statistics.skippedCount = count - numbers.count
  }

  /// The next frame; nil after the last one.
  func next(
    finished: Int, _ progress: (SequenceProgress) -> Bool, plan: (Double) throws -> FramePlan
  ) throws -> FramePipeline.Planned? {
    let finished = statistics.frameCount + finished
    let goesOn = progress(
      SequenceProgress(
        finishedCount: finished, skippedCount: statistics.skippedCount, frameCount: frameCount,
        elapsed: ContinuousClock.now - start))
    guard turn < numbers.count else { return nil }
    guard goesOn else { throw GlazeError.stopped(finished: finished) }
    defer { turn += 1 }
    let time = times[numbers[turn]]
    return FramePipeline.Planned(
      turn: turn, number: numbers[turn], time: time, plan: try plan(time))
  }

  /// Counts the frames that a pipeline has written; the next one begins after them.
  func end(_ written: SequenceStatistics) {
    statistics.frameCount += written.frameCount
    statistics.stages.merge(written.stages, uniquingKeysWith: +)
    statistics.elapsed = ContinuousClock.now - start
    numbers.removeFirst(written.frameCount)
    turn = 0
  }
}
