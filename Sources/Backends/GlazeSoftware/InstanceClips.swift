import CGlazeKernels
import CGlazeShaders
import GlazeGeometry

/// The clips of one instance.
struct InstanceClips {
  let all: GlazeClips
  private let contours: UnsafeBufferPointer<Contour>

  init(_ params: SIMD4<Float>, plan: PlanPointers) {
    let first = Int(clamping: params.y)
    let count = Int(clamping: params.z)
    contours = UnsafeBufferPointer(rebasing: plan.contours[first..<first + count])
    all = GlazeClips(
      shapes: plan.clips.baseAddress.map { $0 + first }, count: Int32(count))
  }

  /// Whether a clip contains a number that is not finite: then nothing is inside.
  var areBroken: Bool { contours.contains { !$0.isFinite } }

  /// Limits parts of rows to those inside of the clips.
  func limit(
    _ parts: UnsafeMutablePointer<GlazeRowParts>, _ rows: Pixels,
    _ kernels: UnsafePointer<GlazeKernels>
  ) {
    for contour in contours { contour.find(parts, of: rows, in: parts, kernels) }
  }

  /// The clips that must be evaluated for pixels: none where they certainly cover everything.
  @inline(__always) func needed(for pixels: Pixels, _ limits: GlazeRowPart) -> GlazeClips {
    limits.full.contains(pixels) ? GlazeClips(shapes: nil, count: 0) : all
  }
}

extension GlazeRowPart {
  @inline(__always) var visible: Pixels { Pixels(Int(visibleStart), Int(visibleEnd)) }
  @inline(__always) var full: Pixels { Pixels(Int(fullStart), Int(fullEnd)) }
}
