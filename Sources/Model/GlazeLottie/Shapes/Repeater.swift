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

  /// The number of copies, from the back to the front, the transform of the first one, and the
  /// transform before it that each next copy has once more; nil where none is common to all.
  ///
  /// A replicator draws such copies with one set of layers and animations.
  var replicas: (count: Int, first: CGAffineTransform, step: CGAffineTransform)? {
    guard most > 1, frames.isEmpty, opacityFrames.isEmpty else { return nil }
    let all = isFirstInFront ? copies.reversed() : copies
    guard all.allSatisfy({ $0.opacity(at: 0) == 1 }) else { return nil }
    let matrices = all.map { $0.matrix(at: 0) }
    let first = matrices[0]
    let area = first.a * first.d - first.b * first.c
    guard abs(area.native) > 1e-6 else { return nil }
    let step = matrices[1].concatenating(first.inverted())
    var expected = first
    for matrix in matrices {
      // Content can reach far from the origin.
      let error = [
        (matrix.a - expected.a).native, (matrix.b - expected.b).native,
        (matrix.c - expected.c).native, (matrix.d - expected.d).native,
        (matrix.tx - expected.tx).native / 1e4, (matrix.ty - expected.ty).native / 1e4,
      ]
      guard error.allSatisfy({ abs($0) < 1e-7 }) else { return nil }
      expected = step.concatenating(expected)
    }
    return (most, first, step)
  }

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

  func transformed(_ motion: Motion<ContourList>, _ budget: Budget) -> Motion<ContourList> {
    let frames = repeater.frames + repeater.count.frames
    let timings = frames.isEmpty ? [] : [Timing(frames: frames, easings: [.lanes([])])]
    return motion.changed(with: timings, tolerance: Animator.Tolerance.points, budget) {
      contours, frame in
      Double(index) < repeater.count.value(at: frame).rounded(.up)
        ? contours.transformed(by: matrix(at: frame)) : ContourList([])
    }
  }
}
