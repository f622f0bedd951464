import CEGL

/// An OpenGL context with its surface: its creation and the fallbacks.
struct ContextHandle: @unchecked Sendable {
  // Unchecked: EGL is thread-safe, and the handles are only ever passed back to it.
  let display: Display
  let api: GraphicsAPI
  let context: EGLContext
  /// A 1 x 1 pbuffer where a context without a surface is impossible, else nil.
  let surface: EGLSurface?

  /// Creates a context of the highest version that the display offers.
  ///
  /// - Parameter api: The only API that is tried; nil for OpenGL, and then OpenGL ES.
  static func make(
    _ display: Display, _ api: GraphicsAPI?, debug: Bool
  ) throws(DisplayFailure) -> ContextHandle {
    if let api { return try ContextHandle(display: display, api, debug: debug) }
    do throws(DisplayFailure) {
      return try ContextHandle(display: display, .openGL, debug: debug)
    } catch {
      // The reason why OpenGL is missing says more.
      do throws(DisplayFailure) {
        return try ContextHandle(display: display, .openGLES, debug: debug)
      } catch _ {
        throw error
      }
    }
  }

  /// Creates a context of the highest version that the display offers; of OpenGL, a core context.
  private init(display: Display, _ api: GraphicsAPI, debug: Bool) throws(DisplayFailure) {
    // The bound API belongs to the thread, and may have been set by a program that embeds the
    // library.
    let previous = eglQueryAPI()
    guard eglBindAPI(api.eglName) == EGL_TRUE else { throw DisplayFailure(.noOpenGL(.last())) }
    defer { _ = eglBindAPI(previous) }
    let surfaceless = display.has("EGL_KHR_surfaceless_context")
    var config: EGLConfig?
    if !surfaceless || !display.has("EGL_KHR_no_config_context") {
      config = try Self.config(display, api, pbuffer: !surfaceless)
    }
    let context = try Self.context(display, config, api, debug: debug)
    var surface: EGLSurface?
    if !surfaceless {
      let attributes: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
      surface = eglCreatePbufferSurface(display.handle, config, attributes)
      guard surface != nil else {
        let error = EGLErrorCode.last()
        eglDestroyContext(display.handle, context)
        throw DisplayFailure(.noConfiguration(error))
      }
    }
    self.display = display
    self.api = api
    self.context = context
    self.surface = surface
  }

  private static func config(
    _ display: Display, _ api: GraphicsAPI, pbuffer: Bool
  ) throws(DisplayFailure) -> EGLConfig {
    let attributes: [EGLint] = [
      EGL_RENDERABLE_TYPE, api == .openGL ? EGL_OPENGL_BIT : EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE,
      pbuffer ? EGL_PBUFFER_BIT : 0,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display.handle, attributes, &config, 1, &count) == EGL_TRUE, count > 0,
      let config
    else { throw DisplayFailure(.noConfiguration(.last())) }
    return config
  }

  private static func context(
    _ display: Display, _ config: EGLConfig?, _ api: GraphicsAPI, debug: Bool
  ) throws(DisplayFailure) -> EGLContext {
    var error = EGLErrorCode(code: EGL_SUCCESS)
    for version in api.versions {
      if let context = context(display, config, api, version, debug: debug) { return context }
      error = .last()
    }
    throw DisplayFailure(.versionTooLow(api: api, offered: offered(display, config, api), error))
  }

  private static func context(
    _ display: Display, _ config: EGLConfig?, _ api: GraphicsAPI, _ version: (Int32, Int32),
    isCore: Bool = true, debug: Bool
  ) -> EGLContext? {
    var attributes: [EGLint] = [
      EGL_CONTEXT_MAJOR_VERSION, version.0, EGL_CONTEXT_MINOR_VERSION, version.1,
    ]
    if api == .openGL, isCore {
      attributes += [EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT]
    }
    if debug {
      // EGL_CONTEXT_OPENGL_DEBUG is not used because displays of EGL 1.4 reject it.
      attributes += [EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR]
    }
    if display.has("EGL_EXT_create_context_robustness") {
      // The driver then reports a reset; otherwise it would result in empty frames.
      attributes += [
        api == .openGL
          ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY
          : EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET,
      ]
    }
    attributes.append(EGL_NONE)
    return eglCreateContext(display.handle, config, nil, attributes)
  }

  /// The version string of a driver that is too old, for the message.
  private static func offered(
    _ display: Display, _ config: EGLConfig?, _ api: GraphicsAPI
  ) -> String? {
    let context = context(
      display, config, api, api == .openGL ? (1, 0) : (2, 0), isCore: false, debug: false)
    guard let context else { return nil }
    defer { eglDestroyContext(display.handle, context) }
    let saved = CurrentContext()
    defer { saved.restore(from: display) }
    guard eglMakeCurrent(display.handle, nil, nil, context) == EGL_TRUE else { return nil }
    return GLNames.string(GLNames.version)
  }

  /// Makes the context current on this thread.
  func makeCurrent() throws(DisplayFailure) {
    _ = eglBindAPI(api.eglName)
    guard eglMakeCurrent(display.handle, surface, surface, context) == EGL_TRUE else {
      throw DisplayFailure(.cannotMakeCurrent(.last()))
    }
  }

  var isCurrent: Bool { eglGetCurrentContext() == context }

  func destroy() {
    if isCurrent { eglMakeCurrent(display.handle, nil, nil, nil) }
    if let surface { eglDestroySurface(display.handle, surface) }
    eglDestroyContext(display.handle, context)
  }

  /// Returns the facts about the context's device; the thread's current context does not change.
  func facts() throws(DisplayFailure) -> ContextFacts {
    let saved = CurrentContext()
    try makeCurrent()
    defer { saved.restore(from: display) }
    if DebugOutput.isWanted { DebugOutput.listen() }
    let vendor = EGLCalls.string(eglQueryString(display.handle, EGL_VENDOR)) ?? "unknown vendor"
    return ContextFacts(
      vendor: GLNames.string(GLNames.vendor) ?? "unknown",
      renderer: GLNames.string(GLNames.renderer) ?? "unknown",
      version: GLNames.string(GLNames.version) ?? "unknown",
      shadingLanguage: GLNames.string(GLNames.shadingLanguage) ?? "unknown",
      driver: display.driver,
      display: "\(display.version.major).\(display.version.minor) (\(vendor))")
  }
}

/// The current context of this thread, which can be restored.
struct CurrentContext {
  private let api = eglQueryAPI()
  private let display: EGLDisplay? = eglGetCurrentDisplay()
  private let context: EGLContext? = eglGetCurrentContext()
  private let draw: EGLSurface? = eglGetCurrentSurface(EGL_DRAW)
  private let read: EGLSurface? = eglGetCurrentSurface(EGL_READ)

  func restore(from other: Display) {
    _ = eglBindAPI(api)
    if let display, let context {
      eglMakeCurrent(display, draw, read, context)
    } else {
      eglMakeCurrent(other.handle, nil, nil, nil)
    }
  }
}

/// The OpenGL constants that identify the renderer; the module does not use an OpenGL header.
enum GLNames {
  static let vendor: UInt32 = 0x1F00
  static let renderer: UInt32 = 0x1F01
  static let version: UInt32 = 0x1F02
  static let shadingLanguage: UInt32 = 0x8B8C

  private typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?

  /// A string of the current context; nil when there is none.
  static func string(_ name: UInt32) -> String? {
    let function = unsafeBitCast(eglGetProcAddress("glGetString"), to: GetString?.self)
    return EGLCalls.string(function?(name))
  }
}
