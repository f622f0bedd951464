import ArgumentParser
import Foundation
import Glaze
import GlazeEGL

/// `glaze bench`: measures how long documents take to draw.
struct BenchCommand: ParsableCommand {
  /// The format of the results.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, race
  }

  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how long documents take to draw.",
    usage: "glaze bench INPUT... [options]",
    discussion: """
      The time of a frame runs from the layers to the last pixel. Time advances by
      1/60 s per frame. CPU times sum all threads. --incremental draws changes only.

      EXAMPLES:
        glaze bench Clock.ca
        glaze bench *.json --compare gl,software --chart bars.html
        glaze bench Clock.ca --incremental --move all --format race
        glaze bench --growth 1000,10000,100000 --chart growth.png
        glaze bench Clock.ca --backend gl --trace trace.json  for ui.perfetto.dev
        glaze bench Clock.ca --hud -o last-frame.png

      FORMATS:
        json is an object per line. race is for scripts that compare renderers with
        one backend: RESULT and an object, one line for complete frames and a line
        NAMEmoves for incremental frames in which all layers move. --incremental
        writes one line, NAMEcached, or NAMEmoves with --move.
      """)

  @Argument(help: ArgumentHelp("A .ca folder, a .caml, .caar or .json file.", valueName: "input"))
  var words: [InputWords] = []
  var inputs: [String] { words.flatMap(\.inputs) }

  @Option(help: "gl, software or gl,software (default: all that work).")
  var backend: BackendList?

  @Option(help: "Like --backend, with a table and a chart at the end.")
  var compare: BackendList?

  @Option(
    help: ArgumentHelp(
      "Instead of inputs: scenes of n, m, ... layers.", valueName: "n,m"))
  var growth: LayerCounts?

  @Option(help: ArgumentHelp("Its layers.", valueName: "name"))
  var growthScene = GrowthScene.plain

  @Option(
    help: ArgumentHelp(
      "The chart, as PNG or HTML.", valueName: "file"), completion: .file())
  var chart = "glaze-bench.png"

  @Option(help: ArgumentHelp("The device, as for render.", valueName: "device"))
  var device = "auto"

  @Option(help: ArgumentHelp("The API, as for render.", valueName: "api"))
  var api = APIChoice.auto

  @Option(help: ArgumentHelp("Cache limit, as for render.", valueName: "bytes"))
  var memory: ByteCount?

  @Option(help: "Frames to measure.")
  var frames = 60

  @Option(help: "Output.")
  var format = Format.text

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Let frames reuse what earlier frames drew.")
  var incremental = false

  @Flag(help: "Read frames back, and time the copy too.")
  var readBack = false

  @Option(help: ArgumentHelp("Sublayers that move per frame, or all.", valueName: "n"))
  var move = SublayerCount(0)

  @Flag(help: "Let the moves start implicit animations.")
  var animate = false

  @Option(help: ArgumentHelp("Write a trace as JSON.", valueName: "file"), completion: .file())
  var trace: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write the last frame of the last input.", valueName: "png"),
    completion: .file())
  var output: String?

  @Flag(help: "Draw the measured numbers into the image of -o.")
  var hud = false

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var color: OutputColorOptions
  @OptionGroup var document: DocumentOptions

  mutating func validate() throws {
    if json { format = .json }
    if growth != nil {
      if !inputs.isEmpty { throw ValidationError("--growth makes its own scenes; name no input") }
      if compare != nil || trace != nil || output != nil || move.isSome || readBack
        || format == .race
      {
        throw ValidationError(
          "--growth takes only --growth-scene, --backend, --frames, --chart, --format json")
      }
    } else if growthScene != .plain {
      throw ValidationError("--growth-scene says which layers --growth draws; add --growth")
    } else if inputs.isEmpty {
      throw ValidationError("name an input: a .ca folder, .caml, .caar or .json")
    }
    if inputs.contains("-") {
      throw ValidationError("bench reads its inputs several times; name a file instead of -")
    }
    if !(1...1_000_000).contains(frames) { throw ValidationError("--frames must be 1 to 1000000") }
    if backend != nil && compare != nil {
      throw ValidationError("--compare and --backend exclude each other; remove --backend")
    }
    if readBack && incremental {
      throw ValidationError("--read-back excludes --incremental; remove --incremental")
    }
    if readBack && format == .race {
      throw ValidationError("--format race excludes --read-back; remove --read-back")
    }
    if hud && output == nil { throw ValidationError("--hud needs -o, the image to draw into") }
    if format == .race && (compare != nil || backend?.backends.count == 2) {
      throw ValidationError("--format race takes one backend")
    }
    do throws(DeviceSelectionError) {
      _ = try DeviceSelection(parsing: device)
    } catch {
      throw ValidationError(error.description)
    }
    if (compare ?? backend)?.backends == [.software] && device != "auto" {
      throw ValidationError("--backend software uses no device; remove --device")
    }
  }

  /// One measurement of a document.
  struct Run {
    var isIncremental: Bool
    var move: SublayerCount
    /// The suffix of the scene's name.
    var suffix: String
  }

  /// The measurements of each document, in order.
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
