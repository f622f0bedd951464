import Foundation
import GlazePlan
import Testing

/// `Docs/explanation/caching.md` documents the caches that `CacheOwner` defines.
struct MemoryDocumentTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the cells of each row of the page's table.
  private func rows() throws -> [[String]] {
    let text = try String(
      contentsOf: root.appendingPathComponent("Docs/explanation/caching.md"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = "| owner | share | max age |"
    let head = try #require(lines.firstIndex(where: { $0.hasPrefix(columns) }))
    return lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private func row(of owner: CacheOwner) -> [String] {
    let age = owner.maxAge.map { $0 == 1 ? "1 frame" : "\($0) frames" }
    let share = owner.share == 0 ? "none" : "\(owner.share)/\(CacheOwner.shares)"
    return [owner.name, share, age ?? "none"]
  }

  @Test func theTableIsThatOfTheOwners() throws {
    #expect(try rows().map { Array($0.prefix(3)) } == CacheOwner.allCases.map(row))
  }

  /// Returns the files of `Sources` that have a cache of each owner.
  private func files() throws -> [String: Set<String>] {
    let sources = root.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let cache = /(?:LRUCache<.*>|IdentityCache)\(owner: \.(\w+)\)/
    var found: [String: Set<String>] = [:]
    for case let path as String in files where path.hasSuffix(".swift") {
      let file = sources.appendingPathComponent(path)
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: cache) {
        let name = file.deletingPathExtension().lastPathComponent
        found[String(match.1), default: []].insert("`\(name)`")
      }
    }
    return found
  }

  @Test func allThatIsCachedHasAnOwner() throws {
    let files = try files()
    for (owner, row) in zip(CacheOwner.allCases, try rows()) where owner != .frames {
      let named = try #require(row.last).split(separator: ", ").map(String.init)
      #expect(Set(named) == files["\(owner)"], "\(owner)")
    }
  }
}
