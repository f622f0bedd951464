import CGlazeKernels
import CGlazeShaders
import GlazePlan

/// The pixels of a target while it is drawn into or read; rows tightly packed.
struct Canvas {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int

  func clear(rows: Pixels, to pixel: UInt32) {
    (pixels + rows.start * width).update(repeating: pixel, count: rows.count * width)
  }
}

/// The arrays of a plan, for inner loops.
struct PlanPointers {
  let boxes: UnsafeBufferPointer<BoxInstance>
  let images: UnsafeBufferPointer<ImageInstance>
  let composites: UnsafeBufferPointer<CompositeInstance>
  let clips: UnsafeBufferPointer<GlazeShape>
  let textures: UnsafeBufferPointer<GlazeTexture>
  let contours: UnsafeBufferPointer<Contour>
}

extension FramePlan {
  func withPointers(
    textures: [GlazeTexture], clips: [GlazeShape], contours: [Contour],
    _ body: (PlanPointers) -> Void
  ) {
    boxes.withUnsafeBufferPointer { boxes in
      images.withUnsafeBufferPointer { images in
        composites.withUnsafeBufferPointer { composites in
          clips.withUnsafeBufferPointer { clips in
            textures.withUnsafeBufferPointer { textures in
              contours.withUnsafeBufferPointer { contours in
                body(
                  PlanPointers(
                    boxes: boxes, images: images, composites: composites, clips: clips,
                    textures: textures, contours: contours))
              }
            }
          }
        }
      }
    }
  }
}
