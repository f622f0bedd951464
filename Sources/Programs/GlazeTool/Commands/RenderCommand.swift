import ArgumentParser
import Foundation
import Glaze
import GlazeEGL
import GlazePlan

/// `glaze render`: draws documents into PNG files, or one document into a sequence of frames.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw documents into PNG files, or one into a video.",
    usage: "glaze render INPUT... [-o OUT] [options]",
    discussion: """
      PNGs are sRGB with straight alpha. Options of color, Lottie: --help-hidden.
      OUT is a file, a folder (existing, or ending in /), - for standard output,
      or a pattern: %s is the input's name, %d its number. Default: ./NAME.png.

      With --to, draws frames from --from on: PNGs numbered by %d (from 0), or one
      file that ends in .apng, .gif, .webp, .mp4, .webm, .mov, .mkv, .y4m or .raw.

      EXAMPLES:
        glaze render Clock.ca --size 512x512 --background white
        glaze render *.ca -o 'thumbs/%s@2x.png' --scale 2
        glaze render a.ca --to 10 --fps 30 -o frame_%05d.png --resume

      ENVIRONMENT:
        EGL_VISIBLE_DEVICES, CUDA_VISIBLE_DEVICES, LIBGL_ALWAYS_SOFTWARE select
        devices. GLAZE_DISABLE=a,b disables optimizations: all, \(optimizationNames).
      """)

  @Argument(
    help: ArgumentHelp("A .ca folder, a .caml, .caar or .json file, or -.", valueName: "input"))
  var words: [InputWords] = []
  var inputs: [String] { words.flatMap(\.inputs) }

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The output.", valueName: "out"), completion: .file())
  var output: String?

  @OptionGroup var sequence: SequenceArguments
  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var color: OutputColorOptions
  @OptionGroup var devices: DeviceOptions
  @OptionGroup var document: DocumentOptions

  @Flag(help: "Print times, counts and caches to stderr.")
  var stats = false

  @Flag(name: [.customShort("q"), .long], help: "No progress bar, no notes.")
  var quiet = false

  @Flag(
    inversion: .prefixedNo,
    help: "Dither gradients and wide shadows.")
  var dither = true

  func validate() throws {
    if devices.wantsList { return }
    if inputs.isEmpty {
      throw ValidationError("name an input: a .ca folder, .caml, .caar, .json, or -")
    }
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read only once")
    }
    do {
      if let times = try sequence.times() {
        _ = try SequenceOutput(self, times: times)
      } else {
        try sequence.checkStill(output: output)
        try sequence.shard?.check(inputs.count, "inputs")
        _ = try outputs()
      }
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Each input with its output.
  ///
  /// A shard has only its own inputs, with the same names as without shards.
  func outputs() throws(OutputNamingError) -> [(Input, Output)] {
    let inputs = inputs.map(Input.init)
    let naming = try OutputNaming(option: output, inputCount: inputs.count)
    let work = Array(zip(inputs, try naming.outputs(for: inputs)))
    guard let shard = sequence.shard else { return work }
    return Array(work[shard.part(of: work.indices)])
  }

  /// The renderer that the options select.
  ///
  /// - Parameter lines: Receives messages about the renderer.
  func renderer(
    _ optimizations: Optimizations, pending: PendingContext?, lines: inout [String]
  ) throws(GlazeError) -> Renderer {
    let renderer = try devices.renderer(optimizations, pending: pending)
    if devices.backend == .auto && renderer.backend == .software && !quiet {
      lines.append("glaze: note: \(renderer.deviceDescription)")
    }
    if stats { lines.append(renderer.deviceDescription) }
    return renderer
  }

  /// The options to draw a document with.
  func renderOptions(for document: Document) -> RenderOptions {
    var options = canvas.renderOptions(for: document)
    options.dithers = dither
    options.output = color.output
    return options
  }

  func run() throws {
    if devices.wantsList { return try DevicesCommand.list() }
    let optimizations = Environment.optimizations()
    let status: Status
    if let times = try sequence.times() {
      var job = SequenceJob(self, times: times, optimizations: optimizations)
      status = job.run()
    } else {
      var job = RenderJob(self, optimizations: optimizations)
      let outputs = try outputs()
      if let shard = sequence.shard, !quiet {
        let part = shard.part(of: inputs.indices)
        Console.tell(
          "glaze: shard \(shard) draws inputs \(part.lowerBound + 1) to \(part.upperBound) of "
            + "\(inputs.count)\n")
      }
      status = job.run(outputs)
    }
    if status != .success { throw status }
  }
}
