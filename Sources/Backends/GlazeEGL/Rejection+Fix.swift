import CEGL

extension Rejection.Reason {
  /// The line that solves the problem; nil where the cause is one of `DriverProblem`, or unknown.
  var fix: String? {
    switch self {
    case .hidden(let variable, _): "unset \(variable)"
    case .noSuchDevice, .missingExtension, .cannotOpen, .notHardware: nil
    case .noBufferManager:
      "draw with its EGL device (egl:N), or install libgl1-mesa-dri or libnvidia-egl-gbm1"
    case .noDisplay(let error): Self.fix(error, else: Self.updateDriver)
    case .cannotInitialize(let error): Self.fix(error, else: Self.startDriver)
    case .noOpenGL(let error): Self.fix(error, else: "draw with OpenGL ES: --api gles")
    case .noConfiguration(let error), .versionTooLow(_, _, let error):
      Self.fix(error, else: "\(Self.updateDriver), or draw with --backend software")
    case .cannotMakeCurrent(let error):
      Self.fix(
        error,
        else: "make no other context of this program current, and release it on other threads")
    case .notSoftware:
      "draw on the CPU with --backend software, or install libegl-mesa0 for OpenGL in software"
    case .crashed, .exited, .hung: Self.updateDriver
    }
  }

  private static let updateDriver = "update the driver and libegl1, which must fit each other"
  private static let startDriver =
    "EGL_LOG_LEVEL=debug glaze devices prints Mesa's reason, nvidia-smi and dmesg NVIDIA's"

  /// The line for an error that has the same cause in every function of EGL, or else the line of the
  /// function.
  private static func fix(_ error: EGLErrorCode, else other: String) -> String {
    switch error.code {
    case EGL_BAD_ALLOC:
      "end programs that use the GPU's memory (nvidia-smi lists them), or select another device"
    case EGL_NOT_INITIALIZED: startDriver
    case EGL_CONTEXT_LOST: "start the program again: the GPU was reset; dmesg has the reason"
    case EGL_BAD_ACCESS:
      "release the context on the thread or in the program where it is current"
    default: other
    }
  }
}
