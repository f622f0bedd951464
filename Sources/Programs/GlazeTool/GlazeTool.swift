import ArgumentParser
import Foundation
import Glaze
import GlazeDrawing
import GlazeEGL
import GlazeGeometry

/// The program: reads the arguments, runs a command and ends with its status.
@main
enum Program {
  static func main() {
    // Before anything else: this may be the child that tries a driver.
    DeviceProbe.runIfRequested()
    Heap.keepFreedMemory()
    Heap.endOrderlyWithoutMemory()
    guard OpenFiles.areEnough else {
      Console.writeToStandardError(
        "glaze: this process cannot open \(OpenFiles.leastCount) files; raise the limit (ulimit -n)\n"
      )
      exit(Status.failure.rawValue)
    }
    if let name = Self.unreadableArgument {
      Console.writeToStandardError(
        "glaze: the argument \(name) is not UTF-8; rename the file, or link to it by another name\n"
      )
      exit(Status.usage.rawValue)
    }
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// The first argument that is not UTF-8, for a message: Swift would read it as another name.
  private static var unreadableArgument: String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil
      else { continue }
      return MessageText.shown(String(cString: argument))
    }
    return nil
  }

  /// Writes a line of text to standard output.
  ///
  /// - Throws: `Status.failure`, after a message, if the text cannot be written.
  static func say(_ text: String) throws(Status) {
    do throws(OutputError) {
      try Output.standardOutput.write(Array((text + "\n").utf8))
    } catch {
      Console.writeToStandardError("glaze: \(error)\n")
      throw Status.failure
    }
  }

  /// Returns the message for an unknown command; nil if the first argument is a command or an option.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    let names = GlazeTool.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let name = arguments.first, !name.hasPrefix("-"), !(names + ["help"]).contains(name)
    else { return nil }
    let shown = MessageText.shown(name)
    if let other = NearestName.of(name, among: names) {
      return "Error: there is no command \(shown) (did you mean \(other)?)"
    }
    return FileManager.default.fileExists(atPath: name)
      ? "Error: \(shown) is a file; name a command before it, such as glaze render"
      : "Error: there is no command \(shown); see glaze --help"
  }

  /// Runs a command line.
  static func run(_ arguments: [String]) -> Status {
    if let message = unknownCommand(arguments) {
      Console.tell(message + "\n")
      return .usage
    }
    do {
      var command = try GlazeTool.parseAsRoot(InputWords.join(arguments))
      try command.run()
      return .success
    } catch let status as Status {
      return status
    } catch {
      // Help and the version are thrown as errors, too, but succeed.
      let isUsage = GlazeTool.exitCode(for: error) != .success
      let message = GlazeTool.fullMessage(for: error)
      if isUsage {
        // After the line that names the mistake.
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
        if let hint = UsageHint.text(for: message, arguments) {
          lines.insert("Hint: " + hint, at: 1)
        }
        Console.writeToStandardError(Console.harmless(lines.joined(separator: "\n")) + "\n")
        return .usage
      }
      do throws(Status) {
        try say(message)
        return .success
      } catch {
        return error
      }
    }
  }
}

/// The exit status of the program.
///
/// Commands throw it after they reported everything.
enum Status: Int32, Error {
  case success = 0
  /// An input failed; the others were drawn.
  case failure = 1
  /// The arguments are invalid.
  case usage = 2
  /// No device can draw.
  case noDevice = 3
  /// Stopped by Ctrl-C or by SIGTERM.
  case interrupted = 130
}

/// The `glaze` command.
struct GlazeTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glaze",
    abstract: "Draw Core Animation documents with OpenGL or on the CPU, without a display.",
    discussion: """
      A document is a .ca folder, a .caml file, a .caar archive, a .json scene, an
      archive (.tendies, .zip) or a folder of these, or - for standard input.

      EXAMPLES:
        glaze render Clock.ca                     Clock.png, a pixel per point
        glaze render Clock.ca --scale 2 -o a.png  twice as large
        glaze render scenes/*.json -o out/        several, with one OpenGL context
        cat a.json | glaze render - -o - > a.png  in a pipe
        glaze render Clock.ca --to 2 -o a.webm    two seconds at 60 fps
        glaze show Clock.ca                       in a window, with keys
        glaze strip Clock.ca                      times and states, side by side
        glaze plan Clock.ca                       the frame plan, as text
        glaze convert Clock.ca clock.json         in another format
        glaze diff a.ca b.ca                      the differences
        glaze serve --listen unix:glaze.socket    images over HTTP
        glaze check Clock.ca                      is it drawn correctly?
        glaze inspect Clock.ca                    a page that explains a frame
        glaze bench Clock.ca                      the time per frame
        glaze info                                for bug reports

      EXIT STATUS:
        0 success; 1 an input failed (the others are drawn); 2 wrong usage;
        3 no usable device; 130 interrupted.
      """,
    version: "glaze \(glazeVersion)",
    subcommands: [
      RenderCommand.self, ShowCommand.self, StripCommand.self, BenchCommand.self,
      PlanCommand.self, TreeCommand.self, ConvertCommand.self, DiffCommand.self,
      ServeCommand.self, CheckCommand.self, InspectCommand.self, JoinCommand.self,
      FarmCommand.self, InfoCommand.self, DevicesCommand.self, ReferenceCommand.self,
      ServeWorkerCommand.self,
    ])
}
