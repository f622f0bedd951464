import Foundation
import Glaze
import GlazeDrawing
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// Draws the inputs of one command, with one renderer.
struct RenderJob {
  private let command: RenderCommand
  private let optimizations: Optimizations
  private var console = Console()
  /// Being made while the first document is read.
  private var pending: PendingContext?
  /// Made when the first document is read: none of the inputs may be good.
  private var renderer: Renderer?
  private var status = Status.success

  init(_ command: RenderCommand, optimizations: Optimizations) {
    self.command = command
    self.optimizations = optimizations
  }

  /// Draws all inputs, and goes on after one that fails.
  mutating func run(_ work: [(Input, Output)]) -> Status {
    defer { console.endProgress() }
    if let folder = command.output, folder.hasSuffix("/") {
      do throws(OutputError) {
        try Output.makeFolder(folder)
      } catch {
        console.report("glaze: \(error)")
        return .failure
      }
    }
    pending = try? command.devices.startContext()
    // The process must not end while a driver starts.
    defer {
      _ = try? pending?.wait()
      leaveDriver()
    }
    for (index, (input, output)) in work.enumerated() {
      if !command.quiet {
        console.showProgress(done: index, of: work.count, name: input.description)
      }
      do {
        try draw(input, to: output)
      } catch let error as GlazeError where error.isMissingDevice {
        console.report("glaze: \(error)")
        return .noDevice
      } catch {
        console.report(Self.line(for: error, input: input))
        status = .failure
      }
    }
    return status
  }

  private mutating func draw(_ input: Input, to output: Output) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let document = try DocumentLoader(command.document).load(input)
    console.report(document.diagnostics)
    let read = clock.now
    let renderer = try rendererForUse()
    let ready = clock.now
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: command.renderOptions(for: document))
    // Animations begin at 0, whatever the moment that is drawn.
    try session.commit(at: 0)
    let time = command.document.time.value
    let frame = try session.frame(at: document.moment(at: time))
    for notice in frame.notices where !notice.isToldByReaders {
      console.report("\(input): warning: \(notice)")
    }
    if let wait = frame.statistics.untilParticles {
      console.report("\(input): note: \(Self.lateParticles(after: time, wait: wait))")
    }
    let drawn = clock.now
    let png = try frame.pixels.bytes.withUnsafeBytes { bytes in
      try PNG.encode(
        premultipliedRGBA: bytes, width: frame.pixels.width, height: frame.pixels.height)
    }
    let encoded = clock.now
    try output.write(png)
    guard command.stats else { return }
    let times = Statistics.Times(
      read: read - start, start: ready - read, encode: encoded - drawn, write: clock.now - encoded)
    console.report(
      Statistics.text(for: input, frame: frame, pngBytes: png.count, times: times))
  }

  /// Keeps the renderer for good: the process ends now, and the kernel frees faster than a driver what
  /// that holds.
  private func leaveDriver() {
    if let renderer { _ = Unmanaged.passRetained(renderer) }
  }

  private mutating func rendererForUse() throws -> Renderer {
    if let renderer { return renderer }
    let renderer = try command.renderer(optimizations, pending: pending, console: &console)
    self.renderer = renderer
    return renderer
  }

  /// Whoever sees an empty picture learns when there is something in it.
  private static func lateParticles(after time: Double, wait: Double) -> String {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded(.up) / 100 }
    let first = time + wait
    return "an emitter shows nothing before \(hundredths(first)) s; "
      + "try --time \(hundredths(first + 1))"
  }

  /// One line, which begins with the file that is to blame.
  static func line(for error: any Error, input: Input) -> String {
    // They name the file themselves, with line and column.
    if let error = error as? GlazeError, error.underlying is Document.Diagnostic {
      return error.message
    }
    return "\(input): \(error)"
  }
}

extension RenderNotice {
  /// Whether reading the document told it, with its place.
  var isToldByReaders: Bool {
    switch notice.feature {
    case .filter, .compositingFilter, .filterInput: true
    case .geometry, .transitionFilter, .maskOfMask, .animation, .matchMove, .lateCopies, .font,
      .backing, .emitterKey,
      .cellsTooDeep, .tooManyCells, .tooManyParticles:
      false
    }
  }
}
