package import CGlazeShaders
import GlazeTree

/// An upright rectangle of one color without clips.
extension RectangleInstance: PlanInstance {
  package static var name: String { "rectangle" }
  package static var fillCost: Double { 1 }
  package static func list(of plan: FramePlan) -> [Self] { plan.rectangles }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.rectangles)
  }
  package static var isWalked: Bool { true }

  /// A polygon that contains all pixels that may be touched.
  package var polygon: (SIMD4<Float>, SIMD4<Float>) {
    let (low, high) = (edges.lowHalf - 0.5, edges.highHalf + 0.5)
    return (SIMD4(low.x, low.y, high.x, low.y), SIMD4(high.x, high.y, low.x, high.y))
  }

  package mutating func move(by origin: SIMD2<Float>) {
    edges -= SIMD4(lowHalf: origin, highHalf: origin)
  }

  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    color.w == 1 && color.isNumber
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.point(edges.lowHalf)) \(PlanText.point(edges.highHalf)) \(PlanText.color(color))"
  }
}
