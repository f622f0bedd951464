import COpenGL

/// Functions that a context lacks, made of those that it has.
enum GLReplacements {
  /// Replaces the functions that a context lacks.
  static func make(for traits: ContextTraits, in gl: inout glaze_gl) {
    if !traits.hasViewports { replaceViewports(in: &gl) }
    if !traits.hasDrawBufferState {
      gl.glColorMaski = { _, red, green, blue, alpha in glColorMask(red, green, blue, alpha) }
    }
    replaceSwitches(
      ofScissors: !traits.hasViewports, ofBlending: !traits.hasDrawBufferState, in: &gl)
    if !traits.hasDrawBufferState || traits.isES && traits.version < 31 {
      gl.glGetBooleani_v = { name, _, values in glGetBooleanv(name, values) }
    }
    if !traits.hasDrawBufferBlending { replaceDrawBufferBlending(in: &gl) }
    if !traits.hasTextureStorage { replaceTextureStorage(in: &gl) }
    if !traits.copiesImages { replaceCopies(in: &gl) }
    if !traits.hasDebugGroups {
      gl.glPushDebugGroup = { _, _, _, _ in }
      gl.glPopDebugGroup = {}
    }
    if !traits.tellsResets { gl.glGetGraphicsResetStatus = { 0 } }
  }

  /// There is one viewport.
  private static func replaceViewports(in gl: inout glaze_gl) {
    gl.glViewportIndexedf = { _, x, y, width, height in
      glViewport(GLint(x), GLint(y), GLsizei(width), GLsizei(height))
    }
    gl.glScissorIndexed = { _, x, y, width, height in glScissor(x, y, width, height) }
    gl.glGetFloati_v = { name, _, values in glGetFloatv(name, values) }
  }

  /// All viewports have one scissor test, or all draw buffers blend, or none does.
  private static func replaceSwitches(
    ofScissors: Bool, ofBlending: Bool, in gl: inout glaze_gl
  ) {
    switch (ofScissors, ofBlending) {
    case (false, false): break
    case (true, true):
      gl.glEnablei = { name, _ in glEnable(name) }
      gl.glDisablei = { name, _ in glDisable(name) }
      gl.glIsEnabledi = { name, _ in glIsEnabled(name) }
    case (true, false):
      gl.glEnablei = { isScissor($0) ? glEnable($0) : plain?.pointee.glEnablei($0, $1) }
      gl.glDisablei = { isScissor($0) ? glDisable($0) : plain?.pointee.glDisablei($0, $1) }
      gl.glIsEnabledi = {
        isScissor($0) ? glIsEnabled($0) : plain?.pointee.glIsEnabledi($0, $1) ?? 0
      }
    case (false, true):
      gl.glEnablei = { isScissor($0) ? plain?.pointee.glEnablei($0, $1) : glEnable($0) }
      gl.glDisablei = { isScissor($0) ? plain?.pointee.glDisablei($0, $1) : glDisable($0) }
      gl.glIsEnabledi = {
        isScissor($0) ? plain?.pointee.glIsEnabledi($0, $1) ?? 0 : glIsEnabled($0)
      }
    }
  }

  private static func replaceDrawBufferBlending(in gl: inout glaze_gl) {
    gl.glBlendFunci = { _, source, destination in glBlendFunc(source, destination) }
    gl.glBlendFuncSeparatei = { _, a, b, c, d in glBlendFuncSeparate(a, b, c, d) }
    gl.glBlendEquationi = { _, equation in glBlendEquation(equation) }
    gl.glBlendEquationSeparatei = { _, color, alpha in glBlendEquationSeparate(color, alpha) }
  }

  /// Textures get their levels one by one, and the number of levels.
  private static func replaceTextureStorage(in gl: inout glaze_gl) {
    gl.glTexStorage2D = { target, levels, format, width, height in
      let (external, type) = TextureFormat.upload(of: format)
      for level in 0..<levels {
        glTexImage2D(
          target, level, GLint(format), max(width >> level, 1), max(height >> level, 1), 0,
          external, type, nil)
      }
      glTexParameteri(target, glEnum(GL_TEXTURE_MAX_LEVEL), levels - 1)
    }
    gl.glTexStorage3D = { target, levels, format, width, height, depth in
      let (external, type) = TextureFormat.upload(of: format)
      for level in 0..<levels {
        glTexImage3D(
          target, level, GLint(format), max(width >> level, 1), max(height >> level, 1), depth, 0,
          external, type, nil)
      }
      glTexParameteri(target, glEnum(GL_TEXTURE_MAX_LEVEL), levels - 1)
    }
  }

  /// Framebuffers of the two textures copy one to the other; bindings are as before.
  private static func replaceCopies(in gl: inout glaze_gl) {
    gl.glCopyImageSubData = { from, _, _, x, y, _, to, _, _, toX, toY, _, width, height, _ in
      let bindings = [GL_READ_FRAMEBUFFER_BINDING, GL_DRAW_FRAMEBUFFER_BINDING].map(integer)
      let wasClipped = glIsEnabledi(glEnum(GL_SCISSOR_TEST), 0) != 0
      glDisablei(glEnum(GL_SCISSOR_TEST), 0)
      var names: [GLuint] = [0, 0]
      glGenFramebuffers(2, &names)
      for (target, (name, texture)) in zip(
        [GL_READ_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER], zip(names, [from, to]))
      {
        glBindFramebuffer(glEnum(target), name)
        glFramebufferTexture2D(
          glEnum(target), glEnum(GL_COLOR_ATTACHMENT0), glEnum(GL_TEXTURE_2D), texture, 0)
      }
      glBlitFramebuffer(
        x, y, x + width, y + height, toX, toY, toX + width, toY + height,
        GLbitfield(GL_COLOR_BUFFER_BIT), glEnum(GL_NEAREST))
      glBindFramebuffer(glEnum(GL_READ_FRAMEBUFFER), GLuint(truncatingIfNeeded: bindings[0]))
      glBindFramebuffer(glEnum(GL_DRAW_FRAMEBUFFER), GLuint(truncatingIfNeeded: bindings[1]))
      glDeleteFramebuffers(2, names)
      if wasClipped { glEnablei(glEnum(GL_SCISSOR_TEST), 0) }
    }
  }
}

// Functions of C cannot use members of a type.

private func isScissor(_ name: GLenum) -> Bool { name == glEnum(GL_SCISSOR_TEST) }

/// The functions of the context that is used on this thread, without replacements.
private var plain: UnsafePointer<glaze_gl>? { glaze_gl_used().pointee.plain }

/// The forms in which texels are uploaded.
private enum TextureFormat {
  /// The format and the type that fit an internal format.
  static func upload(of format: GLenum) -> (format: GLenum, type: GLenum) {
    switch Int32(bitPattern: format) {
    case GL_RGBA16F: (glEnum(GL_RGBA), glEnum(GL_HALF_FLOAT))
    case GL_RGB10_A2: (glEnum(GL_RGBA), glEnum(GL_UNSIGNED_INT_2_10_10_10_REV))
    case GL_RGBA16: (glEnum(GL_RGBA), glEnum(GL_UNSIGNED_SHORT))
    case GL_R32F: (glEnum(GL_RED), glEnum(GL_FLOAT))
    case GL_R16F: (glEnum(GL_RED), glEnum(GL_FLOAT))
    case GL_RGBA32F: (glEnum(GL_RGBA), glEnum(GL_FLOAT))
    case GL_R8: (glEnum(GL_RED), glEnum(GL_UNSIGNED_BYTE))
    default: (glEnum(GL_RGBA), glEnum(GL_UNSIGNED_BYTE))
    }
  }
}
