package import CGlazeShaders
import GlazeGeometry

/// Colors along a line, an ellipse or a turn, on a rounded box.
extension GradientInstance: ShapeInstance {
  package static var name: String { "gradient" }
  package static var fillCost: Double { 4 }
  package static func list(of plan: FramePlan) -> [Self] { plan.gradients }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.gradients)
  }
  package static var isWalked: Bool { true }

  /// Stops dithering, which also limits colors and which only 8-bit targets need.
  package mutating func stopDithering() { isDithered = false }
  var isDithered: Bool {
    get { dithers_gradient(params) }
    set { params.x = newValue ? 1 : 0 }
  }
  /// Moves the gradient into a target; the dither pattern stays that of the frame.
  package mutating func move(by origin: SIMD2<Float>) {
    moveQuad(by: origin)
    shape.move(by: origin)
    moveDithering(by: origin)
  }

  private mutating func moveDithering(by origin: SIMD2<Float>) {
    guard isDithered else { return }
    let side = Int(DITHER_SIDE)
    let code = Int(clamping: params.x) - 1
    let x = (code + Int(clamping: origin.x)) & (side - 1)
    let y = (code / side + Int(clamping: origin.y)) & (side - 1)
    params.x = Float(1 + x + side * y)
  }

  var opacity: Float { stops.w }
  /// How much longer a pixel takes than one of a few colors: many are searched, with OpenGL in
  /// textures.
  var searchCost: Double { stops.y <= 4 ? 1 : stops.y <= 8 ? 2 : 5 }
  private static let kinds = ["axial", "radial", "conic"]
  package var kind: Int { Int(clamping: stops.z) }
  /// The range of its stops in the plan.
  package var stopRange: Range<Int> {
    Int(clamping: stops.x)..<Int(clamping: stops.x) + Int(clamping: stops.y)
  }

  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    opacity == 1 && !stopRange.isEmpty && line.isNumber
      && plan.stops[stopRange].allSatisfy { $0.color.w == 1 && $0.color.isNumber }
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) \(PlanText.shape(shape)) \(Self.kinds[kind]) "
      + "\(stopRange.count) stops"
  }

  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    let isThere =
      stops.x >= 0 && stops.y >= 1 && stops.x + stops.y <= Float(plan.stops.count)
    guard isThere else { return "\(stops.y) stops from index \(stops.x)" }
    // The value may be NaN.
    let isKind = stops.z >= 0 && stops.z < Float(Self.kinds.count)
    return isKind ? nil : "a gradient of kind \(stops.z)"
  }
}
