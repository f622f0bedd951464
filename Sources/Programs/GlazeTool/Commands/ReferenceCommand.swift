import ArgumentParser
import Foundation
import GlazeScene

/// `glaze reference`: writes the pages that are generated from the property tables, for `make docs-tables`.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Write properties.md and scene.schema.json.",
    shouldDisplay: false)

  @Argument(help: "The output folder.")
  var folder: String

  func run() throws {
    do {
      for (name, text) in [
        ("properties.md", PropertyPage.text), ("scene.schema.json", SceneSchema.text),
      ] {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
        try Data(text.utf8).write(to: file, options: .atomic)
      }
    } catch {
      Console.tell("\(folder): \(error.localizedDescription)\n")
      throw Status.failure
    }
  }
}
