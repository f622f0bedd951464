import Foundation
public import GlazeGeometry
public import GlazeLayers
package import GlazePlan

/// One root layer that is drawn by one renderer, frame after frame.
///
/// ```swift
/// let session = try RenderSession(root, renderer: Renderer(), options: RenderOptions(scale: 2))
/// let first = try session.image()
/// root.opacity = 0.5
/// try session.render(into: .memory(buffer, bytesPerRow: stride, format: .bgra8Premultiplied))
/// ```
///
/// The next frame costs what has changed. A layer is shown by one session at a time: where two draw the
/// same layers in turns, each takes them from the other, which is slower and never wrong.
///
/// A session belongs to the thread that made it, and so do its layers and its renderer; other threads get
/// `GlazeError.Code.wrongThread`. `Renderer.handOver()` lets another thread take them.
public final class RenderSession {
  /// What draws.
  public let renderer: Renderer
  /// How the root becomes a picture; what changes here shows in the next frame.
  public var options: RenderOptions {
    didSet { if options != oldValue { adopt(oldValue) } }
  }
  /// Called when a frame is due because layers or options changed: once, and again after the next
  /// `render`.
  ///
  /// It is called in the middle of the change, on the thread that makes it: have a loop draw soon, and do
  /// not draw here. Animations call nothing: ask `nextFrameTime(after:)` when their next frame is due.
  public var onUpdate: (() -> Void)? {
    didSet { watch() }
  }

  private var planner: RootPlanner
  /// Something changed that no frame has shown.
  private var isFrameDue = true
  /// The time of the last frame.
  private var shownTime: CFTimeInterval?

  /// Makes a session; nothing is drawn yet, and the layers are not touched.
  ///
  /// - Parameters:
  ///   - root: what is drawn, with its sublayers. It fills the picture: its own position is ignored, its
  ///     transform is not, and its superlayers have no effect.
  ///   - renderer: what draws; it may have many sessions.
  ///   - options: how the root becomes a picture.
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

  deinit { renderer.releaseSoon(planner.forgetPictures()) }

  /// Tables that a session of another root may go on with.
  package var shadowTables: ShadowTableCache {
    get { planner.shadowTables }
    set { planner.shadowTables = newValue }
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
      renderer.releaseSoon(planner.forgetPictures())
      planner = Self.planner(root, options, renderer)
    }
    planner.animatesChanges = options.animatesChanges
    planner.limits = options.limits
    notePendingFrame()
  }

  // MARK: Time

  /// Commits what changed in the layers, and draws nothing.
  ///
  /// Animations that are new begin at this time. Later frames are functions of what was committed and of
  /// their time alone: they may be drawn in any order.
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

  /// Whether layers or options changed since the last frame; true before the first.
  ///
  /// - Throws: `GlazeError.Code.wrongThread`.
  public var hasChanges: Bool {
    get throws(GlazeError) {
      try renderer.owner.check()
      return isFrameDue || planner.hasChanges
    }
  }

  /// When the next frame will look different from the last one that was drawn.
  ///
  /// - Parameter time: the earliest time at which it could be drawn, in seconds of media time.
  /// - Returns: `time` itself when a frame is due or an animation runs, the time at which the next
  ///   animation begins, or infinity when nothing will change by itself.
  /// - Throws: `GlazeError.Code.wrongThread`.
  public func nextFrameTime(
    after time: CFTimeInterval = CACurrentMediaTime()
  ) throws(GlazeError) -> CFTimeInterval {
    if try hasChanges { return time }
    // From the last frame on: what ended since then is still to be shown.
    return max(time, planner.nextChange(after: min(shownTime ?? time, time)))
  }

  /// Waits for the next change, once there is somebody who wants to know.
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

  /// Commits what changed in the layers, and draws what they show at a time.
  ///
  /// - Parameters:
  ///   - time: the moment that is drawn, in seconds of media time; nil is `CACurrentMediaTime()`. The
  ///     commit is at the same time, so that an animation that is new shows its beginning: `commit(at:)`
  ///     lets it begin earlier.
  ///   - target: where the picture goes.
  /// - Returns: What was drawn.
  /// - Throws: `GlazeError` when the picture would be empty or too large, when it does not fit into the
  ///   target, when the device fails, or on a thread that the session does not belong to.
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
        width: canvas.width, height: canvas.height, in: buffer, bytesPerRow: bytesPerRow)
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
      if let obstacle = buffer.write(
        frame.pixels.bytes, width: frame.width, height: frame.height)
      {
        throw GlazeError(.unsupportedTarget, "\(target.name) cannot be drawn to: \(obstacle)")
      }
      frame.pixels.bytes = []
      return frame
    }
  }

  /// Commits what changed in the layers, and draws what they show at a time into an image.
  ///
  /// - Parameter time: as for `render`.
  /// - Throws: as `render`.
  public func image(at time: CFTimeInterval? = nil) throws(GlazeError) -> CGImage {
    try frame(at: time).pixels.image
  }

  /// Draws a frame in memory.
  ///
  /// - Parameters:
  ///   - readsBack: whether the caller wants the pixels; if not, the frame has none, and a device's stay
  ///     where they are.
  ///   - memory: is used again for the pixels when it has the right size.
  ///   - target: where the frame is shown in the host's context, if it is.
  package func frame(
    at time: CFTimeInterval? = nil, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory(), into target: RenderTarget = .image
  ) throws(GlazeError) -> RenderedFrame {
    do throws(GlazeError) {
      return try draw(at: time, readsBack: readsBack, reusing: memory, into: target)
    } catch {
      guard error.code == .lostContext else { throw error }
      // All that any session counts on is gone; the device is there again, or this fails as well.
      renderer.forgetPictures()
      return try draw(at: time, readsBack: readsBack, reusing: memory, into: target)
    }
  }

  private func draw(
    at time: CFTimeInterval?, readsBack: Bool, reusing memory: SpareMemory,
    into target: RenderTarget
  ) throws(GlazeError) -> RenderedFrame {
    try renderer.owner.check()
    var statistics = FrameStatistics()
    // Completion blocks and delegates may do anything, so they are called when the frame is done.
    defer { TransactionStack.existing?.callWaiting() }
    let canvas = try options.canvas(for: root, maximumDimension: renderer.maximumDimension)
    renderer.begin(self)
    let time = time ?? CACurrentMediaTime()
    let output = HostOutput(target, for: canvas, replaces: options.background != nil)
    do throws(GlazeError) {
      let plan = try planner.plan(
        canvas, options, at: time, drawsOver: true, statistics: &statistics)
      if renderer.timesPasses || renderer.namesPasses {
        statistics.passNames = planner.passNames(of: plan, at: time)
      }
      try renderer.check(plan, of: root)
      let pixels = try renderer.execute(
        plan, over: planner.takePixels(), readsBack: readsBack, reusing: memory, on: output,
        statistics: &statistics)
      planner.keep(pixels, of: plan)
      statistics.count(plan)
      renderer.obeyBudget(plan, &statistics)
      showed(time)
      // What nobody else holds is drawn over in place.
      let seen = readsBack ? pixels : PixelBuffer(width: 0, height: 0, bytes: [])
      return RenderedFrame(
        canvas: canvas, pixels: seen, plan: plan, statistics: statistics,
        notices: planner.takeNotices(), fence: renderer.takeFence())
    } catch {
      // What the plan wanted to be kept may not be there.
      renderer.release(planner.forgetPictures())
      throw error
    }
  }

  /// A frame has shown all changes.
  private func showed(_ time: CFTimeInterval) {
    isFrameDue = false
    shownTime = time
    watch()
  }

  // MARK: What is kept

  /// Has the next frame drawn whole, though most of it may be as it was.
  package func forgetFrame() { planner.forgetFrame() }

  /// Lets go of all that was kept of earlier frames.
  package func forgetPictures() { renderer.release(planner.forgetPictures()) }

  /// What planners may keep between frames.
  func setMemory(_ memory: MemoryBudget) { planner.memory = memory }

  /// Frees the last frame.
  func giveUpFrame() { renderer.release(planner.giveUpFrame()) }

  /// What the planner keeps.
  var kept: KeptStatistics { planner.kept }

  /// Bytes of the frame that the next one may be drawn over, with that in the memory of a device.
  func frameBytes(isOnDevice: Bool) -> Int { planner.frameBytes(isOnDevice: isOnDevice) }

  // MARK: Sequences

  /// Runs `body` with what plans the frames of a sequence, which keeps nothing of other frames.
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
      // What the plans wanted to be kept may not be there.
      renderer.release(planner.forgetPictures())
      throw error
    }
  }
}
