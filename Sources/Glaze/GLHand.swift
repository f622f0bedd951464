import GlazeEGL
import GlazeGL
import GlazePlan

/// Executes plans in an OpenGL context of its own, which is current only while it works: a renderer
/// may move from thread to thread, and whoever embeds it may have contexts of their own.
final class GLHand {
  let context: Context
  let maximumDimension: Int
  /// Nil only while this goes away.
  private var renderer: GLRenderer?

  init(_ selection: DeviceSelection) throws(RenderError) {
    let context: Context
    do throws(ContextError) {
      context = try Context(selection)
      try context.makeCurrent()
    } catch {
      throw .noDevice(error)
    }
    defer { context.resignCurrent() }
    self.context = context
    do {
      let renderer = try GLRenderer()
      self.renderer = renderer
      maximumDimension = renderer.maximumSize
    } catch {
      throw .unusableDevice(name: context.device.summary, reason: "\(error)")
    }
  }

  deinit {
    // Without its context it would delete the objects of another one.
    do throws(ContextError) {
      try context.makeCurrent()
      renderer = nil
      context.resignCurrent()
    } catch {
      // The device is lost, and all that was on it.
    }
  }

  func execute(
    _ plan: FramePlan, statistics: inout FrameStatistics
  ) throws(RenderError) -> PixelBuffer {
    do throws(ContextError) {
      try context.makeCurrent()
    } catch {
      throw .noDevice(error)
    }
    defer { context.resignCurrent() }
    guard let renderer else { throw .drawing("the renderer is gone") }
    do {
      let pixels = try FrameStatistics.time(&statistics.execute) { try renderer.execute(plan) }
      statistics.execute -= renderer.readbackTime
      statistics.readback += renderer.readbackTime
      return pixels
    } catch {
      throw .drawing("\(error)")
    }
  }
}
