public import GlazeGeometry

/// Where a frame goes.
///
/// Framebuffers and textures belong to the OpenGL context that is current: they need a renderer on
/// `Device.currentContext`, and other devices refuse them with `GlazeError.Code.unsupportedTarget`.
public struct RenderTarget {
  /// The kinds of targets that there are by now.
  package enum Kind {
    case image
    case memory(UnsafeMutableRawBufferPointer, bytesPerRow: Int, format: PixelFormat)
    case currentFramebuffer(x: Int, y: Int)
    case framebuffer(UInt32, width: Int, height: Int, isTopDown: Bool)
    case texture(UInt32, width: Int, height: Int, isTopDown: Bool)
    case eglImage(UnsafeMutableRawPointer, height: Int, isTopDown: Bool)
    case dmaBuffer(DMABuffer)
    case surface(SharedSurface)
  }

  package let kind: Kind

  /// An image, which the frame has as its `image`.
  public static var image: RenderTarget { RenderTarget(kind: .image) }

  /// Memory of the caller's, row 0 on top; all of the picture is written, whatever changed.
  ///
  /// - Parameters:
  ///   - buffer: has room for the rows of the picture; it is used until `render` returns, and no longer.
  ///   - bytesPerRow: from a row to the next, at least four times the width; what lies between is left
  ///     as it is.
  ///   - format: how pixels are laid out.
  public static func memory(
    _ buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int,
    format: PixelFormat = .rgba8Premultiplied
  ) -> RenderTarget {
    RenderTarget(kind: .memory(buffer, bytesPerRow: bytesPerRow, format: format))
  }

  /// The framebuffer that is bound for drawing.
  ///
  /// - Parameters:
  ///   - x: where the left side of the picture goes, in pixels from the framebuffer's left.
  ///   - y: where the bottom of the picture goes, in pixels from the framebuffer's bottom.
  public static func currentFramebuffer(x: Int = 0, y: Int = 0) -> RenderTarget {
    RenderTarget(kind: .currentFramebuffer(x: x, y: y))
  }

  /// A framebuffer of the current context.
  ///
  /// - Parameters:
  ///   - name: as OpenGL counts; 0 is the window's.
  ///   - width: of what may be drawn to, in pixels.
  ///   - height: of what may be drawn to, in pixels.
  ///   - isTopDown: whether row 0 is on top; OpenGL's windows have it at the bottom, which is the default.
  public static func framebuffer(
    _ name: UInt32, width: Int, height: Int, isTopDown: Bool = false
  ) -> RenderTarget {
    RenderTarget(
      kind: .framebuffer(name, width: width, height: height, isTopDown: isTopDown))
  }

  /// Level 0 of a two-dimensional texture of the current context, of a format that can be drawn to.
  ///
  /// - Parameters:
  ///   - name: as OpenGL counts.
  ///   - width: of the texture, in pixels.
  ///   - height: of the texture, in pixels.
  ///   - isTopDown: whether row 0 is on top, at texture coordinate 0; the default has the bottom there.
  public static func texture(
    _ name: UInt32, width: Int, height: Int, isTopDown: Bool = false
  ) -> RenderTarget {
    RenderTarget(kind: .texture(name, width: width, height: height, isTopDown: isTopDown))
  }

  /// An EGLImage of the display that an OpenGL renderer draws with, of a format that can be drawn to; the
  /// picture takes the place of what is there.
  ///
  /// - Parameters:
  ///   - image: the `EGLImage` handle.
  ///   - height: of the image, in pixels.
  ///   - isTopDown: whether row 0 is on top, the default.
  public static func eglImage(
    _ image: UnsafeMutableRawPointer, height: Int, isTopDown: Bool = true
  ) -> RenderTarget {
    RenderTarget(kind: .eglImage(image, height: height, isTopDown: isTopDown))
  }

  /// A dma-buf of colours, row 0 on top; the picture takes the place of what is there.
  ///
  /// A device that imports it draws into it, and `RenderedFrame.fence` says when that is done. Else, and on
  /// the CPU, the frame is copied into its memory, which needs `DMABuffer.linear`.
  public static func dmaBuffer(_ buffer: DMABuffer) -> RenderTarget {
    RenderTarget(kind: .dmaBuffer(buffer))
  }

  /// A surface that was made of the same renderer; the picture takes the place of what is there.
  public static func surface(_ surface: SharedSurface) -> RenderTarget {
    RenderTarget(kind: .surface(surface))
  }

  /// What the target is, in words.
  package var name: String {
    switch kind {
    case .image: "an image"
    case .memory: "memory"
    case .currentFramebuffer: "the current framebuffer"
    case .framebuffer(let name, _, _, _): "framebuffer \(name)"
    case .texture(let name, _, _, _): "texture \(name)"
    case .eglImage: "an EGLImage"
    case .dmaBuffer(let buffer): "a dma-buf of format \(buffer.format)"
    case .surface: "a shared surface"
    }
  }
}
