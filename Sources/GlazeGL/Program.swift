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

  init(_ key: ProgramKey, _ binaries: ProgramBinaries?) throws {
    self.key = key
    let file = key.kind.name
    id = try Self.link(file, defines: key.defines, binaries)
    do {
      // Variants may not read all words.
      if key.isGeneral { try Self.checkLayout(id, key.kind, file) }
    } catch {
      glDeleteProgram(id)
      throw error
    }
    projection = glGetUniformLocation(id, "projection")
    targetOrigin = glGetUniformLocation(id, "targetOrigin")
    mode = glGetUniformLocation(id, "mode")
    glUseProgram(id)
    let units: [(String, GLint)] = [
      ("clipBuffer", TextureUnit.clips), ("stopBuffer", TextureUnit.stops),
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
    if last?.projection != p { glUniform4f(projection, p.x, p.y, p.z, p.w) }
    if last?.origin != placement.origin {
      glUniform2f(targetOrigin, placement.origin.x, placement.origin.y)
    }
    last = placement
  }

  /// Creates a shader program from a pair of files, or from the binary that an earlier process
  /// stored.
  static func link(
    _ file: String, defines: String, _ binaries: ProgramBinaries?
  ) throws -> GLuint {
    if let id = binaries?.load(file, defines: defines), id != 0 { return id }
    let id = glCreateProgram()
    do {
      let vertex = try compile(file + ".vert", defines, type: GL_VERTEX_SHADER)
      defer { glDeleteShader(vertex) }
      let fragment = try compile(file + ".frag", defines, type: GL_FRAGMENT_SHADER)
      defer { glDeleteShader(fragment) }
      glAttachShader(id, vertex)
      glAttachShader(id, fragment)
      if binaries != nil { ProgramBinaries.prepare(id) }
      glLinkProgram(id)
      try checkLink(id, name(file, defines))
    } catch {
      glDeleteProgram(id)
      throw error
    }
    binaries?.save(id, file, defines: defines)
    return id
  }

  /// The name of a shader program, for errors.
  private static func name(_ file: String, _ defines: String) -> String {
    ([file[...]] + defines.split(separator: "\n").map { $0.dropFirst("#define ".count) })
      .joined(separator: ", ")
  }

  private static func compile(_ path: String, _ defines: String, type: Int32) throws -> GLuint {
    let shader = glCreateShader(glEnum(type))
    ShaderSource.text(of: path, defines: defines).withCString { text in
      var pointer: UnsafePointer<GLchar>? = text
      glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    var status: GLint = 0
    glGetShaderiv(shader, glEnum(GL_COMPILE_STATUS), &status)
    guard status != 0 else {
      let log = infoLog(shader, glGetShaderInfoLog)
      glDeleteShader(shader)
      throw GLError.shader(program: name(path, defines), device: device, log: log)
    }
    return shader
  }

  private static func checkLink(_ id: GLuint, _ name: String) throws {
    var status: GLint = 0
    glGetProgramiv(id, glEnum(GL_LINK_STATUS), &status)
    guard status != 0 else {
      throw GLError.shader(
        program: name, device: device, log: infoLog(id, glGetProgramInfoLog))
    }
  }

  /// The current device, with the limits on which shader programs depend.
  private static var device: String {
    let name = glGetString(glEnum(GL_RENDERER)).map { String(cString: $0) } ?? "this device"
    return name + " (limits: \(integer(GL_MAX_VARYING_COMPONENTS)) components between shaders, "
      + "\(integer(GL_MAX_VERTEX_ATTRIBS)) attributes, "
      + "\(integer(GL_MAX_TEXTURE_IMAGE_UNITS)) textures)"
  }

  private static func infoLog(
    _ id: GLuint,
    _ get: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void
  ) -> String {
    var length: GLsizei = 0
    let log = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
      get(id, 4096, &length, buffer.baseAddress)
      count = Int(length)
    }
    return String(decoding: log.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .replacing("\n", with: " ")
  }

  /// Checks that the shader program reads as many words for each instance as Swift writes.
  private static func checkLayout(_ id: GLuint, _ kind: ProgramKind, _ name: String) throws {
    var size: GLint = 0
    var type: GLenum = 0
    var count: GLint = 0
    glGetProgramiv(id, glEnum(GL_ACTIVE_ATTRIBUTES), &count)
    for index in 0..<GLuint(count) {
      var buffer = [GLchar](repeating: 0, count: 64)
      var length: GLsizei = 0
      var elements: GLint = 0
      glGetActiveAttrib(id, index, 64, &length, &elements, &type, &buffer)
      let attribute = String(
        decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if attribute.hasPrefix("instance") { size = max(size, elements) }
    }
    guard Int(size) == kind.words else {
      throw GLError.layout(program: name, words: Int(size), expected: kind.words)
    }
  }
}

extension String {
  fileprivate func replacing(_ a: Character, with b: Character) -> String {
    String(map { $0 == a ? b : $0 })
  }
}
