import COpenGL
import GlazeGeometry
import GlazeLowering
import GlazePlan
import GlazeTree

/// Textures of images by their slots, and the samplers that read them.
struct ImageTextures {
  private struct Entry {
    var id: GLuint = 0
    /// Nil when nobody holds it any longer, so that nobody can ask for its texture.
    weak var image: CGImage?
  }

  private var slots: [Entry] = []
  private var samplers: [CommandList.Sampler: GLuint] = [:]

  subscript(slot: Int) -> GLuint { slots[slot].id }

  /// Deletes the textures of images that are gone, and returns their slots.
  mutating func deleteOrphans() -> [Int] {
    let orphans = slots.indices.filter { slots[$0].id != 0 && slots[$0].image == nil }
    for slot in orphans { delete(slot) }
    return orphans
  }

  mutating func make(_ slot: Int, _ image: CGImage, level: Int?) {
    let chain = level.map { MipChain(image: image, level: $0) } ?? MipChain(image: image)
    while slots.count <= slot { slots.append(Entry()) }
    slots[slot] = Entry(id: Self.upload(chain), image: image)
  }

  mutating func delete(_ slot: Int) {
    glDeleteTextures(1, &slots[slot].id)
    slots[slot] = Entry()
  }

  mutating func removeAll() {
    for slot in slots.indices { delete(slot) }
    for var id in samplers.values { glDeleteSamplers(1, &id) }
    (slots, samplers) = ([], [:])
  }

  private static func upload(_ chain: MipChain) -> GLuint {
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    let isDeep = chain.levels[0].deepPixels != nil
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), GLsizei(chain.levels.count), glEnum(isDeep ? GL_RGBA16F : GL_RGBA8),
      GLsizei(chain.levels[0].width), GLsizei(chain.levels[0].height))
    for (index, level) in chain.levels.enumerated() {
      func upload(_ type: Int32, _ texels: UnsafeRawBufferPointer) {
        glTexSubImage2D(
          glEnum(GL_TEXTURE_2D), GLint(index), 0, 0, GLsizei(level.width), GLsizei(level.height),
          glEnum(GL_RGBA), glEnum(type), texels.baseAddress)
      }
      if let deep = level.deepPixels {
        deep.withUnsafeBytes { upload(GL_HALF_FLOAT, $0) }
      } else {
        level.pixels.withUnsafeBytes { upload(GL_UNSIGNED_BYTE, $0) }
      }
    }
    return id
  }

  // MARK: Samplers

  /// The name of a sampler; 0 for the texture's own.
  mutating func sampler(_ sampler: CommandList.Sampler) -> GLuint {
    if sampler == .none { return 0 }
    if let id = samplers[sampler] { return id }
    var id: GLuint = 0
    glGenSamplers(1, &id)
    Self.set(id, sampler)
    samplers[sampler] = id
    return id
  }

  private static func set(_ id: GLuint, _ sampler: CommandList.Sampler) {
    func set(_ name: Int32, _ value: Int32) { glSamplerParameteri(id, glEnum(name), value) }
    guard case .image(let minification, let magnification, let level) = sampler else {
      set(GL_TEXTURE_MIN_FILTER, GL_LINEAR)
      set(GL_TEXTURE_MAG_FILTER, GL_LINEAR)
      set(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER)
      set(GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER)
      return
    }
    if level > 0 {
      // Whatever level a shader asks for.
      set(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST)
      glSamplerParameterf(id, glEnum(GL_TEXTURE_MIN_LOD), GLfloat(level))
      glSamplerParameterf(id, glEnum(GL_TEXTURE_MAX_LOD), GLfloat(level))
    } else {
      switch minification {
      case .nearest: set(GL_TEXTURE_MIN_FILTER, GL_NEAREST)
      case .linear: set(GL_TEXTURE_MIN_FILTER, GL_LINEAR)
      case .trilinear: set(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
      }
    }
    set(GL_TEXTURE_MAG_FILTER, magnification == .nearest ? GL_NEAREST : GL_LINEAR)
    set(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE)
    set(GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE)
  }
}
