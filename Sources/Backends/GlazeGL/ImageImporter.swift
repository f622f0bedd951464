import COpenGL
package import GlazeGeometry

/// Imports images of other programs into the context: the part that requires EGL, which this module
/// does not use.
package protocol ImageImporter: AnyObject {
  /// Binds the pixels of an EGLImage to the texture that is bound to a target.
  func bind(_ image: UnsafeMutableRawPointer, to target: TextureTarget) throws(ImportError)
  /// Creates EGLImages of a dma-buf: one for RGB, or one for Y and one for Cb and Cr.
  func images(of buffer: DMABuffer) throws(ImportError) -> [UnsafeMutableRawPointer]
  /// Creates one EGLImage of a whole dma-buf, whose colors the driver converts.
  func wholeImage(of buffer: DMABuffer) throws(ImportError) -> UnsafeMutableRawPointer
  /// Destroys an EGLImage; textures keep its pixels.
  func destroy(_ image: UnsafeMutableRawPointer)
}

/// The target to which a texture of an EGLImage is bound.
package enum TextureTarget: Sendable {
  /// `GL_TEXTURE_2D`, which shaders read as any other texture.
  case plain
  /// `GL_TEXTURE_EXTERNAL_OES`, for images in layouts that only the driver can read, such as those
  /// of video decoders.
  case external

  /// The number in OpenGL.
  package var number: UInt32 {
    switch self {
    case .plain: glEnum(GL_TEXTURE_2D)
    // The headers of OpenGL do not have it.
    case .external: 0x8D65
    }
  }

  /// The query of the texture that is bound to it.
  var binding: Int32 {
    switch self {
    case .plain: GL_TEXTURE_BINDING_2D
    case .external: 0x8D67
    }
  }
}

extension ImageImporter {
  /// Creates a texture of an EGLImage.
  func texture(
    of image: UnsafeMutableRawPointer, _ target: TextureTarget = .plain
  ) throws(ImportError) -> GLuint {
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(target.number, id)
    for _ in 0..<8 where glGetError() == 0 { break }
    do throws(ImportError) {
      try bind(image, to: target)
      guard glGetError() == 0 else { throw ImportError("the driver rejects the EGLImage") }
    } catch {
      glDeleteTextures(1, &id)
      throw error
    }
    return id
  }
}

/// The reason why an image cannot be imported.
package struct ImportError: Error, Equatable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
