import Foundation
import Glaze
import GlazeDrawing
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// Measures the inputs of one command.
struct BenchJob {
  private let command: BenchCommand
  private let optimizations: Optimizations
  private var console = Console()
  private var status = Status.success
  private let trace: Trace?
  private var comparison: Comparison?
  /// The results and the sentences about them, for a page.
  private var results: [BenchResult] = []
  private var sentences: [String] = []
  /// One for each backend that draws.
  private var renderers: [Renderer] = []

  init(_ command: BenchCommand, optimizations: Optimizations) {
    self.command = command
    self.optimizations = optimizations
    trace = command.trace == nil ? nil : Trace()
    comparison = command.compare.map { Comparison(backends: $0.backends) }
  }

  /// Measures all inputs, and continues after one that fails.
  mutating func run() -> Status {
    let backends: [Renderer.Backend]
    do throws(GlazeError) {
      backends = try usableBackends()
    } catch {
      console.report("glaze: \(error)")
      return .noDevice
    }
    if let counts = command.growth?.counts { return measureGrowth(counts, backends) }
    for input in command.inputs.map(Input.init) {
      var results: [BenchResult?] = []
      for backend in backends { results.append(measure(input, backend)) }
      compare(results.compactMap(\.self))
      if page != nil { self.results += results.compactMap(\.self) }
      let scene = results.compactMap { $0?.scene }.first ?? input.baseName
      comparison?.rows.append((scene, results))
    }
    do {
      try finish()
    } catch {
      console.report("glaze: \(error)")
      status = .failure
    }
    return status
  }

  /// Prints how much faster one of two backends is.
  private mutating func compare(_ results: [BenchResult]) {
    guard results.count == 2, command.format == .text else { return }
    let sentence = BenchResult.comparison(results[0], results[1])
    sentences.append(sentence)
    do {
      try Program.say(sentence)
    } catch {
      status = error
    }
  }

  /// The path of the page, if the chart is to be one.
  private var page: String? {
    command.chart.lowercased().hasSuffix(".html") ? command.chart : nil
  }

  /// Measures scenes with increasing numbers of layers.
  private mutating func measureGrowth(_ counts: [Int], _ backends: [Renderer.Backend]) -> Status {
    var growth = Growth(command.growthScene)
    do {
      for backend in backends {
        for count in counts {
          // The layers get a renderer of their own, whose caches count as their memory.
          renderers = []
          let renderer = try renderer(backend, isIncremental: true)
          try growth.measure(count, with: renderer, frames: command.frames)
        }
      }
      let text = command.format == .json ? growth.json : growth.table
      try Output.standardOutput.write(Array((text + "\n").utf8))
      if let page {
        try Self.write(BenchPage(growth), to: page)
      } else {
        try Self.draw(growth.chart, to: command.chart)
      }
    } catch {
      console.report("glaze: \(error)")
      return .failure
    }
    return .success
  }

  private mutating func measure(_ input: Input, _ backend: Renderer.Backend) -> BenchResult? {
    do {
      let document = try DocumentLoader(command.document).load(input)
      // Only once, not for each backend.
      if backend == renderers.first?.backend {
        console.report(document.diagnostics)
      }
      let results = try command.runs.map { run in
        let result = try self.run(run, document, input, backend)
        try print(result)
        return result
      }
      return results.first
    } catch {
      console.report(RenderJob.line(for: error, input: input))
      status = .failure
      return nil
    }
  }

  private mutating func run(
    _ run: BenchCommand.Run, _ document: Document, _ input: Input, _ backend: Renderer.Backend
  ) throws -> BenchResult {
    let renderer = try self.renderer(backend, isIncremental: run.isIncremental)
    renderer.timesPasses = renderer.hasTimers || trace != nil
    var options = command.canvas.renderOptions(for: document)
    options.output = command.color.output
    let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
    var bencher = Bencher(document: document, session: session)
    bencher.movingLayers = run.move.limit
    bencher.animatesMoves = command.animate
    bencher.trace = trace
    bencher.readsBack = command.readBack
    let result = try bencher.run(
      frames: command.frames, scene: document.name + run.suffix, input: input.description)
    if let output = command.output {
      var image = try bencher.image()
      if command.hud {
        image = image.rendition
        let panel = Panel(result.statistics, backend: backend, frameTime: result.wall.median)
        try panel.draw(over: &image, with: renderer)
      }
      try Self.write(image, to: output)
    }
    return result
  }

  private func print(_ result: BenchResult) throws {
    let text =
      switch command.format {
      case .text: result.text
      case .json: result.json
      case .race: result.raceLine
      }
    try Output.standardOutput.write(Array((text + "\n").utf8))
  }

  /// Writes the summary of all inputs.
  private func finish() throws {
    if let trace, let path = command.trace {
      try Output.file(path).write(Array(trace.text.utf8))
    }
    if let page { try Self.write(BenchPage(results, sentences: sentences), to: page) }
    guard let comparison else { return }
    try Output.standardOutput.write(Array((comparison.table + "\n").utf8))
    if page == nil { try Self.draw(comparison.chart, to: command.chart) }
  }

  private static func write(_ page: BenchPage, to path: String) throws {
    let text = Array(try page.text().utf8)
    try Output.file(path).write(text)
    Console.tellWritten([path, Statistics.bytes(text.count)])
  }

  private static func draw(_ chart: CALayer, to path: String) throws {
    let session = try RenderSession(
      chart, renderer: Renderer(.cpu), options: RenderOptions(background: .white))
    try write(session.frame(at: 0).pixels, to: path)
  }

  private static func write(_ pixels: PixelBuffer, to path: String) throws {
    let png = try pixels.bytes.withUnsafeBytes { bytes in
      try PNG.encode(premultipliedRGBA: bytes, width: pixels.width, height: pixels.height)
    }
    try Output.file(path).write(png)
  }

  // MARK: Renderers

  /// The requested backends, or all that work.
  private mutating func usableBackends() throws(GlazeError) -> [Renderer.Backend] {
    if let wanted = command.compare ?? command.backend {
      for backend in wanted.backends {
        _ = try renderer(backend, isIncremental: command.incremental)
      }
      return wanted.backends
    }
    do throws(GlazeError) {
      _ = try renderer(.gl, isIncremental: command.incremental)
      return command.format == .race ? [.gl] : [.gl, .software]
    } catch {
      guard command.device == "auto", error.isMissingDevice else { throw error }
      console.report("glaze: note: measuring the software backend only: \(error)")
      return [.software]
    }
  }

  /// - Parameter isIncremental: Whether frames may reuse what earlier frames drew.
  private mutating func renderer(
    _ backend: Renderer.Backend, isIncremental: Bool
  ) throws(GlazeError) -> Renderer {
    let optimizations =
      isIncremental ? optimizations : optimizations.subtracting(.betweenFrames)
    // One per backend is enough: two would take more memory than other measurements do.
    if let known = renderers.first(where: { $0.backend == backend }) {
      known.optimizations = optimizations
      return known
    }
    let renderer = try Renderer(
      backend: backend,
      selection: try DeviceOptions.selection(
        of: backend == .software ? "auto" : command.device, command.api),
      optimizations: optimizations)
    if let memory = command.memory { renderer.memoryBudget = memory.bytes }
    renderers.append(renderer)
    return renderer
  }
}
