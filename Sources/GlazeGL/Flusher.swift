import COpenGL

/// Tells the driver to begin with what it was told.
///
/// A rasteriser in software forgets what it was told when it has drawn it. It has all of that in two pieces:
/// one is drawn while the next is written down. A GPU is only told to begin.
struct Flusher {
  private let waits = Readback.isSoftwareRasteriser
  /// Of the piece that is being drawn.
  private var fence: GLsync?

  mutating func flush() {
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

  /// Begins a frame; nothing of the last one is waited for.
  mutating func reset() {
    if let fence { glDeleteSync(fence) }
    fence = nil
  }
}
