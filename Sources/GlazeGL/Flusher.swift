import COpenGL

/// Tells the driver to begin with the commands so far.
///
/// A rasterizer in software writes commands down and forgets them when it has drawn them. Two pieces of them
/// are in memory at most: one is drawn while the next is written down. A GPU is only told to begin.
struct Flusher {
  private let waits = Readback.isSoftwareRasteriser
  /// Passed when the piece that is being drawn is done.
  private var fence: GLsync?

  mutating func flush() {
    guard waits else { return glFlush() }
    let next = glFenceSync(glEnum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    if let fence {
      // A second is more than a piece takes. Should it not be enough, more memory is taken, and no harm is done.
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
