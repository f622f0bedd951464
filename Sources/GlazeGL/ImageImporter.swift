import COpenGL
package import GlazeGeometry

/// Brings pictures of other programs into the context: what needs EGL, of which this module knows nothing.
package protocol ImageImporter: AnyObject {
  /// Gives the pixels of an EGLImage to the texture that is bound to two dimensions.
  func bind(_ image: UnsafeMutableRawPointer) throws(ImportError)
  /// Makes EGLImages of a dma-buf: one of its colors, or one of Y and one of Cb and Cr.
  func images(of buffer: DMABuffer) throws(ImportError) -> [UnsafeMutableRawPointer]
  /// Gives an EGLImage back; textures keep its pixels.
  func destroy(_ image: UnsafeMutableRawPointer)
}

extension ImageImporter {
  /// Makes a texture of an EGLImage.
  func texture(of image: UnsafeMutableRawPointer) throws(ImportError) -> GLuint {
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    for _ in 0..<8 where glGetError() == 0 { break }
    do throws(ImportError) {
      try bind(image)
      guard glGetError() == 0 else { throw ImportError("the driver does not take the EGLImage") }
    } catch {
      glDeleteTextures(1, &id)
      throw error
    }
    return id
  }
}

/// Why a picture cannot be imported.
package struct ImportError: Error, Equatable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
