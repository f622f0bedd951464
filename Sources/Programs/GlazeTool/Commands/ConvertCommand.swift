import ArgumentParser
import Foundation
import Glaze

/// `glaze convert`: writes a document in another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a document in another format, or again in the same one.",
    usage: "glaze convert INPUT OUTPUT [options]",
    discussion: """
      The name of OUTPUT selects the format: a folder NAME.ca with its images, or a
      file NAME.caml, NAME.json or NAME.caar that contains them. The rendered image
      does not change by a pixel; content that Glaze does not know is preserved.
      Archives (.caar) store colors in sRGB; what they cannot store is reported.

      EXAMPLES:
        glaze convert Clock.ca clock.json
        glaze convert scene.json Scene.ca
        glaze convert archive.caar Archive.ca
      """)

  @Argument(help: "A .ca folder, a .caml, .caar or .json file, or -.", completion: .file())
  var input: String

  @Argument(
    help: ArgumentHelp("The output; an existing bundle is replaced.", valueName: "output"),
    completion: .file())
  var output: String

  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if document.state != nil || document.toState != nil {
      throw ValidationError("convert writes all states; remove --state and --to-state")
    }
    let suffix = URL(fileURLWithPath: output).pathExtension.lowercased()
    guard Document.Format.all.contains(Document.Format(rawValue: suffix)) else {
      let known = Document.Format.all.map { "." + $0.rawValue }.joined(separator: ", ")
      throw ValidationError("the output \(output) must end in one of \(known)")
    }
  }

  func run() throws {
    let input = Input(input)
    do {
      let document = try DocumentLoader(document).load(input)
      for line in Console.lines(for: document.diagnostics) {
        Console.tell("\(line)\n")
      }
      for note in try document.write(to: URL(fileURLWithPath: output)) {
        Console.tell("\(output): warning: \(note)\n")
      }
    } catch {
      Console.tell(RenderJob.line(for: error, input: input) + "\n")
      throw Status.failure
    }
  }
}
