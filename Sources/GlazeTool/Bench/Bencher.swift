import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene

/// Draws one document over and over.
struct Bencher {
  let document: Document
  let renderer: Renderer
  let fit: Canvas.Fit
  let background: CGColor?
  /// Sublayers of the root that move by a point from frame to frame, to and fro.
  var movingLayers = 0
  var trace: Trace?

  /// Frames that are drawn before any is measured, the first apart.
  static let warmUp = 2
  /// From one frame to the next, in seconds.
  static let step = 1.0 / 60

  private var number = 0

  init(document: Document, renderer: Renderer, fit: Canvas.Fit, background: CGColor?) {
    self.document = document
    self.renderer = renderer
    self.fit = fit
    self.background = background
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
    var wall: [Double] = []
    var cpu: [Double] = []
    var statistics: [FrameStatistics] = []
    var pixels = 0
    for index in 0..<frames {
      let (wallStart, cpuStart) = (ProcessClock.wall, ProcessClock.cpu)
      // Not kept while the next is planned: a frame's plan may be large.
      let frame = try draw()
      wall.append(ProcessClock.wall - wallStart)
      cpu.append(ProcessClock.cpu - cpuStart)
      statistics.append(frame.statistics)
      if index == frames - 1 { pixels = frame.plan.touchedPixels }
    }
    func samples(_ step: KeyPath<FrameStatistics, Duration>) -> Samples {
      Samples(statistics.map { $0[keyPath: step].milliseconds })
    }
    let gpu = statistics.compactMap { $0.passTimes.last?.upperBound.milliseconds }
    return BenchResult(
      scene: scene, input: input, backend: renderer.backend, first: first, wall: Samples(wall),
      cpu: Samples(cpu), gpu: renderer.hasTimers && !gpu.isEmpty ? Samples(gpu) : nil,
      commit: samples(\.commit), plan: samples(\.plan), encode: samples(\.encode),
      execute: samples(\.execute), statistics: statistics.last ?? FrameStatistics(), pixels: pixels,
      memory: ProcessClock.peakMemory, frames: frames)
  }

  private mutating func draw() throws -> Frame {
    move()
    let start = ContinuousClock.now
    let frame = try renderer.frame(
      of: document.root, size: document.size, fit: fit, background: background,
      isGeometryFlipped: document.isGeometryFlipped, at: Double(number) * Self.step,
      readsBack: false)
    number += 1
    trace?.add(frame.statistics, start: start, backend: renderer.backend, name: document.name)
    return frame
  }

  private func move() {
    guard movingLayers > 0, number > 0 else { return }
    let step: CGFloat = number % 2 == 0 ? -1 : 1
    // At once, without the animations that changes begin by themselves.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for layer in (document.root.sublayers ?? []).prefix(movingLayers) { layer.position.x += step }
  }

  /// A picture of the document as it was drawn last.
  func picture() throws -> PixelBuffer {
    try renderer.frame(
      of: document.root, size: document.size, fit: fit, background: background,
      isGeometryFlipped: document.isGeometryFlipped, at: Double(max(number - 1, 0)) * Self.step
    ).pixels
  }
}
