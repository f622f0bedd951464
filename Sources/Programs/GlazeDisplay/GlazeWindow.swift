public import Foundation
public import Glaze
import GlazeGeometry
import GlazeLayers

/// A window that shows a layer and reports input.
///
/// ```swift
/// let window = try GlazeWindow(root, title: "Cards", size: CGSize(width: 640, height: 400))
/// window.onEvent = { event in
///   if event.kind == .pointerDown { window.layer(at: event.location)?.opacity = 0.5 }
/// }
/// try window.run()
/// ```
///
/// The layer has the size of the window, y points down, and its changes are animated as on a Mac. A frame is
/// drawn when something changed or moves. Everything happens on the thread that made the window, which must be the
/// main thread.
///
/// The window is made through SDL 2, which is loaded when the first window is made.
///
/// Source: Glaze's own choice; `NSWindow` and `NSView.displayLink(target:selector:)` are the models.
public final class GlazeWindow {
  /// The layer that the window shows; its bounds are the window's, in points.
  public let layer: CALayer
  /// The text in the title bar.
  public var title: String { didSet { if title != oldValue { display.setTitle(title) } } }
  /// A closure that is called for each event, in order; never during a frame.
  ///
  /// After a `closed` event the window closes, unless `closesByItself` is false.
  public var onEvent: ((WindowEvent) -> Void)?
  /// A Boolean value that indicates whether the window closes when the user closes it; default true.
  public var closesByItself = true
  /// A Boolean value that indicates whether the window is open; false after `close()`.
  public private(set) var isOpen = true
  /// The last shown frame; nil before the first.
  public private(set) var lastFrame: RenderedFrame?

  /// The number of drawn frames.
  package private(set) var frameCount = 0
  package let display: any Display
  package let session: RenderSession
  /// Returns the time to draw; media time by default.
  package var clock: () -> CFTimeInterval = CACurrentMediaTime
  /// Called before each possible frame.
  package var onTurn: (() throws(GlazeError) -> Void)?
  private var links: [CADisplayLink] = []
  private var shownSize = CGSize.zero
  private var shownScale: CGFloat = 0
  /// The time of the last frame.
  private var shownTime: CFTimeInterval?
  /// The number of pixels per point of the last frame.
  private var drawnScale: CGFloat = 0
  /// The clock at the last step, in seconds.
  private var turnedAt = -Double.infinity

  /// The longest time between checks of timers and links.
  private static let patience = 0.1

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - layer: The layer to show.
  ///   - title: The text in the title bar.
  ///   - size: The size of the content, in points; nil is the size of the layer's bounds, reduced to fit the screen.
  ///   - device: The device; `Device.cpu` needs no OpenGL, `automatic` uses it where there is no GPU, and all others
  ///     draw in the window's own context.
  ///   - isVSynced: Whether frames wait for vertical sync; default true.
  /// - Throws: `GlazeError.Code.noDevice` if SDL 2, a display or OpenGL 3.3 and OpenGL ES 3.0 are missing.
  public convenience init(
    _ layer: CALayer, title: String = "Glaze", size: CGSize? = nil, device: Device = .automatic,
    isVSynced: Bool = true
  ) throws(GlazeError) {
    let display = try WindowDisplay(
      title: title, size: size ?? layer.bounds.size, device: device, isVSynced: isVSynced,
      fitsScreen: size == nil)
    try self.init(layer, title: title, on: display, options: RenderOptions())
  }

  /// Shows a layer on any display.
  package init(
    _ layer: CALayer, title: String, on display: any Display, options: RenderOptions
  ) throws(GlazeError) {
    (self.layer, self.title, self.display) = (layer, title, display)
    var options = options
    options.output = display.output
    session = try RenderSession(layer, renderer: display.renderer, options: options)
    resize()
    display.setTitle(title)
  }

  deinit { if isOpen { display.close() } }

  // MARK: Properties

  /// The size of the content, in points.
  public var size: CGSize { layer.bounds.size }
  /// The number of pixels per point.
  public var scale: CGFloat { display.scale }

  /// Returns the deepest layer at a point of the window, by `CALayer.hitTest`; nil if there is none.
  ///
  /// - Parameter point: The point, in points from the top left corner.
  public func layer(at point: CGPoint) -> CALayer? { layer.hitTest(point) }

  /// Makes a display link that steps with the window's frames.
  ///
  /// It starts at once, and lives until `invalidate()` or the window's end.
  ///
  /// - Parameter handler: A closure that is called before each possible frame.
  public func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    let link = CADisplayLink(handler)
    link.displayFramesPerSecond = display.refreshRate
    links.append(link)
    return link
  }

  // MARK: Running

  /// Shows frames and handles events until the window is closed.
  ///
  /// - Throws: `GlazeError` when the display or the device is lost.
  public func run() throws(GlazeError) {
    defer { close() }
    while isOpen { try turn() }
  }

  /// Handles events, steps links, and draws a frame if one is due.
  ///
  /// - Parameter seconds: The longest time to wait for an event; default: as long as nothing is
  ///   due, and no longer than a tenth of a second.
  /// - Returns: Whether a frame was shown.
  /// - Throws: `GlazeError` when the display or the device is lost.
  @discardableResult
  public func turn(waiting seconds: Double? = nil) throws(GlazeError) -> Bool {
    guard isOpen else { return false }
    let waiting: Double
    if let seconds { waiting = seconds } else { waiting = try untilNextFrame() }
    for event in try display.events(waiting: waiting) where isOpen { handle(event) }
    guard isOpen else { return false }
    // Runs timers and the main queue without waiting.
    _ = RunLoop.current.run(mode: .default, before: .distantPast)
    let now = CACurrentMediaTime()
    turnedAt = now
    for link in links { link.step(at: now) }
    try onTurn?()
    guard isOpen, try isFrameDue() else { return false }
    return try draw()
  }

  /// Closes the window; `run` returns.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    for link in links { link.invalidate() }
    links = []
    display.close()
  }

  private func handle(_ event: WindowEvent) {
    if event.kind == .resized { resize() }
    onEvent?(event)
    if event.kind == .closed, closesByItself { close() }
  }

  /// Resizes the layer to the size of the display.
  private func resize() {
    guard shownSize != display.pixelSize || shownScale != display.scale else { return }
    (shownSize, shownScale) = (display.pixelSize, display.scale)
    session.options.size = nil
    session.options.scale = frameScale
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    // Its corner is the window's corner, so that hit testing takes points of the window.
    layer.frame = CGRect(
      x: 0, y: 0, width: shownSize.width / display.scale,
      height: shownSize.height / display.scale)
    CATransaction.commit()
  }

  /// The number of pixels per point of the next frame.
  private var frameScale: CGFloat { display.scale * display.sharpness }

  /// Returns an image of a time with all pixels of the display.
  package func image(at time: CFTimeInterval) throws(GlazeError) -> CGImage {
    let scale = session.options.scale
    session.options.scale = display.scale
    defer { session.options.scale = scale }
    return try session.image(at: time)
  }

  /// Returns the time of the next different frame, by the clock of the frames.
  private func nextChange(after time: CFTimeInterval) throws(GlazeError) -> CFTimeInterval {
    if lastFrame == nil || drawnScale != frameScale { return time }
    // While time stands still the image does not change.
    if try !session.hasChanges, time == shownTime { return .infinity }
    return try session.nextFrameTime(after: time)
  }

  private func isFrameDue() throws(GlazeError) -> Bool {
    let time = clock()
    return try nextChange(after: time) <= time
  }

  private func untilNextFrame() throws(GlazeError) -> Double {
    // Not more frames than the display can show.
    let pause = max(0, turnedAt + display.shortestFrame - CACurrentMediaTime())
    if links.contains(where: { !$0.isPaused }) { return pause }
    let time = clock()
    return max(pause, min(try nextChange(after: time) - time, Self.patience))
  }

  private func draw() throws(GlazeError) -> Bool {
    let (time, scale) = (clock(), frameScale)
    session.options.scale = scale
    var drawn: RenderedFrame?
    let isShown = try display.show { (target) throws(GlazeError) in
      let frame = try session.render(at: time, into: target)
      drawn = frame
      return frame
    }
    if let drawn {
      (lastFrame, shownTime, drawnScale, frameCount) = (drawn, time, scale, frameCount + 1)
    }
    return isShown
  }
}
