import COpenGL
import GlazeGeometry
import GlazeLowering
import GlazePlan

/// Presents finished frames on a host's framebuffers and textures.
///
/// It uses a draw instead of a blit, because a host's framebuffer may have several samples for each
/// pixel, and its content may show through.
struct Presenter {
  private var program: GLuint = 0
  private var place: GLint = 0
  private var vertexArray: GLuint = 0
  /// The framebuffer for drawing into the host's textures.
  private var framebuffer: GLuint = 0

  /// Whether the format of a host's texture can be queried.
  private let describesTextures: Bool

  init(_ traits: ContextTraits) { describesTextures = traits.describesTextures }

  /// Presents a frame.
  ///
  /// - Parameter bound: The framebuffer that `boundFramebuffer` denotes.
  mutating func show(
    _ frame: SurfacePool.Framebuffer, _ presentation: Presentation, on target: HostTarget,
    bound: GLuint, _ importer: (any ImageImporter)?, _ compiler: ShaderCompiler
  ) throws {
    if program == 0 { try make(compiler) }
    var imported: GLuint = 0
    defer {
      // A texture that the host deletes would survive while it is attached to the framebuffer.
      if target.isTexture { attach(0) }
      glDeleteTextures(1, &imported)
    }
    if target.isImported { imported = try Self.texture(of: target, importer) }
    try bind(target, bound: bound, imported)
    let masks = Self.maskOtherBuffers()
    defer { for (index, mask) in masks { glColorMaski(index, mask.x, mask.y, mask.z, mask.w) } }
    use(frame, presentation)
    let (x, y) = (presentation.origin.x, presentation.origin.y)
    for window in presentation.windows {
      let row =
        presentation.isTopDown ? window.y : frame.height - window.y - window.height
      glScissorIndexed(
        0, x + GLint(window.x), y + GLint(row), GLsizei(window.width), GLsizei(window.height))
      glDrawArrays(glEnum(GL_TRIANGLES), 0, 3)
    }
    glDisablei(glEnum(GL_SCISSOR_TEST), 0)
  }

  mutating func delete() {
    glDeleteProgram(program)
    glDeleteVertexArrays(1, &vertexArray)
    glDeleteFramebuffers(1, &framebuffer)
    (program, vertexArray, framebuffer) = (0, 0, 0)
  }

  private mutating func make(_ compiler: ShaderCompiler) throws {
    program = try compiler.link("present")
    place = glGetUniformLocation(program, "place")
    glUseProgram(program)
    glUniform1i(glGetUniformLocation(program, "tex"), TextureUnit.sources[0])
    glGenVertexArrays(1, &vertexArray)
    glGenFramebuffers(1, &framebuffer)
  }

  /// Sets the common state of the draws.
  private func use(_ frame: SurfacePool.Framebuffer, _ presentation: Presentation) {
    let (x, y) = (presentation.origin.x, presentation.origin.y)
    let height = GLint(frame.height)
    glUseProgram(program)
    glUniform4i(
      place, x, y, presentation.isTopDown ? 0 : height - 1, presentation.isTopDown ? 1 : -1)
    glActiveTexture(glEnum(GL_TEXTURE0 + TextureUnit.sources[0]))
    glBindTexture(glEnum(GL_TEXTURE_2D), frame.texture)
    glBindSampler(GLuint(TextureUnit.sources[0]), 0)
    glBindVertexArray(vertexArray)
    glViewportIndexedf(
      0, GLfloat(x), GLfloat(y), GLfloat(frame.width), GLfloat(frame.height))
    glEnablei(glEnum(GL_SCISSOR_TEST), 0)
    if presentation.replaces { return glDisablei(glEnum(GL_BLEND), 0) }
    glEnablei(glEnum(GL_BLEND), 0)
    glBlendFunci(0, glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA))
  }

  // MARK: Targets

  /// Creates a texture of an EGLImage or a dma-buf.
  private static func texture(
    of target: HostTarget, _ importer: (any ImageImporter)?
  ) throws -> GLuint {
    do throws(ImportError) {
      guard let importer else { throw ImportError("the context was not made by EGL") }
      switch target {
      case .eglImage(let address):
        guard let image = UnsafeMutableRawPointer(bitPattern: address) else {
          throw ImportError("it is NULL")
        }
        return try importer.texture(of: image)
      case .dmaBuffer(let buffer):
        let images = try importer.images(of: buffer)
        defer { for image in images { importer.destroy(image) } }
        guard images.count == 1 else { throw ImportError("frames cannot be written as video") }
        return try importer.texture(of: images[0])
      default: return 0
      }
    } catch {
      throw GLError.target(target, reason: error.reason)
    }
  }

  private func bind(_ target: HostTarget, bound: GLuint, _ imported: GLuint) throws {
    switch target {
    case .boundFramebuffer: glBindFramebuffer(glEnum(GL_DRAW_FRAMEBUFFER), bound)
    case .framebuffer(let name):
      guard name == 0 || glIsFramebuffer(name) != 0 else {
        throw GLError.target(target, reason: "the context has no such framebuffer")
      }
      glBindFramebuffer(glEnum(GL_DRAW_FRAMEBUFFER), name)
    case .texture(let name):
      if let reason = HostTexture.problem(name, isDescribed: describesTextures) {
        throw GLError.target(target, reason: reason)
      }
      glBindFramebuffer(glEnum(GL_DRAW_FRAMEBUFFER), framebuffer)
      attach(name)
    case .shared(let name): attach(name)
    case .eglImage, .dmaBuffer: attach(imported)
    }
    let status = glCheckFramebufferStatus(glEnum(GL_DRAW_FRAMEBUFFER))
    guard status == glEnum(GL_FRAMEBUFFER_COMPLETE) else {
      throw GLError.target(
        target, reason: "it is not complete (status 0x\(String(status, radix: 16)))")
    }
  }

  private func attach(_ texture: GLuint) {
    glBindFramebuffer(glEnum(GL_DRAW_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      glEnum(GL_DRAW_FRAMEBUFFER), glEnum(GL_COLOR_ATTACHMENT0), glEnum(GL_TEXTURE_2D), texture, 0)
  }

  /// Masks all draw buffers except the first, and returns the previous masks.
  private static func maskOtherBuffers() -> [(index: GLuint, mask: SIMD4<UInt8>)] {
    var masks: [(index: GLuint, mask: SIMD4<UInt8>)] = []
    // Some devices have only four.
    let count = max(1, GLuint(integer(GL_MAX_DRAW_BUFFERS)))
    for index in 1..<count where integer(GL_DRAW_BUFFER0 + GLint(index)) != Int(GL_NONE) {
      var mask = SIMD4<UInt8>()
      withUnsafeMutableBytes(of: &mask) {
        glGetBooleani_v(
          glEnum(GL_COLOR_WRITEMASK), index, $0.assumingMemoryBound(to: GLboolean.self).baseAddress)
      }
      masks.append((index, mask))
      glColorMaski(index, 0, 0, 0, 0)
    }
    return masks
  }
}

extension HostTarget {
  /// Whether a framebuffer of Glaze is used to draw into a texture.
  fileprivate var isTexture: Bool {
    switch self {
    case .boundFramebuffer, .framebuffer: false
    case .texture, .eglImage, .dmaBuffer, .shared: true
    }
  }

  /// Whether a texture must first be created from it.
  fileprivate var isImported: Bool {
    switch self {
    case .eglImage, .dmaBuffer: true
    default: false
    }
  }
}
