import COpenGL
import GlazeLowering
import GlazePlan

/// The framebuffers of surfaces, which later frames reuse.
struct SurfacePool {
  /// A texture with the framebuffer that draws into it.
  struct Framebuffer {
    var id: GLuint
    var texture: GLuint
    var width: Int
    var height: Int
    var format: FramePlan.PixelFormat

    var bytes: Int { width * height * format.bytesPerPixel }
    /// Whether pixels are read as floats: OpenGL ES promises no other type for half floats, which
    /// also replace numbers of 16 bits there.
    var isReadAsFloats = false

    func fits(_ surface: CommandList.Surface) -> Bool {
      width == surface.width && height == surface.height && format == surface.format
    }
  }

  /// Whether the context is of OpenGL ES.
  var isES = false
  /// The framebuffers that wait for reuse, by their names.
  private var idle = LRUCache<GLuint, Framebuffer>(owner: .surfaces)
  /// The images that later frames will use, by the plans' keys.
  private var cached: [UInt64: Framebuffer] = [:]

  /// The bytes of framebuffers that may wait for the next frame.
  var budget: Int {
    get { idle.budget }
    set { idle.budget = newValue }
  }
  /// The statistics of framebuffers that wait for reuse.
  var statistics: CacheStatistics { idle.statistics }
  /// The number of all framebuffers.
  var count: Int { cached.count + idle.count }

  /// Begins a frame: frees framebuffers that a whole frame did not use, and those beyond the
  /// budget.
  mutating func beginFrame() {
    idle.beginFrame()
    for (_, framebuffer) in idle.evict() { Self.delete(framebuffer) }
  }

  /// Returns a framebuffer for a surface: the one that is cached under its key, or any of its size
  /// with undefined content.
  ///
  /// - Parameter number: The number of the surface, for errors.
  mutating func take(_ surface: CommandList.Surface, _ number: Int) throws -> Framebuffer {
    if let key = surface.key, let known = cached[key] {
      if known.fits(surface) { return known }
      // Another image takes its key.
      release(key)
    }
    if surface.isCached { throw GLError.missingImage(surface: number) }
    let framebuffer = try takeIdle(surface) ?? make(surface, number)
    if let key = surface.key { cached[key] = framebuffer }
    return framebuffer
  }

  private mutating func takeIdle(_ surface: CommandList.Surface) -> Framebuffer? {
    // The last match is always used, so that the others age.
    let match = idle.usedSlots.last { idle[$0]?.fits(surface) ?? false }
    return match.flatMap { idle.take(slot: $0) }
  }

  /// Frees an image that no frame will use again.
  mutating func release(_ key: UInt64) {
    if let framebuffer = cached.removeValue(forKey: key) { give(back: framebuffer) }
  }

  mutating func give(back framebuffer: Framebuffer) {
    idle.insert(framebuffer, for: framebuffer.id, bytes: framebuffer.bytes)
  }

  mutating func removeAll() {
    for framebuffer in idle.values + cached.values { Self.delete(framebuffer) }
    cached = [:]
    idle.removeAll()
  }

  /// The format in which a device stores pixels.
  private func storage(_ format: FramePlan.PixelFormat) -> Int32 {
    switch format {
    case .unorm8: GL_RGBA8
    case .float16: GL_RGBA16F
    case .unorm10: GL_RGB10_A2
    case .unorm16: isES ? GL_RGBA16F : GL_RGBA16
    case .alpha16: GL_R16F
    }
  }

  private func make(_ surface: CommandList.Surface, _ number: Int) throws -> Framebuffer {
    var result = Framebuffer(
      id: 0, texture: 0, width: surface.width, height: surface.height, format: surface.format)
    glGenTextures(1, &result.texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), result.texture)
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), 1, glEnum(storage(surface.format)), GLsizei(surface.width),
      GLsizei(surface.height))
    if surface.format == .alpha16 {
      // Blurs write the alpha to all components.
      for component in [GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A] {
        glTexParameteri(glEnum(GL_TEXTURE_2D), glEnum(component), GL_RED)
      }
    }
    result.isReadAsFloats = isES && surface.format.bytesPerPixel == 8
    glGenFramebuffers(1, &result.id)
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), result.id)
    glFramebufferTexture2D(
      glEnum(GL_FRAMEBUFFER), glEnum(GL_COLOR_ATTACHMENT0), glEnum(GL_TEXTURE_2D), result.texture,
      0)
    let status = glCheckFramebufferStatus(glEnum(GL_FRAMEBUFFER))
    guard status == glEnum(GL_FRAMEBUFFER_COMPLETE) else {
      Self.delete(result)
      if glGetError() == glEnum(GL_OUT_OF_MEMORY) { throw GLError.memory(bytes: result.bytes) }
      throw GLError.framebuffer(surface: number, status: status)
    }
    return result
  }

  private static func delete(_ framebuffer: Framebuffer) {
    var framebuffer = framebuffer
    glDeleteFramebuffers(1, &framebuffer.id)
    glDeleteTextures(1, &framebuffer.texture)
  }
}
