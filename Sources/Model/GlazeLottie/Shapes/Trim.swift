import Foundation
import GlazeGeometry
import GlazeLayers

/// A trim: the part of the paths that is drawn.
final class Trim {
  /// The start and the end, as parts of the length, with their offset.
  let start: Motion<Double>
  let end: Motion<Double>
  /// The integers around all values: a path that is drawn once for each integer between them can be
  /// trimmed without a seam.
  let turns: Range<Int>?
  /// Whether shapes are trimmed one after the other, as if they were one.
  private let isSequential: Bool
  private let budget: Budget

  convenience init(_ node: LottieNode, _ reader: PropertyReader) {
    self.init(
      start: reader.track(node["s"], 0.0), end: reader.track(node["e"], 100.0),
      offset: reader.track(node["o"], 0.0), isSequential: node.integer("m", 1) == 2,
      reader.budget)
  }

  /// - Parameters:
  ///   - start: in parts of 100, as the end.
  ///   - offset: in degrees.
  convenience init(
    start: Track<Double>, end: Track<Double>, offset: Track<Double> = Track(0),
    isSequential: Bool, _ budget: Budget
  ) {
    let s = start.map { min(max($0 / 100, 0), 1) }
    let e = end.map { min(max($0 / 100, 0), 1) }
    let offset = offset.map { $0 / 360 }
    let timings = [s.timing, e.timing, offset.timing].compactMap(\.self)
    let tolerance = Animator.Tolerance.fractions
    // The start and the end move by their own keyframes unless they cross.
    let crosses = Self.cross(s, e)
    let starts = crosses ? timings : [s.timing, offset.timing].compactMap(\.self)
    let ends = crosses ? timings : [e.timing, offset.timing].compactMap(\.self)
    let first = Motion(of: starts, tolerance: tolerance) {
      (crosses ? min(s.value(at: $0), e.value(at: $0)) : s.value(at: $0)) + offset.value(at: $0)
    }
    let last = Motion(of: ends, tolerance: tolerance) {
      (crosses ? max(s.value(at: $0), e.value(at: $0)) : e.value(at: $0)) + offset.value(at: $0)
    }
    self.init(
      from: first, to: last, turns: Self.turns(first, last), isSequential: isSequential, budget)
  }

  private init(
    from start: Motion<Double>, to end: Motion<Double>, turns: Range<Int>?, isSequential: Bool,
    _ budget: Budget
  ) {
    (self.start, self.end, self.turns) = (start, end, turns)
    (self.isSequential, self.budget) = (isSequential, budget)
  }

  /// Returns whether the start is ever behind the end.
  private static func cross(_ s: Track<Double>, _ e: Track<Double>) -> Bool {
    let frames = Set(s.keys.map(\.frame) + e.keys.map(\.frame)).sorted()
    var between: [Double] = []
    for (a, b) in zip(frames, frames.dropFirst()) {
      for share in [0.25, 0.5, 0.75] { between.append(a + (b - a) * share) }
    }
    return (frames + between).contains { s.value(at: $0) > e.value(at: $0) + 1e-6 }
  }

  /// Whether the trim always draws everything.
  var isWhole: Bool {
    !start.isAnimated && !end.isAnimated && end.value(0) - start.value(0) >= 1
  }

  private static func turns(_ start: Motion<Double>, _ end: Motion<Double>) -> Range<Int>? {
    let frames = (start.frames + end.frames).sorted()
    let between = zip(frames, frames.dropFirst()).map { ($0 + $1) / 2 }
    let all = (frames.isEmpty ? [0] : frames + between)
    let low = all.map(start.value).min() ?? 0
    let high = all.map(end.value).max() ?? 1
    let first = Int(clamping: (low + 1e-6).rounded(.down))
    let last = Int(clamping: (high - 1e-6).rounded(.up))
    return last - first <= 12 ? first..<max(last, first + 1) : nil
  }

  // MARK: Shapes

  /// Trims shapes, the first of which is in front.
  func add(to entries: [ShapeEntry]) {
    guard isSequential, entries.count > 1, !isWhole else {
      for entry in entries { entry.add(self) }
      return
    }
    let shapes = entries.map(\.cut)
    let moving =
      [start, end].filter(\.isAnimated).map(\.frames)
      + shapes.filter(\.isAnimated).map(\.frames)
    let timings = moving.map { Timing(frames: $0, easings: [.lanes([])]) }
    let parts = FrameMemory(limit: 1024, count: \.count) { self.parts(of: shapes, at: $0) }
    func motion(_ value: @escaping (Double) -> Double) -> Motion<Double> {
      Motion(of: timings, tolerance: Animator.Tolerance.fractions, value)
    }
    for (index, entry) in entries.enumerated() {
      entry.add(
        Trim(
          from: motion { parts.value(at: $0)[index].start },
          to: motion { parts.value(at: $0)[index].end },
          turns: turns?.count == 1 ? 0..<1 : 0..<2, isSequential: false, budget))
    }
  }

  /// Returns the part of each shape that a sequential trim draws at a frame.
  private func parts(
    of shapes: [Motion<ContourList>], at frame: Double
  ) -> [(start: Double, end: Double)] {
    let lengths = shapes.map { shape -> Double in
      let contours = shape.value(frame)
      return budget.takeSteps(contours, weight: 16) ? TrimCut.length(of: contours.contours) : 0
    }
    let total = lengths.reduce(0, +)
    let base = start.value(frame).rounded(.down)
    let (from, to) = (start.value(frame) - base, end.value(frame) - base)
    var done = 0.0
    return lengths.map { length in
      defer { done += length }
      guard length > 0, to > from else { return (0, 0) }
      if to - from >= 1 { return (0, 1) }
      func local(_ share: Double) -> Double { min(max((share * total - done) / length, 0), 1) }
      // A part beyond the end of the last shape continues at the start of the first one.
      let rest = local(to - 1)
      guard rest > 0 else { return (local(from), local(to)) }
      return local(from) < 1 ? (local(from), 1 + rest) : (0, rest)
    }
  }

  // MARK: Contours

  /// Returns the trimmed contours of a shape.
  func cut(_ shape: Motion<ContourList>) -> Motion<ContourList> {
    let timing = [start, end].flatMap { motion -> [Timing] in
      motion.isAnimated ? [Timing(frames: motion.frames, easings: [.lanes([])])] : []
    }
    // The lengths of curves are integrals.
    return shape.changed(
      with: timing, tolerance: Animator.Tolerance.points, budget, weight: 16
    ) { contours, frame in
      ContourList(
        TrimCut.cut(
          contours.contours, from: self.start.value(frame), to: self.end.value(frame)))
    }
  }
}

/// Cuts parts out of contours.
enum TrimCut {
  static func length(of contours: [Contour]) -> Double {
    contours.reduce(0) { $0 + Measured($1).length }
  }

  /// Cuts contours as if they were one.
  ///
  /// - Parameter start: the start, as a part of the length; values beyond 0...1 wrap around.
  static func cut(_ contours: [Contour], from start: Double, to end: Double) -> [Contour] {
    guard end > start else { return [] }
    if end - start >= 1 { return contours }
    let base = start.rounded(.down)
    let (from, to) = (start - base, end - base)
    let ranges = to > 1 ? [(from, 1.0), (0.0, to - 1)] : [(from, to)]
    let measured = contours.map(Measured.init)
    let total = measured.reduce(0) { $0 + $1.length }
    guard total > 0 else { return [] }
    var result: [Contour] = []
    var done = 0.0
    for contour in measured where contour.length > 0 {
      let local = ranges.compactMap { range -> (Double, Double)? in
        let a = max((range.0 * total - done) / contour.length, 0)
        let b = min((range.1 * total - done) / contour.length, 1)
        return b > a ? (a, b) : nil
      }
      result += contour.parts(local)
      done += contour.length
    }
    return result
  }

  private struct Measured {
    let contour: Contour
    let curves: [Curve]
    let lengths: [[Double]]
    let length: Double

    init(_ contour: Contour) {
      self.contour = contour
      curves = contour.curves
      lengths = curves.map(\.lengths)
      length = lengths.reduce(0) { $0 + ($1.last ?? 0) }
    }

    func parts(_ ranges: [(Double, Double)]) -> [Contour] {
      if ranges.contains(where: { $0.0 <= 0 && $0.1 >= 1 }) { return [contour] }
      var pieces = ranges.map { part(from: $0.0 * length, to: $0.1 * length) }
      // Two parts that meet at the start of a closed contour are one.
      if contour.isClosed, pieces.count == 2, ranges[0].1 >= 1, ranges[1].0 <= 0 {
        pieces = [pieces[0] + pieces[1]]
      }
      return pieces.compactMap(Self.contour)
    }

    private func part(from start: Double, to end: Double) -> [Curve] {
      var result: [Curve] = []
      var done = 0.0
      for (curve, lengths) in zip(curves, lengths) {
        let own = lengths.last ?? 0
        defer { done += own }
        guard own > 0, done < end, done + own > start else { continue }
        let t0 = Curve.parameter(atLength: max(start - done, 0), lengths)
        let t1 = Curve.parameter(atLength: min(end - done, own), lengths)
        if t1 > t0 { result.append(curve.part(from: t0, to: t1)) }
      }
      return result
    }

    private static func contour(_ curves: [Curve]) -> Contour? {
      guard let first = curves.first else { return nil }
      var vertices = [Contour.Vertex(first.p0)]
      for curve in curves {
        vertices[vertices.count - 1].leaving = curve.p1
        var next = Contour.Vertex(curve.p3)
        next.arriving = curve.p2
        vertices.append(next)
      }
      return Contour(vertices, isClosed: false)
    }
  }
}
