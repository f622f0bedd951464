import COpenGL

/// The properties of an OpenGL context: its API, its version and its extensions.
package struct ContextTraits: Sendable {
  /// Whether the context is of OpenGL ES.
  package let isES: Bool
  /// The version: 43 for 4.3.
  package let version: Int
  /// The version as the driver writes it.
  let text: String
  /// The driver's name of the device.
  package let renderer: String?
  private let extensions: Set<String>

  /// The lowest versions that Glaze draws with.
  package static let (leastGL, leastES) = (33, 30)

  /// Queries the current context.
  ///
  /// - Throws: `GLError.missingContext`.
  package init() throws(GLError) {
    guard let text = glGetString(glEnum(GL_VERSION)).map({ String(cString: $0) }) else {
      throw .missingContext
    }
    self.text = text
    renderer = glGetString(glEnum(GL_RENDERER)).map { String(cString: $0) }
    isES = text.hasPrefix("OpenGL ES")
    version = integer(GL_MAJOR_VERSION) * 10 + integer(GL_MINOR_VERSION)
    extensions = Set(
      (0..<GLuint(integer(GL_NUM_EXTENSIONS))).compactMap { index in
        glGetStringi(glEnum(GL_EXTENSIONS), index).map { String(cString: $0) }
      })
  }

  /// Throws `GLError.oldContext` when Glaze cannot draw in the context.
  package func check() throws(GLError) {
    guard version >= (isES ? Self.leastES : Self.leastGL) else {
      throw .oldContext(found: isES ? text : "OpenGL \(text)")
    }
  }

  /// Whether the context has an extension.
  package func has(_ name: String) -> Bool { extensions.contains(name) }

  /// Whether the context has something that a version has in its core, and others as an extension.
  ///
  /// - Parameters:
  ///   - gl: The version of OpenGL; nil for none.
  ///   - es: The version of OpenGL ES; nil for none.
  func has(gl: Int?, es: Int?, _ extensions: String...) -> Bool {
    if let core = isES ? es : gl, version >= core { return true }
    return extensions.contains { has($0) }
  }

  // MARK: Differences

  /// Whether the layout of vertices is set apart from their buffer.
  var hasVertexBindings: Bool { has(gl: 43, es: 31, "GL_ARB_vertex_attrib_binding") }
  /// Whether linked programs can be stored.
  var hasProgramBinaries: Bool { has(gl: 41, es: 30, "GL_ARB_get_program_binary") }
  var hasTimers: Bool { has(gl: 33, es: nil, "GL_EXT_disjoint_timer_query") }
  /// Whether commands can be labeled for debuggers.
  var hasDebugGroups: Bool { has(gl: 43, es: 32, "GL_KHR_debug") }
  var tellsResets: Bool {
    has(gl: 45, es: 32, "GL_KHR_robustness", "GL_ARB_robustness", "GL_EXT_robustness")
  }
  /// Whether textures of 32-bit floating-point numbers are filtered.
  var filtersFloats: Bool { has(gl: 33, es: nil, "GL_OES_texture_float_linear") }
  /// Whether bytes in the order blue, green, red can be uploaded into any texture.
  var uploadsBGR: Bool { !isES }
  /// Whether the format and the size of a texture can be queried.
  var describesTextures: Bool { has(gl: 33, es: 31) }
  var hasClipControl: Bool { has(gl: 45, es: nil, "GL_ARB_clip_control", "GL_EXT_clip_control") }
  /// Whether the state of each viewport can be set.
  var hasViewports: Bool { has(gl: 41, es: nil, "GL_ARB_viewport_array", "GL_OES_viewport_array") }
  /// Whether each draw buffer has masks and can blend or not.
  var hasDrawBufferState: Bool {
    has(gl: 33, es: 32, "GL_OES_draw_buffers_indexed", "GL_EXT_draw_buffers_indexed")
  }
  /// Whether each draw buffer has functions of blending.
  var hasDrawBufferBlending: Bool {
    has(
      gl: 40, es: 32, "GL_ARB_draw_buffers_blend", "GL_OES_draw_buffers_indexed",
      "GL_EXT_draw_buffers_indexed")
  }
  package var hasTextureStorage: Bool { has(gl: 42, es: 30, "GL_ARB_texture_storage") }
  /// Whether parts of textures can be copied without a framebuffer.
  var copiesImages: Bool {
    has(gl: 43, es: 32, "GL_ARB_copy_image", "GL_OES_copy_image", "GL_EXT_copy_image")
  }

  /// Whether images that only the driver can read, such as video, can be sampled.
  var samplesExternalImages: Bool { isES && has("GL_OES_EGL_image_external_essl3") }

  var hasClipDistances: Bool {
    has(gl: 33, es: nil, "GL_EXT_clip_cull_distance", "GL_APPLE_clip_distance")
  }
  /// Whether transform feedback can be interrupted.
  var pausesTransformFeedback: Bool { has(gl: 40, es: 30, "GL_ARB_transform_feedback2") }

  /// The first lines of shaders: the language, and the precision of its numbers.
  var shaderPrologue: String {
    if !isES { return "#version 330 core\n" }
    // Extensions come before everything else.
    let external =
      samplesExternalImages ? "#extension GL_OES_EGL_image_external_essl3 : enable" : ""
    return """
      #version 300 es
      \(external)
      precision highp float;
      precision highp int;
      precision highp sampler2D;
      precision highp sampler2DArray;

      """
  }
}
