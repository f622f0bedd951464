import COpenGL

/// An error while a plan is drawn with OpenGL.
package enum GLError: Error, Equatable, CustomStringConvertible {
  /// No OpenGL context is current on this thread.
  case missingContext
  /// The current context is older than OpenGL 3.3 and OpenGL ES 3.0.
  case oldContext(found: String)
  /// The context was reset, and its content is lost.
  case lostContext(status: UInt32)
  /// A target of the host cannot be drawn to.
  case target(HostTarget, reason: String)
  /// Another program's image cannot be read.
  case image(String, reason: String)
  /// A shader did not compile or link; the device with its limits and the driver's message follow.
  case shader(program: String, device: String, log: String)
  /// An image is larger than the driver allows.
  case tooLarge(what: String, size: Int, limit: Int)
  /// The driver does not have enough memory.
  case memory(bytes: Int)
  /// A framebuffer is not usable.
  case framebuffer(surface: Int, status: UInt32)
  /// The plan requires an image of an earlier frame that this renderer did not draw.
  case missingImage(surface: Int)
  /// The driver reported an error.
  case driver(code: UInt32, pass: Int, node: Int32)
  /// The driver could not transfer a frame to the CPU.
  case readback(code: UInt32)

  package var description: String {
    switch self {
    case .missingContext:
      "no OpenGL context is current on this thread; make one current first"
    case .oldContext(let found):
      "OpenGL 3.3 or OpenGL ES 3.0 is needed, but the current context is \(found); "
        + "make a newer context, or use the software backend"
    case .lostContext(let status):
      "the OpenGL context was reset (0x\(String(status, radix: 16))) and has lost its content"
    case .target(let target, let reason): "\(target) cannot be drawn to: \(reason)"
    case .image(let image, let reason): "\(image) cannot be shown: \(reason)"
    case .shader(let program, let device, let log):
      "the shader program \(program) does not build on \(device): "
        + (log.isEmpty ? "the driver gives no reason" : log) + "; draw with the software backend"
    case .tooLarge(let what, let size, let limit):
      "\(what) needs \(size), more than this driver's limit of \(limit)"
    case .memory(let bytes):
      "the driver cannot allocate \(bytes) bytes; draw a smaller image"
    case .framebuffer(let surface, let status):
      "surface \(surface) is not complete (status 0x\(String(status, radix: 16)))"
    case .missingImage(let surface):
      "surface \(surface) must hold an image of an earlier frame, but another renderer drew it"
    case .driver(let code, let pass, let node):
      "OpenGL reported \(Self.name(code)) in pass \(pass), which draws node \(node)"
    case .readback(let code):
      "OpenGL could not read the frame back (\(Self.name(code)))"
    }
  }

  private static func name(_ code: UInt32) -> String {
    switch Int32(bitPattern: code) {
    case GL_INVALID_ENUM: "GL_INVALID_ENUM"
    case GL_INVALID_VALUE: "GL_INVALID_VALUE"
    case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
    case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
    default: "error 0x\(String(code, radix: 16))"
    }
  }
}

// Constants are imported from C as Int32, but OpenGL's functions take GLenum.
func glEnum(_ value: Int32) -> GLenum { GLenum(bitPattern: value) }

func integer(_ name: Int32) -> Int { Int(integers(name).x) }

/// Returns the values of a name that has up to four.
///
/// OpenGL writes as many as the name has, so a single integer is only large enough for some names.
func integers(_ name: Int32) -> SIMD4<GLint> {
  var values = SIMD4<GLint>.zero
  withUnsafeMutableBytes(of: &values) {
    glGetIntegerv(glEnum(name), $0.assumingMemoryBound(to: GLint.self).baseAddress)
  }
  return values
}
