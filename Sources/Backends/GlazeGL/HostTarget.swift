package import GlazeGeometry

/// A target of the host on which frames are presented.
package enum HostTarget: Sendable, Hashable, CustomStringConvertible {
  /// The framebuffer that is bound for drawing.
  case boundFramebuffer
  case framebuffer(UInt32)
  /// Level 0 of a two-dimensional texture with normalized or floating-point colors.
  case texture(UInt32)
  /// An EGLImage, by its address.
  case eglImage(UInt)
  case dmaBuffer(DMABuffer)
  /// One of Glaze's textures, which other contexts use.
  case shared(texture: UInt32)

  /// Whether the result is used outside of the context, so that its users must know when it is
  /// complete.
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
