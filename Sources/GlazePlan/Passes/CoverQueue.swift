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

  private let state = Mutex(State())
  private let isIdle = DispatchSemaphore(value: 0)

  /// Adds an outline.
  func add(_ outline: PathOutline) {
    let isHelpWanted = state.withLock { state in
      state.outlines.append(outline)
      state.bytes.append([])
      let waiting = state.outlines.count - state.next
      guard state.helpers < Self.mostHelpers, waiting > Self.fewest * (state.helpers + 1)
      else { return false }
      state.helpers += 1
      return true
    }
    if isHelpWanted { DispatchQueue.global().async { self.cover(isHelper: true) } }
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
    var rasterizer: PathRasterizer?
    while true {
      let job = state.withLock { state -> (Int, PathOutline)? in
        guard state.next < state.outlines.count else {
          if isHelper { state.helpers -= 1 }
          return nil
        }
        guard let outline = state.outlines[state.next].take() else { return nil }
        state.next += 1
        if isHelper { state.active += 1 }
        return (state.next - 1, outline)
      }
      guard let (index, outline) = job else { return }
      let own = rasterizer ?? PathRasterizer()
      rasterizer = own
      let bytes = own.coverage(of: outline).bytes
      let isLast = state.withLock { state in
        state.bytes[index] = bytes
        if isHelper { state.active -= 1 }
        return state.isAwaited && state.active == 0
      }
      if isHelper && isLast { isIdle.signal() }
    }
  }
}
