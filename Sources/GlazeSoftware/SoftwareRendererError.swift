package import GlazePlan

/// Why the software renderer refuses a plan.
package enum SoftwareRendererError: Error, Equatable, CustomStringConvertible {
  /// A target has no pixels, or more than can be allocated.
  case targetSize(target: Int, width: Int, height: Int)
  /// The frame is to be kept in something else than bytes.
  case frameFormat(FramePlan.PixelFormat)
  /// A pass, draw or instance refers to something that the plan does not have.
  case brokenReference(pass: Int, draw: Int?, what: String)
  /// A draw reads, or a pass goes on with, a target that no earlier pass has drawn.
  case undrawnTarget(pass: Int, draw: Int?, target: Int)
  /// The plan counts on a picture of an earlier frame that this renderer did not draw.
  case missingPicture(target: Int)
  /// A draw asks for what no plan may ask for.
  case unsupported(pass: Int, draw: Int, what: String)

  package var description: String {
    switch self {
    case .targetSize(let target, let width, let height):
      "target \(target) is \(width) x \(height) pixels; each side must be in "
        + "1...\(SoftwareRenderer.largestSide) and the area at most "
        + "\(SoftwareRenderer.largestArea): render at a smaller size or scale"
    case .frameFormat(let format):
      "the frame's format is \(format); a frame is delivered in unorm8"
    case .brokenReference(let pass, let draw, let what):
      "\(Self.place(pass, draw)) refers to \(what), which the plan lacks"
    case .undrawnTarget(let pass, let draw, let target):
      "\(Self.place(pass, draw)) reads target \(target), which no earlier pass has drawn"
    case .missingPicture(let target):
      "target \(target) should hold a picture of an earlier frame, but another renderer drew it"
    case .unsupported(let pass, let draw, let what):
      "\(Self.place(pass, draw)) has \(what)"
    }
  }

  private static func place(_ pass: Int, _ draw: Int?) -> String {
    "pass \(pass)\(draw.map { ", draw \($0)" } ?? "")"
  }
}
