/// Where a picture comes from that is not Glaze's: a texture, an EGLImage, a dma-buf, or bytes.
///
/// What it describes must stay as it is until the release function of its `ExternalImage` is called, but for
/// the pixels, which may change between frames.
///
/// Colours are sRGB encoded. Source: Glaze's own choice; Apple has `IOSurface` in its place.
public struct ExternalSource: @unchecked Sendable {
  // Unchecked: the addresses are only passed on, by whoever draws.
  package enum Kind {
    case texture(UInt32)
    case eglImage(UnsafeMutableRawPointer)
    case dmaBuffer(DMABuffer)
    case memory(UnsafeRawBufferPointer, bytesPerRow: Int, format: PixelFormat)
  }

  /// What alpha says.
  public enum Alpha: Sendable, Hashable {
    /// The colours were multiplied with it, as OpenGL's and Wayland's programs do.
    case premultiplied
    /// The colours were not.
    case straight
    /// Nothing: all pixels are opaque.
    case opaque
  }

  package let kind: Kind
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// What alpha says.
  public let alpha: Alpha
  /// Whether row 0 is on top.
  public let isTopDown: Bool

  /// Level 0 of a two-dimensional texture of the context that the renderer draws in,
  /// `Device.currentContext`.
  ///
  /// What draws into it has to come before the frame in the same context, or be waited for.
  ///
  /// - Parameters:
  ///   - name: as OpenGL counts.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - isTopDown: whether row 0, at texture coordinate 0, is on top; what OpenGL drew has it at the bottom,
  ///     which is the default.
  ///   - alpha: what alpha says; premultiplied by default.
  public static func texture(
    _ name: UInt32, width: Int, height: Int, isTopDown: Bool = false,
    alpha: Alpha = .premultiplied
  ) -> ExternalSource {
    ExternalSource(
      kind: .texture(name), width: width, height: height, alpha: alpha, isTopDown: isTopDown)
  }

  /// An EGLImage of the display that the renderer draws with.
  ///
  /// - Parameters:
  ///   - image: the `EGLImage` handle.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - isTopDown: whether row 0 is on top, the default.
  ///   - alpha: what alpha says; premultiplied by default.
  public static func eglImage(
    _ image: UnsafeMutableRawPointer, width: Int, height: Int, isTopDown: Bool = true,
    alpha: Alpha = .premultiplied
  ) -> ExternalSource {
    ExternalSource(
      kind: .eglImage(image), width: width, height: height, alpha: alpha, isTopDown: isTopDown)
  }

  /// A dma-buf, row 0 on top.
  ///
  /// Devices import it; where they cannot, and on the CPU, its memory is mapped, which needs
  /// `DMABuffer.linear`.
  ///
  /// - Parameters:
  ///   - buffer: what it holds, and where.
  ///   - alpha: what alpha says, where the format has it; premultiplied by default.
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

  /// Bytes of the caller's, row 0 on top, which frames read without a copy where their format allows it.
  ///
  /// - Parameters:
  ///   - bytes: all rows; they stay where they are until the picture is released.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - bytesPerRow: from a row to the next, at least four times the width.
  ///   - format: how pixels lie in memory.
  public static func memory(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int,
    format: PixelFormat = .rgba8Premultiplied
  ) -> ExternalSource {
    ExternalSource(
      kind: .memory(bytes, bytesPerRow: bytesPerRow, format: format), width: width, height: height,
      alpha: format.isPremultiplied ? .premultiplied : .straight, isTopDown: true)
  }

  /// The largest side, in pixels.
  package static let maximumDimension = 32768

  /// What is wrong with the description; nil for nothing.
  package var problem: String? {
    let sides = 1...Self.maximumDimension
    guard sides ~= width, sides ~= height else {
      return "a picture of \(width) x \(height) pixels cannot be shown: a side has 1 to "
        + "\(Self.maximumDimension)"
    }
    switch kind {
    case .texture(0): return "there is no texture 0"
    case .texture, .eglImage: return nil
    case .dmaBuffer(let buffer): return buffer.problem
    case .memory(let bytes, let bytesPerRow, _):
      guard bytesPerRow >= width * 4, bytesPerRow <= 1 << 32 else {
        return "rows of \(width) pixels do not have \(bytesPerRow) bytes"
      }
      let needed = (height - 1) * bytesPerRow + width * 4
      return bytes.count >= needed
        ? nil : "\(needed) bytes are needed, and there are \(bytes.count)"
    }
  }
}

extension ExternalSource: CustomStringConvertible {
  /// What it is, for messages.
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
  /// What is wrong with the description; nil for nothing.
  package var problem: String? {
    let count: Int
    switch format.layout {
    case nil:
      return "pixels of format \(format) cannot be read; use AR24, XR24, AB24, XB24, NV12 or P010"
    case .rgb: count = 1
    case .yCbCr: count = 2
    }
    guard planes.count >= count, planes.count <= 4 else {
      return "a dma-buf of format \(format) has \(count) to 4 planes, not \(planes.count)"
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
