import Foundation
import Testing

@testable import GlazeScene

/// Compares the pages that `make docs-tables` writes with the property tables.
@Suite struct ReferenceTests {
  private func page(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Docs/reference/\(name)"), encoding: .utf8)
  }

  @Test func theReferenceIsCurrent() throws {
    #expect(try page("properties.md") == PropertyPage.text, "run make docs-tables")
  }

  @Test func theSchemaIsCurrent() throws {
    let text = try page("scene.schema.json")
    #expect(text == SceneSchema.text, "run make docs-tables")
    #expect(throws: Never.self) {
      try JSONParser.parse(SourceText(name: "", bytes: Array(text.utf8)))
    }
  }
}
