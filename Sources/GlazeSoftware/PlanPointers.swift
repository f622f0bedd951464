import CGlazeKernels
import CGlazeShaders
import GlazePlan

/// The arrays of a plan, for inner loops.
struct PlanPointers {
  let rectangles: UnsafeBufferPointer<RectangleInstance>
  let boxes: UnsafeBufferPointer<BoxInstance>
  let images: UnsafeBufferPointer<ImageInstance>
  let maskedImages: UnsafeBufferPointer<MaskedImageInstance>
  let particles: UnsafeBufferPointer<ParticleInstance>
  let composites: UnsafeBufferPointer<CompositeInstance>
  let colorMatrices: UnsafeBufferPointer<ColorMatrixInstance>
  let blurs: UnsafeBufferPointer<BlurInstance>
  let shadows: UnsafeBufferPointer<ShadowInstance>
  /// Of the plan's tables of shadows, one after the other.
  let shadowTexels: UnsafeBufferPointer<Float>
  let gradients: UnsafeBufferPointer<GradientInstance>
  let coverages: UnsafeBufferPointer<CoverageInstance>
  let masks: UnsafeBufferPointer<FramePlan.Mask>
  let prepared: Prepared.Pointers
}

/// What is prepared once a frame, for all instances that refer to it.
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

  /// - Parameter isGeneral: without short cuts.
  init(_ plan: FramePlan, textures: [GlazeTexture], isGeneral: Bool) {
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
    boxes.withUnsafeBufferPointer { boxes in
      images.withUnsafeBufferPointer { images in
        composites.withUnsafeBufferPointer { composites in
          shadowTables.texels.withUnsafeBufferPointer { shadowTexels in
            withEffectPointers { effects in
              prepared.withPointers { prepared in
                body(
                  PlanPointers(
                    rectangles: effects.rectangles, boxes: boxes, images: images,
                    maskedImages: effects.maskedImages, particles: effects.particles,
                    composites: composites,
                    colorMatrices: effects.colorMatrices, blurs: effects.blurs,
                    shadows: effects.shadows, shadowTexels: shadowTexels,
                    gradients: effects.gradients,
                    coverages: effects.coverages, masks: effects.masks, prepared: prepared))
              }
            }
          }
        }
      }
    }
  }

  private struct EffectPointers {
    let rectangles: UnsafeBufferPointer<RectangleInstance>
    let maskedImages: UnsafeBufferPointer<MaskedImageInstance>
    let particles: UnsafeBufferPointer<ParticleInstance>
    let colorMatrices: UnsafeBufferPointer<ColorMatrixInstance>
    let blurs: UnsafeBufferPointer<BlurInstance>
    let shadows: UnsafeBufferPointer<ShadowInstance>
    let gradients: UnsafeBufferPointer<GradientInstance>
    let coverages: UnsafeBufferPointer<CoverageInstance>
    let masks: UnsafeBufferPointer<Mask>
  }

  private func withEffectPointers(_ body: (EffectPointers) -> Void) {
    colorMatrices.withUnsafeBufferPointer { colorMatrices in
      blurs.withUnsafeBufferPointer { blurs in
        shadows.withUnsafeBufferPointer { shadows in
          gradients.withUnsafeBufferPointer { gradients in
            coverages.withUnsafeBufferPointer { coverages in
              masks.withUnsafeBufferPointer { masks in
                particles.withUnsafeBufferPointer { particles in
                  rectangles.withUnsafeBufferPointer { rectangles in
                    maskedImages.withUnsafeBufferPointer { maskedImages in
                      body(
                        EffectPointers(
                          rectangles: rectangles, maskedImages: maskedImages,
                          particles: particles, colorMatrices: colorMatrices, blurs: blurs,
                          shadows: shadows, gradients: gradients, coverages: coverages,
                          masks: masks))
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
