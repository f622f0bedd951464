import Dispatch
import Foundation
import GlazeGeometry
import Synchronization

/// Outlines that are covered on other cores while more of them are found.
///
/// They are handed over in batches, since covering a small one takes no longer than handing it over. A
/// thread is woken when so many batches wait that this is worth it. Whoever finishes covers what nobody has
/// begun, and waits for nobody who has not come yet. A queue is finished once.
struct CoverQueue: Sendable {
  /// Points of the outlines of a batch, about: some twenty small paths, or one large one.
  private static let batchPoints = 1024

  private var batch = CoverBatch()
  private let waiting = WaitingBatches()

  /// Adds what a rasterizer says of a path; covers some of the outlines when too many wait.
  ///
  /// - Parameter rasterizer: What the calling thread covers with.
  /// - Returns: The pixels that the path touches; nil when there are none, and then nothing was added.
  mutating func add(
    _ path: PathElements, _ style: PathStyle, map: Homography, clip: PixelWindow,
    _ rasterizer: PathRasterizer
  ) -> PixelWindow? {
    if batch.outlines.count == 0 { batch.outlines = PathOutlines(points: Self.batchPoints) }
    guard
      let window = rasterizer.add(path, style: style, map: map, clip: clip, to: &batch.outlines)
    else { return nil }
    batch.bytes.append(batch.outlines.makeBytes(of: batch.outlines.count - 1))
    if batch.outlines.pointCount >= Self.batchPoints {
      waiting.add(batch, rasterizer)
      batch = CoverBatch()
    }
    return window
  }

  /// Covers what is left, and calls `body` with the bytes of every outline, in the order that they were
  /// added.
  mutating func finish(_ body: ([UInt8]) -> Void) {
    let rasterizer = PathRasterizer()
    // Nobody is woken for the rest: it is begun right away.
    batch.cover(rasterizer)
    for bytes in waiting.finish(rasterizer) { bytes.forEach(body) }
    batch.bytes.forEach(body)
    batch = CoverBatch()
  }
}

/// Outlines, and memory for what they cover.
private struct CoverBatch {
  var outlines = PathOutlines()
  /// Of each of the outlines.
  var bytes: [[UInt8]] = []

  mutating func cover(_ rasterizer: PathRasterizer) {
    for index in bytes.indices { rasterizer.cover(index, of: outlines, into: &bytes[index]) }
  }
}

/// Batches that any thread may cover.
private final class WaitingBatches: Sendable {
  private struct State {
    /// Nil when somebody is at it: outlines take more memory than what they cover.
    var batches: [CoverBatch?] = []
    /// Those before it are covered, or somebody is at it.
    var next = 0
    /// What was covered; empty until then.
    var bytes: [[[UInt8]]] = []
    /// How many other threads were woken.
    var helpers = 0
    /// How many of them cover a batch, and whether somebody waits for that.
    var active = 0
    var isAwaited = false
  }

  /// How many other threads there are work for; asking the system takes longer than a small path.
  private static let mostHelpers = ProcessInfo.processInfo.activeProcessorCount - 1

  /// Batches that may wait, so many that no thread runs out of them.
  private static let most = mostHelpers + 2

  private let state = Mutex(State())
  private let isIdle = DispatchSemaphore(value: 0)

  /// Adds a batch; covers one when too many wait.
  func add(_ batch: CoverBatch, _ rasterizer: PathRasterizer) {
    let (isHelpWanted, isFull) = state.withLock { state in
      state.batches.append(batch)
      state.bytes.append([])
      let waiting = state.batches.count - state.next
      guard state.helpers < Self.mostHelpers, waiting > state.helpers else {
        return (false, waiting > Self.most)
      }
      state.helpers += 1
      return (true, false)
    }
    if isHelpWanted {
      DispatchQueue.global().async {
        let rasterizer = PathRasterizer()
        while self.coverNext(isHelper: true, rasterizer) {}
      }
    }
    if isFull { coverNext(isHelper: false, rasterizer) }
  }

  /// Covers what is left, and returns the bytes of all.
  func finish(_ rasterizer: PathRasterizer) -> [[[UInt8]]] {
    while coverNext(isHelper: false, rasterizer) {}
    let isBusy = state.withLock { state in
      state.isAwaited = state.active > 0
      return state.isAwaited
    }
    if isBusy { isIdle.wait() }
    return state.withLock { $0.bytes }
  }

  /// Covers the batch that waits for longest; false when none waits.
  @discardableResult
  private func coverNext(isHelper: Bool, _ rasterizer: PathRasterizer) -> Bool {
    let job = state.withLock { state -> (Int, CoverBatch)? in
      guard state.next < state.batches.count, let batch = state.batches[state.next].take() else {
        if isHelper { state.helpers -= 1 }
        return nil
      }
      state.next += 1
      if isHelper { state.active += 1 }
      return (state.next - 1, batch)
    }
    guard case (let index, var batch)? = job else { return false }
    batch.cover(rasterizer)
    let isLast = state.withLock { state in
      state.bytes[index] = batch.bytes
      if isHelper { state.active -= 1 }
      return state.isAwaited && state.active == 0
    }
    if isHelper && isLast { isIdle.signal() }
    return true
  }
}
