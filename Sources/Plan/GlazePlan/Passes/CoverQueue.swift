import Dispatch
import Foundation
import GlazeGeometry
import Synchronization

/// Outlines whose coverage is computed on other cores while more of them are found.
///
/// They are handed over in batches, because computing a small one takes no longer than handing it
/// over. A thread is woken when enough batches wait to justify it. The thread that finishes the
/// queue computes all batches that have not begun, and waits only for threads that have begun one.
/// A queue that is finished is empty, and may be used again.
struct CoverQueue: Sendable {
  /// The approximate number of points in a batch's outlines: some twenty small paths, or one large
  /// one.
  private static let batchPoints = 1024

  /// The number of filled pixels that take as long as a pixel that an edge crosses, where many edges
  /// meet.
  private static let workOfCrossing = 64
  /// The number of filled pixels that take as long as finding the outline at a point of a path.
  private static let workOfPoint = 64
  /// The same for a point of the outline.
  private static let workOfOutlinePoint = 16
  /// The most points of an outline: 64 MB.
  private static let mostPoints = 1 << 22

  private var batch = CoverBatch()
  /// The rasterizer that finds the outlines, from the first path on.
  private var rasterizer: PathRasterizer?
  /// The batches that were handed over; nil until there is one.
  private var waiting: WaitingBatches?

  /// Adds the outline that a rasterizer returns for a path; computes some of the outlines when too
  /// many wait.
  ///
  /// - Parameters:
  ///   - room: The most work that the path may be.
  /// - Returns: The pixels that the path touches, nil when it touches none, and the work. Nothing
  ///   was added where it touches none, and where there is no room.
  mutating func add(
    _ path: PathElements, _ style: PathStyle, map: Homography, clip: PixelWindow, room: Int
  ) -> (window: PixelWindow?, work: Int) {
    let leastWork = path.points.count.timesAtMost(Self.workOfPoint)
    guard leastWork <= room else { return (clip, leastWork) }
    let rasterizer = rasterizer ?? .take()
    self.rasterizer = rasterizer
    if batch.outlines.count == 0 { batch.outlines = PathOutlines(points: Self.batchPoints) }
    let window = rasterizer.add(
      path, style: style, map: map, clip: clip, mostPoints: Self.mostPoints, to: &batch.outlines)
    var work = max(leastWork, rasterizer.lastPoints.timesAtMost(Self.workOfPoint))
      .plusAtMost(rasterizer.lastOutlinePoints.timesAtMost(Self.workOfOutlinePoint))
    guard let window else { return (nil, work) }
    work = batch.outlines.lastCrossings.timesAtMost(Self.workOfCrossing).plusAtMost(work)
    if work > room {
      batch.outlines.removeLast()
      return (window, work)
    }
    batch.bytes.append(batch.outlines.makeBytes(of: batch.outlines.count - 1))
    if batch.outlines.pointCount >= Self.batchPoints {
      let waiting = waiting ?? WaitingBatches()
      self.waiting = waiting
      waiting.add(&batch, rasterizer)
    }
    return (window, work)
  }

  /// Gives the rasterizer back where nothing was added, so that other planners can use it.
  mutating func giveBack() { rasterizer.take()?.giveBack() }

  /// Computes the remaining coverage, and calls `body` with the bytes of every outline, in the
  /// order of addition.
  mutating func finish(_ body: ([UInt8]) -> Void) {
    let rasterizer = rasterizer.take() ?? .take()
    defer { rasterizer.giveBack() }
    // The rest begins right away, so no thread is woken for it.
    batch.cover(rasterizer)
    if let waiting = waiting.take() {
      for bytes in waiting.finish(rasterizer) { bytes.forEach(body) }
    }
    batch.bytes.forEach(body)
    batch = CoverBatch()
  }
}

/// Outlines, and memory for their coverage.
private struct CoverBatch {
  var outlines = PathOutlines()
  /// The coverage of each of the outlines.
  var bytes: [[UInt8]] = []

  mutating func cover(_ rasterizer: PathRasterizer) {
    for index in bytes.indices { rasterizer.cover(index, of: outlines, into: &bytes[index]) }
  }
}

/// Batches that any thread may cover.
private final class WaitingBatches: Sendable {
  private struct State {
    /// The batches; empty for one that has begun.
    var batches: [CoverBatch] = []
    /// The first batch that has not begun.
    var next = 0
    /// The coverage of each batch; empty until it is computed.
    var bytes: [[[UInt8]]] = []
    /// The number of other threads that were woken.
    var helpers = 0
    /// The number of helpers that compute a batch, and whether a thread waits for them.
    var active = 0
    var isAwaited = false
  }

  /// The most other threads that are used.
  ///
  /// It is stored, because asking the system takes longer than a small path.
  private static let mostHelpers = ProcessInfo.processInfo.activeProcessorCount - 1

  /// The most batches that may wait: enough to keep all threads busy.
  private static let most = mostHelpers + 2

  private let state = Mutex(State())
  private let isIdle = DispatchSemaphore(value: 0)

  /// Adds a batch, leaving an empty one; covers one when too many wait.
  func add(_ batch: inout CoverBatch, _ rasterizer: PathRasterizer) {
    let (isHelpWanted, isFull) = state.withLock { state in
      state.batches.append(CoverBatch())
      swap(&state.batches[state.batches.count - 1], &batch)
      state.bytes.append([])
      let waiting = state.batches.count - state.next
      // The thread that finishes the queue computes one as well.
      guard state.helpers < Self.mostHelpers, waiting > state.helpers + 1 else {
        return (false, waiting > Self.most)
      }
      state.helpers += 1
      return (true, false)
    }
    if isHelpWanted {
      DispatchQueue.global().async {
        let rasterizer = PathRasterizer.take()
        while self.coverNext(isHelper: true, rasterizer) {}
        rasterizer.giveBack()
      }
    }
    if isFull { coverNext(isHelper: false, rasterizer) }
  }

  /// Computes the remaining coverage, and returns the bytes of all batches.
  func finish(_ rasterizer: PathRasterizer) -> [[[UInt8]]] {
    while coverNext(isHelper: false, rasterizer) {}
    let isBusy = state.withLock { state in
      state.isAwaited = state.active > 0
      return state.isAwaited
    }
    if isBusy { isIdle.wait() }
    return state.withLock { $0.bytes }
  }

  /// Computes the batch that has waited longest; false when none waits.
  @discardableResult
  private func coverNext(isHelper: Bool, _ rasterizer: PathRasterizer) -> Bool {
    // It has one owner at a time, so that the coverage is written in place.
    var batch = CoverBatch()
    let index = state.withLock { state -> Int? in
      guard state.next < state.batches.count else {
        if isHelper { state.helpers -= 1 }
        return nil
      }
      swap(&batch, &state.batches[state.next])
      state.next += 1
      if isHelper { state.active += 1 }
      return state.next - 1
    }
    guard let index else { return false }
    batch.cover(rasterizer)
    let isLast = state.withLock { state in
      swap(&state.bytes[index], &batch.bytes)
      if isHelper { state.active -= 1 }
      return state.isAwaited && state.active == 0
    }
    if isHelper && isLast { isIdle.signal() }
    return true
  }
}
