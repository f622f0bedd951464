import CEGL
import Foundation

/// The OpenGL context that is current on a thread, whether EGL, GLX or the host's own library made it.
///
/// A later context may have the same identity as one that no longer exists.
package struct ContextID: Hashable, Sendable, CustomStringConvertible {
  private enum Maker: String { case egl = "EGL", glx = "GLX", host = "the host's" }
  private let maker: Maker
  private let address: UInt

  /// The context that is current on this thread; nil when there is none.
  package static var current: ContextID? {
    if let context = eglGetCurrentContext() {
      return ContextID(maker: .egl, address: UInt(bitPattern: context))
    }
    return glxContext().map { ContextID(maker: .glx, address: UInt(bitPattern: $0)) }
  }

  /// The context of a library that only the host knows.
  ///
  /// - Parameter address: The identity of the context; nil when none is current.
  package init?(ofHost address: UnsafeMutableRawPointer?) {
    guard let address else { return nil }
    (maker, self.address) = (.host, UInt(bitPattern: address))
  }

  private init(maker: Maker, address: UInt) { (self.maker, self.address) = (maker, address) }

  /// The API that made it and its address, which debuggers also show.
  package var description: String { "\(maker.rawValue) context 0x\(String(address, radix: 16))" }

  private typealias GetContext = @convention(c) () -> OpaquePointer?

  /// The context that GLX made current; GLX is only loaded in a program that uses it.
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
