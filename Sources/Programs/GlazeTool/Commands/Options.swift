import ArgumentParser
import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazePlan

/// The options of every command that reads a document.
struct DocumentOptions: ParsableArguments {
  @Flag(help: "Read the document with y pointing down.")
  var flipped = false

  @Flag(help: "Fail on warnings, such as missing features.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Reject files outside DIR.", valueName: "dir"), completion: .directory)
  var assetRoot: String?

  @Option(
    help: ArgumentHelp(
      "Show one document or plane of a container.", valueName: "name"))
  var part: String?

  @Option(
    help: ArgumentHelp(
      "Show the part of a Lottie document at a marker.", valueName: "name",
      visibility: .hidden))
  var marker: String?

  @Option(
    help: ArgumentHelp(
      "Use the values of a dotLottie theme.", valueName: "name",
      visibility: .hidden))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "Replace a slot or a text of a Lottie document.", valueName: "name=value",
      visibility: .hidden))
  var slot: [String] = []

  @Option(
    help: ArgumentHelp(
      "The time to draw, in seconds.", valueName: "t"))
  var time = FiniteNumber(0)

  @Option(help: ArgumentHelp("Show the document in this state.", valueName: "name"))
  var state: String?

  @Option(
    help: ArgumentHelp("With --to-state: the old state at time 0.", valueName: "name"))
  var fromState: String?

  @Option(
    help: ArgumentHelp(
      "Change to a state at time 0, with its transition.", valueName: "name"))
  var toState: String?

  /// A Boolean value that indicates whether the options select a state.
  var showsOneState: Bool { state != nil || toState != nil }

  /// The values of slots by their names; the last one of a name counts.
  var slots: [String: String] {
    var result: [String: String] = [:]
    for text in slot {
      guard let sign = text.firstIndex(of: "=") else { continue }
      result[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return result
  }

  func validate() throws {
    if let text = slot.first(where: { !$0.dropFirst().contains("=") }) {
      throw ValidationError(
        "--slot \(text) has no value; write NAME=VALUE, such as title=Hello or color=#FF8000")
    }
    if state != nil && (fromState != nil || toState != nil) {
      throw ValidationError("--state excludes --from-state and --to-state")
    }
    if fromState != nil && toState == nil {
      throw ValidationError("--from-state needs --to-state; --state NAME shows one state")
    }
    if let assetRoot, !OutputNaming.isExistingFolder(assetRoot) {
      throw ValidationError("--asset-root \(assetRoot) is not a folder")
    }
  }
}

/// The size and the background of the image.
struct CanvasOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The image's pixels; the document is fitted.", valueName: "WxH"))
  var size: PixelSize?

  @Option(help: ArgumentHelp("Pixels per point (default: 1).", valueName: "s"))
  var scale: PositiveNumber?

  @Option(
    help: ArgumentHelp(
      "#rgb, #rrggbb[aa], CSS name, checkerboard, or none.",
      valueName: "color"))
  var background: BackgroundArgument?

  /// The names are in Docs/reference/limits.md.
  @Option(help: ArgumentHelp("Change a limit, as layers=1000.", valueName: "name=n"))
  var limit: [LimitArgument] = []

  func validate() throws {
    if size != nil && scale != nil {
      throw ValidationError("--size and --scale exclude each other: --size sets the scale")
    }
  }

  /// The options to draw a document with.
  func renderOptions(for document: Document) -> RenderOptions {
    var options = document.renderOptions
    if let background { options.background = background.color }
    options.size = size.map { CGSize(width: $0.width, height: $0.height) }
    options.scale = scale?.value ?? 1
    for limit in limit { options.limits[limit.name] = limit.number }
    return options
  }
}

/// The backend and the device.
struct DeviceOptions: ParsableArguments {
  @Option(help: "gl, software, or auto: gl on a GPU.")
  var backend = Renderer.Backend.auto

  @Option(
    help: ArgumentHelp("auto, egl:N, a DRM node, or list.", valueName: "device"),
    completion: .list(["auto", "egl:0", "list"]))
  var device = "auto"

  @Option(help: ArgumentHelp("gl, gles (OpenGL ES), or auto.", valueName: "api"))
  var api = APIChoice.auto

  @Option(
    help: ArgumentHelp(
      "Limit of the caches (default: 256M).", valueName: "bytes"))
  var memory: ByteCount?

  /// The value of `--device` that requests a list.
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
      throw ValidationError("--backend software uses no device; remove --device")
    }
    if backend == .software && api != .auto {
      throw ValidationError("--backend software uses no OpenGL; remove --api")
    }
  }

  /// Starts to make the context that the renderer will need; nil if it needs none.
  func startContext() throws(GlazeError) -> PendingContext? {
    if backend == .software { return nil }
    ShaderCacheFolder.leaveWhereUnfit()
    return PendingContext(try selection())
  }

  /// The renderer that the options select.
  func renderer(
    _ optimizations: Optimizations, pending: PendingContext? = nil
  ) throws(GlazeError) -> Renderer {
    let renderer = try Renderer(
      backend: backend, selection: try selection(),
      optimizations: optimizations,
      pending: pending, programFolder: Renderer.standardProgramFolder)
    if let memory { renderer.memoryBudget = memory.bytes }
    return renderer
  }

  /// One of several renderers on the CPU that share the limit of the caches.
  func softwareRenderer(
    _ optimizations: Optimizations, threads: Int, sharers: Int
  ) throws(GlazeError) -> Renderer {
    let renderer = try Renderer(
      backend: .software, selection: DeviceSelection(.auto), optimizations: optimizations,
      threads: threads)
    renderer.memoryBudget = (memory?.bytes ?? renderer.memoryBudget) / sharers
    return renderer
  }

  /// The selection of these options: a GPU, unless OpenGL or a device is requested.
  private func selection() throws(GlazeError) -> DeviceSelection {
    var selection = try Self.selection(of: device, api)
    if backend == .auto, api == .auto, selection.request == .auto { selection.request = .gpu }
    return selection
  }

  /// The selection that a value of `--device` stands for.
  static func selection(
    of device: String, _ api: APIChoice
  ) throws(GlazeError) -> DeviceSelection {
    do throws(DeviceSelectionError) {
      var selection = try DeviceSelection(parsing: device)
      selection.api = api.api
      return selection
    } catch {
      throw .unknownDevice(error)
    }
  }
}

/// The value of `--api`.
enum APIChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, gl, gles

  /// None: the help text explains them.
  static var allValueStrings: [String] { [] }

  /// The only API that is tried; nil for the best.
  var api: GraphicsAPI? { GraphicsAPI(rawValue: rawValue) }
}

extension Renderer.Backend: ExpressibleByArgument {
  /// None: the help text explains them.
  package static var allValueStrings: [String] { [] }
}
