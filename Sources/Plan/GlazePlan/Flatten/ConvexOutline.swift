import GlazeGeometry

/// A convex polygon of the frame as rows of pixels meet it: two chains of edges, each from top to bottom.
struct ConvexOutline {
  /// Numbers of pixels that lie nearer to an integer than this lie on it.
  static let slack = 1e-6

  /// A straight edge, from its upper end to its lower end.
  struct Edge {
    var upper: SIMD2<Double>
    var lower: SIMD2<Double>

    func x(at y: Double) -> Double {
      let t = min(max((y - upper.y) / (lower.y - upper.y), 0), 1)
      return upper.x + (lower.x - upper.x) * t
    }
  }

  /// The columns of pixels that the edges of an outline touch in a row.
  struct Columns {
    /// Those of the left edge; of both where they are not apart.
    var left: Range<Int>
    /// Those of the right edge, after `left`; empty where all edges lie in `left`.
    var right: Range<Int>

    /// Those between the edges.
    var inside: Range<Int> { left.upperBound..<right.lowerBound }
  }

  private(set) var left: [Edge] = []
  private(set) var right: [Edge] = []
  /// In the order that they were given.
  let corners: [SIMD2<Double>]
  private(set) var minY = Double.infinity
  private(set) var maxY = -Double.infinity

  /// - Parameter vertices: The corners in either direction.
  /// - Returns: nil for a polygon without area.
  init?(_ vertices: [SIMD2<Double>]) {
    corners = vertices
    guard var previous = vertices.last, vertices.count >= 3 else { return nil }
    var area = 0.0
    for vertex in vertices {
      area += previous.x * vertex.y - previous.y * vertex.x
      (minY, maxY) = (min(minY, vertex.y), max(maxY, vertex.y))
      previous = vertex
    }
    guard area != 0, area.isFinite else { return nil }
    for vertex in vertices {
      if previous.y != vertex.y {
        let goesDown = previous.y < vertex.y
        let edge =
          goesDown ? Edge(upper: previous, lower: vertex) : Edge(upper: vertex, lower: previous)
        if goesDown == (area > 0) { right.append(edge) } else { left.append(edge) }
      }
      previous = vertex
    }
    left.sort { $0.upper.y < $1.upper.y }
    right.sort { $0.upper.y < $1.upper.y }
    guard !left.isEmpty, !right.isEmpty else { return nil }
  }

  /// The rows of pixels that the outline touches.
  var rows: Range<Int> {
    let first = Int(clamping: (minY + Self.slack).rounded(.down))
    return first..<max(first, Int(clamping: (maxY - Self.slack).rounded(.up)))
  }

  /// Whether the outline touches a pixel.
  func touches(_ x: Int, _ row: Int) -> Bool {
    guard rows.contains(row) else { return false }
    let own = columns(in: row)
    return own.left.lowerBound <= x && x < max(own.left.upperBound, own.right.upperBound)
  }

  /// The heights inside of a row at which an edge ends.
  func appendCorners(inside row: ClosedRange<Double>, to list: inout [Double]) {
    Self.appendCorners(of: left, inside: row, to: &list)
    Self.appendCorners(of: right, inside: row, to: &list)
  }

  private static func appendCorners(
    of chain: [Edge], inside row: ClosedRange<Double>, to list: inout [Double]
  ) {
    for edge in chain where edge.upper.y < row.upperBound && edge.lower.y > row.lowerBound {
      if edge.upper.y > row.lowerBound { list.append(edge.upper.y) }
      if edge.lower.y < row.upperBound { list.append(edge.lower.y) }
    }
  }

  /// The edges on both sides at a height; nil above and below the outline.
  func edges(at y: Double) -> (left: Edge, right: Edge)? {
    guard let left = Self.edge(of: left, at: y), let right = Self.edge(of: right, at: y) else {
      return nil
    }
    return (left, right)
  }

  private static func edge(of chain: [Edge], at y: Double) -> Edge? {
    chain.first { $0.upper.y <= y && y < $0.lower.y }
  }

  /// The columns that the edges touch in a row of pixels that the outline touches.
  func columns(in row: Int) -> Columns {
    let (top, bottom) = (max(Double(row), minY), min(Double(row + 1), maxY))
    let left = Self.span(of: left, top, bottom)
    let right = Self.span(of: right, top, bottom)
    let first = Self.pixels(left.low, left.high)
    let last = Self.pixels(right.low, right.high)
    let isWhole = minY <= Double(row) + Self.slack && maxY >= Double(row + 1) - Self.slack
    if isWhole, first.upperBound < last.lowerBound { return Columns(left: first, right: last) }
    let all = Self.pixels(min(left.low, right.low), max(left.high, right.high))
    return Columns(left: all, right: all.upperBound..<all.upperBound)
  }

  private static func span(
    of chain: [Edge], _ top: Double, _ bottom: Double
  ) -> (low: Double, high: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for edge in chain where edge.upper.y <= bottom && edge.lower.y >= top {
      let (a, b) = (edge.x(at: top), edge.x(at: bottom))
      (low, high) = (min(low, min(a, b)), max(high, max(a, b)))
    }
    return (low, high)
  }

  private static func pixels(_ low: Double, _ high: Double) -> Range<Int> {
    let first = Int(clamping: (low + slack).rounded(.down))
    let end = Int(clamping: (high - slack).rounded(.up))
    // An edge on a line between pixels touches none of them.
    return first..<max(first, end)
  }
}
