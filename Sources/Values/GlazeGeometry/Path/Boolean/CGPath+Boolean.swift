public import Foundation

// Curves are replaced with lines that deviate from them by at most `tolerance`, so results consist
// of lines.

extension CGPath {
  /// The largest deviation of the result from a curve, in points.
  private static let tolerance = 0.005

  /// Returns the area that either path fills.
  ///
  /// The result consists of lines within 1/100 point of the paths' curves. Its outlines do not
  /// cross, and the area lies to their left where y points up. The same holds for the other
  /// operations on areas.
  ///
  /// - Parameters:
  ///   - other: filled by the same rule; open subpaths of both are closed.
  ///   - rule: determines the inside.
  /// - Complexity: O(n^2) in the lines of both paths.
  ///
  /// Observed: Apple header CGPath.h, whose results keep curves.
  public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, .union, rule)
  }

  /// Returns the area that both paths fill; see `union(_:using:)`.
  public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, .intersection, rule)
  }

  /// Returns the area that this path fills and the other does not; see `union(_:using:)`.
  public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: other, .subtraction, rule)
  }

  /// Returns the area that one of the paths fills and the other does not; see `union(_:using:)`.
  public func symmetricDifference(
    _ other: CGPath, using rule: CGPathFillRule = .winding
  ) -> CGPath {
    combined(with: other, .symmetricDifference, rule)
  }

  /// Returns the area that the path fills, with outlines that do not cross; see `union(_:using:)`.
  public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    combined(with: CGPath(elements: PathElements()), .union, rule)
  }

  /// Returns whether the areas that both paths fill have more than edges in common.
  public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    boundingBoxOfPath.meets(other.boundingBoxOfPath)
      && !intersection(other, using: rule).isEmpty
  }

  /// Returns each connected part of the area, with its holes; see `union(_:using:)`.
  public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    let loops = normalized(using: rule).elements.loops
    // The area to the left of a hole surrounds it.
    var parts = loops.filter { $0.area > 0 }.map { [$0] }
    for hole in loops where hole.area < 0 {
      let around = parts.indices.filter { parts[$0][0].surrounds(hole) }
      guard let nearest = around.min(by: { parts[$0][0].area < parts[$1][0].area }) else {
        continue
      }
      parts[nearest].append(hole)
    }
    return parts.map { loops in
      var elements = PathElements()
      for loop in loops { elements.append(loop.elements) }
      return CGPath(elements: elements)
    }
  }

  /// Returns the path with curves replaced by lines.
  ///
  /// - Parameter threshold: the largest distance between a curve and its lines, in points; a value
  ///   that is not above 0 counts as 1/100.
  ///
  /// Observed: Apple header CGPath.h.
  public func flattened(threshold: CGFloat) -> CGPath {
    CGPath(elements: elements.flattened(tolerance: threshold > 0 ? threshold.native : 0.01))
  }

  /// The most points of a path that is combined within a number of pairs: 48 MB of edges.
  private static let mostPoints = 1 << 20

  /// An operation on the areas of two paths.
  package enum AreaOperation: Sendable {
    case union, intersection, subtraction, symmetricDifference

    fileprivate func holds(_ a: Bool, _ b: Bool) -> Bool {
      switch self {
      case .union: a || b
      case .intersection: a && b
      case .subtraction: a && !b
      case .symmetricDifference: a != b
      }
    }
  }

  private func combined(
    with other: CGPath, _ operation: AreaOperation, _ rule: CGPathFillRule
  ) -> CGPath {
    var pairs = Int.max
    return combined(with: other, operation, rule, pairs: &pairs)
      ?? CGPath(elements: PathElements())
  }

  /// Returns the result of an operation; nil if it takes more than so many pairs of lines.
  ///
  /// - Parameter pairs: the pairs of lines that may be compared; less by those that were, and below
  ///   0 if there are more.
  package func combined(
    with other: CGPath, _ operation: AreaOperation, _ rule: CGPathFillRule = .winding,
    pairs: inout Int
  ) -> CGPath? {
    func isInside(_ winding: Int) -> Bool { rule == .winding ? winding != 0 : winding % 2 != 0 }
    let most = pairs == .max ? .max : min(pairs / AreaArrangement.pairsOfEdge, Self.mostPoints)
    let (a, b) = (
      elements.flattened(tolerance: Self.tolerance, mostPoints: most),
      other.elements.flattened(tolerance: Self.tolerance, mostPoints: most)
    )
    guard a.points.count <= most, b.points.count <= most else {
      pairs = -1
      return nil
    }
    var arrangement = AreaArrangement(a, b, pairs: pairs)
    let outline = arrangement.outline { operation.holds(isInside($0.a), isInside($0.b)) }
    pairs = arrangement.pairs
    return outline.map { CGPath(elements: $0) }
  }

  // MARK: Lines

  /// Returns the parts of this path's line that lie in the area that the other path fills.
  ///
  /// - Complexity: O(n m) in the lines of both paths.
  ///
  /// Observed: Apple header CGPath.h, whose results keep curves.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    line(cutBy: other, rule, inside: true)
  }

  /// Returns the parts of this path's line that lie outside of the area that the other path fills.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    line(cutBy: other, rule, inside: false)
  }

  private func line(cutBy other: CGPath, _ rule: CGPathFillRule, inside: Bool) -> CGPath {
    let area = other.elements.flattened(tolerance: Self.tolerance)
    let edges = area.closedEdges
    var result = PathElements()
    elements.flattened(tolerance: Self.tolerance).forEach { element in
      guard case .line(let a, let b) = element.asLine else { return }
      let cuts = [0] + edges.compactMap { LineCut.place(of: $0, on: (a, b)) }.sorted() + [1]
      for (from, to) in zip(cuts, cuts.dropFirst()) where to > from {
        let middle = LineCut.point(a, b, (from + to) / 2)
        guard area.contains(middle, using: rule) == inside else { continue }
        let (begin, end) = (LineCut.point(a, b, from), LineCut.point(a, b, to))
        if result.currentPoint != begin { result.move(to: begin) }
        result.line(to: end)
      }
    }
    return CGPath(elements: result)
  }
}

/// The points at which lines cut each other.
private enum LineCut {
  static func point(_ a: CGPoint, _ b: CGPoint, _ t: CGFloat) -> CGPoint {
    if t == 0 { return a }
    if t == 1 { return b }
    return CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }

  /// The position at which an edge cuts a line, as a fraction of the line; nil where it does not
  /// cut it, or runs along it.
  static func place(of edge: (CGPoint, CGPoint), on line: (CGPoint, CGPoint)) -> CGFloat? {
    let (a, b) = line
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let (ex, ey) = (edge.1.x - edge.0.x, edge.1.y - edge.0.y)
    let determinant = dx * ey - dy * ex
    guard determinant != 0 else { return nil }
    let (vx, vy) = (edge.0.x - a.x, edge.0.y - a.y)
    let t = (vx * ey - vy * ex) / determinant
    let u = (vx * dy - vy * dx) / determinant
    return t > 0 && t < 1 && u >= 0 && u <= 1 ? t : nil
  }
}

extension PathElements.Element {
  /// The straight line of an element of a flattened outline.
  fileprivate var asLine: PathElements.Element {
    if case .close(let from, let to) = self { .line(from: from, to: to) } else { self }
  }
}

extension PathElements {
  /// The edges of an outline of lines, including those that close its subpaths.
  fileprivate var closedEdges: [(CGPoint, CGPoint)] {
    var edges: [(CGPoint, CGPoint)] = []
    var (begin, last) = (CGPoint.zero, CGPoint.zero)
    forEach { element in
      if case .move(let p) = element {
        edges.append((last, begin))
        (begin, last) = (p, p)
      } else if case .line(let from, let to) = element.asLine {
        edges.append((from, to))
        last = to
      }
    }
    edges.append((last, begin))
    return edges
  }

  /// The closed subpaths of an outline of lines.
  fileprivate var loops: [Loop] {
    var loops: [Loop] = []
    forEach { element in
      switch element {
      case .move(let p): loops.append(Loop(points: [p]))
      case .line(_, let p): loops[loops.count - 1].points.append(p)
      default: break
      }
    }
    return loops
  }
}

/// A closed line.
private struct Loop {
  var points: [CGPoint]

  /// The area; positive where the inside is to the left.
  var area: CGFloat {
    zip(points, points.dropFirst() + points.prefix(1))
      .reduce(0) { $0 + ($1.0.x * $1.1.y - $1.0.y * $1.1.x) / 2 }
  }

  var elements: PathElements {
    var elements = PathElements()
    for (index, point) in points.enumerated() {
      if index == 0 { elements.move(to: point) } else { elements.line(to: point) }
    }
    elements.close()
    return elements
  }

  /// Whether a loop that does not cross this one lies inside of it.
  func surrounds(_ hole: Loop) -> Bool {
    // Points that both loops share do not determine the side, so they are skipped.
    let own = Set(points)
    guard let point = hole.points.first(where: { !own.contains($0) }) else { return false }
    return elements.contains(point, using: .evenOdd)
  }
}
