import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// Pointers to the arrays of a plan, for inner loops.
///
/// They are valid while the plan and what was prepared for it live: the storage of constant arrays does
/// not move. Closures would hold them more strictly, but a closure retains each array of a plan.
struct PlanPointers {
  let draws: UnsafeBufferPointer<PaintedDraw>
  /// The texels of the plan's shadow tables, one table after the other.
  let shadowTexels: UnsafeBufferPointer<Float>
  let masks: UnsafeBufferPointer<FramePlan.Mask>
  let textures: UnsafeBufferPointer<GlazeTexture>
  let clips: UnsafeBufferPointer<GlazeShape>
  let contours: UnsafeBufferPointer<Contour>
  let stops: UnsafeBufferPointer<GlazeStop>

  init(_ plan: borrowing FramePlan, _ prepared: Prepared) {
    shadowTexels = plan.shadowTables.texels.withUnsafeBufferPointer { $0 }
    masks = plan.masks.withUnsafeBufferPointer { $0 }
    draws = prepared.draws.withUnsafeBufferPointer { $0 }
    textures = prepared.textures.withUnsafeBufferPointer { $0 }
    clips = prepared.clips.withUnsafeBufferPointer { $0 }
    contours = prepared.contours.withUnsafeBufferPointer { $0 }
    stops = prepared.stops.withUnsafeBufferPointer { $0 }
  }

  func texture(_ number: Int32) -> UnsafePointer<GlazeTexture> {
    textures.baseAddress.unsafelyUnwrapped + Int(number)
  }
}

/// Data that is prepared once for each frame, for all instances that refer to it.
struct Prepared {
  let draws: [PaintedDraw]
  let textures: [GlazeTexture]
  let clips: [GlazeShape]
  let contours: [Contour]
  let stops: [GlazeStop]

  /// - Parameter isGeneral: Whether shortcuts are disabled.
  init(_ plan: borrowing FramePlan, textures: [GlazeTexture], isGeneral: Bool) {
    draws = plan.paintedDraws()
    self.textures = textures
    let side = plan.targets.reduce(0) { max($0, $1.width + $1.height) }
    contours = plan.clips.map { clip in
      let reach = Double(side) + abs(Double(clip.rowX.w)) + abs(Double(clip.rowY.w))
      return Contour(clip, role: .clip, reach: reach)
    }
    clips = plan.clips.map { clip in
      var shape = GlazeShape()
      withUnsafePointer(to: clip) { glaze_prepare_shape(&shape, $0, true, isGeneral) }
      return shape
    }
    stops = plan.stops.indices.map { index in
      withUnsafePointer(to: plan.stops[index]) { stop in
        withUnsafePointer(to: plan.stops[max(0, index - 1)]) { glaze_stop(stop, $0) }
      }
    }
  }
}
