import GlazeEGL
import GlazeGL
import GlazeLowering
import GlazePlan

/// Executes plans in an OpenGL context of its own, which is current only while it works: a renderer
/// may move from thread to thread, and whoever embeds it may have contexts of their own.
final class GLBackend {
  let context: Context
  let traits: DeviceTraits
  var maximumDimension: Int { traits.largestSurface }
  /// Nil only while the backend is being deinitialised.
  private var renderer: GLRenderer?

  init(_ context: Context, programs: ProgramStore?) throws(GlazeError) {
    self.context = context
    do {
      let renderer = try context.whileCurrent { try GLRenderer(programs: programs) }
      self.renderer = renderer
      traits = renderer.traits
    } catch let error as ContextError {
      throw .noDevice(error)
    } catch {
      throw .unusableDevice(name: context.device.summary, reason: "\(error)")
    }
  }

  deinit {
    // Without its context the renderer would delete the objects of another one. When the context cannot
    // be made current, the device is lost with all that was on it.
    try? context.whileCurrent { renderer = nil }
  }

  /// Frees pictures that a planner counted on; when the device is lost they are gone already.
  func release(_ pictures: [UInt64]) {
    try? context.whileCurrent { renderer?.release(pictures) }
  }

  /// What may be kept between frames, and how much is.
  var memory: MemoryBudget {
    get { renderer?.memory ?? .standard }
    set { renderer?.memory = newValue }
  }
  var kept: KeptStatistics { renderer?.kept ?? KeptStatistics() }
  /// For tests.
  var framebufferCount: Int { renderer?.framebufferCount ?? 0 }
  var programCount: Int { renderer?.programCount ?? 0 }
  var drawCallCount: Int { renderer?.drawCallCount ?? 0 }

  /// Whether the driver has timers of its own.
  var hasTimers: Bool { renderer?.hasTimers ?? false }

  func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool,
    timesPasses: Bool, reusing memory: SpareMemory, statistics: inout FrameStatistics
  ) throws(GlazeError) -> PixelBuffer {
    // Handed over through an optional: a closure could only copy it.
    var previous = previous
    let start = ContinuousClock.now
    let pixels = try whileCurrent { renderer in
      renderer.timesPasses = timesPasses
      let pixels = try renderer.execute(
        plan, over: previous.take(), readsBack: readsBack, reusing: memory)
      statistics.execute -= renderer.readbackTime
      statistics.readback += renderer.readbackTime
      statistics.encode = renderer.encodeTime
      statistics.uploadedBytes = renderer.uploadedBytes
      if timesPasses { statistics.passTimes = renderer.passTimes }
      return pixels
    }
    statistics.execute += ContinuousClock.now - start
    return pixels
  }

  /// Runs `body` with the context current on this thread.
  func whileCurrent<Result>(
    _ body: (GLRenderer) throws -> Result
  ) throws(GlazeError) -> Result {
    guard let renderer else { throw .drawing("the renderer is gone") }
    do {
      return try context.whileCurrent { try body(renderer) }
    } catch let error as ContextError {
      throw .noDevice(error)
    } catch let error as GlazeError {
      throw error
    } catch {
      throw .drawing("\(error)")
    }
  }
}
