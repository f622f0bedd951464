import ArgumentParser
import Foundation
import Glaze
import GlazeDisplay
import GlazeGeometry
import GlazeWeb
import Synchronization

/// `glaze show`: shows a document in a window, or on another display.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a document in a window and play it.",
    usage: "glaze show INPUT [options]",
    discussion: """
      Space plays, the arrows step and change the speed, F1 lists all keys. The
      document is read again when its files change. F12 saves a PNG file.

      EXAMPLES:
        glaze show Clock.ca                       in a window
        glaze show Clock.ca --paused --time 1.5   a single time
        glaze show scene.json --backend software  without OpenGL
        glaze show Clock.ca --display terminal    in this terminal, also over SSH
        glaze show Clock.ca --display web         in a browser; prints the URL
        glaze show Clock.ca --display kms         on a screen without a desktop
      """)

  @Argument(
    help: ArgumentHelp("A .ca folder, a .caml, .caar or .json file, or -.", valueName: "input"),
    completion: .file())
  var input: String

  @Option(help: "window, terminal, web (a page on 127.0.0.1), or kms.")
  var display = DisplayKind.window

  @Option(
    name: .customLong("pictures"),
    help: ArgumentHelp(
      "terminal: kitty, iterm, sixel or blocks (default: best).", valueName: "way"))
  var images: TerminalImages?

  @Option(
    help: ArgumentHelp("kms: the card (default: the first with a screen).", valueName: "node"))
  var card: String?

  @Option(help: ArgumentHelp("kms: the screen, such as HDMI-A-1.", valueName: "name"))
  var connector: String?

  @Option(help: ArgumentHelp("kms: WxH or WxH@HZ (default: the screen's).", valueName: "mode"))
  var mode: String?

  @Option(help: "web: the port; 0 is a free one.")
  var port = 0

  @Option(help: "gl, software, or auto: gl on a GPU.")
  var backend = Renderer.Backend.auto

  @Option(
    help: ArgumentHelp(
      "The display's size in points (default: the document's).", valueName: "WxH"))
  var size: PixelSize?

  @Option(
    help: ArgumentHelp(
      "The background at the start: #rgb or a CSS name.", valueName: "color"))
  var background: ColorArgument?

  @Flag(help: "Start paused.")
  var paused = false

  @Flag(inversion: .prefixedNo, help: "Start with the timeline.")
  var controls = true

  @Flag(help: "Do not wait for vertical sync.")
  var uncapped = false

  @OptionGroup var color: OutputColorOptions

  @OptionGroup var document: DocumentOptions

  func validate() throws {
    if display != .kms, color.output != .standard {
      throw ValidationError(
        "only --display kms shows other frames than sRGB with 8 bits; got \(color.output)")
    }
    if !(0...65535 ~= port) { throw ValidationError("--port must be from 0 to 65535, got \(port)") }
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
      // Shows the document that was just read; reads it again when files change.
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

  /// Opens the display that the options select.
  ///
  /// - Parameter report: Makes a page that explains the shown frame.
  private func open(
    for document: Document, report: @escaping @Sendable () throws -> String
  ) throws(GlazeError) -> any Display {
    switch display {
    case .window: try window(for: document)
    case .terminal: try TerminalDisplay(images, device: device)
    case .web: try page(for: document, report)
    case .kms: try screen()
    }
  }

  private func screen() throws(GlazeError) -> any Display {
    let display = try KMSDisplay(
      card: card, connector: connector, mode: mode, device: device, output: color.output)
    for property in display.missingProperties {
      Console.writeToStandardError(
        "glaze: \(display.name) lacks the property \(property), and may show wrong colors\n")
    }
    return display
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
    // Leave room for the controls of small documents.
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

/// The time and the state that a display shows, for other threads.
private final class ShownMoment: Sendable {
  private let moment = Mutex<(time: Double, state: String?)>((0, nil))

  func set(_ player: Player) { moment.withLock { $0 = (player.time, player.state) } }

  /// The page of `glaze inspect` for the shown time; it omits transitions between states.
  func report(on document: Document, title: String) throws -> String {
    let (time, state) = moment.withLock { $0 }
    if document.state != state { try document.setState(state) }
    return try InspectPage.text(
      of: document, title: title, options: document.renderOptions,
      optimizations: Environment.optimizations(), at: time)
  }
}

/// The kinds of displays.
enum DisplayKind: String, CaseIterable, ExpressibleByArgument {
  case window, terminal, web, kms

  /// None: the help text explains them.
  static var allValueStrings: [String] { [] }
}

extension TerminalImages: ExpressibleByArgument {
  /// None: the help text explains them.
  package static var allValueStrings: [String] { [] }
}
