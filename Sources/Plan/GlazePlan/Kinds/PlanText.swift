import CGlazeShaders
import GlazeGeometry
import GlazeTree

/// Formats the words of instances for people, with at most two decimals.
enum PlanText {
  static func quad(_ instance: some QuadInstance) -> String {
    let (a, b) = (instance.quad01, instance.quad23)
    let isUpright = a.x == b.z && a.y == a.w && a.z == b.x && b.y == b.w
    let points =
      isUpright
      ? [a.lowHalf, b.lowHalf] : [a.lowHalf, a.highHalf, b.lowHalf, b.highHalf]
    return points.map(point).joined(separator: " ")
  }

  static func shape(_ box: RoundedBox) -> String {
    var text = "\(number(box.extent.x * 2))x\(number(box.extent.y * 2))"
    if box.corners != .zero {
      text += " corners " + (0..<4).map { number(box.corners[$0]) }.joined(separator: ",")
      if !has_circular_corners(box) { text += " exponent \(number(box.rowW.w))" }
    }
    if !box.isSoftAround { text += " soft \(Int(clamping: box.extent.z))" }
    return text
  }

  static func point(_ point: SIMD2<Float>) -> String { "\(number(point.x)),\(number(point.y))" }

  static func color(_ c: SIMD4<Float>) -> String {
    "(" + (0..<4).map { number(c[$0]) }.joined(separator: " ") + ")"
  }

  /// Empty for an opacity of 1.
  static func opacity(_ value: Float) -> String { value == 1 ? "" : " opacity \(number(value))" }

  /// The number without trailing zeros.
  static func number(_ value: Float) -> String {
    let rounded = (value * 100).rounded() / 100
    guard rounded.isFinite, abs(rounded) < 1e6 else { return "\(value)" }
    return rounded == rounded.rounded() ? "\(Int(clamping: rounded))" : "\(rounded)"
  }
}
