package import CGlazeShaders

/// The shadow of a rounded box, read from tables.
extension ShadowInstance: ShapeInstance {
  package static var name: String { "shadow" }
  package static var fillCost: Double { 4 }
  package static func list(of plan: FramePlan) -> [Self] { plan.shadows }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.shadows)
  }
  package static var isWalked: Bool { true }

  package var isDithered: Bool {
    get { dithers_shadow(shape) }
    set { shape.extent.w = newValue ? 1 : 0 }
  }
  package mutating func stopDithering() { isDithered = false }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) \(PlanText.shape(shape)) sigma \(PlanText.number(params.x)) "
      + PlanText.color(color)
  }

  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    let isThere = tables.min() >= 0 && tables.max() < Float(plan.shadowTables.looks.count)
    return isThere ? nil : "shadow tables \(tables)"
  }
}
