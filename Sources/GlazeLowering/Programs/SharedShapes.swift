import CGlazeShaders
import GlazePlan
import GlazeTree

// One program draws boxes of all simple shapes, and rectangles with them, in the first frame, when no
// program is there. It computes what the program of each shape does, to the last bit, so that nobody sees
// which of them it was.

extension FramePlan {
  /// Whether boxes of all simple shapes are drawn with one program.
  ///
  /// - Parameter residency: What is there already.
  func sharesShapes(_ residency: Residency) -> Bool {
    guard isSpecialized, sharesPrograms, residency.programs.count == 0 else { return false }
    var pixels: Float = 0
    for instance in boxes {
      if pixels >= Tuning.pixelsOfOwnPrograms { return false }
      // Half the cross product of the diagonals.
      let a = instance.quad23.lowHalf - instance.quad01.lowHalf
      let b = instance.quad23.highHalf - instance.quad01.highHalf
      pixels += abs(a.x * b.y - b.x * a.y) / 2
    }
    for instance in rectangles {
      if pixels >= Tuning.pixelsOfOwnPrograms { return false }
      let size = instance.edges.highHalf - instance.edges.lowHalf
      pixels += size.x * size.y
    }
    return pixels < Tuning.pixelsOfOwnPrograms
  }

  /// The boxes, followed by the rectangles.
  var boxesAndRectangles: [BoxInstance] { boxes + rectangles.map(BoxInstance.init) }
}

extension BoxInstance {
  /// A rectangle as the shared program takes it: without a plane, its edges in place of `rowX`.
  fileprivate init(_ rectangle: RectangleInstance) {
    self.init()
    let around = rectangle.edges + SIMD4(-0.5, -0.5, 0.5, 0.5)
    quad01 = SIMD4(around.x, around.y, around.z, around.y)
    quad23 = SIMD4(around.z, around.w, around.x, around.w)
    shape.rowX = rectangle.edges
    fill = rectangle.color
    opacity = 1
  }
}

extension ProgramKey {
  /// The same, when boxes of all simple shapes share a program.
  var shared: ProgramKey {
    guard
      kind == .rectangle
        || (kind == .box && variant.contains(.simple) && !variant.contains(.projected))
    else { return self }
    return ProgramKey(.box, clips: clips, [.simple, .shapes])
  }
}
