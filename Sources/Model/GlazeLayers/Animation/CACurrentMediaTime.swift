import Foundation

/// Returns the time of animations in seconds: that of the commit, the frame or the display link that
/// calls this code, else the time of the host's monotonic clock.
///
/// The host's clock never goes back and stops while the host sleeps; only differences are
/// meaningful. In `layoutSublayers`, `display`, `draw(in:)` and the delegate's methods for them, the
/// time is that of the commit or of the frame, so that the values that they compute fit it.
///
/// Source: Apple documentation of CACurrentMediaTime; on Linux the clock is `CLOCK_MONOTONIC`. The
/// time of a commit is Glaze's own choice: Apple has one clock, sessions have any.
public func CACurrentMediaTime() -> CFTimeInterval {
  if let time = MediaClock.time { return time }
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}

/// The media time that a thread works for.
package enum MediaClock {
  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// nil outside of `whileAt`.
  fileprivate static var time: CFTimeInterval? {
    pthread_getspecific(key)?.load(as: CFTimeInterval.self)
  }

  /// Runs `body`, for which `time` is the current media time on this thread.
  package static func whileAt<Result>(_ time: CFTimeInterval, _ body: () -> Result) -> Result {
    let outer = pthread_getspecific(key)
    defer { pthread_setspecific(key, outer) }
    return withUnsafePointer(to: time) { time in
      pthread_setspecific(key, time)
      return body()
    }
  }
}
