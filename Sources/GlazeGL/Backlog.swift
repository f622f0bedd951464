import COpenGL

/// Keeps short what the driver has been told and has not drawn.
///
/// A rasteriser in software writes down all that it is told, forgets it when it has drawn it, and is
/// told faster than it draws: 100,000 squares wait in 33 MB. It has all of that in few enough pieces that
/// one is drawn while the next is written down, and no more. A GPU is only told to begin.
struct Backlog {
  /// What llvmpipe writes down for a change of state, and for an instance.
  static let bytesOfRun = 40 << 10
  static let bytesOfInstance = 400
  // Each takes a millisecond more, to bring the whole frame through the caches again.
  /// A piece.
  static let mostBytes = 12 << 20

  private let waits: Bool
  /// What was written down since it was last told to draw, about.
  private var bytes = 0
  /// Of the piece that is being drawn.
  private var fence: GLsync?

  /// - Parameter waits: nil asks the driver.
  init(waits: Bool? = nil) {
    self.waits = waits ?? Readback.isSoftwareRasteriser
  }

  /// Begins a frame; nothing of the last one is waited for.
  mutating func begin() {
    bytes = 0
    delete()
  }

  mutating func delete() {
    if let fence { glDeleteSync(fence) }
    fence = nil
  }

  /// Has the driver begin to draw when it has been told much, after it drew the piece before.
  mutating func add(_ count: Int) {
    bytes += count
    guard bytes >= Self.mostBytes else { return }
    bytes = 0
    guard waits else { return glFlush() }
    let next = glFenceSync(glEnum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    if let fence {
      // A second is more than a piece takes; should it not be enough, more memory is taken, no harm done.
      _ = glClientWaitSync(fence, 0, 1_000_000_000)
      glDeleteSync(fence)
    }
    fence = next
  }
}
