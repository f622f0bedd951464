import ArgumentParser
import Foundation
import Glaze
import GlazeEGL

/// `glaze bench`: how long documents take to draw.
struct BenchCommand: ParsableCommand {
  /// How results are printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, race
  }

  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how long documents take to draw.",
    usage: "glaze bench INPUT... [options]",
    discussion: """
      A frame lasts from the layers until all pixels are drawn. Time advances by
      1/60 s a frame. CPU times count all threads. --incremental draws changes.

      EXAMPLES:
        glaze bench Clock.ca
        glaze bench *.json --compare gl,software --chart bars.png
        glaze bench Clock.ca --incremental --move all --format race
        glaze bench --growth 1000,10000,100000 --chart growth.png
        glaze bench Clock.ca --backend gl --trace trace.json  for ui.perfetto.dev
        glaze bench Clock.ca --hud -o last-frame.png

      FORMATS:
        json is an object a line; race is RESULT and an object, as scripts that
        race renderers read it, for one backend: a line for frames that are drawn
        whole, and a line NAMEmoves for incremental ones in which all layers move.
        With --incremental there is one line, NAMEcached, or NAMEmoves with --move.
      """)

  @Argument(help: ArgumentHelp("A .ca folder, a .caml, .caar or .json file.", valueName: "input"))
  var words: [InputWords] = []
  var inputs: [String] { words.flatMap(\.inputs) }

  @Option(help: "gl, software, or both with a comma (default: what there is).")
  var backend: BackendList?

  @Option(help: "Like --backend, and ends with a table and a chart.")
  var compare: BackendList?

  @Option(
    help: ArgumentHelp(
      "Instead of inputs: pages of so many plain layers, with commas.", valueName: "n,m"))
  var growth: LayerCounts?

  @Option(help: ArgumentHelp("Where the chart of --compare or --growth goes.", valueName: "png"))
  var chart = "glaze-bench.png"

  @Option(help: ArgumentHelp("As for render.", valueName: "device"))
  var device = "auto"

  @Option(help: ArgumentHelp("As for render.", valueName: "bytes"))
  var memory: ByteCount?

  @Option(help: "Frames to measure.")
  var frames = 60

  @Option(help: "text, json or race.")
  var format = Format.text

  @Flag(help: "Let frames keep what earlier ones drew.")
  var incremental = false

  @Flag(help: "Read frames back, and time copying them, too.")
  var readBack = false

  @Option(help: ArgumentHelp("Sublayers of the root that move each frame, or all.", valueName: "n"))
  var move = SublayerCount(0)

  @Option(help: ArgumentHelp("Write spans of time as JSON.", valueName: "file"))
  var trace: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write the last frame of the last input.", valueName: "png"))
  var output: String?

  @Flag(help: "Draw the frame's numbers into that picture.")
  var hud = false

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if growth != nil {
      if !inputs.isEmpty { throw ValidationError("--growth makes its pages itself: name no input") }
      if compare != nil || trace != nil || output != nil || move.isSome || readBack
        || format == .race
      {
        throw ValidationError("--growth goes with --backend, --frames, --chart and --format json")
      }
    } else if inputs.isEmpty {
      throw ValidationError("name an input: a .ca folder, .caml, .caar or .json")
    }
    if inputs.contains("-") {
      throw ValidationError("bench reads inputs several times; name a file instead of -")
    }
    if !(1...1_000_000).contains(frames) { throw ValidationError("--frames is 1 to 1000000") }
    if backend != nil && compare != nil {
      throw ValidationError("--compare names the backends; leave --backend out")
    }
    if readBack && incremental {
      throw ValidationError("--read-back is for whole frames; leave --incremental out")
    }
    if readBack && format == .race {
      throw ValidationError("races read nothing back; leave --read-back out")
    }
    if hud && output == nil { throw ValidationError("--hud needs -o, the picture to draw into") }
    if format == .race && (compare != nil || backend?.backends.count == 2) {
      throw ValidationError("--format race is for one backend")
    }
    do throws(DeviceSelectionError) {
      _ = try DeviceSelection(parsing: device)
    } catch {
      throw ValidationError(error.description)
    }
    if (compare ?? backend)?.backends == [.software] && device != "auto" {
      throw ValidationError("--backend software uses no device; leave --device out")
    }
  }

  /// A way to draw a document's frames.
  struct Run {
    var isIncremental: Bool
    var move: SublayerCount
    /// What is added to the scene's name.
    var suffix: String
  }

  /// The ways that are measured, one after the other.
  var runs: [Run] {
    guard format == .race else {
      return [Run(isIncremental: incremental, move: move, suffix: "")]
    }
    if incremental {
      return [
        Run(isIncremental: true, move: move, suffix: move.isSome ? "moves" : "cached")
      ]
    }
    return [
      Run(isIncremental: false, move: move, suffix: ""),
      Run(isIncremental: true, move: SublayerCount(.max), suffix: "moves"),
    ]
  }

  func run() throws {
    var job = BenchJob(self, optimizations: Environment.optimizations())
    let status = job.run()
    if status != .success { throw status }
  }
}
