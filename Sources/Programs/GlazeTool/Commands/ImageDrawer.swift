import Foundation
import Glaze
import GlazeCore
import GlazeDrawing
import GlazePlan

/// Draws inputs one after the other, on one thread.
struct ImageDrawer: ~Copyable {
  private let command: RenderCommand
  /// Made when the first document was read, because all inputs may be invalid.
  private(set) var renderer: Renderer?
  /// The tables of the last image, because many images have similar shadows.
  private var shadowTables = ShadowTableCache()
  private let makeRenderer: (inout [String]) throws -> Renderer

  /// - Parameter makeRenderer: Makes the renderer and appends messages about it.
  init(_ command: RenderCommand, makeRenderer: @escaping (inout [String]) throws -> Renderer) {
    self.command = command
    self.makeRenderer = makeRenderer
  }

  /// Draws an input.
  ///
  /// - Parameter lines: Receives messages, also when an error is thrown.
  mutating func draw(_ input: Input, lines: inout [String]) throws -> UnencodedImage {
    let clock = ContinuousClock()
    let start = clock.now
    let document = try DocumentLoader(command.document).load(input)
    lines += Console.lines(for: document.diagnostics)
    let read = clock.now
    let renderer = try rendererForUse(&lines)
    let ready = clock.now
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: command.renderOptions(for: document))
    swap(&session.shadowTables, &shadowTables)
    defer { swap(&session.shadowTables, &shadowTables) }
    // Animations begin at 0, whatever time is drawn.
    try session.commit(at: 0)
    let time = command.document.time.value
    let frame = try session.frame(at: document.moment(at: time))
    for notice in frame.notices where !notice.isToldByReaders {
      lines.append("\(input): warning: \(notice)")
    }
    if let wait = frame.statistics.untilParticles {
      lines.append("\(input): note: \(Self.lateParticles(after: time, wait: wait))")
    } else if frame.pixels.bytes.allSatisfy({ $0 == 0 }) {
      lines.append(
        "\(input): note: the image is empty; glaze tree prints the layers, glaze strip draws other times"
      )
    }
    return UnencodedImage(
      input: input, frame: frame, times: (read - start, ready - read),
      showsStatistics: command.stats)
  }

  private mutating func rendererForUse(_ lines: inout [String]) throws -> Renderer {
    if let renderer { return renderer }
    let renderer = try makeRenderer(&lines)
    self.renderer = renderer
    return renderer
  }

  /// The note for an empty image: the first time at which it shows particles.
  private static func lateParticles(after time: Double, wait: Double) -> String {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded(.up) / 100 }
    let first = time + wait
    return "an emitter shows nothing before \(hundredths(first)) s; "
      + "try --time \(hundredths(first + 1))"
  }
}

/// An image to encode and write, on any thread.
struct UnencodedImage: Sendable {
  let input: Input
  let frame: RenderedFrame
  /// The times to read the document and to make the renderer.
  let times: (read: Duration, start: Duration)
  let showsStatistics: Bool

  /// Encodes and writes the image.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that encode; nil is all cores.
  ///   - lines: Receives messages.
  ///
  /// - Returns: The number of bytes.
  func write(to output: Output, threads: Int?, lines: inout [String]) throws -> Int {
    let clock = ContinuousClock()
    let drawn = clock.now
    let bytes = try StillFormat.encode(frame.pixels, for: output, threads: threads)
    let encoded = clock.now
    try output.write(bytes)
    if showsStatistics {
      let times = Statistics.Times(
        read: times.read, start: times.start, encode: encoded - drawn, write: clock.now - encoded)
      lines.append(
        Statistics.text(for: input, frame: frame, byteCount: bytes.count, times: times))
    }
    return bytes.count
  }
}

extension RenderNotice {
  /// A Boolean value that indicates whether reading the document reports it, with its position.
  var isToldByReaders: Bool {
    switch feature {
    case .filter, .compositingFilter, .filterInput: true
    case .geometry, .transitionFilter, .maskOfMask, .animation, .matchMove, .lateCopies, .font,
      .backing, .emitterKey, .cellsTooDeep, .tooManyCells, .tooManyParticles, nil:
      false
    }
  }
}
