import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan

/// The outline of a rounded box in the rows of a target: the parts of a row in which its coverage
/// is known without evaluation.
///
/// The results are conservative. Coverage is evaluated in steps of 1/1024, which leaves room for
/// rounding errors, so that a pixel-aligned edge is found exactly.
struct Contour {
  /// The use of the outline, which determines the meaning of its aliased edges.
  enum Role {
    /// The box of an instance; its polygon ends at the aliased edges.
    case shape
    /// The inside of a border; all edges are antialiased.
    case inset
    /// A clip; aliased edges are decided at the pixels' centers.
    case clip
  }

  /// The parts of a row.
  struct Row {
    /// The part in which coverage is exactly 1.
    var full: Span
    /// The part outside of which coverage is exactly 0.
    var visible: Span

    static let unknown = Row(full: .none, visible: .all)
  }

  /// The function `right * x + down * y + start` at the center (x, y) of a pixel.
  struct Linear {
    var right: Double
    var down: Double
    var start: Double

    @inline(__always) init(_ row: SIMD4<Float>, originX: Double, originY: Double) {
      right = Double(row.x)
      down = Double(row.y)
      start = Double(row.z) - right * originX - down * originY
    }

    @inline(__always) func at(y: Double) -> Double { down * y + start }
  }

  private enum Kind { case unknown, halfPlane, affine, projective }

  /// Whether all numbers are finite: otherwise the box is empty.
  let isFinite: Bool
  private let kind: Kind
  private var qx: Linear
  private var qy: Linear
  private var qw: Linear
  /// For affine planes: the parts of a row in the range of each coordinate of the position.
  private var acrossX = Axis.unknown
  private var acrossY = Axis.unknown
  /// For affine planes: the greatest change of the position along a pixel's length.
  private var stretch = 0.0
  private let half: SIMD2<Double>
  private let corners: SIMD4<Double>
  /// For affine planes: the rows that each corner cell touches.
  private var cornerTop = SIMD4<Double>(repeating: -.infinity)
  private var cornerBottom = SIMD4<Double>(repeating: .infinity)
  /// The centers of rows that are identical: between the corners of an upright box.
  private(set) var steadyRows = Span.none
  private let isRounded: Bool
  private let isCircular: Bool
  private let softEdges: Int
  private let role: Role
  /// For a half plane: whether the positive side is inside.
  private let isPositive: Bool

  /// A pixel on the outline counts as inside when its distance is at most this much below half a
  /// pixel.
  ///
  /// Two overlaps and a corner may each lose this much before coverage rounds to 1023 / 1024.
  private static let tolerance = 2e-4

  /// - Parameter reach: The greatest distance from its origin at which a half plane is evaluated,
  ///   in pixels.
  init(_ box: RoundedBox, inset: Float = 0, role: Role, reach: Double = 0) {
    isFinite = withUnsafePointer(to: box) { GlazeSoftware.isFinite($0) }
    let originX = Double(box.rowX.w)
    let originY = Double(box.rowY.w)
    qx = Linear(box.rowX, originX: originX, originY: originY)
    qy = Linear(box.rowY, originX: originX, originY: originY)
    qw = Linear(box.rowW, originX: originX, originY: originY)
    half = SIMD2(Double(box.extent.x - inset), Double(box.extent.y - inset))
    let exponent = box.cornerExponent
    let perExponent = Float(CORNER_REACH_EXCESS) / Float(CORNER_EXPONENT_EXCESS)
    let shrink = inset * (1 + (exponent - 2) * perExponent)
    corners = SIMD4<Double>(pointwiseMax(box.corners - shrink, .zero))
    isRounded = corners.max() > 0
    isCircular = exponent >= 2
    self.role = role
    softEdges = role == .inset ? Int(EDGES_ALL) : Self.bits(box.softEdges)
    isPositive = box.holdsPositiveSide
    if role == .clip && box.isHalfPlane {
      kind = .halfPlane
      stretch = 1e-6 * reach * (abs(qx.right) + abs(qx.down)) + 1e-6 * abs(Double(box.rowX.z))
    } else if qw.right == 0 && qw.down == 0 {
      kind = qw.start > 0 ? .affine : .unknown
    } else {
      kind = .projective
    }
    if kind == .affine { prepareAffine(box) }
  }

  private static func bits(_ edges: Float) -> Int {
    edges >= 0 && edges < 16 ? Int(clamping: edges) : 0
  }

  /// The row whose pixels have their centers at `y`; `span` is the part that is used.
  @inline(__always) func row(y: Double, within span: Span) -> Row {
    switch kind {
    case .affine: affineRow(y: y)
    case .projective: projectiveRow(y: y, within: span)
    case .halfPlane: halfPlaneRow(y: y)
    case .unknown: .unknown
    }
  }
}

// MARK: Affine planes

extension Contour {
  private mutating func prepareAffine(_ box: RoundedBox) {
    let inverse = 1 / qw.start
    qx.scale(by: inverse)
    qy.scale(by: inverse)
    let a = qx.right
    let b = qx.down
    let c = qy.right
    let d = qy.down
    let unitX = (a * a + b * b).squareRoot()
    let unitY = (c * c + d * d).squareRoot()
    let determinant = a * d - b * c
    guard unitX > 0, unitY > 0, determinant != 0, unitX.isFinite, unitY.isFinite else { return }
    // Errors of single precision are proportional to the distance of the box from its origin.
    let x = abs(Double(box.rowX.z) * inverse) + abs(half.x)
    let y = abs(Double(box.rowY.z) * inverse) + abs(half.y)
    let reach = ((abs(d) + abs(c)) * x + (abs(b) + abs(a)) * y) / abs(determinant)
    let error = 3e-7 * reach
    acrossX = Axis(qx, bounds(half: half.x, unit: unitX, edges: softEdges, error: error))
    acrossY = Axis(qy, bounds(half: half.y, unit: unitY, edges: softEdges >> 2, error: error))
    // This is the greatest singular value of the change of position.
    let sum = a * a + b * b + c * c + d * d
    stretch =
      ((sum + max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2).squareRoot()
    if isRounded { findCornerRows(determinant: determinant) }
    if b == 0 && c == 0 { findSteadyRows() }
  }

  private mutating func findSteadyRows() {
    steadyRows = acrossY.alwaysFull
    for index in 0..<4 where corners[index] > 0 {
      // Corners lie at either end, since y runs down or up in the plane.
      let isFirst = (index & 2 == 0) == (qy.down > 0)
      if isFirst {
        steadyRows.start = max(steadyRows.start, cornerBottom[index])
      } else {
        steadyRows.end = min(steadyRows.end, cornerTop[index])
      }
    }
  }

  /// The ranges of a position's coordinate in which its edges leave coverage full, or not zero.
  private func bounds(half: Double, unit: Double, edges: Int, error: Double) -> Row {
    func thresholds(isSoft: Bool) -> (full: Double, visible: Double) {
      if isSoft { return (0.5 - Self.tolerance + error, -0.5 + Self.tolerance - error) }
      // An aliased edge of a shape is represented by the polygon only; that of a clip is exact.
      let margin = role == .clip ? 1e-3 + error : .infinity
      return role == .clip ? (margin, -margin) : (-margin, -margin)
    }
    let low = thresholds(isSoft: edges & 1 != 0)
    let high = thresholds(isSoft: edges & 2 != 0)
    return Row(
      full: Span(start: low.full * unit - half, end: half - high.full * unit),
      visible: Span(start: low.visible * unit - half, end: half - high.visible * unit))
  }

  private mutating func findCornerRows(determinant: Double) {
    for index in 0..<4 where corners[index] > 0 {
      let signX: Double = index & 1 == 0 ? -1 : 1
      let signY: Double = index & 2 == 0 ? -1 : 1
      // The cell continues beyond the box; the edges exclude that part.
      var top = Double.infinity
      var bottom = -Double.infinity
      for outer in 0..<4 {
        let px = signX * (outer & 1 == 0 ? half.x + stretch : half.x - corners[index])
        let py = signY * (outer & 2 == 0 ? half.y + stretch : half.y - corners[index])
        let y = (qx.right * (py - qy.start) - qy.right * (px - qx.start)) / determinant
        top = min(top, y)
        bottom = max(bottom, y)
      }
      cornerTop[index] = top
      cornerBottom[index] = bottom
    }
    // Aliased edges do not exclude the area beyond them.
    if role == .shape && softEdges != 15 {
      cornerTop = SIMD4(repeating: -.infinity)
      cornerBottom = SIMD4(repeating: .infinity)
    }
  }

  @inline(__always) private func affineRow(y: Double) -> Row {
    var row = acrossX.row(y: y).intersection(acrossY.row(y: y))
    if isRounded && !row.full.isEmpty {
      for index in 0..<4 where cornerTop[index] <= y && y <= cornerBottom[index] {
        removeCorner(
          index, from: &row.full, stretch: stretch, x: (qx.at(y: y), qx.right),
          y: (qy.at(y: y), qy.right), w: (1, 0))
      }
    }
    return row
  }
}

extension Contour.Row {
  @inline(__always) func intersection(_ other: Self) -> Self {
    Self(
      full: full.intersection(other.full), visible: visible.intersection(other.visible))
  }
}

/// The parts of each row in which a linear function lies in given ranges.
private struct Axis {
  /// Whether the function changes along rows.
  ///
  /// If so, `ranges` contains the positions at y = 0, which move by `slope` from row to row; else
  /// it contains the function's own values, which change by `slope`.
  private let isAcross: Bool
  private let ranges: Contour.Row
  private let slope: Double
  private let start: Double

  static let unknown = Axis(ranges: .unknown)

  private init(ranges: Contour.Row) {
    isAcross = true
    self.ranges = ranges
    slope = 0
    start = 0
  }

  init(_ f: Contour.Linear, _ values: Contour.Row) {
    isAcross = abs(f.right) > 1e-30
    if isAcross {
      let inverse = 1 / f.right
      slope = -f.down * inverse
      start = 0
      ranges = Contour.Row(
        full: Self.places(values.full, f, inverse),
        visible: Self.places(values.visible, f, inverse))
    } else {
      slope = f.down
      start = f.start
      ranges = values
    }
  }

  private static func places(_ values: Span, _ f: Contour.Linear, _ inverse: Double) -> Span {
    if values.isEmpty { return .none }
    let a = (values.start - f.start) * inverse
    let b = (values.end - f.start) * inverse
    return inverse > 0 ? Span(start: a, end: b) : Span(start: b, end: a)
  }

  /// The y at which a function that does not change along rows is in the full range.
  var alwaysFull: Span {
    if isAcross || ranges.full.isEmpty { return .none }
    return Span(slope: slope, offset: start - ranges.full.start)
      .intersection(Span(slope: -slope, offset: ranges.full.end - start))
  }

  @inline(__always) func row(y: Double) -> Contour.Row {
    let offset = slope * y
    if isAcross {
      return Contour.Row(
        full: Span(start: ranges.full.start + offset, end: ranges.full.end + offset),
        visible: Span(start: ranges.visible.start + offset, end: ranges.visible.end + offset))
    }
    let value = start + offset
    return Contour.Row(
      full: ranges.full.start <= value && value <= ranges.full.end ? .all : .none,
      visible: ranges.visible.start <= value && value <= ranges.visible.end ? .all : .none)
  }
}

extension Contour.Linear {
  fileprivate mutating func scale(by factor: Double) {
    right *= factor
    down *= factor
    start *= factor
  }
}

// MARK: Other planes

extension Contour {
  private func halfPlaneRow(y: Double) -> Row {
    // The sign is that of a sum in single precision, so values near zero must be evaluated.
    let sign: Double = isPositive ? 1 : -1
    let offset = sign * qx.at(y: y)
    return Row(
      full: Span(slope: sign * qx.right, offset: offset - stretch),
      visible: Span(slope: sign * qx.right, offset: offset + stretch))
  }

  private func projectiveRow(y: Double, within span: Span) -> Row {
    let w = (start: qw.at(y: y), right: qw.right)
    let nearest = min(w.start + w.right * span.start, w.start + w.right * span.end)
    guard nearest > 0, nearest.isFinite else { return .unknown }
    let x = (start: qx.at(y: y), right: qx.right)
    let v = (start: qy.at(y: y), right: qy.right)
    // This is the greatest change of each coordinate along a pixel's length, anywhere inside the
    // box.
    let unitX = change(of: qx, half: half.x) / nearest
    let unitY = change(of: qy, half: half.y) / nearest
    var full = span
    limit(&full, edges: softEdges, q: x, w: w, half: half.x, unit: unitX)
    limit(&full, edges: softEdges >> 2, q: v, w: w, half: half.y, unit: unitY)
    if isRounded && !full.isEmpty {
      let stretch = (unitX * unitX + unitY * unitY).squareRoot() * 1.02
      for index in 0..<4 where corners[index] > 0 {
        removeCorner(index, from: &full, stretch: stretch, x: x, y: v, w: w)
      }
    }
    return Row(full: full, visible: .all)
  }

  /// Limits a span to the part where q / w is half a pixel away from either edge.
  private func limit(
    _ span: inout Span, edges: Int, q: (start: Double, right: Double),
    w: (start: Double, right: Double), half: Double, unit: Double
  ) {
    let bound = half - 0.51 * unit
    if edges & 1 != 0 || role == .clip {
      span = span.intersection(
        Span(slope: q.right + bound * w.right, offset: q.start + bound * w.start))
    }
    if edges & 2 != 0 || role == .clip {
      span = span.intersection(
        Span(slope: bound * w.right - q.right, offset: bound * w.start - q.start))
    }
  }

  /// The greatest length of the gradient of q / w, times w, where |q / w| is at most `half`.
  private func change(of q: Linear, half: Double) -> Double {
    func length(_ position: Double) -> Double {
      let right = q.right - position * qw.right
      let down = q.down - position * qw.down
      return (right * right + down * down).squareRoot()
    }
    return max(length(half), length(-half))
  }
}

// MARK: Corners

extension Contour {
  /// Removes the part of a corner's cell that is not certainly inside its curve.
  ///
  /// The exponents in use are at least 2: the circle, which is solved for, lies inside their
  /// curves.
  @inline(__always)
  private func removeCorner(
    _ index: Int, from full: inout Span, stretch: Double, x: (start: Double, right: Double),
    y: (start: Double, right: Double), w: (start: Double, right: Double)
  ) {
    let cell = corners[index]
    let signX: Double = index & 1 == 0 ? -1 : 1
    let signY: Double = index & 2 == 0 ? -1 : 1
    let centreX = half.x - cell
    let centreY = half.y - cell
    // This is the position relative to the circle's center, outward, times w.
    let u0 = signX * x.start - centreX * w.start
    let u1 = signX * x.right - centreX * w.right
    let v0 = signY * y.start - centreY * w.start
    let v1 = signY * y.right - centreY * w.right
    // Linear functions that are negative at both ends are negative in between.
    if (u0 + u1 * full.start < 0 && u0 + u1 * full.end < 0)
      || (v0 + v1 * full.start < 0 && v0 + v1 * full.end < 0)
    {
      return
    }
    let inCell = full.intersection(Span(slope: u1, offset: u0))
      .intersection(Span(slope: v1, offset: v0))
    if inCell.isEmpty { return }
    let radius = cell - (0.5 + Self.tolerance) * stretch
    let a = u1 * u1 + v1 * v1 - radius * radius * w.right * w.right
    let b = u0 * u1 + v0 * v1 - radius * radius * w.start * w.right
    let c = u0 * u0 + v0 * v0 - radius * radius * w.start * w.start
    let discriminant = b * b - a * c
    guard isCircular, radius > 0, a > 0, discriminant >= 0 else {
      full.remove(inCell)
      return
    }
    let root = discriminant.squareRoot()
    let circle = Span(start: (-b - root) / a, end: (-b + root) / a)
    if circle.start >= inCell.end || circle.end <= inCell.start {
      full.remove(inCell)
      return
    }
    if circle.start > inCell.start { full.remove(Span(start: inCell.start, end: circle.start)) }
    if circle.end < inCell.end { full.remove(Span(start: circle.end, end: inCell.end)) }
  }
}
