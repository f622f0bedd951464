import Foundation
import GlazeLayers
import Testing

@testable import GlazeScene

/// Compares `Docs/reference/scene-format.md` with the property table.
///
/// After a change of the property table, run the tests with `GLAZE_UPDATE_DOCS=1` in the
/// environment: they write the tables again, and keep the meanings that people wrote.
@Suite(.serialized) struct SceneDocumentTests {
  private let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Docs/reference/scene-format.md")

  private func begin(_ name: String) -> String { "<!-- properties of \(name) -->" }
  private let end = "<!-- end -->"

  /// Returns the cells of each row of a class's table.
  private func table(of name: String, in text: String) throws -> [[String]] {
    let start = try #require(text.range(of: begin(name)), "there is no table of \(name)")
    let rest = text[start.upperBound...]
    let stop = try #require(rest.range(of: end))
    let lines = rest[..<stop.lowerBound].split(separator: "\n").dropFirst(2)
    return lines.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test(arguments: PropertyReference.classes)
  func tablesAreThoseOfTheProperties(_ name: String) throws {
    var text = try String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["GLAZE_UPDATE_DOCS"] != nil {
      text = try updated(text)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let found = try table(of: name, in: text)
    let expected = PropertyReference.rows(of: name)
    #expect(found.map { Array($0.prefix(4)) } == expected.map(\.cells))
    for row in found {
      #expect(row.count == 5 && row.last?.isEmpty == false, "\(row) has no meaning")
    }
  }

  private func updated(_ text: String) throws -> String {
    var result = text
    for name in PropertyReference.classes {
      let old = try table(of: name, in: result)
      let meanings = Dictionary(old.map { ($0[0], $0.last ?? "") }) { first, _ in first }
      var lines = ["", "| property | value | default | drawn | meaning |", "|---|---|---|---|---|"]
      for row in PropertyReference.rows(of: name) {
        let cells = row.cells + [meanings[row.name] ?? ""]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
      let start = try #require(result.range(of: begin(name)))
      let stop = try #require(result[start.upperBound...].range(of: end))
      result.replaceSubrange(
        start.upperBound..<stop.lowerBound, with: lines.joined(separator: "\n") + "\n")
    }
    return result
  }

  @Test func theExampleIsReadWithoutAWarning() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "```json\n"))
    let stop = try #require(text[start.upperBound...].range(of: "```"))
    let document = try scene(String(text[start.upperBound..<stop.lowerBound]))
    #expect(document.root.sublayers?.count == 2)
    #expect(document.diagnostics.isEmpty)
  }
}
