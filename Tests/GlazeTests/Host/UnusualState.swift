import COpenGL
import Testing

/// OpenGL state that a host may set before Glaze draws.
enum UnusualState: CaseIterable, Sendable {
  case scissor, program, buffers, srgbWrite, primitiveRestart, rasterizerDiscard, colorMask
  case vertexArray, pixelStore, clipControl, textures, samplers, blending, polygons, depthAndStencil
  case multisampling, clipDistances, viewports, transformFeedback, indexedBindings, points
  case fixedFunctions
  case all

  /// Sets the state in the current context; `all` sets everything.
  func set(_ kind: TestHost.Kind, _ objects: HostObjects) {
    for state in self == .all ? Self.allCases.filter({ $0 != .all }) : [self] {
      state.setOne(kind, objects)
    }
  }

  private func enable(_ names: [Int32]) { for name in names { glEnable(GLenum(name)) } }

  private func setOne(_ kind: TestHost.Kind, _ objects: HostObjects) {
    switch self {
    case .all: break
    case .scissor:
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(1, 2, 3, 4)
    case .program: glUseProgram(objects.program)
    case .buffers: objects.bindBuffers()
    case .srgbWrite: enable([GL_FRAMEBUFFER_SRGB])
    case .primitiveRestart:
      enable([GL_PRIMITIVE_RESTART, GL_PRIMITIVE_RESTART_FIXED_INDEX])
      glPrimitiveRestartIndex(2)
    case .rasterizerDiscard: enable([GL_RASTERIZER_DISCARD])
    case .colorMask: for index in 0..<GLuint(8) { glColorMaski(index, 0, index == 1 ? 1 : 0, 1, 0) }
    case .vertexArray: objects.bindVertexArray()
    case .pixelStore: setPixelStore()
    case .clipControl:
      if kind.version.minor >= 5 { glClipControl(GLenum(GL_UPPER_LEFT), GLenum(GL_ZERO_TO_ONE)) }
    case .textures: objects.bindTextures()
    case .samplers: for unit in 0..<GLuint(8) { glBindSampler(unit, objects.sampler) }
    case .blending: setBlending()
    case .polygons:
      enable([GL_CULL_FACE, GL_POLYGON_SMOOTH, GL_POLYGON_OFFSET_FILL])
      glCullFace(GLenum(GL_FRONT_AND_BACK))
      glPolygonMode(GLenum(GL_FRONT_AND_BACK), GLenum(GL_LINE))
      glPolygonOffset(3, 4)
      glProvokingVertex(GLenum(GL_FIRST_VERTEX_CONVENTION))
      if kind.isCompatibility { glPolygonMode(GLenum(GL_BACK), GLenum(GL_POINT)) }
    case .depthAndStencil:
      enable([GL_DEPTH_TEST, GL_STENCIL_TEST, GL_DEPTH_CLAMP])
      glDepthFunc(GLenum(GL_NEVER))
      glStencilFunc(GLenum(GL_NEVER), 3, 5)
    case .multisampling: setMultisampling()
    case .clipDistances: enable((0..<8).map { GL_CLIP_DISTANCE0 + $0 })
    case .viewports:
      for index in 0..<GLuint(16) {
        let offset = GLfloat(index) + 0.5
        glViewportIndexedf(index, offset, 2, 5, 6 + offset)
        glScissorIndexed(index, GLint(index), 1, 2, 3)
        glDepthRangeIndexed(index, 0.25, 0.5)
      }
      glEnablei(GLenum(GL_SCISSOR_TEST), 3)
    case .transformFeedback: objects.beginTransformFeedback()
    case .indexedBindings: objects.bindIndexed()
    case .points:
      glPointParameteri(GLenum(GL_POINT_SPRITE_COORD_ORIGIN), GL_UPPER_LEFT)
      glPointSize(7)
    case .fixedFunctions: if kind.isCompatibility { setFixedFunctions() }
    }
  }

  private func setPixelStore() {
    for prefix in [GL_PACK_SWAP_BYTES, GL_UNPACK_SWAP_BYTES] { glPixelStorei(GLenum(prefix), 1) }
    for name in [
      GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH, GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT,
    ] { glPixelStorei(GLenum(name), 7) }
    for name in [
      GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_PIXELS,
      GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES,
    ] { glPixelStorei(GLenum(name), 3) }
    for name in [GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT] { glPixelStorei(GLenum(name), 1) }
  }

  private func setBlending() {
    enable([GL_COLOR_LOGIC_OP, GL_DITHER])
    glLogicOp(GLenum(GL_INVERT))
    glBlendColor(0.1, 0.2, 0.3, 0.4)
    for index in 0..<GLuint(8) {
      glEnablei(GLenum(GL_BLEND), index)
      glBlendFuncSeparatei(
        index, GLenum(GL_DST_COLOR), GLenum(GL_ZERO), GLenum(GL_SRC_ALPHA),
        GLenum(GL_CONSTANT_COLOR))
      glBlendEquationSeparatei(
        index, GLenum(GL_FUNC_REVERSE_SUBTRACT), GLenum(index % 2 == 0 ? GL_MIN : GL_MAX))
    }
  }

  private func setMultisampling() {
    glDisable(GLenum(GL_MULTISAMPLE))
    enable([
      GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK,
      GL_SAMPLE_SHADING,
    ])
    glSampleCoverage(0.25, 1)
    glSampleMaski(0, 0)
    glMinSampleShading(0.5)
  }

  /// Sets GL_ALPHA_TEST with GL_NEVER, GL_POLYGON_STIPPLE, GL_POINT_SMOOTH, point sprites off,
  /// scales of red, and a bias of green.
  private func setFixedFunctions() {
    // The core profile has none of them.
    TestHost.quietly {
      enable([0x0BC0, 0x0B42, 0x0B10])
      glDisable(0x8861)
      glPixelTransferf(0x0D14, 0.25)
      glPixelTransferf(0x0D19, 0.5)
      glClampColor(0x891B, GLenum(GL_TRUE))
    }
  }
}

/// Objects that a host has bound.
final class HostObjects {
  private(set) var program: GLuint = 0
  private(set) var sampler: GLuint = 0
  private var buffers = [GLuint](repeating: 0, count: 14)
  private var textures = [GLuint](repeating: 0, count: 4)
  private var vertexArray: GLuint = 0
  private var feedback: GLuint = 0

  init() {
    program = Self.makeProgram()
    glGenSamplers(1, &sampler)
    glSamplerParameteri(sampler, GLenum(GL_TEXTURE_COMPARE_MODE), GL_COMPARE_REF_TO_TEXTURE)
    glGenBuffers(14, &buffers)
    for buffer in buffers {
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
      glBufferData(GLenum(GL_ARRAY_BUFFER), 1 << 18, nil, GLenum(GL_STATIC_DRAW))
    }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
    glGenTextures(4, &textures)
    glGenVertexArrays(1, &vertexArray)
    glGenTransformFeedbacks(1, &feedback)
  }

  private static func makeProgram() -> GLuint {
    func shader(_ type: Int32, _ text: String) -> GLuint {
      let shader = glCreateShader(GLenum(type))
      text.withCString { text in
        var pointer: UnsafePointer<GLchar>? = text
        glShaderSource(shader, 1, &pointer, nil)
      }
      glCompileShader(shader)
      return shader
    }
    let program = glCreateProgram()
    glAttachShader(
      program,
      shader(
        GL_VERTEX_SHADER,
        "#version 430\nout vec4 where; void main() { where = vec4(1); gl_Position = where; }"))
    glAttachShader(
      program,
      shader(GL_FRAGMENT_SHADER, "#version 430\nout vec4 color; void main() { color = vec4(1); }"))
    "where".withCString { name in
      var pointer: UnsafePointer<GLchar>? = name
      glTransformFeedbackVaryings(program, 1, &pointer, GLenum(GL_INTERLEAVED_ATTRIBS))
    }
    glLinkProgram(program)
    return program
  }

  func bindBuffers() {
    let targets = [
      GL_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_TEXTURE_BUFFER,
      GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_DRAW_INDIRECT_BUFFER,
      GL_DISPATCH_INDIRECT_BUFFER,
    ]
    for (target, buffer) in zip(targets, buffers) { glBindBuffer(GLenum(target), buffer) }
  }

  func bindIndexed() {
    for (target, buffer) in zip(
      [GL_UNIFORM_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER], buffers[8...])
    { for index in 0..<GLuint(2) { glBindBufferBase(GLenum(target), index, buffer) } }
    glBindImageTexture(1, textures[0], 0, 0, 0, GLenum(GL_READ_ONLY), GLenum(GL_RGBA8))
  }

  func bindTextures() {
    for unit in 0..<GLenum(8) {
      glActiveTexture(GLenum(GL_TEXTURE0) + unit)
      for (target, texture) in zip(
        [GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BUFFER, GL_TEXTURE_CUBE_MAP], textures)
      { glBindTexture(GLenum(target), texture) }
    }
    glActiveTexture(GLenum(GL_TEXTURE0) + 11)
  }

  func bindVertexArray() {
    glBindVertexArray(vertexArray)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffers[12])
    glEnableVertexAttribArray(1)
    glBindVertexBuffer(2, buffers[13], 16, 32)
  }

  func beginTransformFeedback() {
    glUseProgram(program)
    glBindTransformFeedback(GLenum(GL_TRANSFORM_FEEDBACK), feedback)
    glBindBufferBase(GLenum(GL_TRANSFORM_FEEDBACK_BUFFER), 0, buffers[11])
    glBeginTransformFeedback(GLenum(GL_POINTS))
  }

  func endTransformFeedback() { glEndTransformFeedback() }
}
