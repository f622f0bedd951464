import Testing

@testable import GlazeEGL

/// The few OpenGL functions that prove that a context draws.
struct Drawing {
  private typealias Names = @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void
  private typealias Bind = @convention(c) (UInt32, UInt32) -> Void
  private typealias Storage = @convention(c) (UInt32, UInt32, Int32, Int32) -> Void
  private typealias Attach = @convention(c) (UInt32, UInt32, UInt32, UInt32) -> Void
  private typealias Color = @convention(c) (Float, Float, Float, Float) -> Void
  private typealias Clear = @convention(c) (UInt32) -> Void
  private typealias Read =
    @convention(c) (Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeMutableRawPointer) -> Void
  private typealias Error = @convention(c) () -> UInt32

  let context: Context

  init(_ context: Context) { self.context = context }

  /// Clears a framebuffer of 4 x 4 pixels and reads one of them back.
  func clearedPixel(red: Float, green: Float, blue: Float, alpha: Float) throws -> [UInt8] {
    var buffer: UInt32 = 0
    var target: UInt32 = 0
    try function("glGenRenderbuffers", Names.self)(1, &buffer)
    try function("glBindRenderbuffer", Bind.self)(0x8D41, buffer)
    try function("glRenderbufferStorage", Storage.self)(0x8D41, 0x8058, 4, 4)
    try function("glGenFramebuffers", Names.self)(1, &target)
    try function("glBindFramebuffer", Bind.self)(0x8D40, target)
    try function("glFramebufferRenderbuffer", Attach.self)(0x8D40, 0x8CE0, 0x8D41, buffer)
    try function("glClearColor", Color.self)(red, green, blue, alpha)
    try function("glClear", Clear.self)(0x4000)
    var pixel = [UInt8](repeating: 0, count: 4)
    try function("glReadPixels", Read.self)(1, 1, 1, 1, 0x1908, 0x1401, &pixel)
    #expect(try function("glGetError", Error.self)() == 0)
    try function("glDeleteFramebuffers", Names.self)(1, &target)
    try function("glDeleteRenderbuffers", Names.self)(1, &buffer)
    return pixel
  }

  private func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
    unsafeBitCast(try #require(context.procAddress(name)), to: type)
  }
}
