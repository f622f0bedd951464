public import GlazeGeometry
import GlazePlan

/// The target that a frame is drawn into.
///
/// Framebuffers and textures belong to the current OpenGL context: they need a renderer on
/// `Device.currentContext`, and other devices reject them with `GlazeError.Code.unsupportedTarget`.
public struct RenderTarget {
  /// The kinds of targets that exist at present.
  ///
  /// They are boxes: without optimization, Swift 6.3 retained the surface of a kind as large as a
  /// dma-buf once too often.
  package indirect enum Kind {
    case image
    case memory(UnsafeMutableRawBufferPointer, bytesPerRow: Int, format: PixelFormat)
    case currentFramebuffer(x: Int, y: Int)
    case framebuffer(UInt32, width: Int, height: Int, isTopDown: Bool)
    case texture(UInt32, width: Int, height: Int, isTopDown: Bool)
    case eglImage(UnsafeMutableRawPointer, height: Int, isTopDown: Bool)
    case dmaBuffer(DMABuffer)
    case surface(SharedSurface)

    /// Whether the frame is drawn in memory, or copied from there.
    var isMemory: Bool {
      switch self {
      case .image, .memory: true
      default: false
      }
    }
  }

  package let kind: Kind

  /// An image, which the frame returns as its `image`.
  public static var image: RenderTarget { RenderTarget(kind: .image) }

  /// Memory of the caller with row 0 at the top; the whole image is written, even where nothing
  /// changed.
  ///
  /// - Parameters:
  ///   - buffer: memory with room for the rows of the image; used only until `render` returns.
  ///   - bytesPerRow: the distance between rows, at least the bytes of its pixels; the bytes
  ///     between rows are left unchanged.
  ///   - format: the layout of the pixels, whose numbers are those of `RenderOptions.output`.
  public static func memory(
    _ buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int,
    format: PixelFormat = .rgba8Premultiplied
  ) -> RenderTarget {
    RenderTarget(kind: .memory(buffer, bytesPerRow: bytesPerRow, format: format))
  }

  /// The framebuffer that is bound for drawing.
  ///
  /// - Parameters:
  ///   - x: the left side of the image, in pixels from the framebuffer's left.
  ///   - y: the bottom of the image, in pixels from the framebuffer's bottom.
  public static func currentFramebuffer(x: Int = 0, y: Int = 0) -> RenderTarget {
    RenderTarget(kind: .currentFramebuffer(x: x, y: y))
  }

  /// A framebuffer of the current context.
  ///
  /// - Parameters:
  ///   - name: the OpenGL name; 0 is the window's framebuffer.
  ///   - width: the width of the drawable area, in pixels.
  ///   - height: the height of the drawable area, in pixels.
  ///   - isTopDown: whether row 0 is at the top; OpenGL's windows have it at the bottom, the
  ///     default.
  public static func framebuffer(
    _ name: UInt32, width: Int, height: Int, isTopDown: Bool = false
  ) -> RenderTarget {
    RenderTarget(
      kind: .framebuffer(name, width: width, height: height, isTopDown: isTopDown))
  }

  /// Level 0 of a two-dimensional texture of the current context, in a renderable format.
  ///
  /// - Parameters:
  ///   - name: the OpenGL name.
  ///   - width: the width of the texture, in pixels.
  ///   - height: the height of the texture, in pixels.
  ///   - isTopDown: whether row 0 is at the top, at texture coordinate 0; the default has the
  ///     bottom there.
  public static func texture(
    _ name: UInt32, width: Int, height: Int, isTopDown: Bool = false
  ) -> RenderTarget {
    RenderTarget(kind: .texture(name, width: width, height: height, isTopDown: isTopDown))
  }

  /// An EGLImage of the display that an OpenGL renderer uses, in a renderable format; the image
  /// replaces the existing pixels.
  ///
  /// - Parameters:
  ///   - image: the `EGLImage` handle.
  ///   - height: the height of the EGLImage, in pixels.
  ///   - isTopDown: whether row 0 is at the top, the default.
  public static func eglImage(
    _ image: UnsafeMutableRawPointer, height: Int, isTopDown: Bool = true
  ) -> RenderTarget {
    RenderTarget(kind: .eglImage(image, height: height, isTopDown: isTopDown))
  }

  /// A dma-buf in an RGB format with row 0 at the top; the image replaces the existing pixels.
  ///
  /// A device that imports the buffer draws into it, and `RenderedFrame.fence` signals when that is
  /// done. Otherwise, and on the CPU, the frame is copied into its memory, which requires
  /// `DMABuffer.linear`.
  public static func dmaBuffer(_ buffer: DMABuffer) -> RenderTarget {
    RenderTarget(kind: .dmaBuffer(buffer))
  }

  /// A surface that was made from the same renderer; the image replaces the existing pixels.
  public static func surface(_ surface: SharedSurface) -> RenderTarget {
    RenderTarget(kind: .surface(surface))
  }

  /// A description of the target, for messages.
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

extension DMABuffer {
  /// Copies the pixels of a frame of the same size into the buffer, with its own depth.
  ///
  /// - Returns: The reason why it cannot be done; nil if it was.
  func write(_ pixels: PixelBuffer) -> String? {
    let (width, height) = (pixels.width, pixels.height)
    return isDeep
      ? write(pixels.floats(isStraight: false), width: width, height: height)
      : write(pixels.byteRows, width: width, height: height)
  }
}
