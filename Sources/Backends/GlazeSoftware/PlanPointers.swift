import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// Pointers to the arrays of a plan, for inner loops.
struct PlanPointers {
  let draws: UnsafeBufferPointer<PaintedDraw>
  /// The texels of the plan's shadow tables, one table after the other.
  let shadowTexels: UnsafeBufferPointer<Float>
  let masks: UnsafeBufferPointer<FramePlan.Mask>
  let prepared: Prepared.Pointers

  func texture(_ number: Int32) -> UnsafePointer<GlazeTexture> {
    prepared.textures.baseAddress.unsafelyUnwrapped + Int(number)
  }
}

/// Data that is prepared once for each frame, for all instances that refer to it.
struct Prepared {
  let textures: [GlazeTexture]
  let clips: [GlazeShape]
  let contours: [Contour]
  let stops: [GlazeStop]

  struct Pointers {
    let textures: UnsafeBufferPointer<GlazeTexture>
    let clips: UnsafeBufferPointer<GlazeShape>
    let contours: UnsafeBufferPointer<Contour>
    let stops: UnsafeBufferPointer<GlazeStop>
  }

  /// - Parameter isGeneral: Whether shortcuts are disabled.
  init(_ plan: borrowing FramePlan, textures: [GlazeTexture], isGeneral: Bool) {
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

  fileprivate func withPointers(_ body: (Pointers) -> Void) {
    textures.withUnsafeBufferPointer { textures in
      clips.withUnsafeBufferPointer { clips in
        contours.withUnsafeBufferPointer { contours in
          stops.withUnsafeBufferPointer { stops in
            body(Pointers(textures: textures, clips: clips, contours: contours, stops: stops))
          }
        }
      }
    }
  }
}

extension FramePlan {
  func withPointers(_ prepared: Prepared, _ body: (PlanPointers) -> Void) {
    withPaintedDraws { draws in
      shadowTables.texels.withUnsafeBufferPointer { shadowTexels in
        masks.withUnsafeBufferPointer { masks in
          prepared.withPointers { prepared in
            body(
              PlanPointers(
                draws: draws, shadowTexels: shadowTexels, masks: masks, prepared: prepared))
          }
        }
      }
    }
  }
}
