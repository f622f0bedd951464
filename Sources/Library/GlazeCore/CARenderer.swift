public import Foundation
import GlazeGL
public import GlazeGeometry
public import GlazeLayers
import GlazeLowering
import GlazePlan
import GlazeTree

/// Draws a layer with its sublayers into the framebuffer that is bound, in the OpenGL context of a
/// program that draws with OpenGL itself, and only where something has changed.
///
/// ```swift
/// let renderer = try CARenderer()          // in the context that is current
/// renderer.layer = hud
/// renderer.bounds = CGRect(x: 0, y: 0, width: 800, height: 600)
///
/// renderer.beginFrame(atTime: now)
/// if !renderer.updateBounds().isEmpty { try renderer.render() }
/// let next = renderer.nextFrameTime()
/// renderer.endFrame()
/// ```
///
/// Coordinates of layers are pixels of the framebuffer: (0, 0) is its lower left corner, and y
/// points up. The host's viewport and projection are not used. Glaze restores the state of the
/// context after each frame.
///
/// Observed: Apple header CARenderer.h. Linux has no CGL context to pass, so the renderer takes the
/// current context, which must be current whenever the renderer works.
public final class CARenderer {
  /// The root of the layers that are drawn, placed by its position; default nil: nothing is drawn.
  public var layer: CALayer? {
    didSet { if layer !== oldValue { startAnew() } }
  }
  /// The part of the framebuffer that is drawn to, in pixels; default empty.
  ///
  /// Layers outside of it are clipped.
  public var bounds = CGRect.zero {
    didSet { if bounds != oldValue { forgetFrame() } }
  }
  /// The color that clears the update region before it is drawn; nil draws over the existing
  /// pixels.
  ///
  /// Default transparent black. Glaze's own choice: Apple's renderer never clears.
  public var clearColor: CGColor? {
    didSet { if clearColor != oldValue { forgetFrame() } }
  }

  let backend: GLBackend
  private var planner: RootPlanner?
  /// The frame between `beginFrame` and `endFrame`.
  private var frame: Frame?

  fileprivate struct Frame {
    let time: CFTimeInterval
    let width: Int
    let height: Int
    /// The lower left corner of the image in the framebuffer.
    let origin: SIMD2<Int32>
    /// The plan, or the reason why there is none, which `render` throws.
    let planned: Result<RootPlan, GlazeError>
    /// The parts of the image that are drawn, in pixels.
    var region = UpdateRegion()
    var isDrawn = false
  }

  /// Makes a renderer in the OpenGL context that is current on this thread.
  ///
  /// - Parameters:
  ///   - clearColor: the color that clears the update region; nil draws over the existing pixels.
  ///   - library: the library that made the context; nil, the default, for EGL and GLX.
  /// - Throws: `GlazeError.Code.noDevice` when no context is current, or when it is older than
  ///   OpenGL 3.3 and than OpenGL ES 3.0.
  public init(
    clearColor: CGColor? = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0),
    library: OpenGLLibrary? = nil
  ) throws(GlazeError) {
    self.clearColor = clearColor
    backend = try GLBackend(inCurrentContext: nil, of: library)
  }

  // MARK: Frames

  /// Begins a frame: commits the changes of the layers, and finds the parts to draw again.
  ///
  /// - Parameters:
  ///   - time: the time that the frame shows, in seconds of media time.
  ///   - timeStamp: ignored; Apple's renderer takes the display's time here.
  public func beginFrame(atTime time: CFTimeInterval, timeStamp: UnsafeRawPointer? = nil) {
    endFrame()
    let area = bounds.integral
    guard let planner, !bounds.isEmpty, area.width <= 32_768, area.height <= 32_768,
      Self.farthest.contains(area)
    else { return }
    var viewport = Viewport(
      width: Int(clamping: area.width), height: Int(clamping: area.height),
      transform: CGAffineTransform(
        a: 1, b: 0, c: 0, d: -1, tx: -area.minX, ty: area.maxY),
      background: RootPlanner.premultiplied(clearColor))
    viewport.dithers = true
    var statistics = FrameStatistics()
    let planned = Result { () throws(GlazeError) -> RootPlan in
      try planner.plan(at: time, drawsOver: true, statistics: &statistics) { _ in viewport }
    }
    var new = Frame(
      time: time, width: viewport.width, height: viewport.height,
      origin: SIMD2(Int32(clamping: area.minX), Int32(clamping: area.minY)), planned: planned)
    for window in new.changedWindows { new.region.add(window) }
    frame = new
  }

  /// Returns a box around everything that `render` will draw, in the coordinates of the layer's
  /// superlayer; null when nothing will be drawn.
  public func updateBounds() -> CGRect {
    guard let frame, let box = frame.region.box else { return .null }
    return CGRect(
      x: CGFloat(Int(frame.origin.x) + box.x),
      y: CGFloat(Int(frame.origin.y) + frame.height - box.y - box.height),
      width: CGFloat(box.width), height: CGFloat(box.height))
  }

  /// Adds a rectangle that this frame must draw although nothing changed there, as when the host
  /// drew over it.
  ///
  /// - Parameter rect: in the coordinates of the layer's superlayer; infinite is all, NaN nothing.
  public func addUpdate(_ rect: CGRect) {
    guard var frame, !rect.minX.isNaN, !rect.maxX.isNaN, !rect.minY.isNaN, !rect.maxY.isNaN
    else { return }
    let x = -CGFloat(frame.origin.x)
    let top = CGFloat(Int(frame.origin.y) + frame.height)
    let area = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
    func clamp(_ value: CGFloat, to limit: CGFloat) -> CGFloat { min(max(value, 0), limit) }
    let left = clamp(rect.minX + x, to: area.width).rounded(.down)
    let right = clamp(rect.maxX + x, to: area.width).rounded(.up)
    let upper = clamp(top - rect.maxY, to: area.height).rounded(.down)
    let lower = clamp(top - rect.minY, to: area.height).rounded(.up)
    let part = CGRect(x: left, y: upper, width: right - left, height: lower - upper)
    guard part.width > 0, part.height > 0 else { return }
    frame.region.add(
      PixelWindow(
        x: Int(clamping: part.minX), y: Int(clamping: part.minY), width: Int(clamping: part.width),
        height: Int(clamping: part.height)))
    self.frame = frame
  }

  /// Draws the update region into the framebuffer that is bound; all other pixels stay as they are.
  ///
  /// - Throws: `GlazeError.Code.wrongContext` when the current context is not the one that the
  ///   renderer was made in, `GlazeError.Code.drawing` when OpenGL fails,
  ///   `GlazeError.Code.limit` and `missingLibrary` when the layers cannot be planned.
  public func render() throws(GlazeError) {
    guard var frame, !frame.region.windows.isEmpty else { return }
    let planned = try frame.planned.get()
    do throws(GlazeError) {
      try draw(planned.plan, planned, frame)
    } catch {
      // The images that the plan wanted to cache do not exist.
      forgetImages()
      guard error.code == .lostContext, let planner else { throw error }
      try draw(planner.plan(again: planned), planned, frame)
    }
    frame.isDrawn = true
    self.frame = frame
  }

  /// The area where pixels of framebuffers may lie, so that their coordinates stay exact integers.
  private static let farthest = CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)

  private func draw(
    _ plan: FramePlan, _ planned: RootPlan, _ frame: Frame
  ) throws(GlazeError) {
    var statistics = FrameStatistics()
    try backend.execute(
      plan,
      Presentation(
        windows: frame.region.windows, origin: frame.origin, replaces: clearColor != nil),
      on: .boundFramebuffer, passNames: backend.namesPasses ? plan.passNames(in: planned.tree) : [],
      statistics: &statistics)
  }

  /// Returns the time of the next frame, seen from the one that was begun: its own time while
  /// something moves, the time of the next change, or infinity when nothing will change.
  public func nextFrameTime() -> CFTimeInterval {
    guard let frame, let planner else { return .infinity }
    return planner.nextChange(after: frame.time)
  }

  /// Ends the frame; if it was not rendered, the next frame is drawn whole.
  public func endFrame() {
    guard let frame else { return }
    self.frame = nil
    if !frame.isDrawn, !frame.changedWindows.isEmpty { forgetImages() }
    TransactionStack.existing?.callWaiting()
  }

  // MARK: Cached objects

  /// Abandons a context that was lost, with everything in it.
  ///
  /// The next `render` makes everything again in the context that is current then. The call is
  /// not needed if the driver reports the loss to Glaze.
  public func contextWasLost() {
    backend.loseContext()
    forgetImages()
  }

  private func startAnew() {
    forgetImages()
    planner = layer.map { RootPlanner($0, isGeometryFlipped: false, optimizations: .all) }
  }

  private func forgetFrame() { planner?.forgetFrame() }

  private func forgetImages() {
    if let planner { backend.release(planner.forgetImages()) }
  }
}

extension CARenderer.Frame {
  /// The parts of the frame that the plan draws; everything if there is none.
  fileprivate var changedWindows: [PixelWindow] {
    let all = [PixelWindow(x: 0, y: 0, width: width, height: height)]
    guard case .success(let planned) = planned else { return all }
    let plan = planned.plan
    return plan.passes.isEmpty && plan.targets[0].isCached ? [] : plan.damage ?? all
  }
}
