import COpenGL

/// The properties of a context that Glaze did not create which affect its work.
package struct HostTraits: Sendable {
  /// Whether the context also has the functions of OpenGL 1 and 2.
  let isCompatibility: Bool
  let hasClipControl: Bool
  /// Whether the context was created for debugging, so that naming passes is worthwhile.
  package let isForDebugging: Bool

  /// Queries the current context.
  ///
  /// - Throws: `GLError.missingContext`, or `GLError.oldContext` when it is older than OpenGL 4.3.
  package init() throws(GLError) {
    let version = try Self.checkVersion()
    let profile = integer(GL_CONTEXT_PROFILE_MASK)
    isCompatibility = profile & Int(GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0
    isForDebugging = integer(GL_CONTEXT_FLAGS) & Int(GL_CONTEXT_FLAG_DEBUG_BIT) != 0
    hasClipControl = version >= 45 || Self.has("GL_ARB_clip_control")
  }

  /// The version of the current context: 43 for OpenGL 4.3.
  static func checkVersion() throws(GLError) -> Int {
    guard let text = glGetString(glEnum(GL_VERSION)).map({ String(cString: $0) }) else {
      throw .missingContext
    }
    let version = integer(GL_MAJOR_VERSION) * 10 + integer(GL_MINOR_VERSION)
    let isDesktop = !text.hasPrefix("OpenGL ES")
    guard isDesktop, version >= 43 else {
      throw .oldContext(
        found: isDesktop ? "OpenGL \(text)" : text,
        missing: missingFeatures(of: isDesktop ? version : 0))
    }
    return version
  }

  /// The features that Glaze needs and that contexts of a version lack.
  package static func missingFeatures(of version: Int) -> [String] {
    let features = [
      (40, "blending per draw buffer"), (41, "indexed viewports"),
      (42, "immutable texture storage"),
      (43, "GLSL 4.30 shaders"), (43, "separate vertex formats"),
      (43, "copies between textures"), (43, "object labels"),
    ]
    return version == 0 ? ["desktop OpenGL"] : features.filter { version < $0.0 }.map(\.1)
  }

  /// Whether the current context has an extension.
  package static func has(_ name: String) -> Bool {
    (0..<GLuint(integer(GL_NUM_EXTENSIONS))).contains { index in
      glGetStringi(glEnum(GL_EXTENSIONS), index).map { String(cString: $0) } == name
    }
  }
}
