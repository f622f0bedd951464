import Foundation
import Synchronization

/// The debug output of OpenGL.
///
/// With the variable `GLAZE_GL_DEBUG`, contexts are created for debugging. Each message above the
/// severity of a notification is written as a line to the standard error stream. A process that
/// received one ends with status 70, so that a test, or a command that a test runs, fails.
package enum DebugOutput {
  /// Whether the environment enables it.
  package static let isWanted = !(ProcessInfo.processInfo.environment["GLAZE_GL_DEBUG"] ?? "")
    .isEmpty

  private static let count = Atomic(0)
  /// The exit handler of a process with messages, which is installed once.
  private static let end: Void = {
    atexit {
      let count = DebugOutput.count.load(ordering: .relaxed)
      guard count > 0 else { return }
      DebugOutput.write("OpenGL reported \(count) \(count == 1 ? "message" : "messages")")
      _exit(70)
    }
  }()

  // The constants of KHR_debug, which is part of OpenGL 4.3 and OpenGL ES 3.2; the module does not
  // use an OpenGL header.
  private static let output: UInt32 = 0x92E0
  private static let synchronous: UInt32 = 0x8242
  private static let any: UInt32 = 0x1100
  private static let notification: UInt32 = 0x826B

  private typealias Enable = @convention(c) (UInt32) -> Void
  private typealias Control =
    @convention(c) (UInt32, UInt32, UInt32, Int32, UnsafePointer<UInt32>?, UInt8) -> Void
  private typealias Callback =
    @convention(c) (
      UInt32, UInt32, UInt32, UInt32, Int32, UnsafePointer<CChar>?, UnsafeRawPointer?
    ) -> Void
  private typealias SetCallback = @convention(c) (Callback?, UnsafeRawPointer?) -> Void

  /// Enables the debug output of the current context, which was created for debugging.
  package static func listen() {
    _ = end
    // OpenGL ES has these functions since 3.2.
    let version = GLNames.string(GLNames.version) ?? ""
    let suffix = version.contains(/^OpenGL ES 3\.[01]/) ? "KHR" : ""
    let enable = EGLCalls.lookUp("glEnable", as: Enable.self)
    let control = EGLCalls.lookUp("glDebugMessageControl" + suffix, as: Control.self)
    let setCallback = EGLCalls.lookUp("glDebugMessageCallback" + suffix, as: SetCallback.self)
    enable?(output)
    // The output is synchronous, so that a debugger stops at the error.
    enable?(synchronous)
    // Messages of low severity are also enabled.
    control?(any, any, any, 0, nil, 1)
    setCallback?(
      { _, _, _, severity, _, text, _ in
        if severity != DebugOutput.notification { DebugOutput.note(text) }
      }, nil)
  }

  private static func note(_ text: UnsafePointer<CChar>?) {
    count.add(1, ordering: .relaxed)
    write("OpenGL: \(text.map { String(cString: $0) } ?? "nothing")")
  }

  private static func write(_ line: String) {
    FileHandle.standardError.write(Data("glaze: \(line)\n".utf8))
  }
}
