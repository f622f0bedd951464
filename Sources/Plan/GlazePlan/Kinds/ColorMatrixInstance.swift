package import CGlazeShaders

/// A target whose colors are mapped by a matrix.
extension ColorMatrixInstance: SourceInstance {
  package static var name: String { "color matrix" }
  package static func list(of plan: FramePlan) -> [Self] { plan.colorMatrices }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.colorMatrices)
  }

  package func text(in plan: FramePlan) -> String {
    let rows = [red, green, blue, alpha, bias]
    return PlanText.quad(self) + " " + rows.map(PlanText.color).joined(separator: " ")
  }
}
