import Foundation
import Testing

@testable import GlazeEGL

@Suite("OpenGL debug output")
struct DebugOutputTests {
  /// A process that enables one capability, in a context that reports errors.
  private static func enable(_ name: UInt32) throws -> Never {
    setenv("GLAZE_GL_DEBUG", "1", 1)
    let context = try Context(DeviceSelection(environment: [:]))
    try context.makeCurrent()
    typealias Enable = @convention(c) (UInt32) -> Void
    unsafeBitCast(context.procAddress("glEnable"), to: Enable.self)(name)
    exit(0)
  }

  @Test("An OpenGL error ends the process with its own status")
  func mistakes() async {
    // 0xFFFF is not a capability.
    await #expect(processExitsWith: .exitCode(70)) { try DebugOutputTests.enable(0xFFFF) }
  }

  @Test("Correct use is silent")
  func silence() async {
    // GL_SCISSOR_TEST
    await #expect(processExitsWith: .success) { try DebugOutputTests.enable(0x0C11) }
  }
}
