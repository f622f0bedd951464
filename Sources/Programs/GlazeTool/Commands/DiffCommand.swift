import ArgumentParser
import Foundation
import Glaze
import GlazeCore
import GlazePlan
import GlazeScene

/// `glaze diff`: compares two documents.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the properties and the images of two documents.",
    usage: "glaze diff A B [-o PAGE.html] [options]",
    discussion: """
      Each line on standard output is a property that differs, with the path of its
      layer. -o writes a self-contained page: both images with a divider between them,
      side by side, in turns, or their difference, a loupe, and the list, which marks
      the layers in the images. The documents may have different formats. Images are
      compared in the --output-space; the page shows them in sRGB, and light above
      white as a map.

      EXAMPLES:
        glaze diff Old.ca New.ca
        glaze diff Clock.ca clock.json -o clock.html --time 2 --scale 2

      EXIT STATUS:
        0 nothing differs; 1 something differs, or an input failed; 2 wrong usage;
        3 no usable device.
      """)

  @Argument(
    help: "A .ca folder, a .caml, .caar or .json file, an archive, or -.", completion: .file())
  var first: String

  @Argument(help: "The second document.", completion: .file())
  var second: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write a page with both images.", valueName: "page"), completion: .file())
  var output: String?

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var color: OutputColorOptions
  @OptionGroup var document: DocumentOptions
  @OptionGroup var devices: DeviceOptions

  func validate() throws {
    if first == "-", second == "-" {
      throw ValidationError("standard input (-) can be read only once")
    }
  }

  func run() throws {
    var input = Input(first)
    do {
      let a = try DocumentLoader(document).load(input)
      input = Input(second)
      let b = try DocumentLoader(document).load(input)
      for line in Console.lines(for: a.diagnostics) + Console.lines(for: b.diagnostics) {
        Console.tell("\(line)\n")
      }
      let comparison = DocumentComparison(a.contents, b.contents)
      let lines = comparison.lines
      let renderer = try devices.renderer(Environment.optimizations())
      let images = (try draw(a, renderer), try draw(b, renderer))
      let summary = Self.summary(images)
      if let output {
        let page = try DiffPage(
          titles: (first, second), images: images, changes: comparison.changes,
          outlines: (try outlines(of: a), try outlines(of: b)), summary: summary)
        let text = Array(try page.text().utf8)
        try Output.file(output).write(text)
        Console.tellWritten([output, Statistics.bytes(text.count)])
      }
      let report = (lines + [summary]).map { Console.harmless($0) + "\n" }.joined()
      try Output.standardOutput.write(Array(report.utf8))
      if !lines.isEmpty || images.0 != images.1 { throw Status.failure }
    } catch let status as Status {
      throw status
    } catch let error as GlazeError where error.isMissingDevice {
      Console.tell("glaze: \(error)\n")
      throw Status.noDevice
    } catch {
      Console.tell(RenderJob.line(for: error, input: input) + "\n")
      throw Status.failure
    }
  }

  private func renderOptions(for document: Document) -> RenderOptions {
    var options = canvas.renderOptions(for: document)
    options.output = color.output
    return options
  }

  private func draw(_ document: Document, _ renderer: Renderer) throws -> PixelBuffer {
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: renderOptions(for: document))
    try session.commit(at: 0)
    return try session.frame(at: document.moment(at: self.document.time.value)).pixels
  }

  private func outlines(of document: Document) throws -> DiffPage.Outlines {
    try DiffPage.Outlines(
      of: document, options: renderOptions(for: document), at: self.document.time.value)
  }

  private static func summary(_ images: (PixelBuffer, PixelBuffer)) -> String {
    if images.0 == images.1 { return "the images are equal" }
    let comparison = ImageComparison(images.0, images.1)
    guard comparison.isSameSize else {
      return "the images are \(images.0.width) x \(images.0.height) and "
        + "\(images.1.width) x \(images.1.height) pixels"
    }
    let changed = comparison.counts.dropFirst().reduce(0, +)
    let space = images.0.output == .standard ? "" : "in \(images.0.output), "
    return "\(space)\(changed) of \(images.0.width * images.0.height) pixels differ, "
      + "by \(Statistics.count(comparison.largest, "level")) of 255 at most, at \(comparison.worst)"
  }
}
