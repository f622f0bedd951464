package import CGlazeShaders

/// A rounded box of one color, with a border over it.
extension BoxInstance: ShapeInstance {
  package static var name: String { "box" }
  package static var fillCost: Double { 2 }
  package static func list(of plan: FramePlan) -> [Self] { plan.boxes }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.boxes)
  }
  package static var isWalked: Bool { true }

  package var borderWidth: Float {
    get { params.x }
    set { params.x = newValue }
  }
  /// Whether only the fill is drawn, and the border later, above what lies between.
  package var isUnderBorder: Bool { is_under_border(params) }
  package var opacity: Float {
    get { params.w }
    set { params.w = newValue }
  }

  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    fill.w == 1 && opacity == 1 && fill.isNumber && border.isNumber
  }

  package func text(in plan: FramePlan) -> String {
    var text = "\(PlanText.quad(self)) \(PlanText.shape(shape))"
    if fill != .zero { text += " fill \(PlanText.color(fill))" }
    if borderWidth > 0 {
      text += " border \(PlanText.number(borderWidth)) \(PlanText.color(border))"
    }
    if isUnderBorder {
      text += " under border \(PlanText.number(-borderWidth)) alpha \(PlanText.number(border.w))"
    }
    if opacity != 1 { text += " opacity \(PlanText.number(opacity))" }
    return text
  }
}
