import CGlazeKernels
import CGlazeShaders
import Foundation
import GlazeGeometry
package import GlazePlan

/// Executes frame plans on the CPU, on all cores.
///
/// A pass is drawn in bands of rows. One thread draws each band and walks the instances that touch
/// it, so that the band stays in the cache. For each row of an instance, the equations of its
/// outlines determine where coverage is 1 (filled or copied) and where it is 0 (skipped). The
/// remaining pixels are evaluated with the arithmetic of the shaders, eight at a time.
///
/// Mip chains and the memory of transient targets are cached between frames. Use a renderer on one
/// thread at a time.
package final class SoftwareRenderer {
  /// The longest side of a target, in pixels.
  package static let largestSide = 65_535
  /// The largest area of a target, in pixels: 2 GiB of memory.
  package static let largestArea = 1 << 29

  /// Whether spans and special cases are used; the image is the same without them.
  package var takesShortCuts = true
  /// The processor whose instructions are used at most; the image is the same with those of every
  /// other.
  package var processor = Processor.newest

  private let workers: Workers
  private let texturePool = TexturePool()
  private let targetPool = TargetPool()
  /// The images that later frames will use, by the plans' keys.
  private var images: [UInt64: TargetPool.Memory] = [:]
  private let scratch = ScratchPool()
  private var binsPool: [Bins] = []

  /// - Parameter threads: The number of threads that draw; nil is one for each core.
  package init(threads: Int? = nil) {
    workers = Workers(count: max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount))
  }

  /// The memory that may be cached between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      texturePool.budget = memory[.images]
      targetPool.budget = memory[.surfaces]
    }
  }
  /// The statistics of the caches, except frames and images, which planners count.
  package var cacheUsage: CacheUsage {
    var cacheUsage = CacheUsage()
    cacheUsage[.images] = texturePool.statistics
    cacheUsage[.surfaces] = targetPool.statistics
    return cacheUsage
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - previous: The frame over which the plan is drawn, in place when it has no other owner. Not
  ///     needed for plans that draw the whole frame.
  ///   - memory: Reused for the pixels when it has the right size.
  /// - Returns: Target 0 of the plan; transparent where no pass draws into it.
  /// - Complexity: O(instances + covered pixels).
  package func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil,
    reusing memory: SpareMemory = SpareMemory()
  ) throws(SoftwareRendererError) -> PixelBuffer {
    try validate(plan)
    targetPool.beginFrame()
    for underlay in plan.underlays { try drawCached(underlay) }
    for (index, target) in plan.targets.enumerated().dropFirst() where target.isCached {
      if image(of: target) == nil { throw .missingImage(target: index) }
    }
    guard let frame = plan.targets.first else { return PixelBuffer(width: 0, height: 0, bytes: []) }
    if frame.format != .unorm8 { return try drawDeep(plan, frame, reusing: memory) }
    // The frame is moved out, so that it has one owner and is overwritten in place.
    var previous = previous
    if frame.isCached {
      guard var pixels = previous.take(), pixels.width == frame.width, pixels.height == frame.height
      else {
        throw .missingImage(target: 0)
      }
      if plan.passes.isEmpty {
        release(plan.released)
        return pixels
      }
      let textures = texturePool.textures(for: plan)
      pixels.bytes.withUnsafeMutableBytes { bytes in
        let words = bytes.bindMemory(to: UInt32.self)
        if let base = words.baseAddress { draw(plan, textures: textures, frame: base) }
      }
      pixels.output = plan.output
      return pixels
    }
    // Freed before memory is allocated: it is probably of the same size.
    previous = nil
    let count = frame.width * frame.height * 4
    let textures = texturePool.textures(for: plan)
    let bytes = memory.filled(count: count) { buffer in
      buffer.withMemoryRebound(to: UInt32.self) { pixels in
        if let base = pixels.baseAddress { draw(plan, textures: textures, frame: base) }
      }
    }
    var pixels = PixelBuffer(width: frame.width, height: frame.height, bytes: bytes)
    pixels.output = plan.output
    return pixels
  }

  /// Draws a frame in floating point, and stores it in its format.
  private func drawDeep(
    _ plan: FramePlan, _ frame: FramePlan.Target, reusing memory: SpareMemory
  ) throws(SoftwareRendererError) -> PixelBuffer {
    // Planners draw such frames whole.
    guard !frame.isCached else { throw .missingImage(target: 0) }
    let surface = targetPool.take(words: TargetSurface.words(frame))
    defer { targetPool.give(surface) }
    let textures = texturePool.textures(for: plan)
    draw(plan, textures: textures, frame: surface.words)
    let source = TargetSurface(frame, memory: surface.words)
    let bytesPerRow = frame.width * frame.format.bytesPerPixel
    let bytes = memory.filled(count: bytesPerRow * frame.height) { target in
      guard let base = target.baseAddress, let planes = source.planes else { return }
      for row in 0..<frame.height {
        glaze_store_planes(
          planes + row * 4 * source.stride, source.stride, frame.width,
          Int32(frame.format.rawValue), base + row * bytesPerRow)
      }
    }
    var pixels = PixelBuffer(width: frame.width, height: frame.height, bytes: bytes)
    (pixels.format, pixels.output) = (frame.format, plan.output)
    return pixels
  }

  /// The steps for a plan, as text.
  package func commands(for plan: FramePlan) -> String {
    "\(workers.count) \(workers.count == 1 ? "worker" : "workers")\n"
      + schedule(plan).text(of: plan)
  }

  private func schedule(_ plan: FramePlan) -> Schedule {
    Schedule(plan, defers: takesShortCuts, workers: workers.count)
  }

  /// Throws when a plan cannot be drawn.
  private func validate(_ plan: FramePlan) throws(SoftwareRendererError) {
    do throws(FramePlanError) {
      try plan.validate()
    } catch {
      throw .invalidPlan(error)
    }
    for underlay in plan.underlays { try checkSizes(of: underlay) }
    try checkSizes(of: plan)
  }

  private func checkSizes(of plan: FramePlan) throws(SoftwareRendererError) {
    let sides = 1...Self.largestSide
    for (index, target) in plan.targets.enumerated() {
      guard sides.contains(target.width), sides.contains(target.height),
        target.width * target.height <= Self.largestArea
      else {
        throw .targetSize(target: index, width: target.width, height: target.height)
      }
    }
  }

  /// The image that is cached under a target's key, if it is large enough to be this target's.
  private func image(of target: FramePlan.Target) -> TargetPool.Memory? {
    guard let memory = target.key.flatMap({ images[$0] }),
      memory.capacity >= TargetSurface.words(target)
    else { return nil }
    return memory
  }

  /// Draws an image that later plans read.
  private func drawCached(_ plan: FramePlan) throws(SoftwareRendererError) {
    guard let target = plan.targets.first, let key = target.key else { return }
    let known = image(of: target)
    if target.isCached, known == nil { throw .missingImage(target: 0) }
    let memory = known ?? targetPool.take(words: TargetSurface.words(target))
    images[key] = memory
    let textures = texturePool.textures(for: plan)
    draw(plan, textures: textures, frame: memory.words)
  }

  private func draw(
    _ plan: FramePlan, textures: [GlazeTexture], frame: UnsafeMutablePointer<UInt32>
  ) {
    if !plan.targets[0].isCached, !plan.passes.contains(where: { $0.target == 0 }) {
      frame.initialize(repeating: 0, count: TargetSurface.words(plan.targets[0]))
    }
    var memory = [TargetPool.Memory?](repeating: nil, count: plan.targets.count)
    for (index, target) in plan.targets.enumerated().dropFirst() where target.isCached {
      memory[index] = image(of: target)
    }
    let schedule = schedule(plan)
    var work = Work(plan, frame: frame)
    let prepared = Prepared(plan, textures: textures, isGeneral: !takesShortCuts)
    let pointers = PlanPointers(plan, prepared)
    for (index, pass) in plan.passes.enumerated() where !schedule.groups[index].isEmpty {
      if pass.target != 0 && memory[pass.target] == nil {
        memory[pass.target] = targetPool.take(
          words: TargetSurface.words(plan.targets[pass.target]))
      }
      for (target, block) in zip(plan.targets.indices, memory) {
        if let words = block?.words {
          work.surfaces[target] = TargetSurface(plan.targets[target], memory: words)
        }
      }
      draw(jobs(for: index, of: plan, schedule), of: plan, work: &work, pointers: pointers)
      for (other, target) in plan.targets.enumerated() where schedule.lastUse[other] == index {
        if let unused = memory[other] { retire(unused, target) }
        memory[other] = nil
      }
    }
    withExtendedLifetime(prepared) {}
    for (unused, target) in zip(memory, plan.targets) {
      if let unused { retire(unused, target) }
    }
    release(plan.released)
    scratch.trim(to: 2 * workers.count)
    binsPool.removeSubrange(min(binsPool.count, max(1, plan.passes.count))...)
  }

  /// Retains memory that later frames will use.
  private func retire(_ memory: TargetPool.Memory, _ target: FramePlan.Target) {
    if let key = target.key {
      images[key] = memory
    } else {
      targetPool.give(memory)
    }
  }

  /// Frees images on which a planner relied and which it will not use again.
  package func release(_ released: [UInt64]) {
    for key in released { images[key] = nil }
  }

  /// The data with which a plan's passes are drawn.
  private struct Work {
    /// The surfaces of all targets; those that are not in use are invalid, which is safe because
    /// the plan was validated.
    var surfaces: [TargetSurface]
    /// For each target, the deferred pass that draws it.
    var waiting: [WaitingPass?]

    init(_ plan: borrowing FramePlan, frame: UnsafeMutablePointer<UInt32>) {
      surfaces = plan.targets.map { TargetSurface($0, memory: frame) }
      waiting = plan.targets.map { _ in nil }
    }
  }

  /// Draws the first pass, and the deferred passes with it.
  private func draw(
    _ jobs: [Job], of plan: FramePlan, work: inout Work, pointers: PlanPointers
  ) {
    let kernels: UnsafePointer<GlazeKernels> = processor.kernels
    let takesShortCuts = takesShortCuts
    // Each worker sorts one pass, or all workers sort one.
    let single = Workers(count: 1)
    workers.run(parts: jobs.count) { index in
      let job = jobs[index]
      job.bins.fill(
        from: plan, pass: job.pass, draws: pointers.draws, bands: job.bands,
        workers: index == 0 && jobs.count == 1 ? workers : single, kernels: kernels)
    }
    for job in jobs.dropFirst() {
      guard let color = job.pass.clearColor else { continue }
      work.waiting[job.pass.target] = WaitingPass(
        target: plan.targets[job.pass.target], clearColor: color, draws: job.pass.draws,
        bins: job.bins)
    }
    let (pass, bins) = (jobs[0].pass, jobs[0].bins)
    let surface = work.surfaces[pass.target]
    work.surfaces.withUnsafeBufferPointer { surfaces in
      work.waiting.withUnsafeBufferPointer { waiting in
        let painter = Painter(
          surface: surface, kernels: kernels, plan: pointers,
          draws: UnsafeBufferPointer(rebasing: pointers.draws[pass.draws]), surfaces: surfaces,
          waiting: waiting, scratch: scratch, takesShortCuts: takesShortCuts)
        if pass.target == 0, let damage = plan.damage {
          for window in damage {
            bins.run(on: workers, rows: Pixels(window.y, window.y + window.height)) {
              painter.paint(rows: $0, items: $1, clearColor: pass.clearColor, inside: window)
            }
          }
          return
        }
        let clearColor = isReplaced(pass, of: plan) ? nil : pass.clearColor
        bins.run(on: workers) { rows, items in
          if let clearColor { surface.clear(rows: rows, to: clearColor, kernels) }
          painter.paint(rows: rows, items: items)
        }
      }
    }
  }

  /// Whether the first draw of a pass replaces all pixels, so that they need not be cleared.
  private func isReplaced(_ pass: FramePlan.Pass, of plan: FramePlan) -> Bool {
    guard takesShortCuts, !pass.draws.isEmpty else { return false }
    let draw = plan.draws[pass.draws.lowerBound]
    guard case .blur = draw.kind else { return false }
    return plan.blurs[draw.instances.lowerBound].fills(plan.targets[pass.target])
  }

  /// A pass to be sorted into bins.
  private struct Job {
    var pass: FramePlan.Pass
    var bands: Bands
    var bins: Bins
  }

  /// The jobs for a pass, and for the passes that it draws.
  private func jobs(for pass: Int, of plan: FramePlan, _ schedule: Schedule) -> [Job] {
    let group = schedule.groups[pass]
    while binsPool.count < group.count { binsPool.append(Bins()) }
    return zip(group, binsPool).map {
      Job(pass: plan.passes[$0], bands: schedule.bands[$0], bins: $1)
    }
  }
}
