import GlazeEGL
import GlazeGL
import GlazeGeometry

/// The backend's interface to EGL for shared images.
final class SharedImages: ImageImporter {
  let images: EGLImages
  private let storesImages: Bool
  private let bindsImages: Bool

  /// - Returns: nil when the context that is current was not made by EGL.
  init?(_ context: ContextTraits) {
    guard let images = EGLImages.current else { return nil }
    self.images = images
    // The extension is written on top of texture storage, without which its function is an error.
    storesImages = context.hasTextureStorage && context.has("GL_EXT_EGL_image_storage")
    bindsImages = context.has("GL_OES_EGL_image")
  }

  func bind(
    _ image: UnsafeMutableRawPointer, to target: TextureTarget
  ) throws(ImportError) {
    // GL_EXT_EGL_image_storage leaves external textures to the older extension.
    if storesImages, target == .plain {
      images.bind(image, to: target.number, isStorage: true)
    } else if bindsImages {
      images.bind(image, to: target.number, isStorage: false)
    } else {
      throw ImportError("this driver lacks GL_OES_EGL_image")
    }
  }

  func destroy(_ image: UnsafeMutableRawPointer) { images.destroy(image) }

  func images(of buffer: DMABuffer) throws(ImportError) -> [UnsafeMutableRawPointer] {
    try check(buffer)
    guard case .yCbCr(let isDeep) = buffer.format.layout else {
      return [try image(buffer, buffer.format, buffer.planes)]
    }
    // Each plane is an image of its own: a texture that samples all of them is not a GL_TEXTURE_2D.
    let luma = try image(buffer, isDeep ? .r16 : .r8, [buffer.planes[0]])
    var half = buffer
    (half.width, half.height) = ((buffer.width + 1) / 2, (buffer.height + 1) / 2)
    do throws(ImportError) {
      return [luma, try image(half, isDeep ? .gr1616 : .gr88, [buffer.planes[1]])]
    } catch {
      images.destroy(luma)
      throw error
    }
  }

  func wholeImage(of buffer: DMABuffer) throws(ImportError) -> UnsafeMutableRawPointer {
    try check(buffer)
    return try image(buffer, buffer.format, buffer.planes, buffer.encoding)
  }

  private func check(_ buffer: DMABuffer) throws(ImportError) {
    if let problem = buffer.problem { throw ImportError(problem) }
    if buffer.isTooSmall { throw ImportError("its memory is smaller than its planes") }
  }

  private func image(
    _ buffer: DMABuffer, _ format: DMABuffer.Format, _ planes: [DMABuffer.Plane],
    _ encoding: YCbCrEncoding? = nil
  ) throws(ImportError) -> UnsafeMutableRawPointer {
    do throws(EGLImages.Failure) {
      return try images.image(
        of: EGLImages.Buffer(
          width: buffer.width, height: buffer.height, format: format.rawValue,
          modifier: buffer.modifier,
          planes: planes.map {
            EGLImages.Plane(
              descriptor: $0.descriptor, offset: $0.offset, bytesPerRow: $0.bytesPerRow)
          }, colors: encoding.map { EGLImages.Colors($0) }))
    } catch {
      throw ImportError(error.reason)
    }
  }
}

extension EGLImages.Colors {
  fileprivate init(_ encoding: YCbCrEncoding) {
    let standard: Standard =
      switch encoding.red {
      case YCbCrEncoding.rec601.red: .rec601
      case YCbCrEncoding.rec709.red: .rec709
      default: .rec2020
      }
    self.init(standard, isFullRange: encoding.isFullRange)
  }
}

extension DMABuffer.Format {
  /// One component of 8 bits.
  fileprivate static let r8 = DMABuffer.Format("R8  ")
  /// One component of 16 bits.
  fileprivate static let r16 = DMABuffer.Format("R16 ")
  /// Two components of 8 bits.
  fileprivate static let gr88 = DMABuffer.Format("GR88")
  /// Two components of 16 bits.
  fileprivate static let gr1616 = DMABuffer.Format("GR32")
}
