import COpenGL

/// The functions of a context, in which those that it lacks are replaced by others with the same
/// effect.
///
/// The names stay those of OpenGL 4.3, so that the rest of the code has one form. A replacement
/// relies on what the version guarantees: a context without viewports has one, which the plain
/// function sets.
package final class GLFunctions: @unchecked Sendable {
  // Unchecked: the tables do not change after they are made.

  package let traits: ContextTraits
  private let table = UnsafeMutablePointer<glaze_gl>.allocate(capacity: 1)
  private let plain = UnsafeMutablePointer<glaze_gl>.allocate(capacity: 1)

  /// Finds functions by their names.
  package typealias Loader = (_ name: String) -> UnsafeMutableRawPointer?

  /// Loads the functions of the current context.
  ///
  /// - Parameter loader: A host's own; nil for EGL's. It is not called later.
  /// - Throws: `GLError.missingContext`, or `GLError.oldContext`.
  package init(loader: Loader? = nil) throws(GLError) {
    let find = loader ?? { glaze_gl_find(nil, $0) }
    withUnsafePointer(to: find) { [plain] find in
      glaze_gl_load(
        plain,
        { context, name in
          context?.assumingMemoryBound(to: Loader.self).pointee(String(cString: name))
        }, UnsafeMutableRawPointer(mutating: find))
    }
    let previous = glaze_gl_use(plain)
    defer { glaze_gl_use(previous) }
    let traits: ContextTraits
    do throws(GLError) {
      traits = try ContextTraits()
      try traits.check()
    } catch {
      // An object that is not complete has no deinitializer.
      table.deallocate()
      plain.deallocate()
      throw error
    }
    self.traits = traits
    let named = GLNamed(find: find)
    named.take(for: traits, in: &plain.pointee)
    table.initialize(to: plain.pointee)
    table.pointee.plain = UnsafePointer(plain)
    GLReplacements.make(for: traits, in: &table.pointee)
  }

  deinit {
    table.deallocate()
    plain.deallocate()
  }

  /// Runs `body` with these functions on this thread.
  package func whileUsed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let previous = glaze_gl_use(table)
    defer { glaze_gl_use(previous) }
    return try body()
  }
}

/// Finds functions that an extension names otherwise.
private struct GLNamed {
  let find: GLFunctions.Loader

  private func set<Function>(_ function: inout Function?, _ name: String) {
    guard let address = find(name) else { return }
    function = unsafeBitCast(address, to: Function.self)
  }

  /// Takes the functions of extensions that have other names.
  func take(for traits: ContextTraits, in gl: inout glaze_gl) {
    if traits.isES {
      if traits.version < 32 { take(forES: traits, in: &gl) }
      if traits.has("GL_EXT_disjoint_timer_query") {
        set(&gl.glQueryCounter, "glQueryCounterEXT")
        set(&gl.glGetQueryObjectui64v, "glGetQueryObjectui64vEXT")
      }
      if traits.has("GL_EXT_clip_control") { set(&gl.glClipControl, "glClipControlEXT") }
      if traits.has("GL_OES_viewport_array") {
        set(&gl.glViewportIndexedf, "glViewportIndexedfOES")
        set(&gl.glScissorIndexed, "glScissorIndexedOES")
        set(&gl.glGetFloati_v, "glGetFloati_vOES")
        if !traits.hasDrawBufferState { takeSwitches("OES", in: &gl) }
      }
    }
    let core = traits.isES ? 32 : 45
    if traits.version < core {
      let suffix = ["KHR", "ARB", "EXT"].first { traits.has("GL_\($0)_robustness") }
      // On OpenGL the extension of Khronos has no suffix.
      if let suffix, traits.isES || suffix != "KHR" {
        set(&gl.glGetGraphicsResetStatus, "glGetGraphicsResetStatus" + suffix)
      }
    }
  }

  /// Takes the functions of OpenGL ES 3.2 that 3.0 and 3.1 have by extensions.
  private func take(forES traits: ContextTraits, in gl: inout glaze_gl) {
    if traits.has("GL_KHR_debug") {
      set(&gl.glPushDebugGroup, "glPushDebugGroupKHR")
      set(&gl.glPopDebugGroup, "glPopDebugGroupKHR")
    }
    if let name = ["OES", "EXT"].first(where: { traits.has("GL_\($0)_copy_image") }) {
      set(&gl.glCopyImageSubData, "glCopyImageSubData" + name)
    }
    if let name = ["OES", "EXT"].first(where: { traits.has("GL_\($0)_draw_buffers_indexed") }) {
      takeSwitches(name, in: &gl)
      set(&gl.glBlendFunci, "glBlendFunci" + name)
      set(&gl.glBlendFuncSeparatei, "glBlendFuncSeparatei" + name)
      set(&gl.glBlendEquationi, "glBlendEquationi" + name)
      set(&gl.glBlendEquationSeparatei, "glBlendEquationSeparatei" + name)
      set(&gl.glColorMaski, "glColorMaski" + name)
    }
  }

  /// Takes the functions that switch blending of a draw buffer, or the scissor of a viewport.
  private func takeSwitches(_ suffix: String, in gl: inout glaze_gl) {
    set(&gl.glEnablei, "glEnablei" + suffix)
    set(&gl.glDisablei, "glDisablei" + suffix)
    set(&gl.glIsEnabledi, "glIsEnabledi" + suffix)
  }
}
