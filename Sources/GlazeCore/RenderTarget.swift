/// How the four bytes of a pixel are laid out in memory.
///
/// All formats are sRGB encoded, 8 bits a component. More may come: a value is compared, never switched over.
public struct PixelFormat: Sendable, Hashable {
  /// Whether blue comes first, and not red.
  package let isBGR: Bool
  /// Whether the colours were multiplied with alpha.
  package let isPremultiplied: Bool

  /// R, G, B, A in the order of addresses, premultiplied: what Glaze draws, and what is copied fastest.
  public static let rgba8Premultiplied = PixelFormat(isBGR: false, isPremultiplied: true)
  /// B, G, R, A in the order of addresses, premultiplied: cairo's ARGB32, Qt's `ARGB32_Premultiplied`.
  public static let bgra8Premultiplied = PixelFormat(isBGR: true, isPremultiplied: true)
  /// R, G, B, A in the order of addresses, straight alpha: what PNG and NumPy users expect.
  public static let rgba8Straight = PixelFormat(isBGR: false, isPremultiplied: false)
  /// B, G, R, A in the order of addresses, straight alpha.
  public static let bgra8Straight = PixelFormat(isBGR: true, isPremultiplied: false)

  /// Bytes of a pixel: 4.
  public var bytesPerPixel: Int { 4 }
}

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

  /// What the target is, in words.
  package var name: String {
    switch kind {
    case .image: "an image"
    case .memory: "memory"
    case .currentFramebuffer: "the current framebuffer"
    case .framebuffer(let name, _, _, _): "framebuffer \(name)"
    case .texture(let name, _, _, _): "texture \(name)"
    }
  }
}
