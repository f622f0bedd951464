import COpenGL

/// Makes the driver begin with the commands so far.
///
/// A software rasterizer records commands and frees them after it has drawn them. At most two parts
/// of them are in memory: one is drawn while the next is recorded. A GPU is only flushed.
struct Flusher {
  private let waits = Readback.isSoftwareRasteriser
  /// The fence that is signaled when the current part is drawn.
  private var fence: GLsync?

  mutating func flush() {
    guard waits else { return glFlush() }
    let next = glFenceSync(glEnum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    if let fence {
      // A second is longer than a part takes. If it is not enough, more memory is used, without any
      // other effect.
      _ = glClientWaitSync(fence, 0, 1_000_000_000)
      glDeleteSync(fence)
    }
    fence = next
  }

  /// Begins a frame, without waiting for the last one.
  mutating func reset() {
    if let fence { glDeleteSync(fence) }
    fence = nil
  }
}
