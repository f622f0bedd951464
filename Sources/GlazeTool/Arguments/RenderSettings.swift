import Glaze
import GlazeEGL
import GlazePlan

/// What `glaze render` is asked for, however its arguments were read.
struct RenderSettings: Equatable {
  var inputs: [String] = []
  var output: String?
  var canvas = CanvasSettings()
  var devices = DeviceSettings()
  var document = DocumentSettings()
  var stats = false
  var quiet = false
  var dither = true

  /// Each input with its output.
  func outputs() throws(OutputNamingError) -> [(Input, Output)] {
    let inputs = inputs.map(Input.init)
    let naming = try OutputNaming(option: output, inputCount: inputs.count)
    return Array(zip(inputs, try naming.outputs(for: inputs)))
  }

  /// The renderer that is asked for; what there is to say about it is said.
  func renderer(
    _ optimizations: Optimizations, pending: PendingContext?, console: inout Console
  ) throws(RenderError) -> Renderer {
    let renderer = try devices.renderer(optimizations, pending: pending)
    renderer.dithers = dither
    if devices.backend == .auto && renderer.backend == .software && !quiet {
      console.report("glaze: note: \(renderer.deviceDescription)")
    }
    if stats { console.report(renderer.deviceDescription) }
    return renderer
  }
}

/// How documents are read.
struct DocumentSettings: Equatable {
  var flipped = false
  var strict = false
  var assetRoot: String?
  var time = FiniteNumber(0)
  var state: String?
  var fromState: String?
  var toState: String?

  /// The moment that is asked for, in a document with a loop.
  func moment(in loop: Range<Double>?) -> Double { FrameTimes.moment(time.value, in: loop) }
}

/// How large the picture is and what lies behind it.
struct CanvasSettings: Equatable {
  var size: PixelSize?
  var scale: PositiveNumber?
  var background: ColorArgument?

  var fit: Canvas.Fit {
    if let size { return .pixels(width: size.width, height: size.height) }
    return .scale(scale?.value ?? 1)
  }
}

/// What draws.
struct DeviceSettings: Equatable {
  var backend = Renderer.Backend.auto
  var device = "auto"
  var memory: ByteCount?

  /// Starts to make the context that the renderer will need; nil when it needs none.
  func startContext() throws(RenderError) -> PendingContext? {
    backend == .software ? nil : PendingContext(try DeviceOptions.selection(of: device))
  }

  /// The renderer that is asked for.
  func renderer(
    _ optimizations: Optimizations, pending: PendingContext? = nil
  ) throws(RenderError) -> Renderer {
    let renderer = try Renderer(
      backend: backend, selection: try DeviceOptions.selection(of: device),
      optimizations: optimizations, pending: pending,
      programFolder: Renderer.standardProgramFolder)
    if let memory { renderer.memoryBudget = memory.bytes }
    return renderer
  }
}
