import ArgumentParser
import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazePlan

/// How documents are read: options of every command that reads one.
struct DocumentOptions: ParsableArguments {
  @Flag(help: "Take y as pointing down, whatever the document says.")
  var flipped = false

  @Flag(help: "Fail on warnings, such as what is not drawn.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Refuse files outside DIR.", valueName: "dir"))
  var assetRoot: String?

  @Option(
    help: ArgumentHelp(
      "Show one document or plane of a container.", valueName: "name"))
  var part: String?

  @Option(
    help: ArgumentHelp(
      "The moment to draw, in seconds.", valueName: "t"))
  var time = FiniteNumber(0)

  @Option(help: ArgumentHelp("Show the document in a state of its own.", valueName: "name"))
  var state: String?

  @Option(
    help: ArgumentHelp("With --to-state: the state that is left at time 0.", valueName: "name"))
  var fromState: String?

  @Option(
    help: ArgumentHelp(
      "Change to a state at time 0, with its transition.", valueName: "name"))
  var toState: String?

  /// Whether a state is asked for by its name.
  var showsOneState: Bool { state != nil || toState != nil }

  func validate() throws {
    if state != nil && (fromState != nil || toState != nil) {
      throw ValidationError("--state excludes --from-state and --to-state")
    }
    if fromState != nil && toState == nil {
      throw ValidationError("--from-state needs --to-state; --state NAME shows one state")
    }
    if let assetRoot, !OutputNaming.isExistingFolder(assetRoot) {
      throw ValidationError("--asset-root \(assetRoot) is no folder")
    }
  }
}

/// How large the picture is and what lies behind it.
struct CanvasOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Pixels of the picture; the document fits in.", valueName: "WxH"))
  var size: PixelSize?

  @Option(help: ArgumentHelp("Pixels per point (default: 1).", valueName: "s"))
  var scale: PositiveNumber?

  @Option(
    help: ArgumentHelp(
      "#rgb, #rrggbb[aa], CSS name, checkerboard, or none.",
      valueName: "color"))
  var background: BackgroundArgument?

  /// The names are in Docs/reference/swift.md.
  @Option(help: ArgumentHelp("Change a limit, as layers=1000.", valueName: "name=n"))
  var limit: [LimitArgument] = []

  func validate() throws {
    if size != nil && scale != nil {
      throw ValidationError("--size and --scale exclude each other: --size sets the scale")
    }
  }

  /// How a document is drawn.
  func renderOptions(for document: Document) -> RenderOptions {
    var options = document.renderOptions
    if let background { options.background = background.color }
    options.size = size.map { CGSize(width: $0.width, height: $0.height) }
    options.scale = scale?.value ?? 1
    for limit in limit { options.limits[limit.name] = limit.number }
    return options
  }
}

/// What draws.
struct DeviceOptions: ParsableArguments {
  @Option(help: "gl, software, or auto: gl if it works.")
  var backend = Renderer.Backend.auto

  @Option(
    help: ArgumentHelp(
      "auto, surfaceless, software, egl:N, a DRM node, or list.", valueName: "device"))
  var device = "auto"

  @Option(
    help: ArgumentHelp(
      "Keep at most this between frames (default: 256M).", valueName: "bytes"))
  var memory: ByteCount?

  /// The value of `--device` that asks for a list.
  static let list = "list"

  var wantsList: Bool { device == Self.list }

  func validate() throws {
    if wantsList { return }
    do throws(DeviceSelectionError) {
      _ = try DeviceSelection(parsing: device)
    } catch {
      throw ValidationError(error.description)
    }
    if backend == .software && device != "auto" {
      throw ValidationError("--backend software uses no device; leave --device out")
    }
  }

  /// Starts to make the context that the renderer will need; nil when it needs none.
  func startContext() throws(GlazeError) -> PendingContext? {
    if backend == .software { return nil }
    ShaderCacheFolder.leaveWhereUnfit()
    return PendingContext(try Self.selection(of: device))
  }

  /// The renderer that is asked for.
  func renderer(
    _ optimizations: Optimizations, pending: PendingContext? = nil
  ) throws(GlazeError) -> Renderer {
    let renderer = try Renderer(
      backend: backend, selection: try Self.selection(of: device), optimizations: optimizations,
      pending: pending, programFolder: Renderer.standardProgramFolder)
    if let memory { renderer.memoryBudget = memory.bytes }
    return renderer
  }

  /// One of several renderers on the CPU that share what may be kept.
  func softwareRenderer(
    _ optimizations: Optimizations, threads: Int, sharers: Int
  ) throws(GlazeError) -> Renderer {
    let renderer = try Renderer(
      backend: .software, selection: DeviceSelection(.auto), optimizations: optimizations,
      threads: threads)
    renderer.memoryBudget = (memory?.bytes ?? renderer.memoryBudget) / sharers
    return renderer
  }

  /// What a value of `--device` selects.
  static func selection(of device: String) throws(GlazeError) -> DeviceSelection {
    do throws(DeviceSelectionError) {
      return try DeviceSelection(parsing: device)
    } catch {
      throw .unknownDevice(error)
    }
  }
}

extension Renderer.Backend: ExpressibleByArgument {
  /// None: the help text explains them.
  package static var allValueStrings: [String] { [] }
}
