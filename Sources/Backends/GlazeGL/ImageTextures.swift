import COpenGL
import GlazeGeometry
import GlazeLowering
import GlazePlan
import GlazeTree

/// The textures of images by their slots, and the samplers that read them.
struct ImageTextures {
  private struct Entry {
    var id: GLuint = 0
    /// Whether the texture belongs to the host.
    var isBorrowed = false
    /// The external image that the texture reads in place, or from which it was created.
    var external: ExternalStorage?
    /// The image; nil when it no longer exists, so that its texture cannot be requested again.
    weak var image: CGImage?
  }

  private var slots: [Entry] = []
  private var sweep = SlotSweep()
  private var samplers: [CommandList.Sampler: GLuint] = [:]
  /// The factory for textures of other programs' images.
  var externals: ExternalTextures
  /// Whether bytes in the order blue, green, red can be uploaded.
  private let uploadsBGR: Bool
  /// Images that frames may still read, with the fences after which these are drawn.
  private var leaving: [(external: ExternalStorage, drawn: GLsync?)] = []

  init(_ traits: ContextTraits) {
    uploadsBGR = traits.uploadsBGR
    externals = ExternalTextures(traits)
  }

  subscript(slot: Int) -> GLuint { slots[slot].id }

  /// Deletes textures of images that no longer exist, and returns their slots; each frame looks for some.
  mutating func deleteOrphans() -> [Int] {
    leaving.removeAll { Self.isOver($0.drawn) }
    var orphans: [Int] = []
    for slot in sweep.slots(of: slots.count) where slots[slot].id != 0 && slots[slot].image == nil {
      orphans.append(slot)
    }
    for slot in orphans { delete(slot) }
    sweep.note(found: !orphans.isEmpty)
    return orphans
  }

  mutating func make(
    _ slot: Int, _ texture: FramePlan.Texture, level: Int?, _ compiler: ShaderCompiler
  ) throws {
    while slots.count <= slot { slots.append(Entry()) }
    let (image, map) = (texture.image, texture.map)
    if let external = image.external {
      if let made = try externals.make(external.source, level: level, map: map, compiler) {
        slots[slot] = Entry(
          id: made.id, isBorrowed: made.isBorrowed, external: external, image: image)
        return
      }
      if level == 0, map == nil, let id = upload(external.source) {
        slots[slot] = Entry(id: id, external: external, image: image)
        return
      }
    }
    let chain =
      level.map { MipChain(image: image, level: $0, map: map) } ?? MipChain(image: image, map: map)
    slots[slot] = Entry(id: Self.upload(chain), image: image)
  }

  mutating func delete(_ slot: Int) {
    let entry = slots[slot]
    if !entry.isBorrowed { glDeleteTextures(1, &slots[slot].id) }
    if let external = entry.external {
      leaving.append((external, glFenceSync(glEnum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)))
    }
    slots[slot] = Entry()
  }

  /// Whether the device has reached a fence, which is then deleted.
  private static func isOver(_ fence: GLsync?) -> Bool {
    let state = glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 0)
    if state == glEnum(GL_TIMEOUT_EXPIRED) { return false }
    glDeleteSync(fence)
    return true
  }

  mutating func removeAll() {
    for slot in slots.indices { delete(slot) }
    if !leaving.isEmpty { glFinish() }
    leaving.removeAll { Self.isOver($0.drawn) }
    externals.delete()
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

  /// Uploads the program's bytes unchanged.
  ///
  /// - Returns: nil where they must be converted.
  private func upload(_ source: ExternalSource) -> GLuint? {
    guard case .memory(let bytes, let bytesPerRow, let format) = source.kind,
      format.isPremultiplied, bytesPerRow % 4 == 0, !format.isBGR || uploadsBGR
    else { return nil }
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    let (width, height) = (GLsizei(source.width), GLsizei(source.height))
    glTexStorage2D(glEnum(GL_TEXTURE_2D), 1, glEnum(GL_RGBA8), width, height)
    glPixelStorei(glEnum(GL_UNPACK_ROW_LENGTH), GLint(bytesPerRow / 4))
    defer { glPixelStorei(glEnum(GL_UNPACK_ROW_LENGTH), 0) }
    glTexSubImage2D(
      glEnum(GL_TEXTURE_2D), 0, 0, 0, width, height, glEnum(format.isBGR ? GL_BGRA : GL_RGBA),
      glEnum(GL_UNSIGNED_BYTE), bytes.baseAddress)
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
    guard case .image(let minification, let magnification, let level) = sampler else { return }
    if level > 0 {
      // The filter applies to any level that a shader requests.
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
