import COpenGL

/// The state of a host's context while Glaze works in it: all state that Glaze changes or relies on
/// is set to that of a new context, and is restored at the end.
///
/// Other state is not even queried, since that would take time in every frame. State that OpenGL
/// cannot report cannot be restored: the host must end conditional rendering first, the host's
/// queries count what Glaze draws, and pending errors of the host are lost.
package struct HostState {
  private let hadTransformFeedback: Bool
  private let program: GLuint
  private let bindings: HostBindings
  private let switches: HostSwitches
  private let drawing: HostDrawing
  private let pixels: HostPixelStore

  /// Saves the state, and sets the state on which drawing relies.
  package init(_ host: HostTraits) {
    // While transform feedback is active, no other shader program can be used.
    hadTransformFeedback =
      host.context.pausesTransformFeedback
      && integer(GL_TRANSFORM_FEEDBACK_ACTIVE) != 0 && integer(GL_TRANSFORM_FEEDBACK_PAUSED) == 0
    if hadTransformFeedback { glPauseTransformFeedback() }
    program = name(GL_CURRENT_PROGRAM)
    bindings = HostBindings(host.context)
    switches = HostSwitches(host)
    drawing = HostDrawing(host)
    pixels = HostPixelStore(host)
  }

  /// Restores everything.
  package func restore() {
    pixels.restore()
    drawing.restore()
    switches.restore()
    bindings.restore()
    glUseProgram(program)
    if hadTransformFeedback { glResumeTransformFeedback() }
  }

  /// The host's draw framebuffer.
  package var drawFramebuffer: UInt32 { bindings.drawFramebuffer }
}

private func name(_ binding: Int32) -> GLuint { GLuint(truncatingIfNeeded: integer(binding)) }

// MARK: Bindings

/// The bindings that Glaze changes.
private struct HostBindings {
  let drawFramebuffer = name(GL_DRAW_FRAMEBUFFER_BINDING)
  private let readFramebuffer = name(GL_READ_FRAMEBUFFER_BINDING)
  private let vertexArray = name(GL_VERTEX_ARRAY_BINDING)
  private let buffers: InlineArray<3, GLuint>
  private let activeUnit = GLenum(name(GL_ACTIVE_TEXTURE))
  private let textures: InlineArray<7, GLuint>
  private let samplers: InlineArray<6, GLuint>
  /// The external texture of the first unit; nil where there are none.
  private let external: GLuint?

  private static let bufferTargets: InlineArray<3, (target: Int32, binding: Int32)> = [
    (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING),
    (GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING),
    (GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING),
  ]

  /// The texture bindings that Glaze uses, by their units.
  private static let places: InlineArray<7, (unit: GLint, target: Int32, binding: Int32)> = [
    (TextureUnit.sources[0], GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
    (TextureUnit.sources[0], GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY),
    (TextureUnit.clips, GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
    (TextureUnit.stops, GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
    (TextureUnit.sources[1], GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
    (TextureUnit.sources[2], GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
    (TextureUnit.sources[3], GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
  ]

  init(_ context: ContextTraits) {
    buffers = InlineArray { name(Self.bufferTargets[$0].binding) }
    textures = InlineArray { index in
      let place = Self.places[index]
      glActiveTexture(glEnum(GL_TEXTURE0 + place.unit))
      return name(place.binding)
    }
    glActiveTexture(glEnum(GL_TEXTURE0 + TextureUnit.sources[0]))
    external = context.samplesExternalImages ? name(TextureTarget.external.binding) : nil
    samplers = InlineArray { index in
      glActiveTexture(glEnum(GL_TEXTURE0 + GLint(index)))
      return name(GL_SAMPLER_BINDING)
    }
    glBindBuffer(glEnum(GL_PIXEL_PACK_BUFFER), 0)
    glBindBuffer(glEnum(GL_PIXEL_UNPACK_BUFFER), 0)
    // Some draws read without a sampler of their own.
    for unit in samplers.indices { glBindSampler(GLuint(unit), 0) }
  }

  func restore() {
    glBindFramebuffer(glEnum(GL_DRAW_FRAMEBUFFER), drawFramebuffer)
    glBindFramebuffer(glEnum(GL_READ_FRAMEBUFFER), readFramebuffer)
    glBindVertexArray(vertexArray)
    for index in buffers.indices {
      glBindBuffer(glEnum(Self.bufferTargets[index].target), buffers[index])
    }
    for index in textures.indices {
      let place = Self.places[index]
      glActiveTexture(glEnum(GL_TEXTURE0 + place.unit))
      glBindTexture(glEnum(place.target), textures[index])
    }
    if let external {
      glActiveTexture(glEnum(GL_TEXTURE0 + TextureUnit.sources[0]))
      glBindTexture(TextureTarget.external.number, external)
    }
    for index in samplers.indices {
      glBindSampler(GLuint(index), samplers[index])
    }
    glActiveTexture(activeUnit)
  }
}

// MARK: Capabilities

/// The capabilities that can be enabled or disabled.
private struct HostSwitches {
  /// The capabilities that differed from a new context.
  private var turned: [(name: GLenum, wasOn: Bool)] = []
  private let blends = glIsEnabledi(glEnum(GL_BLEND), 0) != 0
  private let scissors = glIsEnabledi(glEnum(GL_SCISSOR_TEST), 0) != 0

  /// The capabilities of all versions.
  private static let off = [
    GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_RASTERIZER_DISCARD, GL_DITHER,
    GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE,
  ]
  /// Those that only OpenGL has.
  private static let offInGL = [
    GL_PRIMITIVE_RESTART, GL_COLOR_LOGIC_OP, GL_POLYGON_SMOOTH, GL_SAMPLE_ALPHA_TO_ONE,
  ]

  init(_ host: HostTraits) {
    let context = host.context
    for name in Self.off { turn(name, on: false) }
    if !context.isES {
      for name in Self.offInGL { turn(name, on: false) }
      turn(GL_PROGRAM_POINT_SIZE, on: true)
    }
    if context.hasClipDistances {
      for index in 0..<8 { turn(GL_CLIP_DISTANCE0 + GLint(index), on: false) }
    }
    if context.has(gl: 43, es: 30, "GL_ARB_ES3_compatibility") {
      turn(GL_PRIMITIVE_RESTART_FIXED_INDEX, on: false)
    }
    // Glaze's colors are already encoded.
    if context.has(gl: 33, es: nil, "GL_EXT_sRGB_write_control") {
      turn(GL_FRAMEBUFFER_SRGB, on: false)
    }
    if context.has(gl: 33, es: 31) { turn(GL_SAMPLE_MASK, on: false) }
    if context.has(gl: 40, es: 32, "GL_ARB_sample_shading", "GL_OES_sample_shading") {
      turn(GL_SAMPLE_SHADING, on: false)
    }
    if host.isCompatibility {
      for name in Compatibility.off { turn(name, on: false) }
      turn(Compatibility.pointSprite, on: true)
    }
    glDisablei(glEnum(GL_SCISSOR_TEST), 0)
  }

  private mutating func turn(_ name: Int32, on: Bool) {
    let name = glEnum(name)
    let wasOn = glIsEnabled(name) != 0
    if wasOn == on { return }
    turned.append((name, wasOn))
    Self.set(name, on)
  }

  func restore() {
    for (name, wasOn) in turned { Self.set(name, wasOn) }
    (blends ? glEnablei : glDisablei)(glEnum(GL_BLEND), 0)
    (scissors ? glEnablei : glDisablei)(glEnum(GL_SCISSOR_TEST), 0)
  }

  private static func set(_ name: GLenum, _ on: Bool) {
    if on { glEnable(name) } else { glDisable(name) }
  }
}

// MARK: Drawing

/// How primitives become pixels: the state of the first viewport and the first draw buffer, which
/// are the only ones used.
private struct HostDrawing {
  private var viewport = SIMD4<Float>()
  private var scissor = SIMD4<Int32>()
  private var mask = SIMD4<UInt8>()
  private let blend: SIMD4<UInt32>
  private let equations: SIMD2<UInt32>
  private var polygonModes = SIMD2<Int32>()
  /// The origin and the depth mode; nil where the context does not support them.
  private var clipControl: SIMD2<UInt32>?
  private let host: HostTraits
  private var colorClamp: GLenum?

  init(_ host: HostTraits) {
    self.host = host
    let context = host.context
    func first(_ name: Int32) -> UInt32 {
      var value: GLint = 0
      if context.hasDrawBufferBlending {
        glGetIntegeri_v(glEnum(name), 0, &value)
      } else {
        glGetIntegerv(glEnum(name), &value)
      }
      return UInt32(bitPattern: value)
    }
    blend = SIMD4(
      first(GL_BLEND_SRC_RGB), first(GL_BLEND_DST_RGB), first(GL_BLEND_SRC_ALPHA),
      first(GL_BLEND_DST_ALPHA))
    equations = SIMD2(first(GL_BLEND_EQUATION_RGB), first(GL_BLEND_EQUATION_ALPHA))
    withUnsafeMutableBytes(of: &viewport) {
      glGetFloati_v(glEnum(GL_VIEWPORT), 0, $0.assumingMemoryBound(to: GLfloat.self).baseAddress)
    }
    withUnsafeMutableBytes(of: &scissor) {
      let box = $0.assumingMemoryBound(to: GLint.self).baseAddress
      if context.hasViewports {
        glGetIntegeri_v(glEnum(GL_SCISSOR_BOX), 0, box)
      } else {
        glGetIntegerv(glEnum(GL_SCISSOR_BOX), box)
      }
    }
    withUnsafeMutableBytes(of: &mask) {
      glGetBooleani_v(
        glEnum(GL_COLOR_WRITEMASK), 0, $0.assumingMemoryBound(to: GLboolean.self).baseAddress)
    }
    if !context.isES {
      withUnsafeMutableBytes(of: &polygonModes) {
        glGetIntegerv(
          glEnum(GL_POLYGON_MODE), $0.assumingMemoryBound(to: GLint.self).baseAddress)
      }
    }
    if context.hasClipControl {
      clipControl = SIMD2(name(GL_CLIP_ORIGIN), name(GL_CLIP_DEPTH_MODE))
    }
    if host.isCompatibility { colorClamp = name(Compatibility.clampFragmentColor) }
    setDefaults()
  }

  private func setDefaults() {
    glBlendEquationi(0, glEnum(GL_FUNC_ADD))
    glColorMaski(0, 1, 1, 1, 1)
    if !host.context.isES { glPolygonMode(glEnum(GL_FRONT_AND_BACK), glEnum(GL_FILL)) }
    if clipControl != nil {
      glClipControl(glEnum(GL_LOWER_LEFT), glEnum(GL_NEGATIVE_ONE_TO_ONE))
    }
    if colorClamp != nil {
      glClampColor(glEnum(Compatibility.clampFragmentColor), glEnum(GL_FIXED_ONLY))
    }
  }

  func restore() {
    glViewportIndexedf(0, viewport.x, viewport.y, viewport.z, viewport.w)
    glScissorIndexed(0, scissor.x, scissor.y, scissor.z, scissor.w)
    glColorMaski(0, mask.x, mask.y, mask.z, mask.w)
    glBlendFuncSeparatei(0, blend.x, blend.y, blend.z, blend.w)
    glBlendEquationSeparatei(0, equations.x, equations.y)
    if host.isCompatibility {
      glPolygonMode(glEnum(GL_FRONT), glEnum(polygonModes.x))
      glPolygonMode(glEnum(GL_BACK), glEnum(polygonModes.y))
    } else if !host.context.isES {
      glPolygonMode(glEnum(GL_FRONT_AND_BACK), glEnum(polygonModes.x))
    }
    if let clipControl { glClipControl(clipControl.x, clipControl.y) }
    if let colorClamp { glClampColor(glEnum(Compatibility.clampFragmentColor), colorClamp) }
  }
}

// MARK: Pixels

/// How pixels are laid out in memory when they are read and written.
private struct HostPixelStore {
  /// The values that differed from a new context.
  private var changed: [(name: GLenum, value: GLint)] = []
  private var transfers: [(name: GLenum, value: GLfloat)] = []

  /// The parameters with their values in a new context.
  private static let values: [(name: Int32, initial: GLint)] = [
    (GL_PACK_ROW_LENGTH, 0), (GL_PACK_SKIP_PIXELS, 0),
    (GL_PACK_SKIP_ROWS, 0), (GL_PACK_ALIGNMENT, 4),
    (GL_UNPACK_ROW_LENGTH, 0), (GL_UNPACK_IMAGE_HEIGHT, 0),
    (GL_UNPACK_SKIP_PIXELS, 0), (GL_UNPACK_SKIP_ROWS, 0), (GL_UNPACK_SKIP_IMAGES, 0),
    (GL_UNPACK_ALIGNMENT, 4),
  ]
  /// Those that only OpenGL has.
  private static let valuesOfGL: [(name: Int32, initial: GLint)] = [
    (GL_PACK_SWAP_BYTES, 0), (GL_UNPACK_SWAP_BYTES, 0),
  ]

  init(_ host: HostTraits) {
    for (name, initial) in Self.values + (host.context.isES ? [] : Self.valuesOfGL) {
      let value = GLint(integer(name))
      if value == initial { continue }
      changed.append((glEnum(name), value))
      glPixelStorei(glEnum(name), initial)
    }
    guard host.isCompatibility else { return }
    for (name, initial) in Compatibility.transfers {
      var value: GLfloat = 0
      glGetFloatv(glEnum(name), &value)
      if value == initial { continue }
      transfers.append((glEnum(name), value))
      Compatibility.setTransfer(glEnum(name), initial)
    }
  }

  func restore() {
    for (name, value) in changed { glPixelStorei(name, value) }
    for (name, value) in transfers { Compatibility.setTransfer(name, value) }
  }
}

/// State that only contexts of the compatibility profile have, and that the header of the core
/// profile does not declare.
private enum Compatibility {
  static let clampFragmentColor: Int32 = 0x891B
  static let pointSprite: Int32 = 0x8861
  /// GL_ALPHA_TEST, GL_POLYGON_STIPPLE, GL_POINT_SMOOTH.
  static let off: [Int32] = [0x0BC0, 0x0B42, 0x0B10]
  /// GL_MAP_COLOR, and the scales and biases of red, green, blue and alpha.
  static let transfers: [(name: Int32, initial: GLfloat)] =
    [(0x0D10, 0)] + [0x0D14, 0x0D18, 0x0D1A, 0x0D1C].map { ($0, 1) }
    + [0x0D15, 0x0D19, 0x0D1B, 0x0D1D].map { ($0, 0) }

  static func setTransfer(_ name: GLenum, _ value: GLfloat) {
    glPixelTransferf(name, value)
  }
}
