import COpenGL
import GlazeGeometry
import GlazePlan

/// Transfers frames to the CPU, without waiting where the driver has a processor of its own.
///
/// A GPU copies a frame into a pixel buffer while the next one is drawn; a fence signals its
/// completion. A software rasterizer would copy on the calling thread, one time more than
/// necessary. There a frame is read directly to its final position, once its fence is signaled.
struct Readback {
  /// A frame that is being transferred.
  struct Copy {
    fileprivate var buffer: GLuint
    fileprivate var fence: GLsync?
    fileprivate var byteCount: Int
  }

  private let usesPixelBuffers: Bool
  /// The unused pixel buffers, all of one size.
  private var idle: [GLuint] = []
  private var idleByteCount = 0

  /// - Parameter usesPixelBuffers: nil decides by the driver.
  init(usesPixelBuffers: Bool? = nil) {
    self.usesPixelBuffers = usesPixelBuffers ?? !Self.isSoftwareRasteriser
  }

  mutating func delete() {
    glDeleteBuffers(GLsizei(idle.count), idle)
    idle = []
  }

  /// Reads parts of a frame into pixels that contain the rest.
  static func read(
    _ windows: [PixelWindow], of frame: SurfacePool.Framebuffer, into pixels: inout PixelBuffer
  ) {
    pixels.bytes.withUnsafeMutableBytes { bytes in
      for window in windows { read(window, of: frame, to: bytes.baseAddress) }
    }
  }

  /// Starts to copy a frame.
  mutating func begin(_ frame: SurfacePool.Framebuffer) throws -> Copy {
    let byteCount = frame.width * frame.height * frame.readBytesPerPixel
    var copy = Copy(buffer: 0, fence: nil, byteCount: byteCount)
    if usesPixelBuffers {
      copy.buffer = buffer(byteCount)
      glBindBuffer(glEnum(GL_PIXEL_PACK_BUFFER), copy.buffer)
      let all = PixelWindow(x: 0, y: 0, width: frame.width, height: frame.height)
      Self.read(all, of: frame, to: nil)
      glBindBuffer(glEnum(GL_PIXEL_PACK_BUFFER), 0)
    }
    copy.fence = glFenceSync(glEnum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    return copy
  }

  /// Waits until a frame is drawn, and until its copy is complete if there is one.
  func wait(for copy: Copy) throws {
    guard let fence = copy.fence else { return glFinish() }
    defer { glDeleteSync(fence) }
    while true {
      let second: GLuint64 = 1_000_000_000
      let status = glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), second)
      switch Int32(bitPattern: status) {
      case GL_TIMEOUT_EXPIRED: continue
      case GL_WAIT_FAILED: throw GLError.readback(code: glGetError())
      default: return
      }
    }
  }

  /// Returns the pixels of a frame that was waited for.
  mutating func take(
    _ copy: Copy, of frame: SurfacePool.Framebuffer, reusing memory: SpareMemory
  ) throws -> PixelBuffer {
    guard copy.buffer != 0 else { return Self.read(frame, reusing: memory) }
    let target = glEnum(GL_PIXEL_PACK_BUFFER)
    glBindBuffer(target, copy.buffer)
    defer {
      glBindBuffer(target, 0)
      giveBack(copy)
    }
    guard
      let pixels = glMapBufferRange(
        target, 0, GLsizeiptr(copy.byteCount), GLbitfield(GL_MAP_READ_BIT))
    else { throw GLError.readback(code: glGetError()) }
    let bytes = memory.filled(count: frame.bytes) { target in
      frame.store(UnsafeRawBufferPointer(start: pixels, count: copy.byteCount), in: target)
    }
    // The result is false when the driver lost the buffer's content, as after a change of the
    // screen's mode.
    guard glUnmapBuffer(target) == GLboolean(GL_TRUE) else {
      throw GLError.readback(code: glGetError())
    }
    return frame.pixels(bytes)
  }

  mutating func abandon(_ copy: Copy) {
    if let fence = copy.fence { glDeleteSync(fence) }
    giveBack(copy)
  }

  /// Reads a frame immediately, directly to its final position.
  ///
  /// Reused memory is already mapped; new memory costs as much as the copy.
  static func read(
    _ frame: SurfacePool.Framebuffer, reusing memory: SpareMemory
  ) -> PixelBuffer {
    let all = PixelWindow(x: 0, y: 0, width: frame.width, height: frame.height)
    let bytes = memory.filled(count: frame.bytes) { target in
      guard frame.isReadAsFloats else { return read(all, of: frame, to: target.baseAddress) }
      let count = frame.width * frame.height * frame.readBytesPerPixel
      withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { floats in
        read(all, of: frame, to: floats.baseAddress)
        frame.store(UnsafeRawBufferPointer(floats), in: target)
      }
    }
    return frame.pixels(bytes)
  }

  /// Reads a part of a frame to its position among all pixels, or in a pixel buffer.
  private static func read(
    _ window: PixelWindow, of frame: SurfacePool.Framebuffer, to pixels: UnsafeMutableRawPointer?
  ) {
    // The framebuffer is only bound for reading, because the next frame is being drawn.
    glBindFramebuffer(glEnum(GL_READ_FRAMEBUFFER), frame.id)
    glPixelStorei(glEnum(GL_PACK_ALIGNMENT), 4)
    glPixelStorei(glEnum(GL_PACK_ROW_LENGTH), GLint(frame.width))
    defer { glPixelStorei(glEnum(GL_PACK_ROW_LENGTH), 0) }
    glReadPixels(
      GLint(window.x), GLint(window.y), GLsizei(window.width), GLsizei(window.height),
      glEnum(GL_RGBA), glEnum(frame.readType),
      pixels.map { $0 + (window.y * frame.width + window.x) * frame.readBytesPerPixel })
  }

  private mutating func buffer(_ byteCount: Int) -> GLuint {
    if idleByteCount != byteCount {
      delete()
      idleByteCount = byteCount
    }
    if let buffer = idle.popLast() { return buffer }
    var buffer: GLuint = 0
    glGenBuffers(1, &buffer)
    glBindBuffer(glEnum(GL_PIXEL_PACK_BUFFER), buffer)
    glBufferData(
      glEnum(GL_PIXEL_PACK_BUFFER), GLsizeiptr(byteCount), nil, glEnum(GL_STREAM_READ))
    return buffer
  }

  private mutating func giveBack(_ copy: Copy) {
    guard copy.buffer != 0 else { return }
    if copy.byteCount == idleByteCount {
      idle.append(copy.buffer)
    } else {
      var buffer = copy.buffer
      glDeleteBuffers(1, &buffer)
    }
  }

  /// Whether frames are drawn by the CPU.
  static var isSoftwareRasteriser: Bool {
    let name = glGetString(glEnum(GL_RENDERER)).map { String(cString: $0).lowercased() } ?? ""
    return name.isEmpty
      || ["llvmpipe", "softpipe", "swrast", "swiftshader"].contains { name.contains($0) }
  }
}

extension SurfacePool.Framebuffer {
  /// The type of the numbers that are read.
  fileprivate var readType: Int32 {
    if isReadAsFloats { return GL_FLOAT }
    return switch format {
    case .unorm8: GL_UNSIGNED_BYTE
    case .float16, .alpha16: GL_HALF_FLOAT
    case .unorm10: GL_UNSIGNED_INT_2_10_10_10_REV
    case .unorm16: GL_UNSIGNED_SHORT
    }
  }

  fileprivate var readBytesPerPixel: Int { isReadAsFloats ? 16 : format.bytesPerPixel }

  /// Stores pixels that were read in the frame's format.
  fileprivate func store(
    _ pixels: UnsafeRawBufferPointer, in target: UnsafeMutableRawBufferPointer
  ) {
    guard isReadAsFloats else { return target.copyMemory(from: pixels) }
    format.store(pixels, count: width * height, in: target)
  }

  fileprivate func pixels(_ bytes: [UInt8]) -> PixelBuffer {
    var pixels = PixelBuffer(width: width, height: height, bytes: bytes)
    pixels.format = format
    return pixels
  }
}
