import Foundation
import GlazeLayers
import Testing

@testable import GlazeScene

/// Reads what `Docs/reference/scene-format.md` shows.
@Suite struct SceneDocumentTests {
  private let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Docs/reference/scene-format.md")

  @Test func theExampleIsReadWithoutAWarning() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "```json\n"))
    let stop = try #require(text[start.upperBound...].range(of: "```"))
    let document = try scene(String(text[start.upperBound..<stop.lowerBound]))
    #expect(document.root.sublayers?.count == 2)
    #expect(document.diagnostics.isEmpty)
  }
}
