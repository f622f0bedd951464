import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// Draws one document over and over.
struct Bencher {
  let document: Document
  let session: RenderSession
  private var renderer: Renderer { session.renderer }
  /// Sublayers of the root that move by a point from frame to frame, to and fro.
  var movingLayers = 0
  var trace: Trace?
  /// Whether each frame's pixels are brought to the CPU, too.
  var readsBack = false

  /// Frames that are drawn before any is measured, the first apart.
  static let warmUp = 2
  /// From one frame to the next, in seconds.
  static let step = 1.0 / 60

  private var number = 0
  /// Of the last frame, into which the next is read back.
  private var pixels: [UInt8] = []
  /// As large, and copied into each other, as the frame and its pixels are.
  private var (original, copy): ([UInt8], [UInt8]) = ([], [])

  init(document: Document, session: RenderSession) {
    self.document = document
    self.session = session
  }

  /// Measures frames.
  ///
  /// As renderers are raced everywhere: from unchanged or changed layers until all pixels are drawn, in
  /// memory that is the device's own; no picture is read back or written.
  mutating func run(frames: Int, scene: String, input: String) throws -> BenchResult {
    let start = ProcessClock.wall
    _ = try draw()
    let first = ProcessClock.wall - start
    for _ in 0..<Self.warmUp { _ = try draw() }
    var times = FrameCosts()
    var statistics = FrameStatistics()
    var pixels = 0
    for index in 0..<frames {
      let (wallStart, cpuStart) = (ProcessClock.wall, ProcessClock.cpu)
      // Not kept while the next is planned: a frame's plan may be large.
      let frame = try draw()
      let (wallEnd, cpuEnd) = (ProcessClock.wall, ProcessClock.cpu)
      times.append(frame.statistics, wall: wallEnd - wallStart, cpu: cpuEnd - cpuStart)
      if readsBack { times.appendCopy(timeOfCopy()) }
      guard index == frames - 1 else { continue }
      statistics = frame.statistics
      pixels = frame.plan.touchedPixels
    }
    return BenchResult(
      scene: scene, input: input, backend: renderer.backend, first: first,
      wall: Samples(times.wall), cpu: Samples(times.cpu),
      gpu: renderer.hasTimers && !times.gpu.isEmpty ? Samples(times.gpu) : nil,
      commit: Samples(times.commit), plan: Samples(times.plan), encode: Samples(times.encode),
      execute: Samples(times.execute), readback: ReadbackTimes(times, bytes: self.pixels.count),
      statistics: statistics, pixels: pixels,
      memory: ProcessClock.peakMemory, frames: frames)
  }

  private mutating func draw() throws -> RenderedFrame {
    move()
    let start = ContinuousClock.now
    var frame = try session.frame(
      at: Double(number) * Self.step, readsBack: readsBack, reusing: SpareMemory(takePixels()))
    swap(&frame.pixels.bytes, &pixels)
    number += 1
    trace?.add(frame.statistics, start: start, backend: renderer.backend, name: document.name)
    return frame
  }

  /// Taken out, so that whoever writes into it is the only one who holds it.
  private mutating func takePixels() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &pixels)
    return taken
  }

  /// What it takes to copy as many bytes as a frame has within memory, in milliseconds.
  ///
  /// Not the frame's own, which were just written and lie in the processor's caches.
  private mutating func timeOfCopy() -> Double {
    if copy.count != pixels.count {
      // Not zeros: untouched pages of them would all be one.
      original = [UInt8](repeating: 1, count: pixels.count)
      copy = original.map { $0 + 1 }
    }
    return original.withUnsafeBytes { source in
      copy.withUnsafeMutableBytes { target in
        let start = ProcessClock.wall
        target.copyMemory(from: source)
        return ProcessClock.wall - start
      }
    }
  }

  private func move() {
    guard movingLayers > 0, number > 0 else { return }
    let step: CGFloat = number % 2 == 0 ? -1 : 1
    // At once, without the animations that changes begin by themselves.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for layer in (document.rootLayer.sublayers ?? []).prefix(movingLayers) {
      layer.position.x += step
    }
  }

  /// A picture of the document as it was drawn last.
  func picture() throws -> PixelBuffer {
    try session.frame(at: Double(max(number - 1, 0)) * Self.step).pixels
  }
}
