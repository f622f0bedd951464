import ArgumentParser
import Foundation
import Glaze
import GlazeDisplay
import GlazeGeometry
import GlazeWeb
import Synchronization

/// `glaze show`: a document in a window, or on another display.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a document in a window and play it.",
    usage: "glaze show INPUT [options]",
    discussion: """
      Space plays, the arrows step and change the speed, F1 lists all keys. The
      document is read again when its files change. F12 saves a PNG here.

      EXAMPLES:
        glaze show Clock.ca                       in a window
        glaze show Clock.ca --paused --time 1.5   one moment
        glaze show scene.json --backend software  without OpenGL
        glaze show Clock.ca --display terminal    in this terminal, also over SSH
        glaze show Clock.ca --display web         in a browser; says the address
        glaze show Clock.ca --display kms         on a screen without windows
      """)

  @Argument(
    help: ArgumentHelp("A .ca folder, a .caml, .caar or .json file, or -.", valueName: "input"))
  var input: String

  @Option(help: "window, terminal, web (a page on 127.0.0.1), or kms.")
  var display = DisplayKind.window

  @Option(
    help: ArgumentHelp(
      "In a terminal: kitty, iterm, sixel, blocks (default: what it knows).", valueName: "way"))
  var pictures: TerminalPictures?

  @Option(
    help: ArgumentHelp("Of kms: the card (default: the first with a screen).", valueName: "node"))
  var card: String?

  @Option(help: ArgumentHelp("Of kms: the screen, such as HDMI-A-1.", valueName: "name"))
  var connector: String?

  @Option(help: ArgumentHelp("Of kms: WxH or WxH@HZ (default: the screen's).", valueName: "mode"))
  var mode: String?

  @Option(help: "Of a page: its port (default: one that is free).")
  var port = 0

  @Option(help: "gl, software, or auto: gl if it works.")
  var backend = Renderer.Backend.auto

  @Option(
    help: ArgumentHelp(
      "The display's size in points (default: the document's).", valueName: "WxH"))
  var size: PixelSize?

  @Option(
    help: ArgumentHelp(
      "Begin with a color behind the document: #rgb, CSS name.", valueName: "color"))
  var background: ColorArgument?

  @Flag(help: "Begin with time standing still.")
  var paused = false

  @Flag(inversion: .prefixedNo, help: "Begin with the time line.")
  var controls = true

  @Flag(help: "Do not wait for the screen.")
  var uncapped = false

  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if !(0...65535 ~= port) { throw ValidationError("--port is a number from 0 to 65535") }
  }

  func run() throws {
    let input = Input(input)
    let loader = DocumentLoader(document)
    let bytes = input == .standardInput ? try DocumentLoader.readStandardInput() : nil
    do {
      let first = try loader.load(input, bytes: bytes)
      for line in Console.lines(for: first.diagnostics) {
        Console.writeToStandardError("\(line)\n")
      }
      // The first reading is shown; later ones are made when files change.
      var read: Document? = first
      let source = Show.Source(
        name: input.baseName, path: input.path, folder: FileManager.default.currentDirectoryPath
      ) {
        if let document = read.take() { return document }
        return try loader.load(input, bytes: bytes)
      }
      let moment = ShownMoment()
      let display = try open(for: first) {
        let document = try loader.load(input, bytes: bytes)
        return try moment.report(on: document, title: input.baseName)
      }
      let show = try Show(
        source, on: display, color: background?.color, time: document.time.value,
        isPlaying: !paused, showsTimeline: controls)
      show.onChange = { moment.set($0) }
      try show.run()
    } catch let error as GlazeError {
      Console.writeToStandardError("glaze: \(error)\n")
      throw error.code == .noDevice ? Status.noDevice : Status.failure
    } catch let error as InputError {
      Console.writeToStandardError("glaze: \(input): \(error)\n")
      throw Status.failure
    }
  }

  /// The display that is asked for.
  ///
  /// - Parameter report: makes a page that explains what is shown.
  private func open(
    for document: Document, report: @escaping @Sendable () throws -> String
  ) throws(GlazeError) -> any Display {
    switch display {
    case .window: try window(for: document)
    case .terminal: try TerminalDisplay(pictures, device: device)
    case .web: try page(for: document, report)
    case .kms: try KMSDisplay(card: card, connector: connector, mode: mode, device: device)
    }
  }

  private func page(
    for document: Document, _ report: @escaping @Sendable () throws -> String
  ) throws(GlazeError) -> any Display {
    let size = size.map { CGSize(width: $0.width, height: $0.height) } ?? document.size
    let display = try WebDisplay(size: size, device: device, port: port, report: report)
    Console.writeToStandardError("glaze: \(display.url)\n")
    return display
  }

  private func window(for document: Document) throws(GlazeError) -> any Display {
    // Small documents get room for controls.
    let comfortable = CGSize(
      width: max(320, document.size.width), height: max(240, document.size.height))
    return try WindowDisplay(
      title: input, size: size.map { CGSize(width: $0.width, height: $0.height) } ?? comfortable,
      device: backend == .gl ? .currentContext : device, isVSynced: !uncapped,
      fitsScreen: size == nil)
  }

  private var device: Device {
    switch backend {
    case .auto: .automatic
    case .gl: .openGL
    case .software: .cpu
    }
  }
}

/// What a display shows at this moment, for other threads.
private final class ShownMoment: Sendable {
  private let moment = Mutex<(time: Double, state: String?)>((0, nil))

  func set(_ player: Player) { moment.withLock { $0 = (player.time, player.state) } }

  /// The page of `glaze inspect` for the moment; transitions between states are not in it.
  func report(on document: Document, title: String) throws -> String {
    let (time, state) = moment.withLock { $0 }
    if document.state != state { try document.setState(state) }
    return try InspectPage.text(
      of: document, title: title, options: document.renderOptions,
      optimizations: Environment.optimizations(), at: time)
  }
}

/// The displays that there are.
enum DisplayKind: String, ExpressibleByArgument {
  case window, terminal, web, kms

  /// None: the help text explains them.
  static var allValueStrings: [String] { [] }
}

extension TerminalPictures: ExpressibleByArgument {
  /// None: the help text explains them.
  package static var allValueStrings: [String] { [] }
}
