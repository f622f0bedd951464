import GlazeGeometry

/// How much of each pixel of a few columns of one row convex outlines cover, alone and where nothing before them
/// hides them: areas, exact but for rounding.
///
/// The row is cut into slabs in which no edge ends and no two edges cross. There every outline is a trapezoid,
/// and what is hidden is a sorted list of trapezoids.
struct CoverageSlabs {
  /// One of the outlines.
  struct Member {
    var outline: Int
    /// How much it hides of what lies behind it.
    var alpha: Double
  }

  /// An edge in a slab: where it meets the slab's top and its bottom, from the first column.
  private struct Line {
    var top, bottom: Double

    var middle: Double { top + bottom }
  }

  private struct Slab {
    var top, bottom: Double
  }

  /// Edges that cross are at most this far apart, in pixels, or the slab is cut at the crossing.
  private static let tolerance = 1.0 / 4096
  /// How often slabs are cut at crossings, apart from once for each member.
  private static let mostCuts = 64

  private(set) var width = 0
  /// Of each member in turn, for each column: the area that shows, and the whole area.
  private(set) var seen: [Double] = []
  private(set) var alone: [Double] = []
  /// The steps taken so far: looks at an edge.
  private(set) var work = 0

  private var corners: [Double] = []
  private var slabs: [Slab] = []
  private var lines: [(left: Line, right: Line)?] = []
  private var order: [Line] = []
  /// The lines at which changes what is let through, and how much is: one more.
  private var bounds: [Line] = []
  private var through: [Double] = []

  /// Measures members in front of each other, the foremost first.
  mutating func measure(
    _ members: [Member], of outlines: [ConvexOutline], row: Int, columns: Range<Int>
  ) {
    width = columns.count
    let count = members.count * width
    seen.removeAll(keepingCapacity: true)
    seen.append(contentsOf: repeatElement(0, count: count))
    alone.removeAll(keepingCapacity: true)
    alone.append(contentsOf: repeatElement(0, count: count))
    beginSlabs(members, of: outlines, row: row)
    var cuts = Self.mostCuts + members.count
    while let slab = slabs.popLast() {
      find(members, of: outlines, slab, origin: Double(columns.lowerBound))
      work += 16 * members.count
      if cuts > 0, let crossing = crossing(in: slab) {
        cuts -= 1
        slabs.append(Slab(top: crossing, bottom: slab.bottom))
        slabs.append(Slab(top: slab.top, bottom: crossing))
      } else {
        add(members, height: slab.bottom - slab.top)
      }
    }
    for member in members.indices {
      var (s, a) = (0.0, 0.0)
      for index in member * width..<(member + 1) * width {
        s += seen[index]
        a += alone[index]
        (seen[index], alone[index]) = (s, a)
      }
    }
  }

  private mutating func beginSlabs(
    _ members: [Member], of outlines: [ConvexOutline], row: Int
  ) {
    let (top, bottom) = (Double(row), Double(row + 1))
    corners.removeAll(keepingCapacity: true)
    for member in members {
      outlines[member.outline].appendCorners(inside: top...bottom, to: &corners)
    }
    corners.append(bottom)
    corners.sort()
    slabs.removeAll(keepingCapacity: true)
    var last = top
    for corner in corners where corner > last {
      slabs.append(Slab(top: last, bottom: corner))
      last = corner
    }
  }

  /// Finds the edges of a slab, and their order at its top.
  private mutating func find(
    _ members: [Member], of outlines: [ConvexOutline], _ slab: Slab, origin: Double
  ) {
    lines.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for member in members {
      guard let edges = outlines[member.outline].edges(at: (slab.top + slab.bottom) / 2) else {
        lines.append(nil)
        continue
      }
      let left = Line(
        top: edges.left.x(at: slab.top) - origin, bottom: edges.left.x(at: slab.bottom) - origin)
      let right = Line(
        top: edges.right.x(at: slab.top) - origin, bottom: edges.right.x(at: slab.bottom) - origin)
      lines.append((left, right))
      order.append(left)
      order.append(right)
    }
  }

  /// Returns a height at which two edges of a slab cross.
  ///
  /// Each edge is compared with the one that ends farthest to the right among those that begin clearly to its left.
  /// Edges that begin at one point do not cross, and have no say about others.
  private mutating func crossing(in slab: Slab) -> Double? {
    guard order.count > 2 else { return nil }
    order.sort { ($0.top, $0.bottom) < ($1.top, $1.bottom) }
    var farthest = order[0]
    var next = 0
    for line in order {
      while order[next].top < line.top - Self.tolerance {
        if next == 0 || order[next].bottom > farthest.bottom { farthest = order[next] }
        next += 1
      }
      guard next > 0, farthest.bottom > line.bottom + Self.tolerance else { continue }
      let (before, after) = (line.top - farthest.top, farthest.bottom - line.bottom)
      let y = slab.top + (slab.bottom - slab.top) * (before / (before + after))
      if y > slab.top, y < slab.bottom { return y }
    }
    return nil
  }

  /// Adds the areas of a slab.
  private mutating func add(_ members: [Member], height: Double) {
    bounds.removeAll(keepingCapacity: true)
    through.removeAll(keepingCapacity: true)
    through.append(1)
    for (index, member) in members.enumerated() {
      guard let (left, right) = lines[index], left.middle < right.middle else { continue }
      let place = index * width
      Self.add(left, height, to: &alone, place, width)
      Self.add(right, -height, to: &alone, place, width)
      let first = bounds.firstIndex { $0.middle > left.middle } ?? bounds.count
      let end = bounds.firstIndex { $0.middle >= right.middle } ?? bounds.count
      var from = left
      for bound in first..<max(first, end) {
        addSeen(from, bounds[bound], through[bound] * height, place)
        from = bounds[bound]
      }
      addSeen(from, right, through[max(first, end)] * height, place)
      work += 4 + end - first
      if member.alpha > 0 { close(left, right, first, max(first, end), member.alpha) }
    }
  }

  private mutating func addSeen(_ from: Line, _ to: Line, _ weight: Double, _ place: Int) {
    guard weight > 0 else { return }
    Self.add(from, weight, to: &seen, place, width)
    Self.add(to, -weight, to: &seen, place, width)
  }

  /// Lets less through between two lines.
  private mutating func close(
    _ left: Line, _ right: Line, _ first: Int, _ end: Int, _ alpha: Double
  ) {
    if alpha >= 1 {
      through.replaceSubrange(first...end, with: [through[first], 0, through[end]])
      bounds.replaceSubrange(first..<end, with: [left, right])
      return
    }
    let (before, after) = (through[first], through[end])
    for index in first...end { through[index] *= 1 - alpha }
    through.insert(before, at: first)
    through.insert(after, at: end + 2)
    bounds.insert(left, at: first)
    bounds.insert(right, at: end + 1)
  }

  /// Adds what lies to the right of a line, as differences from column to column.
  private static func add(
    _ line: Line, _ area: Double, to list: inout [Double], _ place: Int, _ width: Int
  ) {
    let (low, high) = (min(line.top, line.bottom), max(line.top, line.bottom))
    guard low < Double(width) else { return }
    if high <= 0 {
      list[place] += area
      return
    }
    // The mean, over the slab, of how far a column's end lies beyond the line.
    func reach(_ x: Double) -> Double {
      if x <= low { return 0 }
      return x < high ? (x - low) * (x - low) / (2 * (high - low)) : x - (low + high) / 2
    }
    let first = max(Int(clamping: low.rounded(.down)), 0)
    let end = min(Int(clamping: high.rounded(.up)), width)
    var before = 0.0
    var reached = reach(Double(first))
    for column in first..<max(first, end) {
      let next = reach(Double(column + 1))
      list[place + column] += area * (next - reached - before)
      (before, reached) = (next - reached, next)
    }
    if end < width { list[place + max(first, end)] += area * (1 - before) }
  }
}
