package import GlazePlan

/// The reason why the software renderer rejects a plan.
package enum SoftwareRendererError: Error, Equatable, CustomStringConvertible {
  /// A target has no pixels, or more than can be allocated.
  case targetSize(target: Int, width: Int, height: Int)
  /// The plan is invalid for any backend.
  case invalidPlan(FramePlanError)
  /// The plan requires an image of an earlier frame that this renderer did not draw.
  case missingImage(target: Int)

  package var description: String {
    switch self {
    case .targetSize(let target, let width, let height):
      "target \(target) is \(width) x \(height) pixels; each side must be in "
        + "1...\(SoftwareRenderer.largestSide) and the area at most "
        + "\(SoftwareRenderer.largestArea): render at a smaller size or scale"
    case .invalidPlan(let error): error.description
    case .missingImage(let target):
      "target \(target) must hold an image of an earlier frame, but another renderer drew it"
    }
  }
}
