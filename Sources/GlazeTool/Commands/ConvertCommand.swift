import ArgumentParser
import Foundation
import Glaze

/// `glaze convert`: writes a document in another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a document in another format, or anew in the same one.",
    usage: "glaze convert INPUT OUTPUT [options]",
    discussion: """
      The name of OUTPUT says what is written: a folder NAME.ca with its pictures,
      or a file NAME.caml, NAME.json or NAME.caar that holds them. The picture stays
      the same to the last pixel; what Glaze does not know is kept, in its place.
      Archives (.caar) keep colours in sRGB, and say what they have no place for.

      EXAMPLES:
        glaze convert Clock.ca clock.json
        glaze convert scene.json Scene.ca
        glaze convert archive.caar Archive.ca
      """)

  @Argument(help: "A .ca folder, a .caml, .caar or .json file, or -.")
  var input: String

  @Argument(help: ArgumentHelp("What is written; a bundle is replaced.", valueName: "output"))
  var output: String

  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if document.state != nil || document.toState != nil {
      throw ValidationError("all states are written; leave --state and --to-state out")
    }
    let suffix = URL(fileURLWithPath: output).pathExtension.lowercased()
    guard Document.Format.all.contains(Document.Format(rawValue: suffix)) else {
      let known = Document.Format.all.map { "." + $0.rawValue }.joined(separator: ", ")
      throw ValidationError("the name of the output must end in one of \(known)")
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
