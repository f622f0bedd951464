import Foundation
import Testing

@testable import GlazeEGL

@Suite("What OpenGL says of its use")
struct DebugOutputTests {
  /// A program that has one thing enabled, in a context that tells of mistakes.
  private static func enable(_ name: UInt32) throws -> Never {
    setenv("GLAZE_GL_DEBUG", "1", 1)
    let context = try Context(DeviceSelection(environment: [:]))
    try context.makeCurrent()
    typealias Enable = @convention(c) (UInt32) -> Void
    unsafeBitCast(context.procAddress("glEnable"), to: Enable.self)(name)
    exit(0)
  }

  @Test("A mistake ends the process with a status of its own")
  func mistakes() async {
    // There is no such name.
    await #expect(processExitsWith: .exitCode(70)) { try DebugOutputTests.enable(0xFFFF) }
  }

  @Test("Without mistakes nothing is said")
  func silence() async {
    // GL_SCISSOR_TEST
    await #expect(processExitsWith: .success) { try DebugOutputTests.enable(0x0C11) }
  }
}
