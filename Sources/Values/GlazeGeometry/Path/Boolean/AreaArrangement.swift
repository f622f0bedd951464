import Foundation

/// A point of a grid that is fine enough to make its rounding invisible, and coarse enough to make
/// products of coordinates exact.
struct GridPoint: Hashable, Comparable {
  var x, y: Int

  static func < (a: GridPoint, b: GridPoint) -> Bool { (a.x, a.y) < (b.x, b.y) }

  /// Twice the area of the triangle: positive where `c` lies to the left of the line from `a` to
  /// `b`.
  static func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}

/// The winding numbers of two areas around a point.
struct Windings: Hashable {
  var a = 0
  var b = 0

  static func + (x: Windings, y: Windings) -> Windings { Windings(a: x.a + y.a, b: x.b + y.b) }
  static func - (x: Windings, y: Windings) -> Windings { Windings(a: x.a - y.a, b: x.b - y.b) }
}

/// The edges of two areas, cut where they meet, with the windings on both sides of each.
///
/// ```
/// outlines ──▶ edges on a grid ──▶ cut where they meet ──▶ windings of both sides
///          ──▶ edges between inside and outside ──▶ loops
/// ```
///
/// After the cutting, edges only meet at their ends. The windings next to an edge are therefore the
/// same along all of it, and loops close for any areas.
///
/// - Complexity: O(n^2) in the edges at worst; for outlines, whose edges are short, the number of
///   edges times that of the edges next to each of them along an axis.
struct AreaArrangement {
  /// An edge, with the net number of times that each outline runs along it from `p` to `q`.
  fileprivate struct Edge {
    var p, q: GridPoint
    var runs: Windings
    /// Whether the edge has not been compared with the others.
    var isNew = true
  }

  private var edges: [Edge] = []
  private let scale: Double
  /// The pairs of edges that may still be compared; below 0 the arrangement is not complete.
  private(set) var pairs: Int
  /// The pairs that take as long as sorting an edge, or as finding the edges that go on from it.
  static let pairsOfEdge = 100
  /// The pairs that take as long as finding where two edges meet.
  private static let pairsOfMeeting = 8
  /// The pairs that take as long as cutting an edge, which also takes memory.
  private static let pairsOfCut = 400

  /// The number of bits of coordinates, so that twice an area has less than 62.
  private static let bits = 26

  /// - Parameter pairs: the most pairs of edges to compare, which bounds the time.
  init(_ a: PathElements, _ b: PathElements, pairs: Int = .max) {
    self.pairs = pairs
    let reach = (a.points + b.points).reduce(1e-6) { max($0, abs($1.x.native), abs($1.y.native)) }
    scale = exp2(Double(Self.bits) - log2(reach).rounded(.up))
    add(a, Windings(a: 1))
    add(b, Windings(b: 1))
    cut()
  }

  private func point(_ p: CGPoint) -> GridPoint {
    GridPoint(
      x: Int(clamping: (p.x.native * scale).rounded()),
      y: Int(clamping: (p.y.native * scale).rounded()))
  }

  private mutating func add(_ outline: PathElements, _ runs: Windings) {
    var (begin, last) = (CGPoint.zero, CGPoint.zero)
    outline.forEach { element in
      switch element {
      case .move(let p):
        // Areas are closed.
        addLine(from: last, to: begin, runs)
        (begin, last) = (p, p)
      case .line(_, let p), .close(_, let p), .quad(_, _, let p), .cubic(_, _, _, let p):
        addLine(from: last, to: p, runs)
        last = p
      }
    }
    addLine(from: last, to: begin, runs)
  }

  private mutating func addLine(from a: CGPoint, to b: CGPoint, _ runs: Windings) {
    let (p, q) = (point(a), point(b))
    if p < q { edges.append(Edge(p: p, q: q, runs: runs)) }
    if q < p { edges.append(Edge(p: q, q: p, runs: Windings() - runs)) }
  }

  // MARK: Cutting

  /// A point at which an edge is cut.
  private struct Cut {
    var edge: Int
    var point: GridPoint
  }

  /// Cuts edges where they meet; rounding may cause new meetings, which are then cut as well.
  private mutating func cut() {
    merge()
    for _ in 0..<32 {
      var cuts = findMeetings()
      guard pairs >= 0, !cuts.isEmpty else { return }
      cuts.sort { ($0.edge, $0.point) < ($1.edge, $1.point) }
      var parts: [Edge] = []
      parts.reserveCapacity(edges.count + cuts.count)
      var next = 0
      for index in edges.indices {
        var rest = edges[index]
        rest.isNew = next < cuts.count && cuts[next].edge == index
        while next < cuts.count, cuts[next].edge == index {
          let point = cuts[next].point
          next += 1
          guard point != rest.p else { continue }
          append(Edge(p: rest.p, q: point, runs: rest.runs), to: &parts)
          rest.p = point
        }
        append(rest, to: &parts)
      }
      edges = parts
      merge()
    }
  }

  /// Adds a part of an edge, from its lesser to its greater end; rounding may have turned it.
  private func append(_ part: Edge, to parts: inout [Edge]) {
    guard part.p != part.q else { return }
    guard part.q < part.p else { return parts.append(part) }
    parts.append(
      Edge(p: part.q, q: part.p, runs: Windings() - part.runs, isNew: part.isNew))
  }

  /// Merges edges that coincide.
  private mutating func merge() {
    edges.sort { ($0.p, $0.q) < ($1.p, $1.q) }
    var merged: [Edge] = []
    for edge in edges {
      if let last = merged.last, last.p == edge.p, last.q == edge.q {
        merged[merged.count - 1].runs = last.runs + edge.runs
        merged[merged.count - 1].isNew = last.isNew && edge.isNew
      } else {
        merged.append(edge)
      }
    }
    edges = merged.filter { $0.runs != Windings() }
  }

  private mutating func findMeetings() -> [Cut] {
    pairs -= Self.pairsOfEdge * edges.count
    var cuts: [Cut] = []
    let new = edges.indices.filter { edges[$0].isNew }
    var nextNew = 0
    for i in edges.indices where pairs >= 0 {
      while nextNew < new.count, new[nextNew] <= i { nextNew += 1 }
      let e = edges[i]
      let (low, high) = (min(e.p.y, e.q.y), max(e.p.y, e.q.y))
      let count = cuts.count
      // Edges are sorted by their start. Two that are not new have been compared before.
      var place = e.isNew ? i + 1 : nextNew
      let end = e.isNew ? edges.count : new.count
      while place < end {
        let j = e.isNew ? place : new[place]
        let f = edges[j]
        if f.p.x > e.q.x { break }
        place += 1
        pairs -= 1
        if max(f.p.y, f.q.y) < low || min(f.p.y, f.q.y) > high { continue }
        pairs -= Self.pairsOfMeeting
        addMeetings(of: i, j, to: &cuts)
      }
      pairs -= Self.pairsOfCut * (cuts.count - count)
    }
    return cuts
  }

  /// Adds the points at which two edges must be cut.
  private func addMeetings(of i: Int, _ j: Int, to cuts: inout [Cut]) {
    let (e, f) = (edges[i], edges[j])
    let (s, t) = (GridPoint.turn(e.p, e.q, f.p), GridPoint.turn(e.p, e.q, f.q))
    let (u, v) = (GridPoint.turn(f.p, f.q, e.p), GridPoint.turn(f.p, f.q, e.q))
    // These are ends of one edge on the other.
    if s == 0, e.holds(f.p) { cuts.append(Cut(edge: i, point: f.p)) }
    if t == 0, e.holds(f.q) { cuts.append(Cut(edge: i, point: f.q)) }
    if u == 0, f.holds(e.p) { cuts.append(Cut(edge: j, point: e.p)) }
    if v == 0, f.holds(e.q) { cuts.append(Cut(edge: j, point: e.q)) }
    guard (s < 0 && t > 0) || (s > 0 && t < 0), (u < 0 && v > 0) || (u > 0 && v < 0) else {
      return
    }
    let way = Double(u) / (Double(u) - Double(v))
    let crossing = GridPoint(
      x: e.p.x + Int(clamping: (Double(e.q.x - e.p.x) * way).rounded()),
      y: e.p.y + Int(clamping: (Double(e.q.y - e.p.y) * way).rounded()))
    if crossing != e.p, crossing != e.q { cuts.append(Cut(edge: i, point: crossing)) }
    if crossing != f.p, crossing != f.q { cuts.append(Cut(edge: j, point: crossing)) }
  }

  // MARK: Loops

  /// The outline of the area in which a condition holds; the area lies to its left.
  ///
  /// It is nil beyond the pairs that may be compared.
  mutating func outline(where isInside: (Windings) -> Bool) -> PathElements? {
    pairs -= Self.pairsOfEdge * edges.count
    guard pairs >= 0 else { return nil }
    var ways: [GridPoint: [GridPoint]] = [:]
    let columns = EdgeStrips(edges.map { (min($0.p.x, $0.q.x), max($0.p.x, $0.q.x)) })
    let rows = EdgeStrips(edges.map { (min($0.p.y, $0.q.y), max($0.p.y, $0.q.y)) })
    for edge in edges {
      let isUpright = edge.p.x == edge.q.x
      let near =
        isUpright
        ? rows.edges(at: (edge.p.y + edge.q.y) >> 1)
        : columns.edges(at: (edge.p.x + edge.q.x) >> 1)
      pairs -= near.count
      guard pairs >= 0 else { return nil }
      let right =
        isUpright ? windings(rightOfUpright: edge, among: near) : windings(below: edge, among: near)
      let (left, isRight) = (isInside(right + edge.runs), isInside(right))
      if left, !isRight { ways[edge.p, default: []].append(edge.q) }
      if isRight, !left { ways[edge.q, default: []].append(edge.p) }
    }
    var result = PathElements()
    for start in ways.keys.sorted() {
      while let next = ways[start]?.popLast() {
        append(Self.loop(from: start, next, &ways), to: &result)
      }
    }
    return result
  }

  /// The windings below an edge that does not go straight up.
  private func windings(below edge: Edge, among near: ArraySlice<Int32>) -> Windings {
    // The edge's center, in halves of the grid, is compared with the ends.
    let x = edge.p.x + edge.q.x
    var sum = Windings()
    for index in near {
      let other = edges[Int(index)]
      if 2 * other.p.x <= x, x < 2 * other.q.x, other.isBelow(edge) { sum = sum + other.runs }
    }
    return sum
  }

  /// The windings to the right of an edge that goes straight up.
  private func windings(rightOfUpright edge: Edge, among near: ArraySlice<Int32>) -> Windings {
    let y = edge.p.y + edge.q.y
    var sum = Windings()
    for index in near {
      let other = edges[Int(index)]
      let (low, high) = (2 * min(other.p.y, other.q.y), 2 * max(other.p.y, other.q.y))
      guard low <= y, y < high, other.isLeft(of: edge) else { continue }
      sum = other.q.y > other.p.y ? sum - other.runs : sum + other.runs
    }
    return sum - edge.runs
  }

  /// Follows a boundary back to its start and turns left wherever possible, so that areas that
  /// touch at a point stay separate.
  private static func loop(
    from start: GridPoint, _ second: GridPoint, _ ways: inout [GridPoint: [GridPoint]]
  ) -> [GridPoint] {
    var loop = [start]
    var (last, here) = (start, second)
    while here != start, var choices = ways[here], !choices.isEmpty {
      let back = Self.angle(here, last)
      func turn(_ to: GridPoint) -> Double {
        let turn = back - Self.angle(here, to)
        return turn > 0 ? turn : turn + 2 * .pi
      }
      let best = choices.indices.min { turn(choices[$0]) < turn(choices[$1]) } ?? 0
      loop.append(here)
      (last, here) = (here, choices.remove(at: best))
      ways[last] = choices
    }
    return loop
  }

  private static func angle(_ a: GridPoint, _ b: GridPoint) -> Double {
    atan2(Double(b.y - a.y), Double(b.x - a.x))
  }

  /// Adds a loop without the points inside its straight sides.
  private func append(_ loop: [GridPoint], to outline: inout PathElements) {
    let corners = loop.indices.filter { i in
      let before = loop[(i + loop.count - 1) % loop.count]
      return GridPoint.turn(before, loop[i], loop[(i + 1) % loop.count]) != 0
    }
    guard corners.count > 2 else { return }
    for (index, corner) in corners.enumerated() {
      let p = CGPoint(x: Double(loop[corner].x) / scale, y: Double(loop[corner].y) / scale)
      if index == 0 { outline.move(to: p) } else { outline.line(to: p) }
    }
    outline.close()
  }
}

extension AreaArrangement.Edge {
  /// Whether a point of the edge's line lies between its ends.
  fileprivate func holds(_ c: GridPoint) -> Bool { p < c && c < q }

  /// Whether the edge lies below the center of another that it passes.
  fileprivate func isBelow(_ other: AreaArrangement.Edge) -> Bool {
    turn(toMiddleOf: other) > 0
  }

  /// Whether the edge lies to the left of the center of another that it passes.
  fileprivate func isLeft(of other: AreaArrangement.Edge) -> Bool {
    let turn = turn(toMiddleOf: other)
    return q.y > p.y ? turn < 0 : turn > 0
  }

  private func turn(toMiddleOf other: AreaArrangement.Edge) -> Int {
    let middle = GridPoint(x: other.p.x + other.q.x, y: other.p.y + other.q.y)
    let (a, b) = (GridPoint(x: 2 * p.x, y: 2 * p.y), GridPoint(x: 2 * q.x, y: 2 * q.y))
    return GridPoint.turn(a, b, middle)
  }
}
