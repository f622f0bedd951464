import CEGL
import CGBM
import Foundation
import Synchronization

/// An initialized EGL display.
///
/// It is never terminated: EGL shares a display in the whole process, and eglTerminate would take
/// it from a program that embeds the library. For the same reason each route is opened once and
/// cached.
struct Display: @unchecked Sendable {
  // Unchecked: EGL is thread-safe, and the handle is only ever passed back to it.
  let handle: EGLDisplay
  let version: (major: Int32, minor: Int32)
  /// The extensions of the display; a test removes some.
  var extensions: Set<String>

  private static let open = Mutex<[DeviceOrder.Route: Display]>([:])
  /// The GBM devices, retained even if their driver does not start, because EGL refers to them.
  private static let managers = Mutex<[String: BufferManager]>([:])

  private struct BufferManager: @unchecked Sendable {
    // Unchecked: it is only passed to EGL, which locks.
    let device: OpaquePointer
  }

  /// Returns the display of a route, which is started on first use.
  static func at(_ route: DeviceOrder.Route) throws(DisplayFailure) -> Display {
    try open.withLock { (displays) throws(DisplayFailure) in
      if let display = displays[route] { return display }
      let display = try Display(handle: Self.handle(route))
      displays[route] = display
      return display
    }
  }

  private init(handle: EGLDisplay) throws(DisplayFailure) {
    var major: EGLint = 0
    var minor: EGLint = 0
    guard eglInitialize(handle, &major, &minor) == EGL_TRUE else {
      throw DisplayFailure(.cannotInitialize(.last()))
    }
    self.handle = handle
    version = (major, minor)
    extensions = EGLCalls.extensions(eglQueryString(handle, EGL_EXTENSIONS))
  }

  private static func handle(_ route: DeviceOrder.Route) throws(DisplayFailure) -> EGLDisplay {
    let display: EGLDisplay?
    switch route {
    case .surfaceless:
      try require("EGL_MESA_platform_surfaceless")
      display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
    case .egl(let index):
      try require("EGL_EXT_platform_device")
      let devices = DeviceList.handles()
      guard devices.indices.contains(index) else {
        throw DisplayFailure(.noSuchDevice(count: devices.count))
      }
      display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), devices[index], nil)
    case .node(let path):
      display = try bufferManagerDisplay(path)
    }
    guard let display else { throw DisplayFailure(.noDisplay(.last())) }
    return display
  }

  private static func bufferManagerDisplay(_ path: String) throws(DisplayFailure) -> EGLDisplay? {
    let names = ["EGL_KHR_platform_gbm", "EGL_MESA_platform_gbm"]
    guard !EGLCalls.clientExtensions.isDisjoint(with: names) else {
      throw DisplayFailure(.missingExtension(names[0]))
    }
    let manager = try managers.withLock { (managers) throws(DisplayFailure) in
      if let manager = managers[path] { return manager }
      let manager = try bufferManager(path)
      managers[path] = manager
      return manager
    }
    return eglGetPlatformDisplay(
      EGLenum(EGL_PLATFORM_GBM_KHR), UnsafeMutableRawPointer(manager.device), nil)
  }

  private static func bufferManager(_ path: String) throws(DisplayFailure) -> BufferManager {
    let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw DisplayFailure(.cannotOpen(errno: errno)) }
    guard let device = gbm_create_device(file) else {
      let code = errno
      close(file)
      throw DisplayFailure(.noBufferManager(errno: code))
    }
    return BufferManager(device: device)
  }

  private static func require(_ name: String) throws(DisplayFailure) {
    guard EGLCalls.clientExtensions.contains(name) else {
      throw DisplayFailure(.missingExtension(name))
    }
  }

  /// Whether the display offers an extension, or is new enough to have it in its core.
  func has(_ name: String, since core: (Int32, Int32)? = nil) -> Bool {
    if let core, version >= core { return true }
    return extensions.contains(name)
  }

  /// The driver by EGL_MESA_query_driver, nil where that is missing.
  var driver: String? {
    guard has("EGL_MESA_query_driver"), let name = EGLCalls.displayDriverName else { return nil }
    return EGLCalls.string(name(handle))
  }
}

/// The reason why a route does not lead to a context.
struct DisplayFailure: Error, Hashable {
  let reason: Rejection.Reason

  init(_ reason: Rejection.Reason) { self.reason = reason }
}
