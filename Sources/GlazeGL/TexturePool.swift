import COpenGL
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Textures of images, kept from frame to frame, and the samplers that read them.
struct TexturePool {
  /// What a texture holds.
  struct Key: Hashable {
    var image: UInt64
    /// The only level; nil for all of them.
    var level: Int?
  }

  private struct Entry {
    var id: GLuint
    /// Nil when nobody can ask for it again.
    weak var image: CGImage?
  }

  private struct SamplerKey: Hashable {
    var minification: TextureFilter
    var magnification: TextureFilter
    var level: Int
  }

  private var textures: [Key: Entry] = [:]
  private var samplers: [SamplerKey: GLuint] = [:]
  private var pictures: GLuint = 0
  /// What of the textures stays.
  var ledger = CacheLedger<Key>(budget: MemoryBudget.standard.textures)
  /// Bytes that were sent to the driver.
  var uploadedBytes = 0

  /// Makes a plan's images textures, and frees those that are to go.
  ///
  /// - Returns: Names of texture and sampler, in the order of the plan's textures.
  mutating func prepare(
    _ plan: FramePlan, limit: Int
  ) throws -> [(texture: GLuint, sampler: GLuint)] {
    ledger.beginFrame(isPart: plan.damage != nil)
    // Drivers read a texture of one level faster than a level of many: they need not look for it.
    var chains: Set<UInt64> = []
    for texture in plan.textures where texture.minification == .trilinear {
      chains.insert(texture.image.identity)
    }
    let keys = plan.textures.map { texture in
      Key(
        image: texture.image.identity,
        level: chains.contains(texture.image.identity) ? nil : texture.level)
    }
    makeRoom(for: zip(keys, plan.textures))
    return try zip(keys, plan.textures).map { key, texture in
      (
        texture: try self.texture(key, texture.image, limit: limit),
        sampler: sampler(
          SamplerKey(
            minification: texture.minification, magnification: texture.magnification,
            level: key.level == nil ? texture.level : 0))
      )
    }
  }

  /// Frees the textures that are to go before new ones are made.
  private mutating func makeRoom(
    for wanted: Zip2Sequence<[Key], [FramePlan.Texture]>
  ) {
    for (key, entry) in textures where entry.image == nil { ledger.remove(key) }
    var new: [Key: Int] = [:]
    for (key, texture) in wanted where !ledger.use(key) {
      new[key] = MipChain.byteCount(of: texture.image, level: key.level)
    }
    ledger.evict(before: new.values.reduce(0, +))
    for (key, entry) in textures where !ledger.contains(key) {
      var id = entry.id
      glDeleteTextures(1, &id)
      textures[key] = nil
    }
  }

  mutating func removeAll() {
    for var id in textures.values.map(\.id) { glDeleteTextures(1, &id) }
    for var id in samplers.values { glDeleteSamplers(1, &id) }
    textures = [:]
    if pictures != 0 { glDeleteSamplers(1, &pictures) }
    samplers = [:]
    pictures = 0
  }

  /// Reads transient targets: linearly, and transparent outside of them.
  mutating func pictureSampler() -> GLuint {
    if pictures == 0 {
      glGenSamplers(1, &pictures)
      glSamplerParameteri(pictures, glEnum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
      glSamplerParameteri(pictures, glEnum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
      glSamplerParameteri(pictures, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_BORDER)
      glSamplerParameteri(pictures, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_BORDER)
    }
    return pictures
  }

  private mutating func texture(_ key: Key, _ image: CGImage, limit: Int) throws -> GLuint {
    if let entry = textures[key] { return entry.id }
    let chain = key.level.map { MipChain(image: image, level: $0) } ?? MipChain(image: image)
    let size = max(chain.levels[0].width, chain.levels[0].height)
    guard size <= limit else {
      throw GLError.tooLarge(
        what: "an image of \(image.width) x \(image.height) pixels", size: size, limit: limit)
    }
    uploadedBytes += chain.byteCount
    ledger.add(key, bytes: chain.byteCount)
    let id = Self.upload(chain)
    textures[key] = Entry(id: id, image: image)
    return id
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

  private mutating func sampler(_ key: SamplerKey) -> GLuint {
    if let id = samplers[key] { return id }
    var id: GLuint = 0
    glGenSamplers(1, &id)
    let minification =
      switch key.minification {
      case .nearest: GL_NEAREST
      case .linear: GL_LINEAR
      case .trilinear: GL_LINEAR_MIPMAP_LINEAR
      }
    if key.level > 0 {
      // Whatever level a shader asks for.
      glSamplerParameteri(id, glEnum(GL_TEXTURE_MIN_FILTER), GL_LINEAR_MIPMAP_NEAREST)
      glSamplerParameterf(id, glEnum(GL_TEXTURE_MIN_LOD), GLfloat(key.level))
      glSamplerParameterf(id, glEnum(GL_TEXTURE_MAX_LOD), GLfloat(key.level))
    } else {
      glSamplerParameteri(id, glEnum(GL_TEXTURE_MIN_FILTER), minification)
    }
    glSamplerParameteri(
      id, glEnum(GL_TEXTURE_MAG_FILTER), key.magnification == .nearest ? GL_NEAREST : GL_LINEAR)
    glSamplerParameteri(id, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glSamplerParameteri(id, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    samplers[key] = id
    return id
  }
}
