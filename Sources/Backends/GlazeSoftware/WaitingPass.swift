import CGlazeKernels
import GlazePlan
import Synchronization

/// A pass that is drawn in parts by the pass that composites its target.
struct WaitingPass {
  let target: FramePlan.Target
  let clearColor: SIMD4<Float>
  let draws: Range<Int>
  let bins: Bins
}

/// Memory for parts of targets, used by several threads concurrently.
final class ScratchPool: Sendable {
  private let free = Mutex<[TargetPool.Memory]>([])

  /// Returns a block with at least a number of words, with undefined content.
  func take(words: Int) -> TargetPool.Memory {
    free.withLock { free in
      // The block that was returned last is most likely to be in the cache.
      guard let index = free.lastIndex(where: { $0.capacity >= words }) else { return nil }
      return free.remove(at: index)
    } ?? TargetPool.Memory(capacity: words)
  }

  func give(_ memory: TargetPool.Memory) { free.withLock { $0.append(memory) } }

  /// Frees blocks above a number of them.
  func trim(to limit: Int) {
    free.withLock { free in
      if free.count > limit { free.removeFirst(free.count - limit) }
    }
  }
}

extension Painter {
  /// Calls `body` with a target that earlier passes drew, of which it may read the given rows.
  func withSource(_ target: Int, rows: Pixels, _ body: (TargetSurface) -> Void) {
    guard let waiting = waiting[target] else { return body(surfaces[target]) }
    let rows = rows.intersection(Pixels(0, waiting.target.height))
    let wordsPerRow = TargetSurface.wordsPerRow(waiting.target)
    let memory = scratch.take(words: max(1, rows.count) * wordsPerRow)
    defer { scratch.give(memory) }
    let surface = TargetSurface(waiting.target, memory: memory.words - rows.start * wordsPerRow)
    let painter = Painter(
      surface: surface, kernels: kernels, plan: plan,
      draws: UnsafeBufferPointer(rebasing: plan.draws[waiting.draws]), surfaces: surfaces,
      waiting: self.waiting, scratch: scratch, takesShortCuts: takesShortCuts)
    waiting.bins.draw(rows: rows) { rows, items in
      surface.clear(rows: rows, to: waiting.clearColor, kernels)
      painter.paint(rows: rows, items: items)
    }
    body(surface)
  }
}
