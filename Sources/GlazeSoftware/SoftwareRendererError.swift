/// Why the software renderer refuses a plan.
package enum SoftwareRendererError: Error, Equatable, CustomStringConvertible {
  /// A target has no pixels, or more than can be allocated.
  case targetSize(target: Int, width: Int, height: Int)
  /// A pass, draw or instance refers to something that the plan does not have.
  case brokenReference(pass: Int, draw: Int?, what: String)
  /// A composite reads a target that no earlier pass has drawn.
  case undrawnTarget(pass: Int, draw: Int, target: Int)

  package var description: String {
    switch self {
    case .targetSize(let target, let width, let height):
      "target \(target) is \(width) x \(height) pixels; each side must be in "
        + "1...\(SoftwareRenderer.largestSide) and the area at most "
        + "\(SoftwareRenderer.largestArea): render at a smaller size or scale"
    case .brokenReference(let pass, let draw, let what):
      "pass \(pass)\(draw.map { ", draw \($0)" } ?? "") refers to \(what), which the plan lacks"
    case .undrawnTarget(let pass, let draw, let target):
      "pass \(pass), draw \(draw) reads target \(target), which no earlier pass has drawn"
    }
  }
}
