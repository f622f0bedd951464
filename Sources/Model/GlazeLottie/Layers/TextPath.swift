import Foundation
import GlazeGeometry

/// The path that the baseline of a text follows, and the text's place on it.
struct TextPath {
  /// The first contour at a frame, with its length.
  private let contour: FrameMemory<MeasuredContour>
  private let contourFrames: [Double]
  private let first: Track<Double>
  private let last: Track<Double>
  private let isForced: Track<Double>
  private let isPerpendicular: Track<Double>

  /// Reads the path options of a text; nil for a text on a straight line.
  ///
  /// - Parameter masks: the masks of the layer, one of which is the path.
  init?(_ node: LottieNode?, masks: [LottieNode], _ reader: PropertyReader) {
    guard let node, let index = node["m"]?.integer, masks.indices.contains(index),
      let shape: Track<ContourList> = reader.track(masks[index]["pt"])
    else { return nil }
    let isReversed = reader.track(node["r"], 0.0)
    let budget = reader.budget
    contourFrames = shape.frames + isReversed.frames
    contour = FrameMemory(limit: 1024, count: \.count) { frame in
      let contours = shape.value(at: frame)
      // The lengths of curves are integrals.
      guard let own = contours.contours.first, budget.takeSteps(contours, weight: 16) else {
        return MeasuredContour(Contour([], isClosed: false))
      }
      return MeasuredContour(isReversed.value(at: frame) == 0 ? own : own.reversed)
    }
    first = reader.track(node["f"], 0.0)
    last = reader.track(node["l"], 0.0)
    isForced = reader.track(node["a"], 0.0)
    isPerpendicular = reader.track(node["p"], 1.0)
  }

  var frames: [Double] {
    contourFrames + first.frames + last.frames + isForced.frames + isPerpendicular.frames
  }

  /// Returns the coordinates in which a character has its place: their origin is on the path.
  ///
  /// - Parameters:
  ///   - along: the distance of the character's middle from the start of its line.
  ///   - shift: the distance by which it is moved further.
  ///   - alignment: 0 for a line at the start of the path, 0.5 in its middle, 1 at its end.
  func matrix(
    _ glyph: TextLines.Glyph, at along: Double, shift: Double, in row: TextLines.Row,
    alignment: Double, frame: Double
  ) -> CGAffineTransform {
    let contour = contour.value(at: frame)
    let (first, last) = (first.value(at: frame), last.value(at: frame))
    var length: Double
    if isForced.value(at: frame) != 0, row.count > 1 {
      let begin = first + row.firstWidth / 2
      let end = contour.length + last - row.lastWidth / 2
      length = begin + (end - begin) * Double(glyph.column) / Double(row.count - 1)
      length += along - (glyph.origin.x - row.start + glyph.width / 2)
    } else {
      // The first margin moves lines at the start, the last one those at the end, both the centered.
      let margin = (alignment < 1 ? first : 0) + (alignment > 0 ? last : 0)
      length = along + margin + alignment * (contour.length - row.width)
    }
    length += shift
    guard let (point, direction) = contour.place(at: length) else {
      return CGAffineTransform(translationX: row.start + length, y: 0)
    }
    let turn = isPerpendicular.value(at: frame) != 0 ? atan2(direction.y, direction.x) : 0
    return CGAffineTransform(rotationAngle: turn)
      .concatenating(CGAffineTransform(translationX: point.x, y: point.y))
  }
}

/// A contour and the lengths of its curves.
struct MeasuredContour {
  private let curves: [Curve]
  private let lengths: [[Double]]
  /// The length at which each curve begins.
  private let starts: [Double]
  private let isClosed: Bool
  let length: Double

  init(_ contour: Contour) {
    let all = contour.curves.map { ($0, $0.lengths) }.filter { ($0.1.last ?? 0) > 0 }
    curves = all.map(\.0)
    lengths = all.map(\.1)
    isClosed = contour.isClosed
    var (starts, length) = ([Double](), 0.0)
    for list in lengths {
      starts.append(length)
      length += list.last ?? 0
    }
    (self.starts, self.length) = (starts, length)
  }

  /// The size in points of paths.
  var count: Int { 8 * curves.count + 1 }

  /// Returns the point and the direction at a length, or nil for a contour without length.
  ///
  /// Beyond its ends, an open contour goes on straight, and a closed one begins again.
  func place(at length: Double) -> (point: SIMD2<Double>, direction: SIMD2<Double>)? {
    guard let first = curves.first, let last = curves.last, length.isFinite else { return nil }
    var rest = length
    if isClosed {
      rest -= (rest / self.length).rounded(.down) * self.length
    } else if rest <= 0 {
      return (first.p0 + first.startDirection * rest, first.startDirection)
    } else if rest >= self.length {
      return (last.p3 + last.endDirection * (rest - self.length), last.endDirection)
    }
    var (low, high) = (0, curves.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= rest { low = middle } else { high = middle }
    }
    let curve = curves[low]
    let t = Curve.parameter(atLength: rest - starts[low], lengths[low])
    return (
      curve.point(at: t),
      t < 1 ? curve.part(from: t, to: 1).startDirection : curve.endDirection
    )
  }
}
