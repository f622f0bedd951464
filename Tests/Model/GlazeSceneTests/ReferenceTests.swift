import Foundation
import GlazeLayers
import GlazeText
import Testing

@testable import GlazeScene

/// Compares the files that `make docs-tables` writes with the property tables.
@Suite struct ReferenceTests {
  private func text(of path: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: GeneratedFiles.paths) func generatedFilesAreCurrent(_ path: String) throws {
    let text = try text(of: path)
    #expect(try GeneratedFiles.text(of: path, now: text) == text, "run make docs-tables")
  }

  @Test func aMissingPartIsAnError() {
    #expect(throws: GeneratedFiles.MissingPart.self) {
      try GeneratedFiles.text(of: "Python/glaze/_layers.py", now: "class Layer:\n")
    }
  }

  @Test func theSchemaIsJSON() throws {
    let text = try text(of: "Docs/reference/scene.schema.json")
    #expect(throws: Never.self) {
      try JSONParser.parse(SourceText(name: "", bytes: Array(text.utf8)))
    }
  }

  @Test(
    "Each row says what its value means, in one phrase",
    arguments: PropertyTable.all.map(\.className))
  func rowsHaveMeanings(_ name: String) throws {
    let table = try #require(PropertyTable.all.first { $0.className == name })
    #expect(table.summary.hasSuffix("."))
    for property in table.properties {
      let meaning = property.meaning
      #expect(!meaning.isEmpty && !meaning.hasSuffix("."), "\(name).\(property.name)")
      #expect(meaning.first?.isUppercase == false, "\(name).\(property.name)")
    }
  }

  @Test func theDocumentationOfFiltersNamesTheirInputs() throws {
    let text = try text(of: "Sources/Model/GlazeLayers/Filters/CAFilter.swift")
    for type in FilterType.ofImages {
      let row = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("/// |") && $0.contains("`\(type.name)`") }
      )
      for input in type.inputs { #expect(row.contains("`\(input.key)`"), "\(type.name)") }
    }
  }
}
