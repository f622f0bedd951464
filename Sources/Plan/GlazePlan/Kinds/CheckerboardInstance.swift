package import CGlazeShaders

/// A checkerboard of two colors on a rounded box, which shows where an image is transparent.
///
/// Its cells are squares of the target's pixels, however the box is transformed: the color of a
/// pixel is determined at its center.
package struct CheckerboardInstance {
  package var quad01 = SIMD4<Float>.zero
  package var quad23 = SIMD4<Float>.zero
  package var shape = RoundedBox()
  /// The color of the cell that begins at the origin, and of every second cell from there.
  package var first = SIMD4<Float>.zero
  package var second = SIMD4<Float>.zero
  /// The origin in x and y, the side of a cell in z, in pixels; w is 0.
  package var cells = SIMD4<Float>.zero
  /// The first clip in y, the number of clips in z; x and w are 0.
  package var params = SIMD4<Float>.zero

  package init() {}
}

extension CheckerboardInstance: ShapeInstance {
  package static var name: String { "checkerboard" }
  package static var fillCost: Double { 2 }
  package static func list(of plan: FramePlan) -> [Self] { plan.checkerboards }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.checkerboards)
  }

  package mutating func move(by origin: SIMD2<Float>) {
    moveQuad(by: origin)
    shape.move(by: origin)
    cells -= SIMD4(lowHalf: origin, highHalf: .zero)
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) \(PlanText.shape(shape)) \(PlanText.color(first)) "
      + "\(PlanText.color(second)) cells of \(PlanText.number(cells.z))"
  }

  /// The numbers of cells must be integers that a float represents exactly.
  private static let farthest: Float = 0x1p24

  package var unsupported: String? {
    let isNear = abs(cells.x) <= Self.farthest && abs(cells.y) <= Self.farthest
    return isNear && cells.z >= 1 ? nil : "cells of size \(cells.z) from \(cells.x), \(cells.y)"
  }
}
