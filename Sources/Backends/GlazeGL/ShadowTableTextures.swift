import COpenGL
import GlazePlan

/// The textures of shadow tables by their slots, each with one layer for each table of a plan.
struct ShadowTableTextures {
  private var slots: [GLuint] = []
  /// The format of the textures, which must be filtered.
  private let format: Int32

  init(_ traits: ContextTraits) { format = traits.filtersFloats ? GL_R32F : GL_R16F }

  subscript(slot: Int) -> GLuint { slots[slot] }

  mutating func make(_ slot: Int, _ tables: ShadowTables) {
    while slots.count <= slot { slots.append(0) }
    slots[slot] = upload(tables)
  }

  mutating func delete(_ slot: Int) {
    glDeleteTextures(1, &slots[slot])
    slots[slot] = 0
  }

  mutating func removeAll() {
    for slot in slots.indices { delete(slot) }
    slots = []
  }

  private func upload(_ tables: ShadowTables) -> GLuint {
    var texture: GLuint = 0
    let target = glEnum(GL_TEXTURE_2D_ARRAY)
    let side = GLsizei(ShadowTables.side)
    let count = GLsizei(tables.looks.count)
    glGenTextures(1, &texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(target, texture)
    glTexStorage3D(target, 1, glEnum(format), side, side, count)
    glTexParameteri(target, glEnum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    glTexSubImage3D(
      target, 0, 0, 0, 0, side, side, count, glEnum(GL_RED), glEnum(GL_FLOAT), tables.texels)
    return texture
  }
}
