import CEGL
import Foundation

// The thin layer over libEGL: extension sets, error codes with names, and the entry points that
// libglvnd does not export and that must be looked up.

/// An EGL error code, as eglGetError returns it.
public struct EGLErrorCode: Error, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The code, 0x3000 to 0x300E for those of EGL 1.5.
  public let code: Int32

  /// Creates an error from a code of eglGetError.
  public init(code: Int32) { self.code = code }

  /// The context no longer exists after a reset of its device.
  package static let contextLost = EGLErrorCode(code: EGL_CONTEXT_LOST)

  /// Returns the error of the last EGL call on this thread and clears it.
  static func last() -> EGLErrorCode { EGLErrorCode(code: eglGetError()) }

  /// The name of the constant, or the number in hexadecimal for an unknown one.
  public var description: String {
    let names = [
      "EGL_SUCCESS", "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS", "EGL_BAD_ALLOC", "EGL_BAD_ATTRIBUTE",
      "EGL_BAD_CONFIG", "EGL_BAD_CONTEXT", "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY",
      "EGL_BAD_MATCH", "EGL_BAD_NATIVE_PIXMAP", "EGL_BAD_NATIVE_WINDOW", "EGL_BAD_PARAMETER",
      "EGL_BAD_SURFACE", "EGL_CONTEXT_LOST",
    ]
    let index = Int(code) - 0x3000
    return names.indices.contains(index) ? names[index] : "EGL error 0x" + String(code, radix: 16)
  }
}

/// The entry points that are looked up, and the information that libEGL provides without a display.
enum EGLCalls {
  /// The extensions that do not need a display; empty when libEGL found no driver.
  static let clientExtensions = extensions(eglQueryString(nil, EGL_EXTENSIONS))

  static let queryDevices = lookUp("eglQueryDevicesEXT", as: PFNEGLQUERYDEVICESEXTPROC.self)
  static let queryDeviceString = lookUp(
    "eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
  static let queryDeviceAttribute = lookUp(
    "eglQueryDeviceAttribEXT", as: PFNEGLQUERYDEVICEATTRIBEXTPROC.self)
  static let displayDriverName = lookUp(
    "eglGetDisplayDriverName", as: PFNEGLGETDISPLAYDRIVERNAMEPROC.self)

  /// Returns the set of extension names in an EGL string; empty for nil.
  static func extensions(_ text: UnsafePointer<CChar>?) -> Set<String> {
    guard let text = string(text) else { return [] }
    return Set(text.split(separator: " ").map(String.init))
  }

  /// Returns an EGL string; nil for NULL or an empty one.
  static func string(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text, text.pointee != 0 else { return nil }
    return String(cString: text)
  }

  /// The address of an EGL or OpenGL entry point.
  static func address(_ name: String) -> UnsafeMutableRawPointer? {
    unsafeBitCast(eglGetProcAddress(name), to: UnsafeMutableRawPointer?.self)
  }

  /// Returns an entry point with the type of its declaration; nil when libEGL lacks it.
  static func lookUp<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafeBitCast(eglGetProcAddress(name), to: Function?.self)
  }
}
