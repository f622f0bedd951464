import COpenGL
import GlazePlan

/// The texture that holds the tables of shadows, a layer for each.
struct ShadowTableArray {
  private(set) var texture: GLuint = 0
  private var layers = 0

  mutating func write(_ tables: ShadowTables) {
    let target = glEnum(GL_TEXTURE_2D_ARRAY)
    glActiveTexture(glEnum(GL_TEXTURE0))
    if tables.looks.count > layers { grow(to: tables.looks.count) }
    glBindTexture(target, texture)
    let side = GLsizei(ShadowTables.side)
    glTexSubImage3D(
      target, 0, 0, 0, 0, side, side, GLsizei(tables.looks.count), glEnum(GL_RED),
      glEnum(GL_FLOAT), tables.texels)
  }

  mutating func removeAll() {
    glDeleteTextures(1, &texture)
    (texture, layers) = (0, 0)
  }

  private mutating func grow(to count: Int) {
    removeAll()
    layers = max(4, 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount))
    glGenTextures(1, &texture)
    let target = glEnum(GL_TEXTURE_2D_ARRAY)
    let side = GLsizei(ShadowTables.side)
    glBindTexture(target, texture)
    glTexStorage3D(target, 1, glEnum(GL_R32F), side, side, GLsizei(layers))
    glTexParameteri(target, glEnum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
  }
}
