import Foundation
import GlazePlan
import Testing

/// `Docs/MEMORY.md` tells who keeps what; `CacheOwner` decides.
struct MemoryDocumentTests {
  /// Owner, share and max age of each row of the page's table.
  private func rows() throws -> [[String]] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Docs/MEMORY.md"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = "| owner | share | max age |"
    let head = try #require(lines.firstIndex(where: { $0.hasPrefix(columns) }))
    return lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }).map { line in
      line.split(separator: "|").prefix(3).map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private func row(of owner: CacheOwner) -> [String] {
    let age = owner.maxAge.map { $0 == 1 ? "1 frame" : "\($0) frames" }
    return [owner.name, owner.share == 0 ? "none" : "\(owner.share)/16", age ?? "none"]
  }

  @Test func theTableIsThatOfTheOwners() throws {
    #expect(try rows() == CacheOwner.allCases.map(row))
  }
}
