import COpenGL
import GlazePlan

/// Framebuffers of the transient targets, reused between passes of one frame and between frames.
struct TargetPool {
  struct Framebuffer {
    var id: GLuint
    var texture: GLuint
    var width: Int
    var height: Int
    var format: FramePlan.PixelFormat
    /// Whether blue is the first byte of a pixel, which who draws and who reads texels does not notice.
    var isBlueFirst: Bool

    var bytes: Int { width * height * (format == .unorm8 ? 4 : 8) }
  }

  private var idle: [Framebuffer] = []
  private var spare: [Framebuffer] = []
  /// Pictures that later frames will use, by the plans' keys.
  private var kept: [UInt64: Framebuffer] = [:]

  /// Bytes of framebuffers that may wait for the next frame.
  var budget = MemoryBudget.standard.targets

  /// Bytes of framebuffers that wait to be used again.
  var idleBytes: Int { (idle + spare).reduce(0) { $0 + $1.bytes } }

  /// Begins a frame: what the last frame did not use is freed, and what it used beyond the budget.
  mutating func beginFrame() {
    for framebuffer in spare { Self.delete(framebuffer) }
    spare = []
    var bytes = 0
    for framebuffer in idle {
      bytes += framebuffer.bytes
      // Frames use them in the same order: were the oldest to go, none would be there in time.
      if bytes > budget { Self.delete(framebuffer) } else { spare.append(framebuffer) }
    }
    idle = []
  }

  /// A framebuffer of exactly a target's size, with undefined content.
  mutating func take(
    _ index: Int, _ target: FramePlan.Target, isBlueFirst: Bool = false, limit: Int
  ) throws -> Framebuffer {
    let matches = { (f: Framebuffer) in
      f.width == target.width && f.height == target.height && f.format == target.format
        && f.isBlueFirst == isBlueFirst
    }
    if let match = idle.lastIndex(where: matches) { return idle.remove(at: match) }
    if let match = spare.lastIndex(where: matches) { return spare.remove(at: match) }
    return try Self.make(index, target, isBlueFirst: isBlueFirst, limit: limit)
  }

  /// Of all that there are, kept, spare and idle.
  var count: Int { kept.count + spare.count + idle.count }

  /// The picture that a frame kept.
  func picture(_ key: UInt64) -> Framebuffer? { kept[key] }

  mutating func keep(_ framebuffer: Framebuffer, as key: UInt64) { kept[key] = framebuffer }

  /// Frees a picture that no frame will use again.
  mutating func release(_ key: UInt64) {
    if let framebuffer = kept.removeValue(forKey: key) { idle.append(framebuffer) }
  }

  /// Frees the memory of a picture that is to be made in another way.
  mutating func delete(_ key: UInt64) {
    if let framebuffer = kept.removeValue(forKey: key) { Self.delete(framebuffer) }
  }

  mutating func give(back framebuffer: Framebuffer) { idle.append(framebuffer) }

  mutating func removeAll() {
    for framebuffer in idle + spare + kept.values { Self.delete(framebuffer) }
    kept = [:]
    idle = []
    spare = []
  }

  private static func make(
    _ index: Int, _ target: FramePlan.Target, isBlueFirst: Bool, limit: Int
  ) throws -> Framebuffer {
    guard max(target.width, target.height) <= limit else {
      throw GLError.tooLarge(
        what: "a picture of \(target.width) x \(target.height) pixels",
        size: max(target.width, target.height), limit: limit)
    }
    var result = Framebuffer(
      id: 0, texture: 0, width: target.width, height: target.height, format: target.format,
      isBlueFirst: isBlueFirst)
    glGenTextures(1, &result.texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), result.texture)
    if result.isBlueFirst {
      makeBlueFirst(width: target.width, height: target.height)
    } else {
      glTexStorage2D(
        glEnum(GL_TEXTURE_2D), 1, glEnum(target.format == .unorm8 ? GL_RGBA8 : GL_RGBA16F),
        GLsizei(target.width), GLsizei(target.height))
    }
    glGenFramebuffers(1, &result.id)
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), result.id)
    glFramebufferTexture2D(
      glEnum(GL_FRAMEBUFFER), glEnum(GL_COLOR_ATTACHMENT0), glEnum(GL_TEXTURE_2D), result.texture,
      0)
    let status = glCheckFramebufferStatus(glEnum(GL_FRAMEBUFFER))
    guard status == glEnum(GL_FRAMEBUFFER_COMPLETE) else {
      delete(result)
      throw GLError.framebuffer(target: index, status: status)
    }
    return result
  }

  /// Gives the bound texture memory in which blue comes first, with drivers that have such a format.
  ///
  /// OpenGL has no name for it; Mesa chooses it when it is handed pixels in that order.
  static func makeBlueFirst(width: Int, height: Int) {
    let target = glEnum(GL_TEXTURE_2D)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAX_LEVEL), 0)
    glTexImage2D(
      target, 0, GL_RGBA, GLsizei(width), GLsizei(height), 0, glEnum(GL_BGRA),
      glEnum(GL_UNSIGNED_INT_8_8_8_8_REV), nil)
  }

  static func delete(_ framebuffer: Framebuffer) {
    var framebuffer = framebuffer
    glDeleteFramebuffers(1, &framebuffer.id)
    glDeleteTextures(1, &framebuffer.texture)
  }
}
