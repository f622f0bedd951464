import ArgumentParser
import Foundation
import Glaze
import GlazeDrawing
import GlazeEGL
import GlazeGeometry

/// `glaze strip`: draws times and states of a document side by side in one image.
struct StripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Draw times and states of a document side by side.",
    usage: "glaze strip INPUT [-o OUT] [options]",
    discussion: """
      Draws a row of frames with the time under each. A document with states has a
      row for its own values and one for each state, unless --state selects one.
      Frames are at most 256 pixels on a side, unless --size or --scale is given.
      Without -o: NAME-strip.png in the current folder.

      EXAMPLES:
        glaze strip Clock.ca
        glaze strip Clock.ca --times 0,0.5,1 -o strip.png
        glaze strip a.tendies --frames 4 --to 3 --scale 0.5
      """)

  @Argument(
    help: "A .ca folder, a .caml, .caar or .json file, an archive, or -.", completion: .file())
  var input: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The output.", valueName: "out"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The times, in seconds: 0,0.5,1.", valueName: "list"))
  var times: MomentList?

  @Option(help: ArgumentHelp("The number of times (default: 8).", valueName: "n"))
  var frames: Int?

  @Option(help: ArgumentHelp("The last time (default: the duration, or 2).", valueName: "s"))
  var to: FiniteNumber?

  @Flag(inversion: .prefixedNo, help: "Write times and states next to frames.")
  var captions = true

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var devices: DeviceOptions
  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if times != nil && (frames != nil || to != nil) {
      throw ValidationError("--times excludes --frames and --to")
    }
    if let frames, !(1...MomentList.limit ~= frames) {
      throw ValidationError("--frames must be from 1 to \(MomentList.limit), got \(frames)")
    }
    if document.time.value != 0 { throw ValidationError("use --times instead of --time") }
  }

  func run() throws {
    if devices.wantsList { return try DevicesCommand.list() }
    let input = Input(input)
    do {
      try draw(input)
    } catch let error as GlazeError where error.isMissingDevice {
      Console.writeToStandardError("glaze: \(error)\n")
      throw Status.noDevice
    } catch {
      Console.writeToStandardError(RenderJob.line(for: error, input: input) + "\n")
      throw Status.failure
    }
  }

  private func draw(_ input: Input) throws {
    let naming = try OutputNaming(option: output ?? "\(input.baseName)-strip.png", inputCount: 1)
    let target = try naming.outputs(for: [input])[0]
    let loader = DocumentLoader(document)
    let bytes = input == .standardInput ? try DocumentLoader.readStandardInput() : nil
    let first = try loader.load(input, bytes: bytes)
    for line in Console.lines(for: first.diagnostics) {
      Console.writeToStandardError("\(line)\n")
    }
    let renderer = try devices.renderer(Environment.optimizations())
    var strip = FrameStrip(showsCaptions: captions)
    let hasRows = !document.showsOneState && !first.states.isEmpty
    strip.addRow(try frames(of: first, renderer), title: hasRows ? "no state" : first.state)
    for state in hasRows ? first.states : [] {
      // Load it again: drawing removed the animations that are over.
      let another = try loader.load(input, bytes: bytes)
      try another.setState(state)
      strip.addRow(try frames(of: another, renderer), title: state)
    }
    let image = try strip.image(renderer)
    let encoded = try StillFormat.encode(image, for: target)
    try target.write(encoded)
    Console.tellWritten([
      "\(target)", "\(image.width) x \(image.height)", Statistics.bytes(encoded.count),
    ])
  }

  private func frames(of document: Document, _ renderer: Renderer) throws -> [FrameStrip.Frame] {
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: frameOptions(for: document))
    try session.commit(at: 0)
    return try moments(of: document).map { time in
      let frame = try session.frame(at: document.moment(at: time))
      return FrameStrip.Frame(image: frame.pixels.image, time: time)
    }
  }

  /// The options of a frame: small, and on a checkerboard unless there is a background.
  private func frameOptions(for document: Document) -> RenderOptions {
    var options = canvas.renderOptions(for: document)
    if options.background == nil { options.background = .checkerboard }
    if canvas.size == nil && canvas.scale == nil {
      let side = max(document.size.width, document.size.height)
      options.scale = min(1, FrameStrip.frameSide / max(1, side))
    }
    return options
  }

  private func moments(of document: Document) -> [Double] {
    if let times { return times.moments }
    let length = document.loop?.upperBound ?? document.duration
    let last = to?.value ?? (length > 0 && length.isFinite ? length : 2)
    let count = frames ?? 8
    return (0..<count).map { count == 1 ? 0 : last * Double($0) / Double(count - 1) }
  }
}

/// Times on the command line: `0,0.5,1`.
struct MomentList: Equatable, ExpressibleByArgument {
  /// The largest number of frames in a row.
  static let limit = 256

  var moments: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    moments = parts.compactMap { FiniteNumber(argument: String($0))?.value }
    if moments.count != parts.count || moments.count > Self.limit { return nil }
  }
}
