import Foundation
import GlazeGeometry
import GlazeScene

/// A repeater: copies of the items before it, each transformed once more.
struct Repeater {
  let count: Track<Double>
  let offset: Track<Double>
  let transform: LottieTransform
  let startOpacity: Track<Double>
  let endOpacity: Track<Double>
  /// Whether the first copy is in front.
  let isFirstInFront: Bool

  /// The most copies at any time.
  private let most: Int

  init?(_ node: LottieNode, _ reader: PropertyReader) {
    count = reader.track(node["c"], 1.0)
    offset = reader.track(node["o"], 0.0)
    let tr = node["tr"]
    transform = LottieTransform(tr, reader)
    startOpacity = reader.track(tr?["so"], 100.0).map { $0 / 100 }
    endOpacity = reader.track(tr?["eo"], 100.0).map { $0 / 100 }
    isFirstInFront = node.integer("m", 1) == 1
    let wanted = Int(clamping: (count.keys.map(\.value).max() ?? 1).rounded(.up))
    if wanted > Limits.copies { reader.report.unsupported(.copies(Limits.copies), at: node) }
    most = min(max(wanted, 0), Limits.copies)
  }

  /// The copies, from the first on.
  var copies: [RepeaterCopy] { (0..<most).map { RepeaterCopy(repeater: self, index: $0) } }

  /// The frames of all keyframes.
  var frames: [Double] { transform.frames + offset.frames }

  var opacityFrames: [Double] { count.frames + startOpacity.frames + endOpacity.frames }
}

/// One copy of a repeater.
struct RepeaterCopy {
  let repeater: Repeater
  let index: Int

  /// Returns the transform of the copy: the repeater's, as often as its number and the offset.
  func matrix(at frame: Double) -> CGAffineTransform {
    let t = repeater.transform
    let times = Double(index) + repeater.offset.value(at: frame)
    let (a, p, s) = (t.anchor.value(at: frame), t.position(at: frame), t.scale.value(at: frame))
    func power(_ base: Double) -> Double {
      let value = base < 0 && times != times.rounded() ? -pow(-base, times) : pow(base, times)
      return value.isFinite ? min(max(value, -Limits.number), Limits.number) : 1
    }
    return CGAffineTransform(translationX: -a.x, y: -a.y)
      .concatenating(CGAffineTransform(scaleX: power(s.x), y: power(s.y)))
      .concatenating(CGAffineTransform(rotationAngle: t.rotation.value(at: frame) * times))
      .concatenating(CGAffineTransform(translationX: a.x + p.x * times, y: a.y + p.y * times))
  }

  func opacity(at frame: Double) -> Double {
    let count = repeater.count.value(at: frame).rounded(.up)
    guard Double(index) < count else { return 0 }
    let share = count > 1 ? Double(index) / (count - 1) : 0
    let (start, end) = (
      repeater.startOpacity.value(at: frame), repeater.endOpacity.value(at: frame)
    )
    return min(max(start + (end - start) * share, 0), 1)
  }

  func transformed(_ motion: Motion<ContourList>) -> Motion<ContourList> {
    let frames = repeater.frames + repeater.count.frames
    let timings = frames.isEmpty ? [] : [Timing(frames: frames, easings: [.lanes([])])]
    return motion.combined(with: timings, tolerance: Animator.Tolerance.points) {
      contours, frame in
      Double(index) < repeater.count.value(at: frame).rounded(.up)
        ? contours.transformed(by: matrix(at: frame)) : ContourList([])
    }
  }
}
