import COpenGL

/// Makes shader programs for a context, or takes those that an earlier process stored.
struct ShaderCompiler {
  /// The lines before each shader: its language, and what depends on the device.
  private let prologue: String
  private let binaries: ProgramBinaries?

  /// - Parameter bytesInRow: The bytes in a row of the textures that hold masks.
  init(_ traits: ContextTraits, _ store: ProgramStore?, bytesInRow: Int) {
    prologue = traits.shaderPrologue + "#define MASK_ROW \(bytesInRow)\n"
    binaries =
      traits.hasProgramBinaries
      ? store.flatMap { [prologue] in ProgramBinaries($0, prologue: prologue) } : nil
  }

  /// Creates a shader program from a pair of files, or from the binary that an earlier process
  /// stored.
  ///
  /// - Parameter attributes: The number of words of an instance: the attributes `instance0` and so
  ///   on.
  func link(_ file: String, defines: String = "", attributes: Int = 0) throws -> GLuint {
    if let id = binaries?.load(file, defines: defines), id != 0 { return id }
    let id = glCreateProgram()
    do {
      let vertex = try compile(file + ".vert", defines, type: GL_VERTEX_SHADER)
      defer { glDeleteShader(vertex) }
      let fragment = try compile(file + ".frag", defines, type: GL_FRAGMENT_SHADER)
      defer { glDeleteShader(fragment) }
      glAttachShader(id, vertex)
      glAttachShader(id, fragment)
      for index in 0..<attributes {
        glBindAttribLocation(id, GLuint(index), "instance\(index)")
      }
      if binaries != nil { ProgramBinaries.prepare(id) }
      glLinkProgram(id)
      try Self.checkLink(id, Self.name(file, defines))
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

  private func compile(_ path: String, _ defines: String, type: Int32) throws -> GLuint {
    let shader = glCreateShader(glEnum(type))
    ShaderSource.text(of: path, after: prologue + defines).withCString { text in
      var pointer: UnsafePointer<GLchar>? = text
      glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    var status: GLint = 0
    glGetShaderiv(shader, glEnum(GL_COMPILE_STATUS), &status)
    guard status != 0 else {
      let log = Self.infoLog(shader) { glGetShaderInfoLog($0, $1, $2, $3) }
      glDeleteShader(shader)
      throw GLError.shader(
        program: Self.name(path, defines), device: Self.device, log: log)
    }
    return shader
  }

  private static func checkLink(_ id: GLuint, _ name: String) throws {
    var status: GLint = 0
    glGetProgramiv(id, glEnum(GL_LINK_STATUS), &status)
    guard status != 0 else {
      throw GLError.shader(
        program: name, device: device, log: infoLog(id) { glGetProgramInfoLog($0, $1, $2, $3) })
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
}

extension String {
  fileprivate func replacing(_ a: Character, with b: Character) -> String {
    String(map { $0 == a ? b : $0 })
  }
}
