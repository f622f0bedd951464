import ArgumentParser
import Foundation
import Glaze

/// `glaze inspect`: a page that explains a frame.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Explain a frame on a page: layers, passes, draws, costs, animations.",
    usage: "glaze inspect INPUT [-o DIR] [options]",
    discussion: """
      Writes DIR/index.html, a self-contained page that needs no network. It shows
      the layers next to the image with the properties that are set, the layers
      separated in 3D, the frame plan step by step with the image of every target,
      how often each pixel is drawn, why layers need passes of their own, the cost
      of the image without them, and the curves of animations.

      Images and times are those of the CPU backend; the plan is the same for every
      backend.

      EXAMPLES:
        glaze inspect Clock.ca -o report
        glaze inspect scene.json --time 1.5 --scale 2
        GLAZE_DISABLE=batch glaze inspect scene.json
      """)

  @Argument(help: "A .ca folder, a .caml, .caar or .json file, or -.", completion: .file())
  var input: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The folder of the page, or a file .html.", valueName: "dir"),
    completion: .file())
  var output = "glaze-inspect"

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if output.isEmpty { throw ValidationError("-o is empty; name a folder, or a file .html") }
  }

  func run() throws {
    let input = Input(input)
    var console = Console()
    defer { console.endProgress() }
    do {
      let document = try DocumentLoader(document).load(input)
      for line in Console.lines(for: document.diagnostics) { Console.tell("\(line)\n") }
      let page = try InspectPage.text(
        of: document, title: self.input == "-" ? "standard input" : input.baseName,
        options: canvas.renderOptions(for: document), optimizations: Environment.optimizations(),
        at: self.document.time.value
      ) { done, total, name in console.showProgress(done: done, of: total, name: name) }
      console.endProgress()
      let isPage = output.lowercased().hasSuffix(".html")
      if !isPage { try Output.makeFolder(output) }
      let file = isPage ? output : output + "/index.html"
      try Output.file(file).write(Array(page.utf8))
      Console.tellWritten([file, Statistics.bytes(page.utf8.count)])
    } catch {
      console.endProgress()
      Console.tell(RenderJob.line(for: error, input: input) + "\n")
      throw Status.failure
    }
  }
}
