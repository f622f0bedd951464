import ArgumentParser
import Foundation
import Glaze
import GlazeEGL
import GlazeScene

/// `glaze check`: draws documents in variants that must give the same image, and compares them.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Draw documents in variants that must look the same, and compare.",
    usage: "glaze check INPUT... [-o DIR] [options]",
    discussion: """
      Draws each document with both backends, without each optimization that
      applies to it, in parts, again, after changes that are undone, mirrored,
      rotated, and inside layers without effect. All images must be the same, or
      the same rotated. A difference is reported with the layer that causes it,
      and shown in DIR/index.html, a self-contained page with the expected and the
      actual image of each. -o writes the page also if no image differs, with those
      that are equal within tolerance only.

      EXAMPLES:
        glaze check Clock.ca
        glaze check scenes/*.json --backend software -o differences
        glaze check a.json --only turned,tiles --tolerance 0

      VARIANTS:
      \(variantHelp)

      EXIT STATUS:
        0 all images are equal; 1 an image differs, or an input failed;
        2 wrong usage; 3 no usable device.
      """)

  @Argument(
    help: ArgumentHelp("A .ca folder, a .caml, .caar or .json file, or -.", valueName: "input"))
  var words: [InputWords] = []
  var inputs: [String] { words.flatMap(\.inputs) }

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The folder of the page (default: glaze-check, if images differ).", valueName: "dir"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "gl, software or gl,software (default: all that work).", valueName: "list"))
  var backend: BackendList?

  @Option(
    help: ArgumentHelp("The device of gl, as for glaze render.", valueName: "device"),
    completion: .list(["auto", "egl:0"]))
  var device = "auto"

  @Option(help: ArgumentHelp("The API of gl, as for glaze render.", valueName: "api"))
  var api = APIChoice.auto

  @Option(
    help: ArgumentHelp(
      "Largest difference in levels, and the percentage of pixels that may exceed it.",
      valueName: "n[:p]"))
  var tolerance: ToleranceArgument?

  @Option(help: ArgumentHelp("Run only these variants.", valueName: "names"))
  var only: VariantList?

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var color: OutputColorOptions
  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if inputs.isEmpty {
      throw ValidationError("name an input: a .ca folder, .caml, .caar, .json, or -")
    }
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read only once")
    }
    if let problem = only?.problem { throw ValidationError(problem) }
    if output?.isEmpty == true { throw ValidationError("-o is empty; name a folder") }
    do throws(DeviceSelectionError) {
      _ = try DeviceSelection(parsing: device)
    } catch {
      throw ValidationError(error.description)
    }
    if device != "auto", backend?.backends.contains(.gl) == false {
      throw ValidationError("--backend software uses no device; remove --device")
    }
  }

  func run() throws {
    var job = CheckJob(self)
    let status = job.run()
    if status != .success { throw status }
  }

  /// The names of the variants, as lines of the help.
  private static var variantHelp: String {
    var lines = [""]
    for (index, variant) in CheckVariant.all.enumerated() {
      let word = variant.name + (index == CheckVariant.all.count - 1 ? "" : ", ")
      if lines[lines.count - 1].count + word.count > 74 { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines.map { "  " + $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
