import COpenGL

/// Checks of a host's textures.
enum HostTexture {
  /// The reason why a texture cannot be read or drawn to as an image; nil for one that can.
  ///
  /// - Parameters:
  ///   - width: The width of the image; nil for any.
  ///   - height: The height of the image; nil for any.
  ///   - isDescribed: Whether the format and the size can be queried: not in OpenGL ES 3.0.
  static func problem(
    _ texture: GLuint, width: Int? = nil, height: Int? = nil, isDescribed: Bool
  ) -> String? {
    guard glIsTexture(texture) != 0 else { return "the context has no such texture" }
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), texture)
    guard glGetError() == 0 else { return "it is not two-dimensional" }
    guard isDescribed else { return nil }
    guard [GL_UNSIGNED_NORMALIZED, GL_FLOAT].contains(parameter(GL_TEXTURE_RED_TYPE)) else {
      return "its red component is neither normalized nor floating-point"
    }
    let size = (Int(parameter(GL_TEXTURE_WIDTH)), Int(parameter(GL_TEXTURE_HEIGHT)))
    if let width, let height, size != (width, height) {
      return "it has \(size.0) x \(size.1) pixels"
    }
    return nil
  }

  /// Whether samples of a texture are linear light, decoded from sRGB.
  static func isDecoded(_ texture: GLuint) -> Bool {
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), texture)
    return [GL_SRGB8_ALPHA8, GL_SRGB8, GL_SRGB, GL_SRGB_ALPHA]
      .contains(parameter(GL_TEXTURE_INTERNAL_FORMAT))
  }

  private static func parameter(_ name: Int32) -> GLint {
    var value: GLint = 0
    glGetTexLevelParameteriv(glEnum(GL_TEXTURE_2D), 0, glEnum(name), &value)
    return value
  }
}
