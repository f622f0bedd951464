package import GlazeGeometry

/// Something of a host's that frames are shown on.
package enum HostTarget: Sendable, Hashable, CustomStringConvertible {
  /// The framebuffer that is bound for drawing.
  case boundFramebuffer
  case framebuffer(UInt32)
  /// Level 0 of a texture of two dimensions, of normalized or floating-point colors.
  case texture(UInt32)
  /// An EGLImage, by its address.
  case eglImage(UInt)
  case dmaBuffer(DMABuffer)
  /// A texture of Glaze's, which others see.
  case shared(texture: UInt32)

  /// Whether others than the context see what is drawn, so that they have to know when it is there.
  package var isShared: Bool {
    switch self {
    case .boundFramebuffer, .framebuffer, .texture: false
    case .eglImage, .dmaBuffer, .shared: true
    }
  }

  package var description: String {
    switch self {
    case .boundFramebuffer: "the bound framebuffer"
    case .framebuffer(let name): "framebuffer \(name)"
    case .texture(let name): "texture \(name)"
    case .eglImage: "the EGLImage"
    case .dmaBuffer(let buffer): "the dma-buf of format \(buffer.format)"
    case .shared: "the shared surface"
    }
  }
}
