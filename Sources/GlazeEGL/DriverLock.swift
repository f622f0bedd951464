import Foundation

/// Lets one thread at a time into a driver that is not fit for several.
///
/// Before llvmpipe copies, fills or reads a texture, it looks through what all contexts of the process have
/// written down, and does not wait for the threads that write: a list of theirs may be linked and its length
/// not yet set. Two renderers on two threads then may end the process. Source: Mesa 22.3, whose instructions
/// were read where processes ended; forty lines of OpenGL end at the same one within seconds.
///
/// A thread may take the lock again that it has. Who holds it must not wait for another thread that draws.
package struct DriverLock: Sendable {
  /// Nil where the driver lets threads draw at once.
  private let mutex: NSRecursiveLock?

  /// The lock of llvmpipe, which is also taken as long as nobody knows which driver it will be.
  static let llvmpipe = DriverLock(mutex: NSRecursiveLock())

  private init(mutex: NSRecursiveLock?) { self.mutex = mutex }

  /// The lock of the driver that names its renderer so.
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

  /// Runs `body` with no other thread in the driver.
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
