import CGlazePaths
import Foundation

/// Cuts outlines by length, into trimmed lines and dashes; curves remain curves.
struct PathCutter {
  /// The remaining outline.
  private(set) var result = PathElements()
  /// The pieces whose lengths were added up: most of the work where curves are large.
  private(set) var pieces = 0

  /// The most pieces of one curve.
  private static let mostPieces = 256
  /// The most pieces of all curves of a path, once; a path of more curves has fewer for each.
  private static let mostPiecesOfPath = 1 << 24

  private let scale: LocalScale
  private let mostPieces: Double
  private var isPenDown = false
  private var segment = Segment.line(.zero, .zero)
  private var length = 0.0
  /// The length of the current curve up to parameters at equal steps.
  private var table: [Double] = []

  private enum Segment {
    case line(SIMD2<Double>, SIMD2<Double>)
    case cubic(Cubic)
  }

  init(_ path: PathElements, scale: LocalScale) {
    self.scale = scale
    mostPieces = Double(min(Self.mostPieces, Self.mostPiecesOfPath / max(path.points.count, 1)))
  }

  // MARK: Whole paths

  /// Keeps the part between two fractions of the length of all subpaths, in order.
  ///
  /// A curve is cut at the parameter that equals the fraction of its length, not where that length
  /// ends. Source: images of trimmed curves by Apple's renderer (the two positions differ by up to
  /// a tenth of a curve).
  mutating func trim(_ path: PathElements, from start: Double, to end: Double) {
    result.reserve(points: path.points.count)
    // The lengths of all elements, which are measured once.
    var lengths: [Double] = []
    lengths.reserveCapacity(path.verbs.count)
    path.forEach {
      measure($0)
      lengths.append(length)
    }
    let total = lengths.reduce(0, +)
    let (begin, stop) = (start * total, end * total)
    var (position, first) = (0.0, 0)
    for subpath in path.subpaths {
      var index = first
      first += subpath.verbs.count
      let whole = lengths[index..<first].reduce(0, +)
      if position >= begin, position + whole <= stop {
        result.append(subpath)
        position += whole
        continue
      }
      isPenDown = false
      var along = position
      subpath.forEach {
        let length = lengths[index]
        index += 1
        let (a, b) = (max(begin - along, 0), min(stop - along, length))
        if a < b {
          select($0)
          addPart(from: a / length, to: b / length)
        }
        along += length
      }
      position += whole
    }
  }

  /// Keeps every second length of a pattern, which restarts with each subpath.
  ///
  /// A closed subpath has no ends: where it begins within a dash, the last dash continues into the
  /// first, and the corner between them is joined like any corner within a dash.
  ///
  /// Source: PDF Reference 1.7, 4.3.2: caps end dashes, joins are at corners within dashes, and the
  /// segments on both sides of the point where a subpath is closed are connected. Cairo and Skia do
  /// the same.
  mutating func dash(_ path: PathElements, _ pattern: DashPattern) {
    for subpath in path.subpaths {
      isPenDown = false
      guard subpath.isClosed, pattern.start.index % 2 == 0 else {
        _ = dash(subpath, pattern, .all)
        continue
      }
      if dash(subpath, pattern, .allButFirst) {
        _ = dash(subpath, pattern, .first)
      } else {
        result.append(subpath)
      }
    }
  }

  private enum Dashes {
    case all, first, allButFirst
  }

  /// Adds the dashes of a subpath.
  ///
  /// - Returns: Whether the first entry of the pattern ends on the subpath.
  private mutating func dash(
    _ subpath: PathElements, _ pattern: DashPattern, _ dashes: Dashes
  ) -> Bool {
    var (index, left) = pattern.start
    var isFirst = true
    subpath.forEach { element in
      if dashes == .first, !isFirst { return }
      measure(element)
      var done = 0.0
      while done + left < length {
        if index % 2 == 0, dashes != .allButFirst || !isFirst {
          addDash(from: done, to: done + left)
        }
        isPenDown = false
        isFirst = false
        if dashes == .first { return }
        done += left
        index = (index + 1) % pattern.lengths.count
        left = pattern.lengths[index]
      }
      if index % 2 == 0, done < length, dashes != .allButFirst || !isFirst {
        add(from: done, to: length)
      }
      left -= length - done
    }
    return !isFirst
  }

  /// Adds a dash; one without a length still has a direction, which its caps need.
  private mutating func addDash(from a: Double, to b: Double) {
    if a < b { return add(from: a, to: b) }
    guard !isPenDown else { return }
    let tiny = 1e-4 / scale.at(SIMD2(result.currentPoint ?? .zero))
    add(from: a, to: min(a + min(tiny, length * 1e-3), length))
  }

  // MARK: One segment

  /// Makes an element the current segment, unless it only moves.
  private mutating func select(_ element: PathElements.Element) {
    switch element {
    case .move: break
    case .line(let p0, let p1), .close(let p0, let p1): segment = .line(SIMD2(p0), SIMD2(p1))
    case .quad(let p0, let c, let p1):
      let (a, b, d) = (SIMD2(p0), SIMD2(c), SIMD2(p1))
      segment = .cubic(Cubic(a, a + (b - a) * (2.0 / 3), d + (b - d) * (2.0 / 3), d))
    case .cubic(let p0, let c1, let c2, let p1):
      segment = .cubic(Cubic(SIMD2(p0), SIMD2(c1), SIMD2(c2), SIMD2(p1)))
    }
  }

  /// Makes an element the current segment, and measures it.
  private mutating func measure(_ element: PathElements.Element) {
    length = 0
    if case .move = element { return }
    select(element)
    switch segment {
    case .line(let p0, let p1): length = (p1 - p0).length
    case .cubic(let c): measure(c)
    }
    if !length.isFinite { length = 0 }
  }

  private mutating func measure(_ c: Cubic) {
    let pieces = (c.bend / GLAZE_PATH_TOLERANCE * scale.most(c)).squareRoot()
    let count = Int(clamping: min(max(pieces, 4), max(mostPieces, 4)).rounded(.up))
    self.pieces += count
    let step = 1 / Double(count)
    table.removeAll(keepingCapacity: true)
    table.reserveCapacity(count + 1)
    table.append(0)
    var sum = 0.0
    for i in 0..<count {
      sum += c.length(from: Double(i) * step, to: Double(i + 1) * step)
      table.append(sum)
    }
    length = sum
  }

  /// The parameter of the current curve at which it reaches a length.
  private func parameter(_ c: Cubic, at wanted: Double) -> Double {
    guard wanted > 0 else { return 0 }
    guard wanted < length else { return 1 }
    var (low, high) = (0, table.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] <= wanted { low = middle } else { high = middle }
    }
    let step = 1 / Double(table.count - 1)
    let begin = Double(low) * step
    let rest = wanted - table[low]
    let whole = table[high] - table[low]
    var t = begin + (whole > 0 ? step * rest / whole : 0)
    // This is Newton's method on the length: linear interpolation is already close.
    for _ in 0..<3 {
      let speed = c.velocity(at: t).length
      guard speed > 0 else { break }
      t -= (c.length(from: begin, to: t) - rest) / speed
      t = min(max(t, begin), begin + step)
    }
    return t
  }

  /// Adds the part of the current segment between two lengths.
  private mutating func add(from a: Double, to b: Double) {
    switch segment {
    case .line: addPart(from: a / length, to: b / length)
    case .cubic(let c): addPart(from: parameter(c, at: a), to: parameter(c, at: b))
    }
  }

  /// Adds the part of the current segment between two parameters.
  private mutating func addPart(from t0: Double, to t1: Double) {
    switch segment {
    case .line(let p0, let p1):
      let d = p1 - p0
      move(to: t0 > 0 ? p0 + d * t0 : p0)
      result.line(to: CGPoint(t1 < 1 ? p0 + d * t1 : p1))
    case .cubic(let c):
      let head = t1 < 1 ? c.split(at: t1).0 : c
      let part = t0 > 0 && t1 > 0 ? head.split(at: min(t0 / t1, 1)).1 : head
      move(to: part.p0)
      result.cubic(
        to: CGPoint(part.p3), control1: CGPoint(part.p1), control2: CGPoint(part.p2))
    }
  }

  private mutating func move(to p: SIMD2<Double>) {
    guard !isPenDown else { return }
    result.move(to: CGPoint(p))
    isPenDown = true
  }
}

/// The alternating lengths of dashes and gaps.
struct DashPattern {
  /// The most dashes, more than can be distinguished.
  private static let mostDashes = 100_000.0

  /// The lengths: an even number of them, some above 0.
  private(set) var lengths: [Double]
  private let phase: Double

  /// Makes a pattern; nil for one without gaps.
  ///
  /// Where a path of the given length would be divided into more than 100,000 dashes, the pattern
  /// is stretched to that number.
  init?(_ lengths: [CGFloat], phase: CGFloat, pathLength: Double) {
    let values = lengths.map(\.native)
    let period = values.reduce(0, +) * (values.count % 2 == 0 ? 1 : 2)
    guard period > 0, period.isFinite, values.allSatisfy({ $0 >= 0 }) else { return nil }
    self.lengths = values.count % 2 == 0 ? values : values + values
    let dashes = pathLength / period * Double(self.lengths.count) / 2
    let stretch = dashes > DashPattern.mostDashes ? dashes / DashPattern.mostDashes : 1
    self.lengths = self.lengths.map { $0 * stretch }
    let rest = phase.isFinite ? phase.native.truncatingRemainder(dividingBy: period) : 0
    self.phase = (rest < 0 ? rest + period : rest) * stretch
  }

  /// The entry in which a subpath begins, and the remaining part of its length.
  var start: (index: Int, left: Double) {
    var (index, rest) = (0, phase)
    // A dash without a length at the very start counts as a dash.
    while rest > 0, rest >= lengths[index] {
      rest -= lengths[index]
      index += 1
      // Rounding may skip the last entry.
      if index == lengths.count { return (0, lengths[0]) }
    }
    return (index, lengths[index] - rest)
  }
}

extension StrokeStyle {
  /// Returns the remaining part of a path after trimming and dashing, and the pieces by which its
  /// curves were measured.
  func cut(_ path: PathElements, scale: LocalScale) -> (path: PathElements, pieces: Int) {
    let (start, end) = (max(trimStart.native, 0), min(trimEnd.native, 1))
    // The test also fails for NaN. A part that is empty in single precision would become a dot with
    // round caps, which images of Apple's renderer do not show.
    guard Float(start) < Float(end) else { return (PathElements(), 0) }
    var (path, pieces) = (path, 0)
    if start > 0 || end < 1 {
      var cutter = PathCutter(path, scale: scale)
      cutter.trim(path, from: start, to: end)
      (path, pieces) = (cutter.result, cutter.pieces)
    }
    guard !dashLengths.isEmpty else { return (path, pieces) }
    let dashes = path.dashed(dashLengths, phase: dashPhase, scale: scale)
    return (dashes.path, pieces + dashes.pieces)
  }
}

extension PathElements {
  /// Returns the dashes of the outline, and the pieces by which its curves were measured; the
  /// outline itself when the pattern has no gaps.
  func dashed(
    _ lengths: [CGFloat], phase: CGFloat, scale: LocalScale
  ) -> (path: PathElements, pieces: Int) {
    // The control polygon is never shorter than the curve.
    var length = 0.0
    for (p, q) in zip(points, points.dropFirst()) { length += (SIMD2(q) - SIMD2(p)).length }
    guard let pattern = DashPattern(lengths, phase: phase, pathLength: length) else {
      return (self, 0)
    }
    var cutter = PathCutter(self, scale: scale)
    cutter.dash(self, pattern)
    return (cutter.result, cutter.pieces)
  }

  /// Whether an outline of one subpath ends at its start, by an element that closes it.
  fileprivate var isClosed: Bool {
    var result = false
    forEach { if case .close = $0 { result = true } }
    return result
  }

  /// The subpaths, each as an outline.
  fileprivate var subpaths: [PathElements] {
    // Every subpath begins with a move.
    guard verbs.dropFirst().contains(Verb.move) else { return isEmpty ? [] : [self] }
    var result: [PathElements] = []
    forEach { element in
      switch element {
      case .move(let p):
        result.append(PathElements())
        result[result.count - 1].move(to: p)
      case .line(_, let p): result[result.count - 1].line(to: p)
      case .quad(_, let c, let p): result[result.count - 1].quad(to: p, control: c)
      case .cubic(_, let c1, let c2, let p):
        result[result.count - 1].cubic(to: p, control1: c1, control2: c2)
      case .close: result[result.count - 1].close()
      }
    }
    return result
  }
}

extension CGPoint {
  init(_ p: SIMD2<Double>) { self.init(x: p.x, y: p.y) }
}

extension Cubic {
  /// The derivative.
  func velocity(at t: Double) -> SIMD2<Double> {
    let s = 1 - t
    return 3 * (s * s * (p1 - p0) + 2 * s * t * (p2 - p1) + t * t * (p3 - p2))
  }

  /// The length between two parameters, by three-point Gaussian quadrature.
  func length(from t0: Double, to t1: Double) -> Double {
    let (middle, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    let reach = half * 0.774_596_669_241_483_4
    return half
      * (8 * velocity(at: middle).length
        + 5 * (velocity(at: middle - reach).length + velocity(at: middle + reach).length)) / 9
  }
}
