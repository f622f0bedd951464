import Foundation
public import GlazeGeometry
public import GlazeLayers
package import GlazePlan

/// A root layer that a renderer draws, frame after frame.
///
/// ```swift
/// let session = try RenderSession(root, renderer: Renderer(), options: RenderOptions(scale: 2))
/// let first = try session.image()
/// root.opacity = 0.5
/// try session.render(into: .memory(buffer, bytesPerRow: stride, format: .bgra8Premultiplied))
/// ```
///
/// The next frame costs only what changed. A layer is shown by one session at a time: if two
/// sessions draw the same layers alternately, each takes them over from the other, which is slower
/// but correct.
///
/// A session belongs to the thread that made it, and so do its layers and its renderer; other
/// threads get `GlazeError.Code.wrongThread`. `Renderer.handOver()` lets another thread take them
/// over.
public final class RenderSession {
  /// The renderer that draws the root.
  public let renderer: Renderer
  /// How the root is drawn into images; a change shows in the next frame.
  public var options: RenderOptions {
    didSet { if options != oldValue { adopt(oldValue) } }
  }
  /// Called when a frame is due because layers or options changed: once, and again after the next
  /// `render`.
  ///
  /// The session calls it in the middle of the change, on the thread that makes it: schedule the
  /// drawing there, and do not draw in it. Animations do not call it: `nextFrameTime(after:)`
  /// returns when their next frame is due.
  public var onUpdate: (() -> Void)? {
    didSet { watch() }
  }

  private var planner: RootPlanner
  /// Whether something changed that no frame has shown.
  private var isFrameDue = true
  /// The time of the last frame.
  private var shownTime: CFTimeInterval?

  /// Makes a session, without drawing anything or touching the layers.
  ///
  /// - Parameters:
  ///   - root: the layer that is drawn, with its sublayers. It fills the image: its own position is
  ///     ignored, its transform is not, and its superlayers have no effect.
  ///   - renderer: the renderer that draws; it may have many sessions.
  ///   - options: how the root is drawn into images.
  /// - Throws: `GlazeError.Code.wrongThread` when the renderer belongs to another thread.
  public init(
    _ root: CALayer, renderer: Renderer, options: RenderOptions = RenderOptions()
  ) throws(GlazeError) {
    try renderer.owner.check()
    self.renderer = renderer
    self.options = options
    planner = Self.planner(root, options, renderer)
    renderer.add(self)
  }

  deinit { renderer.releaseSoon(planner.forgetImages()) }

  /// Tables of shadows that a session of another root can reuse.
  package var shadowTables: ShadowTableCache {
    _read { yield planner.shadowTables }
    _modify { yield &planner.shadowTables }
  }

  /// The layer that is drawn.
  public var root: CALayer { planner.root }

  private static func planner(
    _ root: CALayer, _ options: RenderOptions, _ renderer: Renderer
  ) -> RootPlanner {
    let planner = RootPlanner(
      root, isGeometryFlipped: options.isGeometryFlipped, optimizations: renderer.optimizations)
    planner.animatesChanges = options.animatesChanges
    planner.memory = renderer.memory
    planner.threadOwner = renderer.owner
    planner.limits = options.limits
    return planner
  }

  private func adopt(_ old: RenderOptions) {
    if options.isGeometryFlipped != old.isGeometryFlipped {
      renderer.releaseSoon(planner.forgetImages())
      planner = Self.planner(root, options, renderer)
    }
    planner.animatesChanges = options.animatesChanges
    planner.limits = options.limits
    notePendingFrame()
  }

  // MARK: Time

  /// Commits the changes of the layers without drawing anything.
  ///
  /// New animations begin at this time. Later frames depend only on what was committed and on their
  /// own time, so you may draw them in any order.
  ///
  /// ```swift
  /// try session.commit(at: 0)
  /// for frame in 0..<60 { try save(session.image(at: Double(frame) / 60)) }
  /// ```
  ///
  /// - Parameter time: media time in seconds; nil is `CACurrentMediaTime()`.
  /// - Throws: `GlazeError.Code.wrongThread`.
  public func commit(at time: CFTimeInterval? = nil) throws(GlazeError) {
    try renderer.owner.check()
    isFrameDue = isFrameDue || planner.hasChanges
    planner.commit(at: time)
    TransactionStack.existing?.callWaiting()
  }

  /// A Boolean value that indicates whether layers or options changed since the last frame; true
  /// before the first.
  ///
  /// - Throws: `GlazeError.Code.wrongThread`.
  public var hasChanges: Bool {
    get throws(GlazeError) {
      try renderer.owner.check()
      return isFrameDue || planner.hasChanges
    }
  }

  /// Returns the time at which the next frame will look different from the last one that was drawn.
  ///
  /// - Parameter time: the earliest time at which it could be drawn, in seconds of media time.
  /// - Returns: `time` itself when a frame is due or an animation runs, the time at which the next
  ///   animation begins, or infinity when nothing will change by itself.
  /// - Throws: `GlazeError.Code.wrongThread`.
  public func nextFrameTime(
    after time: CFTimeInterval = CACurrentMediaTime()
  ) throws(GlazeError) -> CFTimeInterval {
    if try hasChanges { return time }
    // Seen from the last frame: the end of an animation since then still has to be shown.
    return max(time, planner.nextChange(after: min(shownTime ?? time, time)))
  }

  /// Waits for the next change, if `onUpdate` is set.
  private func watch() {
    guard onUpdate != nil else {
      planner.onChange = nil
      return
    }
    planner.onChange = { [unowned self] in notePendingFrame() }
    if planner.hasChanges { notePendingFrame() }
  }

  private func notePendingFrame() {
    isFrameDue = true
    guard planner.onChange != nil else { return }
    planner.onChange = nil
    onUpdate?()
  }

  // MARK: Drawing

  /// Commits the changes of the layers, and draws the layers at a time.
  ///
  /// - Parameters:
  ///   - time: the time that the frame shows, in seconds of media time; nil is
  ///     `CACurrentMediaTime()`. The commit has the same time, so that a new animation shows its
  ///     beginning; `commit(at:)` lets it begin earlier.
  ///   - target: the target that the image is drawn into.
  /// - Returns: The frame that was drawn.
  /// - Throws: `GlazeError` when the image would be empty or too large, when it does not fit into
  ///   the target, when the device fails, or on a thread that the session does not belong to.
  @discardableResult
  public func render(
    at time: CFTimeInterval? = nil, into target: RenderTarget = .image
  ) throws(GlazeError) -> RenderedFrame {
    switch target.kind {
    case .image: return try frame(at: time)
    case .memory(let buffer, let bytesPerRow, let format):
      try renderer.owner.check()
      let canvas = try options.canvas(for: root, maximumDimension: renderer.maximumDimension)
      try PixelBuffer.checkRoom(
        width: canvas.width, height: canvas.height, in: buffer, bytesPerRow: bytesPerRow,
        format: format)
      var frame = try frame(at: time)
      frame.pixels.write(to: buffer, bytesPerRow: bytesPerRow, format: format)
      frame.pixels.bytes = []
      return frame
    case .currentFramebuffer, .framebuffer, .texture:
      guard renderer.drawsInHost else {
        throw .unsupportedTarget(target, device: renderer.device.description)
      }
      return try frame(at: time, readsBack: false, into: target)
    case .eglImage, .surface:
      guard case .gl = renderer.activeBackend else {
        throw .unsupportedTarget(target, device: renderer.device.description)
      }
      return try frame(at: time, readsBack: false, into: target)
    case .dmaBuffer(let buffer):
      if case .gl(let gl) = renderer.activeBackend, gl.drawsInto(buffer) {
        return try frame(at: time, readsBack: false, into: target)
      }
      var frame = try frame(at: time)
      if let obstacle = buffer.write(frame.pixels) {
        throw GlazeError(.unsupportedTarget, "\(target.name) cannot be drawn to: \(obstacle)")
      }
      frame.pixels.bytes = []
      return frame
    }
  }

  /// Commits the changes of the layers, and draws the layers at a time into an image.
  ///
  /// - Parameter time: as for `render`.
  /// - Throws: as `render`.
  public func image(at time: CFTimeInterval? = nil) throws(GlazeError) -> CGImage {
    try frame(at: time).pixels.image
  }

  /// Draws a frame in memory.
  ///
  /// - Parameters:
  ///   - readsBack: whether the caller needs the pixels; if not, the frame has none, and those of a
  ///     device stay there.
  ///   - memory: reused for the pixels when it has the right size.
  ///   - target: the target in the host's context that the frame is shown on, if any.
  package func frame(
    at time: CFTimeInterval? = nil, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory(), into target: RenderTarget = .image
  ) throws(GlazeError) -> RenderedFrame {
    do throws(GlazeError) {
      return try draw(at: time, readsBack: readsBack, reusing: memory, into: target)
    } catch {
      // The CPU cannot draw into a host's target.
      guard error.code == .lostContext || target.kind.isMemory, renderer.recovers(from: error)
      else { throw error }
      return try draw(at: time, readsBack: readsBack, reusing: memory, into: target)
    }
  }

  private func draw(
    at time: CFTimeInterval?, readsBack: Bool, reusing memory: SpareMemory,
    into target: RenderTarget
  ) throws(GlazeError) -> RenderedFrame {
    try renderer.owner.check()
    var statistics = FrameStatistics()
    // Completion blocks and delegates may do anything, so they are called after the frame.
    defer { TransactionStack.existing?.callWaiting() }
    let canvas = try options.canvas(for: root, maximumDimension: renderer.maximumDimension)
    renderer.begin(self)
    let time = time ?? CACurrentMediaTime()
    let output = HostOutput(target, for: canvas, replaces: options.background != nil)
    // Frames of light are encoded when they are in memory.
    guard output == nil || options.output.working.transfer == options.output.transfer else {
      throw GlazeError(
        .unsupportedTarget,
        "\(target.name) cannot be drawn to with compositing: .linear and the curve of "
          + "\(options.output.transfer): set the transfer to .linear, or draw into memory")
    }
    do throws(GlazeError) {
      let plan = try plan(canvas, at: time, statistics: &statistics)
      try renderer.check(plan, of: root)
      let pixels = try renderer.execute(
        plan, over: planner.takePixels(), readsBack: readsBack, reusing: memory, on: output,
        statistics: &statistics)
      planner.keep(pixels, of: plan)
      statistics.count(plan)
      renderer.obeyBudget(plan, &statistics)
      showed(time)
      // Pixels that only the planner holds are drawn over in place.
      let seen =
        readsBack
        ? pixels.encoded(as: options.output) : PixelBuffer(width: 0, height: 0, bytes: [])
      return RenderedFrame(
        canvas: canvas, pixels: seen, plan: plan, statistics: statistics,
        notices: renderer.takeNotices() + planner.takeNotices(), fence: renderer.takeFence())
    } catch {
      // The images that the plan wanted to cache may not exist.
      renderer.release(planner.forgetImages())
      throw error
    }
  }

  /// Plans a frame; its tree is free again when it is drawn.
  private func plan(
    _ canvas: Canvas, at time: CFTimeInterval, statistics: inout FrameStatistics
  ) throws(GlazeError) -> FramePlan {
    let (plan, tree, _) = try planner.plan(
      canvas, options, at: time, drawsOver: true, statistics: &statistics)
    if renderer.timesPasses || renderer.namesPasses {
      statistics.passNames = plan.passNames(in: tree)
    }
    return plan
  }

  /// Notes that a frame has shown all changes.
  private func showed(_ time: CFTimeInterval) {
    isFrameDue = false
    shownTime = time
    watch()
  }

  // MARK: Caches

  /// Makes the next frame draw everything, even if most of it is unchanged.
  package func forgetFrame() { planner.forgetFrame() }

  /// Releases everything that was cached of earlier frames.
  package func forgetImages() { renderer.release(planner.forgetImages()) }

  /// Sets the budget for memory that planners retain between frames.
  func setMemory(_ memory: MemoryBudget) { planner.memory = memory }

  /// Frees the retained last frame.
  func giveUpFrame() { renderer.release(planner.giveUpFrame()) }

  /// The memory that the planner retains.
  var cacheUsage: CacheUsage { planner.cacheUsage }

  /// Returns the bytes of the frame that the next one may be drawn over, including memory of a
  /// device.
  func frameBytes(isOnDevice: Bool) -> Int { planner.frameBytes(isOnDevice: isOnDevice) }

  // MARK: Sequences

  /// Runs `body` with the planner of a sequence's frames, which retains no other frame.
  func withPlanner<Result>(_ body: (RootPlanner) throws -> Result) throws -> Result {
    planner.forgetFrame()
    renderer.begin(self)
    defer {
      planner.forgetFrame()
      isFrameDue = true
    }
    do {
      return try body(planner)
    } catch {
      // The images that the plans wanted to cache may not exist.
      renderer.release(planner.forgetImages())
      throw error
    }
  }
}
