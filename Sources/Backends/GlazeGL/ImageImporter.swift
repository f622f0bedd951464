import COpenGL
package import GlazeGeometry

/// Imports images of other programs into the context: the part that requires EGL, which this module
/// does not use.
package protocol ImageImporter: AnyObject {
  /// Binds the pixels of an EGLImage to the texture that is bound to `GL_TEXTURE_2D`.
  func bind(_ image: UnsafeMutableRawPointer) throws(ImportError)
  /// Creates EGLImages of a dma-buf: one for RGB, or one for Y and one for Cb and Cr.
  func images(of buffer: DMABuffer) throws(ImportError) -> [UnsafeMutableRawPointer]
  /// Destroys an EGLImage; textures keep its pixels.
  func destroy(_ image: UnsafeMutableRawPointer)
}

extension ImageImporter {
  /// Creates a texture of an EGLImage.
  func texture(of image: UnsafeMutableRawPointer) throws(ImportError) -> GLuint {
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    for _ in 0..<8 where glGetError() == 0 { break }
    do throws(ImportError) {
      try bind(image)
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
