import COpenGL
@testable import GlazeGL
import Testing

/// OpenGL state that a host may set before Glaze draws.
enum UnusualState: CaseIterable, Sendable {
  case scissor, program, buffers, srgbWrite, primitiveRestart, rasterizerDiscard, colorMask
  case vertexArray, pixelStore, clipControl, textures, samplers, blending, polygons, depthAndStencil
  case multisampling, clipDistances, viewports, transformFeedback, indexedBindings, points
  case fixedFunctions
  case all

  /// Sets the state in the current context, as far as it has it; `all` sets everything.
  func set(_ host: TestHost, _ kind: TestHost.Kind, _ objects: HostObjects) {
    for state in self == .all ? Self.allCases.filter({ $0 != .all }) : [self] {
      state.setOne(host.traits, kind, objects)
    }
  }

  private func enable(_ names: [Int32]) { for name in names { glEnable(GLenum(name)) } }

  private func setOne(_ traits: ContextTraits, _ kind: TestHost.Kind, _ objects: HostObjects) {
    switch self {
    case .all: break
    case .scissor:
      glEnable(GLenum(GL_SCISSOR_TEST))
      glScissor(1, 2, 3, 4)
    case .program: glUseProgram(objects.program)
    case .buffers: objects.bindBuffers()
    case .srgbWrite: if !traits.isES { enable([GL_FRAMEBUFFER_SRGB]) }
    case .primitiveRestart:
      if traits.has(gl: 43, es: 30) { enable([GL_PRIMITIVE_RESTART_FIXED_INDEX]) }
      if traits.isES { return }
      enable([GL_PRIMITIVE_RESTART])
      glPrimitiveRestartIndex(2)
    case .rasterizerDiscard: enable([GL_RASTERIZER_DISCARD])
    case .colorMask:
      guard traits.hasDrawBufferState else { return glColorMask(0, 0, 1, 0) }
      let count = TestHost.number(GL_MAX_DRAW_BUFFERS)
      for index in 0..<GLuint(count) { glColorMaski(index, 0, index == 1 ? 1 : 0, 1, 0) }
    case .vertexArray: objects.bindVertexArray()
    case .pixelStore: setPixelStore(traits)
    case .clipControl:
      if traits.has(gl: 45, es: nil, "GL_ARB_clip_control") {
        glClipControl(GLenum(GL_UPPER_LEFT), GLenum(GL_ZERO_TO_ONE))
      }
    case .textures: objects.bindTextures()
    case .samplers: for unit in 0..<GLuint(8) { glBindSampler(unit, objects.sampler) }
    case .blending: setBlending(traits)
    case .polygons: setPolygons(traits, kind)
    case .depthAndStencil:
      enable([GL_DEPTH_TEST, GL_STENCIL_TEST] + (traits.isES ? [] : [GL_DEPTH_CLAMP]))
      glDepthFunc(GLenum(GL_NEVER))
      glStencilFunc(GLenum(GL_NEVER), 3, 5)
    case .multisampling: setMultisampling(traits)
    case .clipDistances: if !traits.isES { enable((0..<8).map { GL_CLIP_DISTANCE0 + $0 }) }
    case .viewports: setViewports(traits)
    case .transformFeedback:
      if traits.pausesTransformFeedback { objects.beginTransformFeedback() }
    case .indexedBindings: objects.bindIndexed()
    case .points:
      if traits.isES { return }
      glPointParameteri(GLenum(GL_POINT_SPRITE_COORD_ORIGIN), GL_UPPER_LEFT)
      glPointSize(7)
    case .fixedFunctions: if kind.isCompatibility { setFixedFunctions() }
    }
  }

  private func setPixelStore(_ traits: ContextTraits) {
    for name in [GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT] {
      glPixelStorei(GLenum(name), 7)
    }
    for name in [
      GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,
      GL_UNPACK_SKIP_IMAGES,
    ] { glPixelStorei(GLenum(name), 3) }
    for name in [GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT] { glPixelStorei(GLenum(name), 1) }
    if traits.isES { return }
    for name in [GL_PACK_SWAP_BYTES, GL_UNPACK_SWAP_BYTES] { glPixelStorei(GLenum(name), 1) }
    glPixelStorei(GLenum(GL_PACK_IMAGE_HEIGHT), 7)
    glPixelStorei(GLenum(GL_PACK_SKIP_IMAGES), 3)
  }

  private func setBlending(_ traits: ContextTraits) {
    enable([GL_DITHER])
    if !traits.isES {
      enable([GL_COLOR_LOGIC_OP])
      glLogicOp(GLenum(GL_INVERT))
    }
    glBlendColor(0.1, 0.2, 0.3, 0.4)
    let count = traits.hasDrawBufferState ? TestHost.number(GL_MAX_DRAW_BUFFERS) : 0
    for index in 0..<GLuint(count) where index != 1 { glEnablei(GLenum(GL_BLEND), index) }
    guard traits.hasDrawBufferBlending else {
      glBlendFuncSeparate(
        GLenum(GL_DST_COLOR), GLenum(GL_ZERO), GLenum(GL_SRC_ALPHA), GLenum(GL_CONSTANT_COLOR))
      return glBlendEquationSeparate(GLenum(GL_FUNC_REVERSE_SUBTRACT), GLenum(GL_MIN))
    }
    for index in 0..<GLuint(count) {
      glBlendFuncSeparatei(
        index, GLenum(GL_DST_COLOR), GLenum(GL_ZERO), GLenum(GL_SRC_ALPHA),
        GLenum(GL_CONSTANT_COLOR))
      glBlendEquationSeparatei(
        index, GLenum(GL_FUNC_REVERSE_SUBTRACT), GLenum(index % 2 == 0 ? GL_MIN : GL_MAX))
    }
  }

  private func setPolygons(_ traits: ContextTraits, _ kind: TestHost.Kind) {
    enable([GL_CULL_FACE, GL_POLYGON_OFFSET_FILL])
    glCullFace(GLenum(GL_FRONT_AND_BACK))
    glPolygonOffset(3, 4)
    if traits.isES { return }
    enable([GL_POLYGON_SMOOTH])
    glPolygonMode(GLenum(GL_FRONT_AND_BACK), GLenum(GL_LINE))
    glProvokingVertex(GLenum(GL_FIRST_VERTEX_CONVENTION))
    if kind.isCompatibility { glPolygonMode(GLenum(GL_BACK), GLenum(GL_POINT)) }
  }

  private func setViewports(_ traits: ContextTraits) {
    guard traits.hasViewports else {
      glViewport(2, 3, 5, 6)
      return glScissor(4, 1, 2, 3)
    }
    for index in 0..<GLuint(16) {
      let offset = GLfloat(index) + 0.5
      glViewportIndexedf(index, offset, 2, 5, 6 + offset)
      glScissorIndexed(index, GLint(index), 1, 2, 3)
      glDepthRangeIndexed(index, 0.25, 0.5)
    }
    glEnablei(GLenum(GL_SCISSOR_TEST), 3)
  }

  private func setMultisampling(_ traits: ContextTraits) {
    enable([GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE])
    glSampleCoverage(0.25, 1)
    if !traits.isES {
      glDisable(GLenum(GL_MULTISAMPLE))
      enable([GL_SAMPLE_ALPHA_TO_ONE])
    }
    if traits.has(gl: 33, es: 31) {
      enable([GL_SAMPLE_MASK])
      glSampleMaski(0, 0)
    }
    if traits.has(gl: 40, es: 32) {
      enable([GL_SAMPLE_SHADING])
      glMinSampleShading(0.5)
    }
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

  private let traits: ContextTraits

  init(_ traits: ContextTraits) {
    self.traits = traits
    program = Self.makeProgram(traits)
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

  private static func makeProgram(_ traits: ContextTraits) -> GLuint {
    func shader(_ type: Int32, _ text: String) -> GLuint {
      let shader = glCreateShader(GLenum(type))
      text.withCString { text in
        var pointer: UnsafePointer<GLchar>? = text
        glShaderSource(shader, 1, &pointer, nil)
      }
      glCompileShader(shader)
      return shader
    }
    let version =
      traits.isES ? "#version 300 es\nprecision highp float;\n" : "#version 330\n"
    let program = glCreateProgram()
    glAttachShader(
      program,
      shader(
        GL_VERTEX_SHADER,
        version + "out vec4 where; void main() { where = vec4(1); gl_Position = where; }"))
    glAttachShader(
      program,
      shader(GL_FRAGMENT_SHADER, version + "out vec4 color; void main() { color = vec4(1); }"))
    "where".withCString { name in
      var pointer: UnsafePointer<GLchar>? = name
      glTransformFeedbackVaryings(program, 1, &pointer, GLenum(GL_INTERLEAVED_ATTRIBS))
    }
    glLinkProgram(program)
    return program
  }

  func bindBuffers() {
    var targets = [
      GL_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_COPY_READ_BUFFER,
      GL_COPY_WRITE_BUFFER,
    ]
    if traits.has(gl: 33, es: 32) { targets.append(GL_TEXTURE_BUFFER) }
    if traits.has(gl: 40, es: 31) { targets.append(GL_DRAW_INDIRECT_BUFFER) }
    if traits.has(gl: 43, es: 31) { targets.append(GL_DISPATCH_INDIRECT_BUFFER) }
    for (target, buffer) in zip(targets, buffers) { glBindBuffer(GLenum(target), buffer) }
  }

  func bindIndexed() {
    var targets = [GL_UNIFORM_BUFFER]
    if traits.has(gl: 43, es: 31) {
      targets += [GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER]
    }
    for (target, buffer) in zip(targets, buffers[8...]) {
      for index in 0..<GLuint(2) { glBindBufferBase(GLenum(target), index, buffer) }
    }
    if traits.isES || traits.version < 42 { return }
    glBindImageTexture(1, textures[0], 0, 0, 0, GLenum(GL_READ_ONLY), GLenum(GL_RGBA8))
  }

  func bindTextures() {
    for unit in 0..<GLenum(8) {
      glActiveTexture(GLenum(GL_TEXTURE0) + unit)
      for (target, texture) in zip(
        [GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BUFFER], textures)
      where target != GL_TEXTURE_BUFFER || traits.has(gl: 33, es: 32) {
        glBindTexture(GLenum(target), texture)
      }
    }
    glActiveTexture(GLenum(GL_TEXTURE0) + 11)
  }

  func bindVertexArray() {
    glBindVertexArray(vertexArray)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffers[12])
    glEnableVertexAttribArray(1)
    if traits.hasVertexBindings { glBindVertexBuffer(2, buffers[13], 16, 32) }
  }

  func beginTransformFeedback() {
    glUseProgram(program)
    glBindTransformFeedback(GLenum(GL_TRANSFORM_FEEDBACK), feedback)
    glBindBufferBase(GLenum(GL_TRANSFORM_FEEDBACK_BUFFER), 0, buffers[11])
    glBeginTransformFeedback(GLenum(GL_POINTS))
  }

  func endTransformFeedback() {
    if traits.pausesTransformFeedback { glEndTransformFeedback() }
  }
}
