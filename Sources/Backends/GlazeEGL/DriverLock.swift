import Foundation

/// Admits one thread at a time to a driver that is not thread-safe.
///
/// Before llvmpipe copies, fills or reads a texture, it traverses the recorded commands of all
/// contexts in the process, without waiting for the threads that record them: a list may already be
/// linked before its length is set. Two renderers on two threads may then end the process. Source:
/// Mesa 22.3, whose instructions were examined at the points where processes ended; forty lines of
/// OpenGL end at the same point within seconds.
///
/// A thread may acquire the lock recursively. The holder must not wait for another thread that
/// draws.
package struct DriverLock: Sendable {
  /// The mutex; nil where the driver lets threads draw concurrently.
  private let mutex: NSRecursiveLock?

  /// The lock of llvmpipe, which is also used while the driver is not known yet.
  static let llvmpipe = DriverLock(mutex: NSRecursiveLock())

  private init(mutex: NSRecursiveLock?) { self.mutex = mutex }

  /// Returns the lock of the driver with a renderer name.
  package init(renderer: String?) {
    let rasteriser = renderer.flatMap { SoftwareRasteriser(renderer: $0) }
    self = rasteriser == .llvmpipe ? .llvmpipe : DriverLock(mutex: nil)
  }

  /// The lock of the driver whose context is current on this thread.
  package static var current: DriverLock {
    DriverLock(renderer: GLNames.string(GLNames.renderer))
  }

  /// Whether threads wait for each other.
  package var isNeeded: Bool { mutex != nil }

  /// Runs `body` while no other thread is in the driver.
  package func whileHeld<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  package func lock() { mutex?.lock() }
  package func unlock() { mutex?.unlock() }
}
