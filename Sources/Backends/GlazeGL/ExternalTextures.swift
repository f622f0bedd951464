import COpenGL
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// Creates textures of other programs' images, which are sampled in place if possible.
struct ExternalTextures {
  /// The importer; nil where EGL is not used.
  var importer: (any ImageImporter)?

  /// The shader programs, by whether they sample external textures.
  private var programs: (plain: GLuint, external: GLuint) = (0, 0)
  private var vertexArray: GLuint = 0
  private var framebuffer: GLuint = 0

  /// Whether the format and the size of a host's texture can be queried.
  private let describesTextures: Bool
  /// Whether images that only the driver can read can be sampled.
  private let samplesExternalImages: Bool
  /// How the colors of the texture that is being made become those of frames.
  private var map: ColorMap?

  init(_ traits: ContextTraits) {
    describesTextures = traits.describesTextures
    samplesExternalImages = traits.samplesExternalImages
  }

  /// A texture from which an image is read.
  struct Made {
    var id: GLuint
    /// Whether it belongs to the host, and must not be deleted.
    var isBorrowed = false
  }

  /// Creates a texture of an image's current content.
  ///
  /// - Parameters:
  ///   - level: The only level that is sampled; nil for all.
  ///   - map: How colors become those of frames; nil where they stay the same.
  /// - Returns: nil where the pixels must be uploaded.
  mutating func make(
    _ source: ExternalSource, level: Int?, map: ColorMap?, _ compiler: ShaderCompiler
  ) throws -> Made? {
    self.map = map
    defer { self.map = nil }
    switch source.kind {
    case .memory: return nil
    case .texture(let name):
      if let reason = HostTexture.problem(
        name, width: source.width, height: source.height, isDescribed: describesTextures)
      {
        throw GLError.image("\(source)", reason: reason)
      }
      let isLinear = describesTextures && HostTexture.isDecoded(name)
      if isShownInPlace(source, level), !isLinear { return Made(id: name, isBorrowed: true) }
      return Made(
        id: try convert([name], .plain, source, level: level, isLinear: isLinear, compiler))
    case .eglImage(let image):
      guard let importer else {
        throw GLError.image("\(source)", reason: "the context was not made by EGL")
      }
      do {
        return try show([importer.texture(of: image)], source, level, compiler)
      } catch let error as ImportError {
        if let texture = externalTexture({ _ in image }) {
          return try showExternal(texture, source, level, compiler)
        }
        throw GLError.image("\(source)", reason: error.reason)
      }
    case .dmaBuffer(let buffer):
      do {
        return try show(planes(of: buffer), source, level, compiler)
      } catch let error as ImportError {
        if let texture = externalTexture(of: buffer) {
          return try showExternal(texture, source, level, compiler)
        }
        // The memory can still be read by the CPU.
        guard let obstacle = source.obstacle else { return nil }
        throw GLError.image("\(source)", reason: error.reason + ", and " + obstacle)
      }
    }
  }

  mutating func delete() {
    glDeleteProgram(programs.plain)
    glDeleteProgram(programs.external)
    glDeleteVertexArrays(1, &vertexArray)
    glDeleteFramebuffers(1, &framebuffer)
    programs = (0, 0)
    (vertexArray, framebuffer) = (0, 0)
  }

  // MARK: Importing

  private func isShownInPlace(_ source: ExternalSource, _ level: Int?) -> Bool {
    guard level == 0, map == nil else { return false }
    switch (source.kind, source.alpha) {
    case (_, .premultiplied): return true
    // Formats without alpha have an alpha of 1.
    case (.dmaBuffer(let buffer), .opaque):
      if case .rgb(_, hasAlpha: false) = buffer.format.layout { return true }
      return false
    default: return false
    }
  }

  private mutating func show(
    _ textures: [GLuint], _ source: ExternalSource, _ level: Int?, _ compiler: ShaderCompiler
  ) throws -> Made {
    if isShownInPlace(source, level) { return Made(id: textures[0]) }
    defer { glDeleteTextures(GLsizei(textures.count), textures) }
    return Made(id: try convert(textures, .plain, source, level: level, isLinear: false, compiler))
  }

  /// Creates an external texture of the image that `make` returns.
  ///
  /// - Returns: nil where the device cannot sample one; the error of the plain texture says more.
  private func externalTexture(
    _ make: (any ImageImporter) throws(ImportError) -> UnsafeMutableRawPointer
  ) -> GLuint? {
    guard samplesExternalImages, let importer else { return nil }
    return try? importer.texture(of: make(importer), .external)
  }

  private func externalTexture(of buffer: DMABuffer) -> GLuint? {
    var image: UnsafeMutableRawPointer?
    defer { if let image { importer?.destroy(image) } }
    return externalTexture { importer throws(ImportError) in
      let whole = try importer.wholeImage(of: buffer)
      image = whole
      return whole
    }
  }

  /// Converts an external texture, which no other shader program reads.
  private mutating func showExternal(
    _ texture: GLuint, _ source: ExternalSource, _ level: Int?, _ compiler: ShaderCompiler
  ) throws -> Made {
    defer {
      var texture = texture
      glDeleteTextures(1, &texture)
    }
    return Made(
      id: try convert(
        [texture], .external, source, level: level, isLinear: false, compiler))
  }

  private func planes(of buffer: DMABuffer) throws -> [GLuint] {
    guard let importer else { throw ImportError("the context was not made by EGL") }
    let images = try importer.images(of: buffer)
    defer { for image in images { importer.destroy(image) } }
    var textures: [GLuint] = []
    do {
      for image in images { textures.append(try importer.texture(of: image)) }
    } catch {
      glDeleteTextures(GLsizei(textures.count), textures)
      throw error
    }
    return textures
  }

  // MARK: Converting

  /// Draws an image into one of Glaze's textures.
  private mutating func convert(
    _ textures: [GLuint], _ target: TextureTarget, _ source: ExternalSource, level: Int?,
    isLinear: Bool, _ compiler: ShaderCompiler
  ) throws -> GLuint {
    let program = try program(target, compiler)
    // The instances are already uploaded.
    let array = GLuint(truncatingIfNeeded: integer(GL_VERTEX_ARRAY_BINDING))
    defer { glBindVertexArray(array) }
    let result = makeTexture(source, level: level)
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      glEnum(GL_FRAMEBUFFER), glEnum(GL_COLOR_ATTACHMENT0), glEnum(GL_TEXTURE_2D), result, 0)
    bind(textures, target)
    glUseProgram(program)
    set(source, of: program, isConverted: target == .external, isLinear: isLinear)
    glDrawArrays(glEnum(GL_TRIANGLES), 0, 3)
    glFramebufferTexture2D(
      glEnum(GL_FRAMEBUFFER), glEnum(GL_COLOR_ATTACHMENT0), glEnum(GL_TEXTURE_2D), 0, 0)
    if level != 0 {
      glActiveTexture(glEnum(GL_TEXTURE0))
      glBindTexture(glEnum(GL_TEXTURE_2D), result)
      glGenerateMipmap(glEnum(GL_TEXTURE_2D))
      // A sampler with one level finds it first.
      glTexParameteri(
        glEnum(GL_TEXTURE_2D), glEnum(GL_TEXTURE_BASE_LEVEL), GLint(level ?? 0))
    }
    return result
  }

  private func makeTexture(_ source: ExternalSource, level: Int?) -> GLuint {
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    let most = max(source.width, source.height)
    let isDeep = source.wideEncoding != nil || map?.isDeep ?? false
    let levels = level == 0 ? 1 : most.bitWidth - most.leadingZeroBitCount
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), GLsizei(levels),
      glEnum(isDeep ? GL_RGBA16F : GL_RGBA8), GLsizei(source.width),
      GLsizei(source.height))
    return id
  }

  private func bind(_ textures: [GLuint], _ target: TextureTarget) {
    for (unit, texture) in zip(TextureUnit.sources, textures) {
      glActiveTexture(glEnum(GL_TEXTURE0 + unit))
      glBindTexture(target.number, texture)
      glBindSampler(GLuint(unit), 0)
    }
  }

  /// - Parameter isConverted: Whether the driver has converted Y, Cb and Cr.
  private func set(
    _ source: ExternalSource, of program: GLuint, isConverted: Bool, isLinear: Bool
  ) {
    func place(_ name: String) -> GLint { glGetUniformLocation(program, name) }
    var alpha =
      switch source.alpha {
      case .premultiplied: EXTERNAL_PREMULTIPLIED
      case .straight: EXTERNAL_STRAIGHT
      case .opaque: EXTERNAL_OPAQUE
      }
    if !isConverted, case .dmaBuffer(let buffer) = source.kind,
      case .yCbCr(let isDeep) = buffer.format.layout
    {
      alpha = EXTERNAL_YCBCR
      let (red, green, blue) = buffer.encoding.rows(isDeep: isDeep)
      let rows = [red, green, blue].flatMap { [$0.x, $0.y, $0.z, $0.w] }
      glUniform4fv(place("rows"), 3, rows)
    }
    glUniform1i(place("alpha"), alpha)
    glUniform1i(place("is_linear"), isLinear ? 1 : 0)
    setColors(source, place)
    glBindVertexArray(vertexArray)
    glViewportIndexedf(0, 0, 0, GLfloat(source.width), GLfloat(source.height))
    glDisablei(glEnum(GL_SCISSOR_TEST), 0)
    glDisablei(glEnum(GL_BLEND), 0)
  }

  /// Sets how colors become those of frames.
  private func setColors(_ source: ExternalSource, _ place: (String) -> GLint) {
    func rows(_ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), _ more: [Double]) -> [GLfloat]
    {
      zip([rows.0, rows.1, rows.2], more).flatMap {
        [GLfloat($0.x), GLfloat($0.y), GLfloat($0.z), GLfloat($1)]
      }
    }
    let wide = source.wideEncoding?.color
    glUniform1i(place("source_transfer"), wide.map { GLint($0.transfer.rawValue) } ?? -1)
    if let wide {
      glUniform4fv(place("source_primaries"), 3, rows(wide.rowsToSRGB, [0, 0, 0]))
    }
    glUniform1i(place("transfer"), map.map { GLint($0.output.transfer.rawValue) } ?? -1)
    guard let map else { return }
    let white = map.output.whiteLuminance
    glUniform4fv(
      place("primaries"), 3, rows(map.output.rowsFromSRGB, [map.limit, white / 10_000, 0]))
    let curve =
      map.peak > 0 ? ToneCurve(peak: map.peak, limit: map.limit, white: white).numbers : .zero
    glUniform4fv(place("tone"), 1, [GLfloat(curve.x), GLfloat(curve.y), GLfloat(curve.z), 0])
  }

  /// Returns the shader program that reads textures of a target.
  private mutating func program(
    _ target: TextureTarget, _ compiler: ShaderCompiler
  ) throws -> GLuint {
    let existing = target == .plain ? programs.plain : programs.external
    if existing != 0 { return existing }
    let program = try compiler.link(
      "external", defines: target == .plain ? "" : "#define SAMPLES_EXTERNAL 1\n")
    if target == .plain { programs.plain = program } else { programs.external = program }
    glUseProgram(program)
    glUniform1i(glGetUniformLocation(program, "tex"), TextureUnit.sources[0])
    glUniform1i(glGetUniformLocation(program, "chroma"), TextureUnit.sources[1])
    if vertexArray == 0 {
      glGenVertexArrays(1, &vertexArray)
      glGenFramebuffers(1, &framebuffer)
    }
    return program
  }
}
