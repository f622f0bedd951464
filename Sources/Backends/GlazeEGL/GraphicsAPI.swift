import CEGL

/// The API of an OpenGL context; the names of the cases are those of `--api`.
public enum GraphicsAPI: String, Sendable, Hashable, CaseIterable, Codable {
  /// OpenGL 3.3 or later, core profile.
  case openGL = "gl"
  /// OpenGL ES 3.0 or later.
  case openGLES = "gles"

  /// The name with the lowest version that Glaze draws with.
  public var requirement: String {
    switch self {
    case .openGL: "OpenGL 3.3 core"
    case .openGLES: "OpenGL ES 3.0"
    }
  }

  var eglName: EGLenum {
    switch self {
    case .openGL: EGLenum(EGL_OPENGL_API)
    case .openGLES: EGLenum(EGL_OPENGL_ES_API)
    }
  }

  /// The versions that are requested, the best first: drivers may return a later one.
  var versions: [(Int32, Int32)] {
    switch self {
    case .openGL: [(4, 6), (4, 5), (4, 4), (4, 3), (4, 2), (4, 1), (4, 0), (3, 3)]
    case .openGLES: [(3, 2), (3, 1), (3, 0)]
    }
  }
}
