import CGlazeKernels
import CGlazeShaders
import GlazeGeometry

/// The clips of one instance.
struct InstanceClips {
  let all: GlazeClips
  private let contours: UnsafeBufferPointer<Contour>

  /// The parts of a row inside the clips.
  struct Row {
    /// The part that is completely inside.
    var full: Pixels
    /// The part outside of which nothing is inside.
    var visible: Pixels
  }

  init(_ params: SIMD4<Float>, plan: PlanPointers) {
    let first = Int(clamping: params.y)
    let count = Int(clamping: params.z)
    contours = UnsafeBufferPointer(rebasing: plan.prepared.contours[first..<first + count])
    all = GlazeClips(
      shapes: plan.prepared.clips.baseAddress.map { $0 + first }, count: Int32(count))
  }

  /// Whether a clip contains a number that is not finite: then nothing is inside.
  var areBroken: Bool { contours.contains { !$0.isFinite } }

  @inline(__always) func row(y: Double, pixels: Pixels) -> Row {
    var result = Row(full: pixels, visible: pixels)
    for contour in contours {
      let spans = contour.row(y: y, within: pixels.span)
      result.visible = Pixels(centresIn: spans.visible, limits: result.visible)
      result.full = Pixels(centresIn: spans.full, limits: result.full)
    }
    result.full = result.full.intersection(result.visible)
    return result
  }

  /// The clips that must be evaluated for pixels: none where they certainly cover everything.
  @inline(__always) func needed(for pixels: Pixels, _ row: Row) -> GlazeClips {
    row.full.contains(pixels) ? GlazeClips(shapes: nil, count: 0) : all
  }
}
