import CGlazeKernels
import GlazePlan
import Synchronization

/// A pass that is drawn in parts, by those who lay its target over another.
struct WaitingPass {
  let target: FramePlan.Target
  let clearColor: SIMD4<Float>
  let draws: Range<Int>
  let bins: Bins
}

/// Memory for parts of targets, handed out to several threads at once.
final class ScratchPool: Sendable {
  private let free = Mutex<[TargetPool.Memory]>([])

  /// A block that holds at least so many words, with whatever it holds.
  func take(words: Int) -> TargetPool.Memory {
    free.withLock { free in
      // The last one given back is the likeliest to be in the cache.
      guard let index = free.lastIndex(where: { $0.capacity >= words }) else { return nil }
      return free.remove(at: index)
    } ?? TargetPool.Memory(capacity: words)
  }

  func give(_ memory: TargetPool.Memory) { free.withLock { $0.append(memory) } }

  /// Drops all blocks but so many.
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
      surface.clear(rows: rows, to: waiting.clearColor)
      painter.paint(rows: rows, items: items)
    }
    body(surface)
  }
}
