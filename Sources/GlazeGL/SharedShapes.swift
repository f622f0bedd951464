import CGlazeShaders
import GlazePlan
import GlazeTree

/// Decides when one program draws boxes of all simple shapes, and rectangles with them.
///
/// On llvmpipe a program for one shape saves 0.6 to 1.5 ns of 3.3 for each pixel, and takes 4 to 8 ms to
/// make. Both compute the same to the last bit, so that nobody sees which of them it was.
struct SharedShapes {
  /// After so many pixels of boxes there will be more, and each shape gets its program.
  static let mostPixels: Float = 2_000_000

  /// What the frames so far drew; counted until it is enough.
  private var pixels: Float = 0

  /// Whether the program is shared in a frame, and in what else belongs to it.
  mutating func isShared(in plan: FramePlan) -> Bool {
    guard plan.isSpecialized, plan.sharesPrograms, pixels < Self.mostPixels else { return false }
    for instance in plan.boxes {
      if pixels >= Self.mostPixels { return false }
      pixels += Self.area(instance.quad01, instance.quad23)
    }
    for instance in plan.rectangles {
      if pixels >= Self.mostPixels { return false }
      let size = instance.edges.highHalf - instance.edges.lowHalf
      pixels += size.x * size.y
    }
    return pixels < Self.mostPixels
  }

  /// A plan's boxes, followed by its rectangles.
  static func boxes(of plan: FramePlan) -> [BoxInstance] {
    plan.rectangles.isEmpty ? plan.boxes : plan.boxes + plan.rectangles.map(BoxInstance.init)
  }

  /// Half the cross product of the diagonals.
  private static func area(_ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>) -> Float {
    let (a, b) = (quad23.lowHalf - quad01.lowHalf, quad23.highHalf - quad01.highHalf)
    return abs(a.x * b.y - b.x * a.y) / 2
  }
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
    params.w = 1
  }
}

extension Program.Key {
  /// The same, when boxes of all simple shapes share a program.
  var shared: Program.Key {
    guard
      kind == .rectangle
        || (kind == .box && variant.contains(.simple) && !variant.contains(.projected))
    else { return self }
    return Program.Key(kind: .box, clips: clips, variant: [.simple, .shapes])
  }
}
