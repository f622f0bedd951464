/// The source of an image that does not belong to Glaze: a texture, an EGLImage, a dma-buf, or
/// bytes.
///
/// Everything that it describes must stay unchanged until the release function of its
/// `ExternalImage` is called. Only the pixels may change, between frames.
///
/// Colors are sRGB encoded. Source: Glaze's own choice; Apple uses `IOSurface` instead.
public struct ExternalSource: @unchecked Sendable {
  // Unchecked, because the addresses are only passed on to the code that draws.
  package enum Kind {
    case texture(UInt32)
    case eglImage(UnsafeMutableRawPointer)
    case dmaBuffer(DMABuffer)
    case memory(UnsafeRawBufferPointer, bytesPerRow: Int, format: PixelFormat)
  }

  /// The meaning of alpha.
  public enum Alpha: Sendable, Hashable {
    /// The colors are multiplied with alpha, as is usual in OpenGL and Wayland.
    case premultiplied
    /// The colors are not multiplied with alpha.
    case straight
    /// Alpha is ignored: all pixels are opaque.
    case opaque
  }

  package let kind: Kind
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The meaning of alpha.
  public let alpha: Alpha
  /// A Boolean value that indicates whether row 0 is at the top.
  public let isTopDown: Bool

  /// Returns level 0 of a two-dimensional texture in the context in which the renderer draws,
  /// `Device.currentContext`.
  ///
  /// Commands that draw into it must be issued before the frame in the same context, or be waited
  /// for.
  ///
  /// - Parameters:
  ///   - name: the texture's OpenGL name.
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - isTopDown: whether row 0, at texture coordinate 0, is at the top; content that OpenGL drew
  ///     has it at the bottom, which is the default.
  ///   - alpha: the meaning of alpha; premultiplied by default.
  public static func texture(
    _ name: UInt32, width: Int, height: Int, isTopDown: Bool = false,
    alpha: Alpha = .premultiplied
  ) -> ExternalSource {
    ExternalSource(
      kind: .texture(name), width: width, height: height, alpha: alpha, isTopDown: isTopDown)
  }

  /// Returns an EGLImage of the display with which the renderer draws.
  ///
  /// - Parameters:
  ///   - image: the `EGLImage` handle.
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - isTopDown: whether row 0 is at the top, the default.
  ///   - alpha: the meaning of alpha; premultiplied by default.
  public static func eglImage(
    _ image: UnsafeMutableRawPointer, width: Int, height: Int, isTopDown: Bool = true,
    alpha: Alpha = .premultiplied
  ) -> ExternalSource {
    ExternalSource(
      kind: .eglImage(image), width: width, height: height, alpha: alpha, isTopDown: isTopDown)
  }

  /// Returns a dma-buf, row 0 at the top.
  ///
  /// Devices import it. Where they cannot, and on the CPU, its memory is mapped, which requires
  /// `DMABuffer.linear`.
  ///
  /// - Parameters:
  ///   - buffer: the buffer with its layout.
  ///   - alpha: the meaning of alpha, where the format has it; premultiplied by default.
  public static func dmaBuffer(
    _ buffer: DMABuffer, alpha: Alpha = .premultiplied
  ) -> ExternalSource {
    var alpha = alpha
    switch buffer.format.layout {
    case .yCbCr, .rgb(_, hasAlpha: false): alpha = .opaque
    default: break
    }
    return ExternalSource(
      kind: .dmaBuffer(buffer), width: buffer.width, height: buffer.height, alpha: alpha,
      isTopDown: true)
  }

  /// Returns bytes of the caller, row 0 at the top, which frames read without a copy where their
  /// format allows it.
  ///
  /// - Parameters:
  ///   - bytes: all rows; they must stay at the same address until the image is released.
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - bytesPerRow: the distance from one row to the next, at least four times the width.
  ///   - format: the layout of pixels in memory, with 8 bits for each component.
  public static func memory(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int,
    format: PixelFormat = .rgba8Premultiplied
  ) -> ExternalSource {
    ExternalSource(
      kind: .memory(bytes, bytesPerRow: bytesPerRow, format: format), width: width, height: height,
      alpha: format.isPremultiplied ? .premultiplied : .straight, isTopDown: true)
  }

  /// The meaning of a video's components whose colors are not those of sRGB; nil for other sources.
  package var wideEncoding: YCbCrEncoding? {
    guard case .dmaBuffer(let buffer) = kind, case .yCbCr = buffer.format.layout,
      !buffer.encoding.color.isSRGB
    else { return nil }
    return buffer.encoding
  }

  /// The largest side, in pixels.
  package static let maximumDimension = 32768

  /// The error in the description; nil for none.
  package var problem: String? {
    let sides = 1...Self.maximumDimension
    guard sides ~= width, sides ~= height else {
      return "an image cannot have \(width) x \(height) pixels: each side must be 1 to "
        + "\(Self.maximumDimension)"
    }
    switch kind {
    case .texture(0): return "there is no texture 0"
    case .texture, .eglImage: return nil
    case .dmaBuffer(let buffer):
      switch buffer.format.layout {
      case .rgb10, .half:
        return "pixels of format \(buffer.format) cannot be read, only written; use AR24, XR24, "
          + "AB24, XB24, NV12 or P010"
      default: return buffer.problem
      }
    case .memory(let bytes, let bytesPerRow, let format):
      guard format.bytesPerPixel == 4 else {
        return "its pixels have more than 8 bits for each component: make a CGImage of them"
      }
      guard bytesPerRow >= width * 4, bytesPerRow <= 1 << 32 else {
        return "rows of \(width) pixels cannot have \(bytesPerRow) bytes"
      }
      let needed = (height - 1) * bytesPerRow + width * 4
      return bytes.count >= needed
        ? nil : "\(needed) bytes are needed, got \(bytes.count)"
    }
  }
}

extension ExternalSource: CustomStringConvertible {
  /// A description for messages.
  public var description: String {
    let size = "\(width) x \(height) pixels"
    return switch kind {
    case .texture(let name): "texture \(name) of \(size)"
    case .eglImage: "an EGLImage of \(size)"
    case .dmaBuffer(let buffer): "a dma-buf of \(size), \(buffer.format)"
    case .memory: "memory of \(size)"
    }
  }
}

extension DMABuffer {
  /// The error in the description; nil for none.
  package var problem: String? {
    let count: Int
    switch format.layout {
    case nil:
      return "pixels of format \(format) cannot be read; use AR24, XR24, AB24, XB24, NV12 or P010"
    case .rgb, .rgb10, .half: count = 1
    case .yCbCr: count = 2
    }
    guard planes.count >= count, planes.count <= 4 else {
      return "a dma-buf of format \(format) must have \(count) to 4 planes, not \(planes.count)"
    }
    for (index, plane) in planes.enumerated() {
      guard plane.descriptor >= 0 else { return "plane \(index) has no file descriptor" }
      guard 0...Int(Int32.max) ~= plane.offset else {
        return "plane \(index) cannot begin at byte \(plane.offset)"
      }
      guard 1...Int(Int32.max) ~= plane.bytesPerRow else {
        return "rows of plane \(index) cannot have \(plane.bytesPerRow) bytes"
      }
    }
    return nil
  }
}
