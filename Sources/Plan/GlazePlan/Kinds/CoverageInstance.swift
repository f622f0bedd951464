package import CGlazeShaders

/// A color through the mask of a path.
extension CoverageInstance: SourceInstance {
  package static var name: String { "coverage" }
  package static var fillCost: Double { 2 }
  package static func list(of plan: FramePlan) -> [Self] { plan.coverages }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.coverages)
  }
  package static var isWalked: Bool { true }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) \(PlanText.color(color))"
  }
}
