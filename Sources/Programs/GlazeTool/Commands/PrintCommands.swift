import ArgumentParser
import Foundation
import Glaze
import GlazePlan
import GlazeScene

/// `glaze plan`: the frame plan of a document as text; nothing is drawn.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Print the frame plan: passes, draws and instances.",
    usage: "glaze plan INPUT [options]",
    discussion: """
      The plan is the same for every device, and needs none. --commands prints the
      commands of a backend for the first frame instead: surfaces, programs,
      uploads, draws and read-back. For gl this depends on the device.

      EXAMPLES:
        glaze plan Clock.ca
        glaze plan Clock.ca --commands --backend gl
        diff <(glaze plan a.json) <(GLAZE_DISABLE=batch glaze plan a.json)
      """)

  @Argument(help: "A .ca folder, a .caml, .caar or .json file, or -.", completion: .file())
  var input: String

  @Flag(help: "Print the backend's commands instead.")
  var commands = false

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var document: DocumentOptions
  @OptionGroup var devices: DeviceOptions

  func run() throws {
    let optimizations = Environment.optimizations()
    try printing(input, document) { document in
      let plan = try Renderer.plan(
        of: document.rootLayer, options: canvas.renderOptions(for: document),
        optimizations: optimizations, at: document.moment(at: self.document.time.value))
      return commands
        ? try devices.renderer(optimizations).commands(for: plan) : plan.description
    }
  }
}

/// `glaze tree`: the layers of a document as text.
struct TreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Print the layers of a document and the values that are not defaults.",
    usage: "glaze tree INPUT [options]",
    discussion: """
      --json prints the document as a JSON scene, whatever its format. Images are
      referenced by their file name; images without a file are embedded.

      EXAMPLES:
        glaze tree Clock.ca
        glaze tree - < scene.json
        glaze tree Clock.ca --json | glaze render - -o clock.png
      """)

  @Argument(help: "A .ca folder, a .caml, .caar or .json file, or -.", completion: .file())
  var input: String

  @Flag(help: "Print a JSON scene.")
  var json = false

  @OptionGroup var document: DocumentOptions

  func run() throws {
    try printing(input, document) { document in
      if json {
        let (text, notes) = DocumentWriter(document.contents).jsonInPlace()
        for note in notes { Console.tell("\(input): warning: \(note)\n") }
        return text
      }
      var printer = LayerPrinter()
      return printer.text(of: document.contents)
    }
  }
}

/// Reads a document and prints a text about it; reports warnings and failures.
private func printing(
  _ argument: String, _ options: DocumentOptions, _ text: (Document) throws -> String
) throws {
  let input = Input(argument)
  do {
    let document = try DocumentLoader(options).load(input)
    for line in Console.lines(for: document.diagnostics) {
      Console.tell("\(line)\n")
    }
    let result = try text(document)
    try Output.standardOutput.write(Array((result.hasSuffix("\n") ? result : result + "\n").utf8))
  } catch {
    Console.tell(RenderJob.line(for: error, input: input) + "\n")
    throw Status.failure
  }
}
