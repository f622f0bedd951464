import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// Draws one document repeatedly.
struct Bencher {
  let document: Document
  let session: RenderSession
  private var renderer: Renderer { session.renderer }
  /// The number of sublayers of the root that move back and forth by a point from frame to frame.
  var movingLayers = 0
  /// A Boolean value that indicates whether the moves are animated, as in a program without transactions.
  var animatesMoves = false
  var trace: Trace?
  /// A Boolean value that indicates whether the pixels of each frame are read back.
  var readsBack = false

  /// The number of frames to draw before the measured ones, besides the first.
  static let warmUp = 2
  /// The time between frames, in seconds.
  static let step = 1.0 / 60

  private var number = 0
  /// The pixels of the last frame, into which the next is read back.
  private var pixels: [UInt8] = []
  /// Two buffers with the size of a frame, to time a copy.
  private var (original, copy): ([UInt8], [UInt8]) = ([], [])

  init(document: Document, session: RenderSession) {
    self.document = document
    self.session = session
  }

  /// Measures frames.
  ///
  /// The time runs from unchanged or changed layers until all pixels are drawn into the device's memory, as in
  /// other comparisons of renderers. No image is read back or written.
  mutating func run(frames: Int, scene: String, input: String) throws -> BenchResult {
    let start = ProcessClock.wall
    _ = try draw()
    let first = ProcessClock.wall - start
    for _ in 0..<Self.warmUp {
      _ = move()
      _ = try draw()
    }
    var times = FrameCosts()
    var statistics = FrameStatistics()
    var pixels = 0
    for index in 0..<frames {
      let (wallStart, cpuStart) = (ProcessClock.wall, ProcessClock.cpu)
      let setTime = move()
      // Released before the next frame is planned, because the plan of a frame may be large.
      let frame = try draw()
      let (wallEnd, cpuEnd) = (ProcessClock.wall, ProcessClock.cpu)
      times.append(frame.statistics, wall: wallEnd - wallStart, cpu: cpuEnd - cpuStart)
      if movingLayers > 0 { times.appendSet(setTime) }
      if readsBack { times.appendCopy(timeOfCopy()) }
      guard index == frames - 1 else { continue }
      statistics = frame.statistics
      pixels = frame.plan.touchedPixels
    }
    return BenchResult(
      scene: scene, input: input, backend: renderer.backend, first: first,
      wall: Samples(times.wall), cpu: Samples(times.cpu),
      gpu: renderer.hasTimers && !times.gpu.isEmpty ? Samples(times.gpu) : nil,
      set: times.set.isEmpty ? nil : Samples(times.set), commit: Samples(times.commit),
      plan: Samples(times.plan), encode: Samples(times.encode),
      execute: Samples(times.execute), readback: ReadbackTimes(times, bytes: self.pixels.count),
      statistics: statistics, pixels: pixels,
      memory: ProcessClock.peakMemory, frames: frames)
  }

  private mutating func draw() throws -> RenderedFrame {
    let start = ContinuousClock.now
    var frame = try session.frame(
      at: Double(number) * Self.step, readsBack: readsBack, reusing: SpareMemory(takePixels()))
    swap(&frame.pixels.bytes, &pixels)
    number += 1
    trace?.add(frame.statistics, start: start, backend: renderer.backend, name: document.name)
    return frame
  }

  /// Moves the buffer out, so that the writer is its only owner.
  private mutating func takePixels() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &pixels)
    return taken
  }

  /// Returns the time to copy as many bytes as a frame has within memory, in milliseconds.
  ///
  /// It does not copy the frame itself, which was just written and lies in the processor's caches.
  private mutating func timeOfCopy() -> Double {
    if copy.count != pixels.count {
      // Not zeros, because the kernel maps untouched pages of zeros to a single page.
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

  /// Moves layers as programs do, by their public properties; returns the time that it took, in milliseconds.
  private func move() -> Double {
    guard movingLayers > 0, number > 0 else { return 0 }
    let start = ProcessClock.wall
    let step: CGFloat = number % 2 == 0 ? -1 : 1
    CATransaction.begin()
    CATransaction.setDisableActions(!animatesMoves)
    for layer in (document.rootLayer.sublayers ?? []).prefix(movingLayers) {
      layer.position.x += step
    }
    CATransaction.commit()
    return ProcessClock.wall - start
  }

  /// Returns an image of the document as it was drawn last.
  func image() throws -> PixelBuffer {
    try session.frame(at: Double(max(number - 1, 0)) * Self.step).pixels
  }
}
