import Dispatch
public import Foundation

/// Calls once for each frame of a display, for programs that draw frame by frame.
///
/// ```swift
/// let link = CADisplayLink { link in draw(at: link.targetTimestamp) }
/// link.add(to: .main, forMode: .common)
/// ```
///
/// There is no display here: a timer stands for one, at `displayFramesPerSecond`. Without a run loop,
/// in tests for instance, `step(at:)` is one frame.
///
/// On the main run loop, in the modes `default` and `common`, it is a timer of the main queue: frames come
/// where the main run loop runs, where `dispatchMain()` was called, and on the main actor of a program with
/// an `async` main function, which runs no run loop on Linux.
///
/// A link that was added to a run loop lives until `invalidate()`. Use it on the run loop's thread.
///
/// Observed: Apple header CADisplayLink.h. There are no selectors on Linux: a method stands for one.
public final class CADisplayLink: NSObject {
  /// The time of the frame that shows, in seconds of `CACurrentMediaTime()`; 0 before the first.
  public private(set) var timestamp: CFTimeInterval = 0
  /// The time at which the frame that is drawn now will show; 0 before the first.
  public private(set) var targetTimestamp: CFTimeInterval = 0
  /// Whether no frames are called; default false.
  public var isPaused = false
  /// How many frames are wanted in a second; 0 is as many as the display has; default 0.
  ///
  /// What comes is the display's rate divided by the nearest whole number. Goes before
  /// `preferredFrameRateRange`.
  public var preferredFramesPerSecond = 0 { didSet { schedule() } }
  /// How many frames are wanted in a second: the preferred number, else the largest; default
  /// `default`, as many as the display has.
  public var preferredFrameRateRange = CAFrameRateRange.default { didSet { schedule() } }
  /// The rate of the display that the link stands for, in frames per second; above 0; default 60.
  ///
  /// Others are refused. Glaze's own choice.
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

    /// Whether the main queue is served there.
    var isMainQueue: Bool { loop === RunLoop.main && [.default, .common].contains(mode) }
  }

  /// Makes a link that calls nothing until it is added to a run loop.
  ///
  /// - Parameter handler: is called once for each frame, on the run loop's thread.
  public init(_ handler: @escaping (CADisplayLink) -> Void) {
    self.handler = handler
    super.init()
  }

  /// Makes a link that calls a method, as one with a selector does on a Mac.
  ///
  /// ```swift
  /// let link = CADisplayLink(target: self, selector: Ring.tick)    // func tick(_ link: CADisplayLink)
  /// ```
  ///
  /// - Parameters:
  ///   - target: is kept until the link is gone.
  ///   - selector: the method, named by its class.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    self.init { selector(target)($0) }
  }

  /// Makes a link that calls a method without a parameter.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> () -> Void
  ) {
    self.init { _ in selector(target)() }
  }

  /// Seconds between two frames of the display.
  public var duration: CFTimeInterval { 1 / displayFramesPerSecond }

  /// Seconds between two calls.
  private var interval: CFTimeInterval {
    let range = preferredFrameRateRange
    let wanted =
      preferredFramesPerSecond > 0
      ? Double(preferredFramesPerSecond) : Double(range.preferred ?? range.maximum)
    guard wanted > 0, wanted.isFinite else { return duration }
    return duration * max(1, (displayFramesPerSecond / wanted).rounded())
  }

  /// Begins to call on a run loop.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    let place = Place(loop: runloop, mode: mode)
    guard isValid, !places.contains(place) else { return }
    places.append(place)
    schedule()
  }

  /// Ends to call in a mode of a run loop.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    places.removeAll { $0 == Place(loop: runloop, mode: mode) }
    schedule()
  }

  /// Ends all calls, for ever.
  public func invalidate() {
    isValid = false
    places = []
    schedule()
  }

  /// Does what one frame of the display does, unless the link is paused or invalid.
  ///
  /// - Parameter time: when the last frame began to show; `targetTimestamp` is one interval later.
  ///
  /// Source: Glaze's own choice, for tests and for programs with a loop of their own.
  public func step(at time: CFTimeInterval = CACurrentMediaTime()) {
    guard isValid, !isPaused else { return }
    timestamp = time
    targetTimestamp = time + interval
    handler(self)
  }

  /// Starts the timer anew wherever the link was added.
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

  /// The timer calls on the thread of the run loop, where the link belongs.
  private struct Unchecked: @unchecked Sendable {
    let link: CADisplayLink
  }
}
