import CGlazeShaders
import GlazePlan
import GlazeTree

// In the first frame, when no shader program exists yet, one program draws boxes of all simple
// shapes, and rectangles with them. Its result is identical to the last bit to that of each shape's
// own program, so that the choice is not visible.

extension FramePlan {
  /// Whether boxes of all simple shapes are drawn with one shader program.
  ///
  /// - Parameter residency: The existing shader programs.
  func sharesShapes(_ residency: Residency) -> Bool {
    guard isSpecialized, sharesPrograms, residency.programs.count == 0 else { return false }
    var pixels: Float = 0
    for instance in boxes {
      if pixels >= Tuning.pixelsOfOwnPrograms { return false }
      // This is half the cross product of the diagonals.
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
  /// Makes the form of a rectangle for the shared shader program: without a plane, with its edges
  /// instead of `rowX`.
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
  /// The key when boxes of all simple shapes share a shader program.
  var shared: ProgramKey {
    guard
      kind == .rectangle
        || (kind == .box && variant.contains(.simple)
          && variant.isDisjoint(with: [.projected, .underBorder]))
    else { return self }
    return ProgramKey(.box, clips: clips, [.simple, .shapes])
  }
}
