import COpenGL
import GlazeGeometry
import GlazeLowering
import GlazePlan
import GlazeTree

/// The state of the context while a list of commands is executed, which avoids redundant changes.
///
/// Where OpenGL has a state for each viewport or draw buffer, only the first is set, so that the
/// others need not be restored in a host's context.
struct Drawing {
  /// The framebuffers, by their numbers in the list.
  let surfaces: [SurfacePool.Framebuffer]
  let programs: [Program]
  let samplers: [GLuint]

  private var placement = Program.Placement()
  private var sources = CommandList.Sources()
  private var blend: CommandList.Blend?

  init(surfaces: [SurfacePool.Framebuffer], programs: [Program], samplers: [GLuint]) {
    (self.surfaces, self.programs, self.samplers) = (surfaces, programs, samplers)
  }

  /// Directs subsequent draws to a surface, and only inside of a window.
  mutating func begin(_ surface: Int, at origin: SIMD2<Int32>, _ window: PixelWindow?) {
    let framebuffer = surfaces[surface]
    // A slot may hold another texture now.
    sources = .init()
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), framebuffer.id)
    glViewportIndexedf(0, 0, 0, GLfloat(framebuffer.width), GLfloat(framebuffer.height))
    placement = Program.Placement(
      width: framebuffer.width, height: framebuffer.height, at: origin)
    guard let window else { return glDisablei(glEnum(GL_SCISSOR_TEST), 0) }
    glEnablei(glEnum(GL_SCISSOR_TEST), 0)
    glScissorIndexed(
      0, GLint(window.x), GLint(window.y), GLsizei(window.width), GLsizei(window.height))
  }

  /// Sets the state that a draw needs.
  ///
  /// - Parameter texture: Returns the texture of a cached source.
  mutating func use(_ draw: CommandList.Draw, texture: (CommandList.Source) -> GLuint) {
    let program = programs[draw.program]
    program.use(placement)
    if draw.blend != blend { set(draw.blend) }
    if case .mode(let mode) = draw.blend { glUniform1i(program.mode, GLint(mode.rawValue)) }
    bind(draw.sources.first, sources.first, 0, texture)
    bind(draw.sources.second, sources.second, 1, texture)
    bind(draw.sources.third, sources.third, 2, texture)
    bind(draw.sources.fourth, sources.fourth, 3, texture)
    sources = draw.sources
  }

  private func bind(
    _ source: CommandList.Source, _ bound: CommandList.Source, _ index: Int,
    _ texture: (CommandList.Source) -> GLuint
  ) {
    if source == bound || source.kind == .none { return }
    let unit = TextureUnit.sources[index]
    glActiveTexture(glEnum(GL_TEXTURE0 + unit))
    let name =
      source.kind == .surface ? surfaces[Int(source.index)].texture : texture(source)
    let target = source.kind == .shadowTables ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D
    glBindTexture(glEnum(target), name)
    glBindSampler(GLuint(unit), samplers[Int(source.sampler)])
  }

  private mutating func set(_ blend: CommandList.Blend) {
    self.blend = blend
    switch blend {
    case .sourceOver:
      glEnablei(glEnum(GL_BLEND), 0)
      glBlendFunci(0, glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA))
    case .add:
      glEnablei(glEnum(GL_BLEND), 0)
      glBlendFunci(0, glEnum(GL_ONE), glEnum(GL_ONE))
    case .replace, .mode: glDisablei(glEnum(GL_BLEND), 0)
    }
  }
}
