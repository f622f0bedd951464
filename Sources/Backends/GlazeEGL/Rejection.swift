import Foundation

/// One device that was rejected, and the reason.
public struct Rejection: Sendable, Hashable, CustomStringConvertible {
  /// The reason why a device was rejected.
  public enum Reason: Sendable, Hashable, Codable {
    /// An environment variable hides the device: its name and value.
    case hidden(variable: String, value: String)
    /// EGL lists fewer devices: their number.
    case noSuchDevice(count: Int)
    /// libEGL lacks an extension that the device needs: its name.
    case missingExtension(String)
    /// The DRM node cannot be opened: errno.
    case cannotOpen(errno: Int32)
    /// GBM does not have a driver for the node: errno.
    case noBufferManager(errno: Int32)
    /// EGL does not have a display for the device.
    case noDisplay(EGLErrorCode)
    /// The driver does not start.
    case cannotInitialize(EGLErrorCode)
    /// The driver does not support desktop OpenGL.
    case noOpenGL(EGLErrorCode)
    /// The driver does not have a configuration for off-screen OpenGL.
    case noConfiguration(EGLErrorCode)
    /// OpenGL is too old: the version that the driver offers, nil when it is below 3.3.
    case versionTooLow(api: GraphicsAPI, offered: String?, EGLErrorCode)
    /// The context cannot be made current.
    case cannotMakeCurrent(EGLErrorCode)
    /// A GPU is required but this renderer draws on the CPU.
    case notHardware(renderer: String)
    /// A software rasterizer is required but this renderer is not one.
    case notSoftware(renderer: String)
    /// The driver ended the child process that tried it: the signal and the last output.
    case crashed(signal: Int32, output: String?)
    /// The driver made the child process that tried it exit with a status.
    case exited(status: Int32, output: String?)
    /// The driver did not answer the child process before the timeout.
    case hung(seconds: Int)
  }

  /// The device.
  public let device: Device.Address
  /// The route to the device that was tried, where it has more than one; else nil.
  public let route: Device.Address?
  /// The reason.
  public let reason: Reason

  /// Creates a rejection.
  public init(_ device: Device.Address, through route: Device.Address? = nil, _ reason: Reason) {
    self.device = device
    self.route = route == device ? nil : route
    self.reason = reason
  }

  /// The device and the reason in one line.
  public var description: String {
    "\(device)\(route.map { " (through \($0))" } ?? ""): \(reason)"
  }
}

extension Rejection.Reason: CustomStringConvertible {
  /// The reason in the form of the end of a line.
  public var description: String {
    switch self {
    case .hidden(let variable, let value):
      "hidden by \(variable)=\"\(value)\""
    case .noSuchDevice(let count):
      switch count {
      case 0: "EGL lists no device"
      case 1: "EGL lists only egl:0"
      default: "EGL lists only egl:0 to egl:\(count - 1)"
      }
    case .missingExtension(let name):
      "libEGL has no \(name)"
    case .cannotOpen(let code):
      "the node cannot be opened: \(Self.text(errno: code))"
        + (code == EACCES ? " (is the user in the group render?)" : "")
    case .noBufferManager(let code):
      "GBM has no driver for it: \(Self.text(errno: code))"
    case .noDisplay(let error):
      "no EGL display (\(error))"
    case .cannotInitialize(let error):
      "the driver does not start (eglInitialize: \(error))"
    case .noOpenGL(let error):
      "no such API (eglBindAPI: \(error))"
    case .noConfiguration(let error):
      "no off-screen configuration for OpenGL (\(error))"
    case .versionTooLow(let api, let offered, let error):
      "\(api.requirement) is needed, it offers \(offered ?? "no such context") (\(error))"
    case .cannotMakeCurrent(let error):
      "the context cannot be made current (\(error))"
    case .notHardware(let renderer):
      "draws in software (\(renderer))"
    case .notSoftware(let renderer):
      "draws on a GPU, not in software (\(renderer))"
    case .crashed(let signal, let output):
      "the driver crashed when tried in a child process "
        + "(\(Self.text(signal: signal)))" + Self.quote(output)
    case .exited(let status, let output):
      "the driver ended the child process that tried it (status \(status))" + Self.quote(output)
    case .hung(let seconds):
      "the driver did not answer in \(seconds) s when tried in a child process"
    }
  }

  private static func quote(_ output: String?) -> String {
    output.map { ", saying \"\($0)\"" } ?? ""
  }

  private static func text(errno code: Int32) -> String { String(cString: strerror(code)) }

  private static func text(signal: Int32) -> String {
    strsignal(signal).map { String(cString: $0) } ?? "signal \(signal)"
  }
}
