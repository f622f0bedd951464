public import Foundation
public import GlazeGeometry
public import GlazeLayers
import GlazePlan

/// How a sequence is made.
public struct SequenceOptions: Sendable {
  /// Whether a frame is drawn while others are read back and encoded; bytes are the same either way.
  public var overlaps = true
  /// How many frames are encoded at once; nil is one for each core.
  public var jobs: Int?
  /// The frames that are wanted, by number; nil is all of them.
  public var frames: Range<Int>?

  /// Overlapped, on all cores, all frames.
  public init() {}
}

/// How far a sequence is.
public struct SequenceProgress: Sendable, Hashable {
  /// Frames that are written, without those that were there before.
  public let finishedCount: Int
  /// Frames that were there before.
  public let skippedCount: Int
  /// Frames that are to be written, without those that were there before.
  public let frameCount: Int
  /// Since the beginning.
  public let elapsed: Duration
}

extension Renderer {
  /// Draws a sequence of frames of a layer into a sink.
  ///
  /// ```swift
  /// let times = try FrameTimes(from: 0, to: 10, rate: .sixty)
  /// try renderer.render(layer, times: times, into: MotionFile("clock.webm"))
  /// ```
  ///
  /// What changed in the layers is committed at time 0, when new animations begin. From then on a frame
  /// depends on its time alone: frames of one sequence may be drawn by several processes.
  ///
  /// - Parameters:
  ///   - layer: as for a single picture, like `size`, `scale`, `background` and `isGeometryFlipped`.
  ///   - times: the moments of the frames, in seconds after the commit.
  ///   - sink: takes the frames; it is told to cancel when anything fails.
  ///   - options: by default all cores work on different frames.
  ///   - progress: asked on this thread before each frame; false stops.
  /// - Returns: What it took.
  /// - Throws: `GlazeError`, `GlazeError.Code.stopped`, and what the sink throws.
  @discardableResult
  public func render(
    _ layer: CALayer, times: FrameTimes, size: CGSize? = nil, scale: CGFloat = 1,
    background: CGColor? = nil, isGeometryFlipped: Bool = true, into sink: any FrameSink,
    options: SequenceOptions = SequenceOptions(),
    progress: (SequenceProgress) -> Bool = { _ in true }
  ) throws -> SequenceStatistics {
    let fit = try Canvas.Fit(size: size, scale: scale)
    return try sequence(
      of: layer, times: times, fit: fit, background: background,
      isGeometryFlipped: isGeometryFlipped, into: sink, options: options, progress: progress
    ).statistics
  }

  /// Draws a sequence and gives back, too, what was left out of pictures of this root.
  ///
  /// - Parameter size: what fills the pictures, in points; nil takes the layer's bounds.
  package func sequence(
    of layer: CALayer, times: FrameTimes, size: CGSize? = nil, fit: Canvas.Fit,
    background: CGColor?, isGeometryFlipped: Bool, into sink: any FrameSink,
    options: SequenceOptions, progress: (SequenceProgress) -> Bool
  ) throws -> (statistics: SequenceStatistics, notices: [CommitNotice]) {
    let canvas = try Canvas(
      size: size ?? layer.bounds.size, fit: fit, maximumDimension: maximumDimension)
    let description = SequenceDescription(
      width: canvas.width, height: canvas.height, times: times,
      frames: (options.frames ?? times.indices).clamped(to: times.indices),
      isOpaque: RootState.premultiplied(background).w == 1)
    let state = state(of: layer, isGeometryFlipped: isGeometryFlipped)
    let wanted = try sink.begin(description)
    // What the frames of the sequence keep is theirs alone.
    state.forgetFrame()
    defer { state.forgetFrame() }
    do {
      state.commit(at: 0)
      let numbers = wanted.filter { !sink.contains($0) }
      let run = SequenceRun(
        numbers: numbers, skippedCount: description.frames.count - numbers.count, times: times)
      let pipeline = FramePipeline(
        activeBackend, sink: sink,
        jobs: max(1, options.jobs ?? ProcessInfo.processInfo.activeProcessorCount),
        frameByteCount: canvas.width * canvas.height * 4)
      var statistics = try pipeline.run(overlaps: options.overlaps) { [dithers] finished in
        try run.next(finished: finished, progress) { time in
          var ignored = FrameStatistics()
          return state.plan(
            canvas, at: time, background: background, dithers: dithers, drawsOver: true,
            statistics: &ignored)
        }
      }
      try sink.finish()
      statistics.skippedCount = run.skippedCount
      return (statistics, state.takeNotices())
    } catch {
      sink.cancel()
      // What the plans wanted to be kept may not be there.
      release(state.forgetPictures())
      throw error
    }
  }
}

/// Walks through the frames that are to be drawn.
private final class SequenceRun {
  let numbers: [Int]
  let skippedCount: Int
  private let times: FrameTimes
  private let start = ContinuousClock.now
  private var turn = 0

  init(numbers: [Int], skippedCount: Int, times: FrameTimes) {
    self.numbers = numbers
    self.skippedCount = skippedCount
    self.times = times
  }

  /// The next frame; nil after the last one.
  func next(
    finished: Int, _ progress: (SequenceProgress) -> Bool, plan: (Double) -> FramePlan
  ) throws -> FramePipeline.Planned? {
    let goesOn = progress(
      SequenceProgress(
        finishedCount: finished, skippedCount: skippedCount, frameCount: numbers.count,
        elapsed: ContinuousClock.now - start))
    guard turn < numbers.count else { return nil }
    guard goesOn else { throw GlazeError.stopped(finished: finished) }
    defer { turn += 1 }
    let time = times[numbers[turn]]
    return FramePipeline.Planned(
      turn: turn, number: numbers[turn], time: time, plan: plan(time))
  }
}
