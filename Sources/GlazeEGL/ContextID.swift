import CEGL
import Foundation

/// Which OpenGL context is current on a thread, whoever made it: by EGL or by GLX.
///
/// A context that is made later may come to have the same identity as one that is gone.
package struct ContextID: Hashable, Sendable, CustomStringConvertible {
  private enum Maker: String { case egl = "EGL", glx = "GLX" }
  private let maker: Maker
  private let address: UInt

  /// The context that is current on this thread; nil when there is none.
  package static var current: ContextID? {
    if let context = eglGetCurrentContext() {
      return ContextID(maker: .egl, address: UInt(bitPattern: context))
    }
    return glxContext().map { ContextID(maker: .glx, address: UInt(bitPattern: $0)) }
  }

  /// Its maker and its address, which debuggers show too.
  package var description: String { "\(maker.rawValue) context 0x\(String(address, radix: 16))" }

  private typealias GetContext = @convention(c) () -> OpaquePointer?

  /// The context that GLX made current, which only a program that uses GLX has loaded.
  private static func glxContext() -> OpaquePointer? {
    for name in ["libGLX.so.0", "libGL.so.1"] {
      guard let library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD) else { continue }
      defer { dlclose(library) }
      guard let function = dlsym(library, "glXGetCurrentContext") else { continue }
      return unsafeBitCast(function, to: GetContext.self)()
    }
    return nil
  }
}
