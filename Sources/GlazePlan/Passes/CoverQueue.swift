import Dispatch
import Foundation
import GlazeGeometry
import Synchronization

/// Outlines that are covered on other cores while more of them are found.
///
/// A thread is woken when so many outlines wait that this is worth it. Whoever finishes covers what
/// nobody has begun, and waits for nobody who has not come yet. A queue is finished once.
final class CoverQueue: Sendable {
  private struct State {
    /// Nil when somebody is at it: they take more memory than what they cover.
    var outlines: [PathOutline?] = []
    /// Those before it are covered, or somebody is at it.
    var next = 0
    /// Empty while somebody writes them.
    var bytes: [[UInt8]] = []
    /// How many other threads were woken.
    var helpers = 0
    /// How many of them cover an outline, and whether somebody waits for that.
    var active = 0
    var isAwaited = false
  }

  /// How many other threads there are work for; asking the system takes longer than a small path.
  private static let mostHelpers = ProcessInfo.processInfo.activeProcessorCount - 1

  /// Outlines that one thread may leave waiting.
  private static let fewest = 4

  /// Outlines that may wait, so many that no thread runs out of them: they take more memory than what they
  /// cover.
  private static let most = fewest * (mostHelpers + 1) + 8

  private let state = Mutex(State())
  private let isIdle = DispatchSemaphore(value: 0)

  /// Adds an outline; covers one when too many wait.
  ///
  /// - Parameter rasterizer: What the calling thread covers with.
  func add(_ outline: PathOutline, _ rasterizer: PathRasterizer) {
    let bytes = outline.makeBytes()
    let (isHelpWanted, isFull) = state.withLock { state in
      state.outlines.append(outline)
      state.bytes.append(bytes)
      let waiting = state.outlines.count - state.next
      guard state.helpers < Self.mostHelpers, waiting > Self.fewest * (state.helpers + 1)
      else { return (false, waiting > Self.most) }
      state.helpers += 1
      return (true, false)
    }
    if isHelpWanted { DispatchQueue.global().async { self.cover(isHelper: true) } }
    if isFull { coverNext(isHelper: false) { rasterizer } }
  }

  /// Covers what is left, and returns the bytes of all, in the order that they were added.
  func finish() -> [[UInt8]] {
    cover(isHelper: false)
    let isBusy = state.withLock { state in
      state.isAwaited = state.active > 0
      return state.isAwaited
    }
    if isBusy { isIdle.wait() }
    return state.withLock { $0.bytes }
  }

  /// Covers one outline after another until none waits.
  private func cover(isHelper: Bool) {
    var made: PathRasterizer?
    func rasterizer() -> PathRasterizer {
      let own = made ?? PathRasterizer()
      made = own
      return own
    }
    while coverNext(isHelper: isHelper, with: rasterizer) {}
  }

  /// Covers the outline that waits for longest; false when none waits.
  @discardableResult
  private func coverNext(isHelper: Bool, with rasterizer: () -> PathRasterizer) -> Bool {
    var bytes: [UInt8] = []
    let job = state.withLock { state -> (Int, PathOutline)? in
      guard state.next < state.outlines.count else {
        if isHelper { state.helpers -= 1 }
        return nil
      }
      guard let outline = state.outlines[state.next].take() else { return nil }
      swap(&bytes, &state.bytes[state.next])
      state.next += 1
      if isHelper { state.active += 1 }
      return (state.next - 1, outline)
    }
    guard let (index, outline) = job else { return false }
    rasterizer().cover(outline, into: &bytes)
    let isLast = state.withLock { state in
      swap(&bytes, &state.bytes[index])
      if isHelper { state.active -= 1 }
      return state.isAwaited && state.active == 0
    }
    if isHelper && isLast { isIdle.signal() }
    return true
  }
}
