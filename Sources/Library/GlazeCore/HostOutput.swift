import GlazeGL
import GlazeGeometry
import GlazeLowering
import GlazePlan

/// The part of a host's OpenGL context that a frame is drawn into.
struct HostOutput {
  var target: HostTarget
  var presentation: Presentation

  /// Makes the output for a target; nil for targets in memory.
  ///
  /// An image with a background replaces the existing pixels; an image without one is drawn over
  /// them.
  init?(_ target: RenderTarget, for canvas: Canvas, replaces: Bool) {
    presentation = Presentation(
      windows: [PixelWindow(x: 0, y: 0, width: canvas.width, height: canvas.height)],
      replaces: replaces)
    switch target.kind {
    case .image, .memory: return nil
    case .currentFramebuffer(let x, let y):
      self.target = .boundFramebuffer
      presentation.origin = SIMD2(Int32(clamping: x), Int32(clamping: y))
    case .framebuffer(let name, _, let height, let isTopDown):
      self.target = .framebuffer(name)
      putOnTop(height, canvas, isTopDown)
    case .texture(let name, _, let height, let isTopDown):
      self.target = .texture(name)
      putOnTop(height, canvas, isTopDown)
    case .eglImage(let image, let height, let isTopDown):
      self.target = .eglImage(UInt(bitPattern: image))
      presentation.replaces = true
      putOnTop(height, canvas, isTopDown)
    case .dmaBuffer(let buffer):
      self.target = .dmaBuffer(buffer)
      presentation.replaces = true
      putOnTop(buffer.height, canvas, true)
    case .surface(let surface):
      self.target = .shared(texture: surface.texture)
      presentation.replaces = true
      putOnTop(surface.height, canvas, true)
    }
  }

  /// Places the image at the target's upper left corner.
  private mutating func putOnTop(_ height: Int, _ canvas: Canvas, _ isTopDown: Bool) {
    presentation.isTopDown = isTopDown
    presentation.origin.y = isTopDown ? 0 : Int32(clamping: height - canvas.height)
  }
}
