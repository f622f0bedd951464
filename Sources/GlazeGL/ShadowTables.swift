import CGlazeShaders
import COpenGL
import GlazePlan

/// What shadows look like around a corner, drawn once and read from then on.
///
/// The coverage of a blurred rounded box that is large enough depends on the depths below two edges
/// alone, in standard deviations, and on the corner's radius in the same unit.
struct ShadowTables {
  /// Texels a side.
  ///
  /// One lies about a thirtieth of a standard deviation from the next, where corners are not much wider
  /// than the blur. With half as many, pixels where many shadows lie on each other differ from the closed
  /// form by up to three levels.
  private static let texels = 256
  /// Shadows that share a table cover at least so many pixels: else drawing it would take longer than it
  /// saves in a second frame.
  private static let leastPixels: Float = 32_768

  /// Tables that are kept though what changed in the last frames does not touch their shadows.
  private static let mostIdle = 64

  private struct Table {
    var texture: GLuint
    /// Number of the last frame that used it.
    var frame: Int
  }

  private var program: GLuint = 0
  private var vertices: GLuint = 0
  private var tables: [Float: Table] = [:]
  private var frame = 0

  /// Draws the tables that shadows need and that are not there.
  ///
  /// - Parameter isPart: Whether shadows of the same frame may be elsewhere.
  /// - Throws: `GLError` when the program or a framebuffer cannot be made.
  mutating func prepare(_ shadows: [ShadowInstance], isPart: Bool) throws {
    frame += 1
    var pixels: [Float: Float] = [:]
    for shadow in shadows { pixels[Self.key(of: shadow), default: 0] += shadow.area }
    for (corner, area) in pixels where tables[corner] != nil || area >= Self.leastPixels {
      if tables[corner] == nil { tables[corner] = Table(texture: try draw(corner), frame: frame) }
      tables[corner]?.frame = frame
    }
    if isPart, tables.count <= Self.mostIdle { return }
    for (corner, table) in tables where table.frame < frame - 1 {
      var texture = table.texture
      glDeleteTextures(1, &texture)
      tables[corner] = nil
    }
  }

  /// The texture for a shadow; 0 when there is none.
  func table(for shadow: ShadowInstance) -> GLuint { tables[Self.key(of: shadow)]?.texture ?? 0 }

  mutating func removeAll() {
    for var texture in tables.values.map(\.texture) { glDeleteTextures(1, &texture) }
    tables = [:]
    if program != 0 { glDeleteProgram(program) }
    if vertices != 0 { glDeleteVertexArrays(1, &vertices) }
    (program, vertices) = (0, 0)
  }

  private static func key(of shadow: ShadowInstance) -> Float {
    shadow.shape.corners.x / shadow.params.x
  }

  private mutating func draw(_ corner: Float) throws -> GLuint {
    if program == 0 {
      program = try Program.link("shadow_table", defines: "", name: "shadow table")
      glGenVertexArrays(1, &vertices)
    }
    var texture: GLuint = 0
    var framebuffer: GLuint = 0
    glGenTextures(1, &texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    let target = glEnum(GL_TEXTURE_2D)
    glBindTexture(target, texture)
    glTexStorage2D(target, 1, glEnum(GL_R32F), GLsizei(Self.texels), GLsizei(Self.texels))
    glTexParameteri(target, glEnum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    glGenFramebuffers(1, &framebuffer)
    defer { glDeleteFramebuffers(1, &framebuffer) }
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      glEnum(GL_FRAMEBUFFER), glEnum(GL_COLOR_ATTACHMENT0), target, texture, 0)
    let status = glCheckFramebufferStatus(glEnum(GL_FRAMEBUFFER))
    guard status == glEnum(GL_FRAMEBUFFER_COMPLETE) else {
      glDeleteTextures(1, &texture)
      throw GLError.framebuffer(target: 0, status: status)
    }
    glViewport(0, 0, GLsizei(Self.texels), GLsizei(Self.texels))
    glUseProgram(program)
    glUniform1f(glGetUniformLocation(program, "corner"), corner)
    glUniform1f(glGetUniformLocation(program, "texels"), GLfloat(Self.texels))
    glBindVertexArray(vertices)
    glDrawArrays(glEnum(GL_TRIANGLE_STRIP), 0, 4)
    return texture
  }
}

extension ShadowInstance {
  /// Of its polygon, in pixels.
  fileprivate var area: Float {
    let (a, b) = (quad23.lowHalf - quad01.lowHalf, quad23.highHalf - quad01.highHalf)
    return abs(a.x * b.y - b.x * a.y) / 2
  }
}
