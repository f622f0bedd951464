package import CGlazeShaders

/// Colours along a line, an ellipse or a turn, on a rounded box.
extension GradientInstance: ShapeInstance {
  package static var name: String { "gradient" }
  package static func list(of plan: FramePlan) -> [Self] { plan.gradients }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.gradients)
  }
  package static var isWalked: Bool { true }

  /// Only 8 bits need dithering, which limits colours as well.
  package mutating func stopDithering() { params.x = 0 }

  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    let first = Int(stops.x)
    return stops.w == 1 && stops.y > 0 && line.isNumber
      && plan.stops[first..<first + Int(stops.y)].allSatisfy {
        $0.color.w == 1 && $0.color.isNumber
      }
  }

  package func text(in plan: FramePlan) -> String {
    let kinds = ["axial", "radial", "conic"]
    return "\(PlanText.quad(self)) \(PlanText.shape(shape)) \(kinds[Int(stops.z)]) "
      + "\(Int(stops.y)) stops"
  }

  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    let isThere =
      stops.x >= 0 && stops.y >= 1 && stops.x + stops.y <= Float(plan.stops.count)
    return isThere ? nil : "stops from \(stops.x), \(stops.y) of them"
  }
}
