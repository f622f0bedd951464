import CGlazeKernels
import CGlazeShaders
import Foundation
package import GlazePlan

/// Executes frame plans on the CPU, on all cores.
///
/// A pass is drawn in bands of rows, each by one thread, which walks the instances that touch the
/// band, so that the band stays in the cache. For each row of an instance the equations of its
/// outlines say where coverage is 1 (filled or copied), where it is 0 (skipped), and what is left to
/// be evaluated, with the arithmetic of the shaders, eight pixels at a time.
///
/// Keeps mip chains and the memory of transient targets between frames. Use it from one thread at a
/// time.
package final class SoftwareRenderer {
  /// The longest side of a target, in pixels.
  package static let largestSide = 65_535
  /// The largest area of a target, in pixels: 2 GiB of memory.
  package static let largestArea = 1 << 29

  /// Whether spans are found and special cases are taken; the picture is the same without.
  package var takesShortCuts = true
  /// Whether only what every processor has is used; the picture is the same without.
  package var usesBaseline = false

  private let workers: Workers
  private let texturePool = TexturePool()
  private let targetPool = TargetPool()
  /// Pictures that later frames will use, by the plans' keys.
  private var pictures: [UInt64: TargetPool.Memory] = [:]
  private let bins = Bins()

  /// - Parameter threads: how many draw at once; nil is one for each core.
  package init(threads: Int? = nil) {
    workers = Workers(count: max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount))
  }

  /// How many images and idle transient targets are kept; for tests.
  package var kept: (images: Int, targets: Int) { (texturePool.count, targetPool.idleCount) }

  /// Draws a frame.
  ///
  /// - Returns: Target 0 of the plan; transparent where no pass draws into it.
  /// - Complexity: O(instances + covered pixels).
  package func execute(_ plan: FramePlan) throws(SoftwareRendererError) -> PixelBuffer {
    try plan.check()
    for (index, target) in plan.targets.enumerated() where target.isKept {
      if target.key.flatMap({ pictures[$0] }) == nil { throw .missingPicture(target: index) }
    }
    guard let frame = plan.targets.first else { return PixelBuffer(width: 0, height: 0, bytes: []) }
    let count = frame.width * frame.height * 4
    let textures = texturePool.textures(for: plan.textures)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.withMemoryRebound(to: UInt32.self) { pixels in
        if let base = pixels.baseAddress { draw(plan, textures: textures, frame: base) }
      }
      initialized = count
    }
    return PixelBuffer(width: frame.width, height: frame.height, bytes: bytes)
  }

  private func draw(
    _ plan: FramePlan, textures: [GlazeTexture], frame: UnsafeMutablePointer<UInt32>
  ) {
    if !plan.passes.contains(where: { $0.target == 0 }) {
      frame.initialize(repeating: 0, count: plan.targets[0].width * plan.targets[0].height)
    }
    var memory = [TargetPool.Memory?](repeating: nil, count: plan.targets.count)
    var taken = 0
    for (index, target) in plan.targets.enumerated() where target.isKept {
      memory[index] = target.key.flatMap { pictures[$0] }
    }
    let prepared = Prepared(plan, textures: textures, isGeneral: !takesShortCuts)
    plan.withPointers(prepared) { pointers in
      for (index, pass) in plan.passes.enumerated() {
        if pass.target != 0 && memory[pass.target] == nil {
          memory[pass.target] = targetPool.take(words: Canvas.words(plan.targets[pass.target]))
          taken = max(taken, memory.count { $0 != nil })
        }
        // Targets that are not in use stand for nothing: the plan has been checked.
        let canvases = zip(plan.targets, memory).map { Canvas($0, memory: $1?.words ?? frame) }
        draw(pass, of: plan, canvases: canvases, pointers: pointers)
        for (other, target) in plan.targets.enumerated() where target.lastPass == index {
          if let unused = memory[other] { retire(unused, target) }
          memory[other] = nil
        }
      }
    }
    for (unused, target) in zip(memory, plan.targets) {
      if let unused { retire(unused, target) }
    }
    release(plan.released)
    targetPool.trim(to: taken)
  }

  /// Keeps what later frames will use.
  private func retire(_ memory: TargetPool.Memory, _ target: FramePlan.Target) {
    if let key = target.key {
      pictures[key] = memory
    } else {
      targetPool.give(memory)
    }
  }

  /// Frees pictures that a planner counted on and will not ask for again.
  package func release(_ released: [UInt64]) {
    for key in released { pictures[key] = nil }
  }

  private func draw(
    _ pass: FramePlan.Pass, of plan: FramePlan, canvases: [Canvas], pointers: PlanPointers
  ) {
    let canvas = canvases[pass.target]
    let kernels = glaze_kernels(usesBaseline).pointee
    let takesShortCuts = takesShortCuts
    bins.fill(
      from: plan, pass: pass, canvas: canvas, workers: workers, kernels: kernels,
      takesShortCuts: takesShortCuts)
    plan.draws[pass.draws].withUnsafeBufferPointer { draws in
      canvases.withUnsafeBufferPointer { canvases in
        let painter = Painter(
          canvas: canvas, kernels: kernels, plan: pointers, draws: draws, canvases: canvases,
          rectangles: bins.foundRectangles, takesShortCuts: takesShortCuts)
        bins.run(on: workers) { rows, items in
          if let color = pass.clearColor { canvas.clear(rows: rows, to: color) }
          painter.paint(rows: rows, items: items)
        }
      }
    }
  }
}
