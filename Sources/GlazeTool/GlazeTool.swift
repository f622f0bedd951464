import ArgumentParser
import Foundation
import Glaze
import GlazeEGL

/// The program: reads the arguments, runs a command and ends with its status.
@main
enum Program {
  static func main() {
    // Before anything else: this may be the child that tries a driver.
    DeviceProbe.runIfRequested()
    Heap.keepFreedMemory()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs a command line.
  static func run(_ arguments: [String]) -> Status {
    do {
      var command = try GlazeTool.parseAsRoot(arguments)
      try command.run()
      return .success
    } catch let status as Status {
      return status
    } catch {
      // Help and the version come as errors, too, but succeed.
      let isUsage = GlazeTool.exitCode(for: error) != .success
      let message = GlazeTool.fullMessage(for: error)
      if isUsage {
        Console.writeToStandardError(message + "\n")
      } else {
        print(message)
      }
      return isUsage ? .usage : .success
    }
  }
}

/// What the program's exit status says; commands throw it once all is reported.
enum Status: Int32, Error {
  case success = 0
  /// An input failed; the others were drawn.
  case failure = 1
  /// The arguments make no sense.
  case usage = 2
  /// Nothing can draw.
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
        glaze render scenes/*.json -o out/        many, with one OpenGL context
        cat a.json | glaze render - -o - > a.png  in a pipe
        glaze render Clock.ca --to 2 -o a.webm    two seconds at 60 fps
        glaze strip Clock.ca                      moments and states, side by side
        glaze plan Clock.ca                       what would be drawn, as text
        glaze check Clock.ca                      one picture in all ways?
        glaze bench Clock.ca                      how fast?
        glaze info                                for bug reports

      EXIT STATUS:
        0 success; 1 an input failed (the others are drawn); 2 wrong usage;
        3 no usable device; 130 interrupted.
      """,
    version: "glaze \(glazeVersion)",
    subcommands: [
      RenderCommand.self, StripCommand.self, BenchCommand.self, PlanCommand.self, TreeCommand.self,
      CheckCommand.self,
      InfoCommand.self, DevicesCommand.self,
    ])
}
