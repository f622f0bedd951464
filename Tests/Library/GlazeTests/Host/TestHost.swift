import CEGL
import COpenGL
import Foundation
@testable import GlazeEGL
@testable import GlazeGL
import Testing

/// A program that draws with OpenGL itself: a context that Glaze did not make, with a framebuffer
/// in place of a window.
final class TestHost {
  /// A kind of context that hosts have.
  struct Kind: CustomTestStringConvertible, Sendable {
    var version = (major: 3, minor: 3)
    var isCompatibility = false
    var isDebug = false
    /// Whether it is OpenGL ES.
    var isEmbedded = false

    var testDescription: String {
      "\(version.major).\(version.minor)"
        + (isEmbedded ? " ES" : isCompatibility ? " compatibility" : " core")
        + (isDebug ? " debug" : "")
    }

    /// Whether the context has the requested version here: drivers may return a newer one.
    private var isGiven: Bool {
      guard let host = try? TestHost(self) else { return false }
      return withExtendedLifetime(host) {
        let given = (TestHost.number(GL_MAJOR_VERSION), TestHost.number(GL_MINOR_VERSION))
        guard given == version else { return false }
        // Earlier versions have no profiles.
        if isEmbedded || version < (3, 2) { return true }
        let profile = TestHost.number(GL_CONTEXT_PROFILE_MASK)
        return (profile & Int(GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0) == isCompatibility
      }
    }

    private static func kinds(_ version: (major: Int, minor: Int)) -> [Kind] {
      [(false, false), (false, true), (true, false), (true, true)].map {
        Kind(version: version, isCompatibility: $0.0, isDebug: $0.1)
      }
    }

    /// The kinds that can be made here and that Glaze can draw in.
    ///
    /// `Scripts/test-contexts` makes Mesa report older and newer versions.
    static let usable =
      ([(3, 3)] + (0...6).map { (4, $0) }).flatMap(kinds).filter(\.isGiven)
      + (0...2).flatMap { embedded((3, $0)) }.filter(\.isGiven)
    /// The kinds that can be made here and that Glaze rejects.
    static let refused =
      ([(2, 1), (3, 0), (3, 1), (3, 2)].flatMap(kinds) + embedded((2, 0))).filter(\.isGiven)

    private static func embedded(_ version: (major: Int, minor: Int)) -> [Kind] {
      [false, true].map { Kind(version: version, isDebug: $0, isEmbedded: true) }
    }
  }

  /// The format of the window's pixels.
  enum Format: CaseIterable { case rgba8, srgb8, rgba16F, multisampled }

  static let size = 96
  // Unsafe only for the compiler: EGL is thread-safe.
  private nonisolated(unsafe) static let display: EGLDisplay? = {
    let surfaceless = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
    if eglInitialize(surfaceless, nil, nil) == EGL_TRUE { return surfaceless }
    // NVIDIA's drivers have no surfaceless platform.
    return DeviceList.handles().first.flatMap {
      let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), $0, nil)
      return eglInitialize(display, nil, nil) == EGL_TRUE ? display : nil
    }
  }()

  struct NoContext: Error {}

  private let context: EGLContext
  /// The properties of the context.
  let traits: ContextTraits
  /// Held as long as a host exists, because other tests draw on other threads.
  private static let driver = DriverLock(renderer: "llvmpipe")
  private var window: GLuint = 0
  private var color: GLuint = 0

  /// Makes a context, and makes it current.
  init(_ kind: Kind = Kind(), sharing other: TestHost? = nil) throws {
    Self.driver.lock()
    let previous = eglQueryAPI()
    defer { _ = eglBindAPI(previous) }
    _ = eglBindAPI(EGLenum(kind.isEmbedded ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
    let profile =
      kind.isCompatibility
      ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
    let listens = DebugOutput.isWanted
    var attributes: [EGLint] = [
      EGL_CONTEXT_MAJOR_VERSION, EGLint(kind.version.major), EGL_CONTEXT_MINOR_VERSION,
      EGLint(kind.version.minor), EGL_CONTEXT_FLAGS_KHR,
      kind.isDebug || listens ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0,
    ]
    if !kind.isEmbedded { attributes += [EGL_CONTEXT_OPENGL_PROFILE_MASK, profile] }
    attributes.append(EGL_NONE)
    guard let display = Self.display,
      let context = eglCreateContext(display, nil, other?.context, attributes)
    else {
      Self.driver.unlock()
      throw NoContext()
    }
    self.context = context
    eglMakeCurrent(display, nil, nil, context)
    if listens { DebugOutput.listen() }
    do {
      traits = try ContextTraits()
    } catch {
      Self.makeNoneCurrent()
      eglDestroyContext(display, context)
      Self.driver.unlock()
      throw NoContext()
    }
  }

  deinit {
    if isCurrent { eglMakeCurrent(Self.display, nil, nil, nil) }
    eglDestroyContext(Self.display, context)
    Self.driver.unlock()
  }

  var isCurrent: Bool { eglGetCurrentContext() == context }

  func makeCurrent() { eglMakeCurrent(Self.display, nil, nil, context) }

  static func makeNoneCurrent() { eglMakeCurrent(display, nil, nil, nil) }

  /// Whether contexts of hosts have something.
  static func hostHas(_ has: (ContextTraits) -> Bool) -> Bool {
    guard let host = try? TestHost() else { return false }
    return withExtendedLifetime(host) { has(host.traits) }
  }

  static func number(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }

  /// Whether the current context is of OpenGL ES.
  private static var isES: Bool {
    glGetString(GLenum(GL_VERSION)).map { String(cString: $0).hasPrefix("OpenGL ES") } ?? false
  }

  /// Runs code that the driver reports as an error in debug output although it is correct here.
  static func quietly<Result>(_ body: () throws -> Result) rethrows -> Result {
    // A group is a message itself, which contexts without a listener store.
    guard DebugOutput.isWanted else { return try body() }
    let any = GLenum(GL_DONT_CARE)
    // In a separate group, so that nothing is left that hosts could query.
    glPushDebugGroup(GLenum(GL_DEBUG_SOURCE_APPLICATION), 0, -1, "quiet")
    defer { glPopDebugGroup() }
    glDebugMessageControl(any, any, any, 0, nil, GLboolean(GL_FALSE))
    return try body()
  }

  /// Returns the names of all objects in the current context of the kinds that Glaze makes, too.
  static func objectNames() -> [String] {
    (GLuint(1)..<2000).flatMap { name in
      [
        ("texture", glIsTexture(name)), ("buffer", glIsBuffer(name)),
        ("framebuffer", glIsFramebuffer(name)), ("vertex array", glIsVertexArray(name)),
        ("program", glIsProgram(name)), ("sampler", glIsSampler(name)),
      ].compactMap { $0.1 != 0 ? "\($0.0) \(name)" : nil }
    }
  }

  // MARK: EGLImages

  private typealias CreateImage =
    @convention(c) (
      EGLDisplay?, EGLContext?, EGLenum, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?
    ) -> UnsafeMutableRawPointer?
  private typealias DestroyImage =
    @convention(c) (EGLDisplay?, UnsafeMutableRawPointer?) -> EGLBoolean

  /// Returns an EGLImage of a texture of the current context; nil if that is not supported.
  static func image(of texture: GLuint) -> UnsafeMutableRawPointer? {
    let create = unsafeBitCast(eglGetProcAddress("eglCreateImageKHR"), to: CreateImage?.self)
    return create?(
      display, eglGetCurrentContext(), EGLenum(EGL_GL_TEXTURE_2D),
      UnsafeMutableRawPointer(bitPattern: UInt(texture)), [EGL_NONE])
  }

  static func destroy(_ image: UnsafeMutableRawPointer) {
    let destroy = unsafeBitCast(eglGetProcAddress("eglDestroyImageKHR"), to: DestroyImage?.self)
    _ = destroy?(display, image)
  }

  // MARK: Window

  /// Makes the framebuffer that replaces a window, binds it, and clears it.
  @discardableResult
  func openWindow(_ format: Format = .rgba8) -> GLuint {
    let size = GLsizei(Self.size)
    glGenFramebuffers(1, &window)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), window)
    glGenTextures(1, &color)
    let target = format == .multisampled ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D
    glBindTexture(GLenum(target), color)
    switch format {
    case .multisampled:
      glTexStorage2DMultisample(GLenum(target), 4, GLenum(GL_RGBA8), size, size, 1)
    case .rgba8: glTexStorage2D(GLenum(target), 1, GLenum(GL_RGBA8), size, size)
    case .srgb8: glTexStorage2D(GLenum(target), 1, GLenum(GL_SRGB8_ALPHA8), size, size)
    case .rgba16F: glTexStorage2D(GLenum(target), 1, GLenum(GL_RGBA16F), size, size)
    }
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(target), color, 0)
    glBindTexture(GLenum(target), 0)
    glViewport(0, 0, size, size)
    clear()
    return window
  }

  /// Makes a texture of the window's size, with a framebuffer to read it.
  func openTexture() -> (name: GLuint, framebuffer: GLuint) {
    let framebuffer = openWindow()
    return (color, framebuffer)
  }

  func clear(_ color: [GLfloat] = [0, 0, 0, 0]) {
    glClearBufferfv(GLenum(GL_COLOR), 0, color)
  }

  /// Returns the window's pixels, with the topmost row first and independent of the host's state.
  func pixels() -> [UInt8] { Self.pixels(of: window) }

  /// Returns the pixels of a framebuffer, the row with the highest coordinate first.
  static func pixels(of framebuffer: GLuint) -> [UInt8] {
    let side = GLsizei(size)
    var (copy, buffer): (GLuint, GLuint) = (0, 0)
    // NVIDIA's drivers discard what is blitted, too.
    glDisable(GLenum(GL_RASTERIZER_DISCARD))
    glDisable(GLenum(GL_SCISSOR_TEST))
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    for name in [GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS] {
      glPixelStorei(GLenum(name), 0)
    }
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    if !isES {
      glDisable(GLenum(GL_FRAMEBUFFER_SRGB))
      glPixelStorei(GLenum(GL_PACK_SWAP_BYTES), 0)
      // State that only the compatibility profile has: the scale of red, the bias of green.
      quietly {
        glPixelTransferf(0x0D14, 1)
        glPixelTransferf(0x0D19, 0)
      }
    }
    while glGetError() != 0 {}
    // A blit resolves samples.
    glGenFramebuffers(1, &copy)
    glGenRenderbuffers(1, &buffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), buffer)
    glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), side, side)
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), copy)
    glFramebufferRenderbuffer(
      GLenum(GL_DRAW_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), buffer)
    glBlitFramebuffer(
      0, 0, side, side, 0, 0, side, side, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), copy)
    var rows = [UInt8](repeating: 0, count: size * size * 4)
    glReadPixels(
      0, 0, side, side, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &rows)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glDeleteFramebuffers(1, &copy)
    glDeleteRenderbuffers(1, &buffer)
    var turned: [UInt8] = []
    let length = size * 4
    for row in (0..<size).reversed() { turned += rows[row * length..<(row + 1) * length] }
    return turned
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if no host context can be made.
  static var needsHost: Self {
    .enabled(if: !TestHost.Kind.usable.isEmpty, "No surfaceless display of EGL makes contexts.")
  }

  /// Skips a test if host contexts have no names for debuggers.
  static var needsDebugGroups: Self {
    .enabled(if: TestHost.hostHas(\.hasDebugGroups), "Contexts lack GL_KHR_debug.")
  }
}
