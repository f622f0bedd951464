import GlazeEGL
import GlazeGL
public import GlazeGeometry

/// An image on an OpenGL device that other contexts, devices and programs can read.
///
/// ```swift
/// let surface = try SharedSurface(renderer, width: 1280, height: 720)
/// let frame = try session.render(into: .surface(surface))
/// let buffer = try surface.makeBuffer()
/// ```
///
/// Source: Glaze's own choice; `EGL_KHR_gl_texture_2D_image`, `EGL_MESA_image_dma_buf_export`.
public final class SharedSurface {
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The `EGLImage` of the surface on the renderer's display, with row 0 at the top; it lives as
  /// long as this object.
  public let eglImage: UnsafeMutableRawPointer

  let texture: UInt32
  private let shared: SharedImages
  private weak let owner: GLRenderer?

  /// Makes a surface with premultiplied RGBA pixels.
  ///
  /// - Parameters:
  ///   - renderer: the renderer that draws into the surface, with OpenGL.
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - depth: 8 bits a component, the default; `bits10`, with 2 bits for alpha; or `half`. Draw
  ///     into the surface with the same depth of `RenderOptions.output`; `OutputColor.hdrMetadata`
  ///     has what those who show it need to know.
  /// - Throws: `GlazeError.Code.unsupportedTarget` if the device cannot share images of that depth,
  ///   `GlazeError.Code.invalidSize`.
  public init(
    _ renderer: Renderer, width: Int, height: Int, depth: OutputColor.Depth = .bits8
  ) throws(GlazeError) {
    try renderer.checkThread()
    guard case .gl(let gl) = renderer.activeBackend else {
      throw .unshared("\(renderer.device) has no OpenGL")
    }
    let sides = 1...renderer.maximumDimension
    guard sides ~= width, sides ~= height else {
      throw GlazeError(
        .invalidSize,
        "a surface of \(width) x \(height) pixels cannot be made; a side has 1 to "
          + "\(renderer.maximumDimension)")
    }
    let made = try gl.makeShared(width: width, height: height, depth)
    (self.width, self.height) = (width, height)
    (texture, eglImage) = (made.texture, made.image)
    (shared, owner) = (made.shared, made.renderer)
  }

  deinit {
    shared.destroy(eglImage)
    owner?.discard(texture: texture)
  }

  /// Exports the surface as a dma-buf.
  ///
  /// - Returns: A buffer of one or more planes, whose descriptors the caller must close; planes may
  ///   share one.
  /// - Throws: `GlazeError.Code.unsupportedTarget` if the kernel does not manage the device's
  ///   memory, as with most software drivers.
  public func makeBuffer() throws(GlazeError) -> DMABuffer {
    do throws(EGLImages.Failure) {
      let buffer = try shared.images.buffer(of: eglImage, width: width, height: height)
      return DMABuffer(
        width: width, height: height, format: DMABuffer.Format(rawValue: buffer.format),
        modifier: buffer.modifier,
        planes: buffer.planes.map {
          DMABuffer.Plane(
            descriptor: $0.descriptor, offset: $0.offset, bytesPerRow: $0.bytesPerRow)
        })
    } catch {
      throw .unshared(error.reason)
    }
  }
}

extension GlazeError {
  /// An image cannot be shared.
  static func unshared(_ reason: String) -> Self {
    Self(.unsupportedTarget, "images cannot be shared: \(reason)")
  }
}
