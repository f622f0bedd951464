import COpenGL
import GlazeGeometry
import GlazeLowering

/// The texture units from which samplers read.
enum TextureUnit {
  static let clips: GLint = 1
  static let stops: GLint = 2
  /// The units of a draw's sources, in the order of `CommandList.Sources`.
  static let sources: [GLint] = [0, 3, 4, 5]
}

/// A linked pair of shaders for one kind of draw, one number of clips, and one variant.
final class Program {
  let key: ProgramKey
  let id: GLuint
  private let projection: GLint
  private let targetOrigin: GLint
  /// The uniform of the blend mode; -1 in all shader programs except `blend`.
  let mode: GLint

  /// The placement of the target for which the uniforms were last set.
  private var last: Placement?

  /// The placement of a target in its framebuffer.
  struct Placement: Equatable {
    /// The map from pixels to normalized device coordinates: `pixel * lowHalf + highHalf`.
    var projection: SIMD4<Float>
    /// The position of its first pixel.
    var origin: SIMD2<Float>

    init() { (projection, origin) = (.zero, .zero) }

    init(width: Int, height: Int, at origin: SIMD2<Int32> = .zero) {
      let perPixel = 2 / SIMD2(Float(width), Float(height))
      self.origin = SIMD2<Float>(origin)
      projection = SIMD4(lowHalf: perPixel, highHalf: self.origin * perPixel - 1)
    }
  }

  init(_ key: ProgramKey, _ compiler: ShaderCompiler) throws {
    self.key = key
    id = try compiler.link(
      key.kind.name, defines: key.defines, attributes: key.kind.words)
    projection = glGetUniformLocation(id, "projection")
    targetOrigin = glGetUniformLocation(id, "targetOrigin")
    mode = glGetUniformLocation(id, "mode")
    glUseProgram(id)
    let units: [(String, GLint)] = [
      ("clipWords", TextureUnit.clips), ("stopWords", TextureUnit.stops),
      ("tex", TextureUnit.sources[0]), ("maskTex", TextureUnit.sources[1]),
      ("backdropTex", TextureUnit.sources[2]), ("tex1", TextureUnit.sources[1]),
      ("tex2", TextureUnit.sources[2]), ("tex3", TextureUnit.sources[3]),
      ("tables", TextureUnit.sources[0]),
    ]
    for (name, unit) in units { glUniform1i(glGetUniformLocation(id, name), unit) }
  }

  /// Uses the shader program for a target.
  func use(_ placement: Placement) {
    glUseProgram(id)
    if last == placement { return }
    let p = placement.projection
    if last?.projection != p {
      glUniform4f(projection, p.x, p.y, p.z, p.w)
      // On softpipe and virgl, Mesa computes gl_FragCoord from the framebuffer's height. It misses
      // another height where the shader program was not current when the state was last updated.
      // This call makes it update the state once more, and has no other effect.
      glReadBuffer(glEnum(GL_COLOR_ATTACHMENT0))
    }
    if last?.origin != placement.origin {
      glUniform2f(targetOrigin, placement.origin.x, placement.origin.y)
    }
    last = placement
  }
}
