import Foundation
import Synchronization

/// What OpenGL says of its use to whoever looks for mistakes.
///
/// With the variable `GLAZE_GL_DEBUG` contexts are made for debugging. Each message that is more than a
/// notification is a line on the standard error stream, and the process that got one ends with status 70: a
/// test fails then, as does a command that a test runs.
package enum DebugOutput {
  /// Whether the environment asks for it.
  package static let isWanted = !(ProcessInfo.processInfo.environment["GLAZE_GL_DEBUG"] ?? "")
    .isEmpty

  private static let count = Atomic(0)
  /// The end of a process with messages, which is looked at once.
  private static let end: Void = {
    atexit {
      let count = DebugOutput.count.load(ordering: .relaxed)
      guard count > 0 else { return }
      DebugOutput.write("OpenGL had \(count) \(count == 1 ? "message" : "messages")")
      _exit(70)
    }
  }()

  // The names of KHR_debug, which is part of OpenGL 4.3; the module sees no header of OpenGL.
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

  private static let enable = EGLCalls.lookUp("glEnable", as: Enable.self)
  private static let control = EGLCalls.lookUp("glDebugMessageControl", as: Control.self)
  private static let setCallback = EGLCalls.lookUp(
    "glDebugMessageCallback", as: SetCallback.self)

  /// Has the current context, which was made for debugging, tell from now on.
  package static func listen() {
    _ = end
    enable?(output)
    // At once, so that a debugger stops where the mistake is.
    enable?(synchronous)
    // Those of low severity, too.
    control?(any, any, any, 0, nil, 1)
    setCallback?(
      { _, _, _, severity, _, text, _ in
        if severity != DebugOutput.notification { DebugOutput.note(text) }
      }, nil)
  }

  private static func note(_ text: UnsafePointer<CChar>?) {
    count.add(1, ordering: .relaxed)
    write("OpenGL says: \(text.map { String(cString: $0) } ?? "nothing")")
  }

  private static func write(_ line: String) {
    FileHandle.standardError.write(Data("glaze: \(line)\n".utf8))
  }
}
