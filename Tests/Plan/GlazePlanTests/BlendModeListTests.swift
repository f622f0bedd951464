import Foundation
import GlazeTree
import Testing

/// The blend modes of shaders and kernels, with the numbers in `Shaders/Layout.h`.
@Suite struct BlendModeListTests {
  @Test func shadersKnowTheModesByTheSameNumbers() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let layout = try String(
      contentsOf: root.appendingPathComponent("Shaders/Layout.h"), encoding: .utf8)
    let listed = layout.matches(of: /#define BLEND_([A-Z_]+) (\d+)/).map { "\($0.1) \($0.2)" }
    let modes = BlendMode.allCases.map { mode in
      let name = "\(mode)".replacing(/[A-Z]/) { "_\($0.0)" }.uppercased()
      return "\(name) \(mode.rawValue)"
    }
    #expect(listed == modes)
  }
}
