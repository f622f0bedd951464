import CGlazeShaders
import GlazeTree

/// What opaque items of a pass hide from those before them.
///
/// ```
/// items ──from front to back──▶ cells: a bit of what is open ──▶ items, or parts of them, that are seen
/// ```
///
/// A cell is 8 x 8 pixels. An item is left out when all cells that it touches are closed; one that is opaque
/// closes those that lie wholly inside of it, where its coverage is all. What lies there cannot be seen,
/// whatever was drawn.
struct Occluders {
  /// Pixels a side of a cell.
  private static let side = 8.0
  /// Inside of an edge by so many pixels its coverage is all.
  private static let edge = 1.0
  /// Inside of a polygon by so many pixels all is drawn.
  private static let border = 1.0 / 64

  /// The corners of a convex polygon; a triangle repeats its last.
  struct Outline {
    var corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

    init(_ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>) {
      corners = (
        SIMD2<Double>(quad01.lowHalf), SIMD2<Double>(quad01.highHalf),
        SIMD2<Double>(quad23.lowHalf), SIMD2<Double>(quad23.highHalf)
      )
    }

    /// An upright rectangle: minimum and maximum x and y.
    init(_ edges: SIMD4<Float>) {
      let edges = SIMD4<Double>(edges)
      corners = (
        SIMD2(edges.x, edges.y), SIMD2(edges.z, edges.y), SIMD2(edges.z, edges.w),
        SIMD2(edges.x, edges.w)
      )
    }

    /// Half the cross product of the diagonals: positive when the corners go round clockwise on a screen.
    var signedArea: Double {
      let (a, b) = (corners.2 - corners.0, corners.3 - corners.1)
      return (a.x * b.y - b.x * a.y) / 2
    }

    var minimum: SIMD2<Double> {
      pointwiseMin(pointwiseMin(corners.0, corners.1), pointwiseMin(corners.2, corners.3))
    }

    var maximum: SIMD2<Double> {
      pointwiseMax(pointwiseMax(corners.0, corners.1), pointwiseMax(corners.2, corners.3))
    }

    /// What of the polygon lies between two heights: its least and its largest x.
    fileprivate func span(from top: Double, to bottom: Double) -> (low: Double, high: Double) {
      var span = (low: Double.infinity, high: -Double.infinity)
      func add(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        let (upper, lower) = a.y <= b.y ? (a, b) : (b, a)
        guard upper.y <= bottom, lower.y >= top else { return }
        let step = lower.y > upper.y ? (lower.x - upper.x) / (lower.y - upper.y) : 0
        let first = upper.y < top ? upper.x + (top - upper.y) * step : upper.x
        let last = lower.y > bottom ? upper.x + (bottom - upper.y) * step : lower.x
        span.low = min(span.low, first, last)
        span.high = max(span.high, first, last)
      }
      add(corners.0, corners.1)
      add(corners.1, corners.2)
      add(corners.2, corners.3)
      add(corners.3, corners.0)
      return span
    }
  }

  /// Where `x * x + y * y + z >= 0`, in pixels.
  private typealias HalfPlane = SIMD3<Double>

  private let origin: SIMD2<Double>
  private let columns: Int
  private let rows: Int
  /// Words of a row.
  private let words: Int
  private var open: [UInt64]
  /// What is closed lies inside of all of these.
  private var planes: [HalfPlane] = []

  /// - Parameter region: What can be seen, in whole pixels.
  /// - Returns: nil when it is too large, or empty.
  init?(region: PixelRect) {
    guard !region.isEmpty, PixelRect.screens.contains(region) else { return nil }
    origin = SIMD2(region.minX, region.minY)
    columns = Int(((region.maxX - region.minX) / Self.side).rounded(.up))
    rows = Int(((region.maxY - region.minY) / Self.side).rounded(.up))
    words = (columns + 63) / 64
    open = Array(repeating: .max, count: words * rows)
  }

  /// Finds what of a polygon is not hidden: a rectangle around the open cells that it touches.
  ///
  /// - Returns: nil when all is hidden.
  func seen(of outline: Outline) -> PixelRect? {
    let rows = rows(from: outline.minimum.y, to: outline.maximum.y)
    var (firstRow, lastRow, first, last) = (Int.max, -1, Int.max, -1)
    for row in rows {
      let top = origin.y + Double(row) * Self.side
      let span = outline.span(from: top, to: top + Self.side)
      let low = max(column(span.low), 0)
      let high = min(column(span.high), columns - 1)
      guard low <= high, let open = open(row, low...high) else { continue }
      firstRow = min(firstRow, row)
      lastRow = row
      first = min(first, open.lowerBound)
      last = max(last, open.upperBound)
    }
    guard lastRow >= 0 else { return nil }
    return PixelRect(
      minX: origin.x + Double(first) * Self.side, minY: origin.y + Double(firstRow) * Self.side,
      maxX: origin.x + Double(last + 1) * Self.side,
      maxY: origin.y + Double(lastRow + 1) * Self.side)
  }

  /// Closes the cells inside of a shape that is opaque and lies in a polygon.
  mutating func hide(_ shape: RoundedBox, in outline: Outline) {
    let corner = shape.corners.max()
    let extent = SIMD2(shape.extent.x, shape.extent.y)
    // Between the corners from side to side, and from top to bottom.
    hide(shape, extent - SIMD2(0, corner), in: outline)
    if corner > 0 { hide(shape, extent - SIMD2(corner, 0), in: outline) }
  }

  private mutating func hide(
    _ shape: RoundedBox, _ extent: SIMD2<Float>, in outline: Outline
  ) {
    planes.removeAll(keepingCapacity: true)
    addHalfPlanes(of: outline)
    addHalfPlanes(of: shape, extent)
    close(from: outline.minimum.y, to: outline.maximum.y)
  }

  /// Closes the cells inside of an opaque rectangle.
  mutating func hide(_ edges: SIMD4<Float>) {
    let corners = SIMD4<Double>(edges)
    planes.removeAll(keepingCapacity: true)
    planes.append(HalfPlane(1, 0, -corners.x - Self.edge))
    planes.append(HalfPlane(-1, 0, corners.z - Self.edge))
    planes.append(HalfPlane(0, 1, -corners.y - Self.edge))
    planes.append(HalfPlane(0, -1, corners.w - Self.edge))
    close(from: corners.y, to: corners.w)
  }

  // MARK: Half planes

  private mutating func addHalfPlanes(of outline: Outline) {
    let (a, b, c, d) = outline.corners
    let sign = outline.signedArea < 0 ? -1.0 : 1
    func add(_ p: SIMD2<Double>, _ q: SIMD2<Double>) {
      let along = (q - p) * sign
      let plane = HalfPlane(-along.y, along.x, along.y * p.x - along.x * p.y)
      // Triangles have an edge of no length.
      if let plane = Self.inset(plane, by: Self.border) { planes.append(plane) }
    }
    add(a, b)
    add(b, c)
    add(c, d)
    add(d, a)
  }

  /// Those of a rectangle of the shape's plane, whose edges are straight lines in the frame as well.
  private mutating func addHalfPlanes(of shape: RoundedBox, _ extent: SIMD2<Float>) {
    func row(_ row: SIMD4<Float>) -> HalfPlane {
      HalfPlane(Double(row.x), Double(row.y), Double(row.z))
    }
    let (x, y, w) = (row(shape.rowX), row(shape.rowY), row(shape.rowW))
    let reach = SIMD2<Double>(extent)
    let origin = SIMD2(Double(shape.rowX.w), Double(shape.rowY.w))
    func add(_ plane: HalfPlane) {
      let moved = plane - HalfPlane(0, 0, plane.x * origin.x + plane.y * origin.y)
      // A plane that is seen from its edge has no inside.
      planes.append(Self.inset(moved, by: Self.edge) ?? HalfPlane(0, 0, -1))
    }
    add(w * reach.x - x)
    add(w * reach.x + x)
    add(w * reach.y - y)
    add(w * reach.y + y)
  }

  /// - Returns: nil when the line is none.
  private static func inset(_ plane: HalfPlane, by distance: Double) -> HalfPlane? {
    let length = (plane.x * plane.x + plane.y * plane.y).squareRoot()
    guard length > 1e-12, length.isFinite, plane.z.isFinite else { return nil }
    return plane / length - HalfPlane(0, 0, distance)
  }

  // MARK: Cells

  /// Closes the cells of some rows that lie inside of all half planes.
  private mutating func close(from top: Double, to bottom: Double) {
    for row in rows(from: top, to: bottom) {
      let top = origin.y + Double(row) * Self.side
      var (low, high) = (origin.x, origin.x + Double(columns) * Self.side)
      for plane in planes {
        // What lies inside at the worse of both heights does so between them.
        let rest = plane.y * (plane.y > 0 ? top : top + Self.side) + plane.z
        if plane.x > 1e-9 {
          low = max(low, -rest / plane.x)
        } else if plane.x < -1e-9 {
          high = min(high, -rest / plane.x)
        } else if rest < 0 {
          high = -.infinity
        }
      }
      guard low < high else { continue }
      let first = Int(((low - origin.x) / Self.side).rounded(.up))
      let end = Int(((high - origin.x) / Self.side).rounded(.down))
      if first < end { close(row, first..<end) }
    }
  }

  private func rows(from top: Double, to bottom: Double) -> Range<Int> {
    guard top <= bottom else { return 0..<0 }
    let scale = 1 / Self.side
    let first = max(((top - origin.y) * scale).rounded(.down), 0)
    let last = min(((bottom - origin.y) * scale).rounded(.down), Double(rows - 1))
    return first <= last ? Int(first)..<Int(last) + 1 : 0..<0
  }

  /// - Parameter x: is limited to what numbers of columns hold.
  private func column(_ x: Double) -> Int {
    Int(min(max((x - origin.x) / Self.side, -1), Double(columns)).rounded(.down))
  }

  /// The first and the last of some columns that are open; nil when none is.
  private func open(_ row: Int, _ columns: ClosedRange<Int>) -> ClosedRange<Int>? {
    var result: ClosedRange<Int>?
    for word in columns.lowerBound / 64...columns.upperBound / 64 {
      let bits = open[row * words + word] & Self.bits(of: columns, in: word)
      if bits == 0 { continue }
      let last = 64 * word + 63 - bits.leadingZeroBitCount
      result = (result?.lowerBound ?? 64 * word + bits.trailingZeroBitCount)...last
    }
    return result
  }

  private mutating func close(_ row: Int, _ columns: Range<Int>) {
    let columns = columns.lowerBound...columns.upperBound - 1
    for word in columns.lowerBound / 64...columns.upperBound / 64 {
      open[row * words + word] &= ~Self.bits(of: columns, in: word)
    }
  }

  /// Those of some columns in a word.
  private static func bits(of columns: ClosedRange<Int>, in word: Int) -> UInt64 {
    let first = max(columns.lowerBound - 64 * word, 0)
    let last = min(columns.upperBound - 64 * word, 63)
    return .max << UInt64(first) & .max >> UInt64(63 - last)
  }
}
