import ArgumentParser
import Foundation
import GlazeScene

/// `glaze reference`: writes what is generated from the property tables, for `make docs-tables`.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Write the files that follow from the property tables.",
    shouldDisplay: false)

  @Argument(help: "The repository.")
  var folder: String

  func run() throws {
    for path in GeneratedFiles.paths {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
      do {
        let now = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        try Data(GeneratedFiles.text(of: path, now: now).utf8).write(to: file, options: .atomic)
      } catch {
        Console.tell("\(path): \(error)\n")
        throw Status.failure
      }
    }
  }
}
