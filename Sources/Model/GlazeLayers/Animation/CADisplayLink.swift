import Dispatch
public import Foundation

/// A timer that calls a handler once per frame of a display, for programs that draw frame by frame.
///
/// ```swift
/// let link = CADisplayLink { link in draw(at: link.targetTimestamp) }
/// link.add(to: .main, forMode: .common)
/// ```
///
/// Glaze has no display: a timer replaces it, at `displayFramesPerSecond`. Without a run loop, for
/// example in tests, each call of `step(at:)` is one frame.
///
/// On the main run loop, in the modes `default` and `common`, the link is a timer of the main
/// queue. Frames arrive while the main run loop runs, after a call of `dispatchMain()`, and on the
/// main actor of a program with an `async` main function, which runs no run loop on Linux.
///
/// A link that was added to a run loop lives until `invalidate()`. Use it on the thread of the run
/// loop.
///
/// Observed: Apple header CADisplayLink.h. Linux has no selectors: a method replaces the selector.
public final class CADisplayLink: NSObject {
  /// The time of the frame that is shown, in seconds of `CACurrentMediaTime()`; 0 before the first
  /// frame.
  public private(set) var timestamp: CFTimeInterval = 0
  /// The time at which the frame being drawn will be shown; 0 before the first frame.
  public private(set) var targetTimestamp: CFTimeInterval = 0
  /// A Boolean value that indicates whether the link is paused; default false.
  public var isPaused = false
  /// The preferred number of frames per second; 0 is the rate of the display; default 0.
  ///
  /// The actual rate is that of the display divided by the nearest integer. It overrides
  /// `preferredFrameRateRange`.
  public var preferredFramesPerSecond = 0 { didSet { schedule() } }
  /// The preferred range of frame rates: its preferred rate counts, or else its maximum; default
  /// `default`, the rate of the display.
  public var preferredFrameRateRange = CAFrameRateRange.default { didSet { schedule() } }
  /// The rate of the display that the link stands for, in frames per second; above 0; default 60.
  ///
  /// Other values are refused. The property is Glaze's own choice.
  public var displayFramesPerSecond = 60.0 {
    didSet {
      if !(displayFramesPerSecond > 0 && displayFramesPerSecond.isFinite) {
        ModelMisuse.invalidValue(
          className: "CADisplayLink", property: "displayFramesPerSecond",
          value: "\(displayFramesPerSecond)", allowed: "above 0"
        ).report()
        displayFramesPerSecond = oldValue
      }
      schedule()
    }
  }

  private let handler: (CADisplayLink) -> Void
  private var places: [Place] = []
  private var timer: Timer?
  private var mainTimer: (any DispatchSourceTimer)?
  private var isValid = true

  private struct Place: Equatable {
    var loop: RunLoop
    var mode: RunLoop.Mode

    /// A Boolean value that indicates whether the main queue is served there.
    var isMainQueue: Bool { loop === RunLoop.main && [.default, .common].contains(mode) }
  }

  /// Creates a link that makes no calls until it is added to a run loop.
  ///
  /// - Parameter handler: Called once per frame, on the thread of the run loop.
  public init(_ handler: @escaping (CADisplayLink) -> Void) {
    self.handler = handler
    super.init()
  }

  /// Creates a link that calls a method, as a link with a selector does on a Mac.
  ///
  /// ```swift
  /// let link = CADisplayLink(target: self, selector: Ring.tick)    // func tick(_ link: CADisplayLink)
  /// ```
  ///
  /// - Parameters:
  ///   - target: The object to call; retained until the link is released.
  ///   - selector: The method, named by its class.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    self.init { selector(target)($0) }
  }

  /// Creates a link that calls a method without a parameter.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> () -> Void
  ) {
    self.init { _ in selector(target)() }
  }

  /// The interval between two frames of the display, in seconds.
  public var duration: CFTimeInterval { 1 / displayFramesPerSecond }

  /// The interval between two calls, in seconds.
  private var interval: CFTimeInterval {
    let range = preferredFrameRateRange
    let wanted =
      preferredFramesPerSecond > 0
      ? Double(preferredFramesPerSecond) : Double(range.preferred ?? range.maximum)
    guard wanted > 0, wanted.isFinite else { return duration }
    return duration * max(1, (displayFramesPerSecond / wanted).rounded())
  }

  /// Starts calling on a run loop.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    let place = Place(loop: runloop, mode: mode)
    guard isValid, !places.contains(place) else { return }
    places.append(place)
    schedule()
  }

  /// Stops calling in a mode of a run loop.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    places.removeAll { $0 == Place(loop: runloop, mode: mode) }
    schedule()
  }

  /// Stops all calls permanently.
  public func invalidate() {
    isValid = false
    places = []
    schedule()
  }

  /// Simulates one frame of the display, unless the link is paused or invalid.
  ///
  /// - Parameter time: The time at which the last frame was shown, and `CACurrentMediaTime()` for the
  ///   receiver; `targetTimestamp` is one interval later.
  ///
  /// Source: Glaze's own choice, for tests and for programs with a loop of their own.
  public func step(at time: CFTimeInterval = CACurrentMediaTime()) {
    guard isValid, !isPaused else { return }
    timestamp = time
    targetTimestamp = time + interval
    MediaClock.whileAt(time) { handler(self) }
  }

  /// Restarts the timer wherever the link was added.
  private func schedule() {
    timer?.invalidate()
    timer = nil
    mainTimer?.cancel()
    mainTimer = nil
    let box = Unchecked(link: self)
    if places.contains(where: \.isMainQueue) {
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: .now() + interval, repeating: interval)
      timer.setEventHandler { box.link.step() }
      timer.resume()
      mainTimer = timer
    }
    let others = places.filter { !$0.isMainQueue }
    if others.isEmpty { return }
    let timer = Timer(timeInterval: interval, repeats: true) { _ in box.link.step() }
    for place in others { place.loop.add(timer, forMode: place.mode) }
    self.timer = timer
  }

  /// The timer calls on the thread of the run loop, to which the link belongs.
  private struct Unchecked: @unchecked Sendable {
    let link: CADisplayLink
  }
}
