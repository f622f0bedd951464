import CGlazeKernels
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
  /// The outline in the form of the kernels, in an affine plane.
  private var affine = GlazeContour()
  private let half: SIMD2<Double>
  private let corners: SIMD4<Double>
  private let isRounded: Bool
  private let isCircular: Bool
  private let softEdges: Int
  private let role: Role
  /// For a half plane: whether the positive side is inside, and the error of the function.
  private let isPositive: Bool
  private var error = 0.0

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
      error = 1e-6 * reach * (abs(qx.right) + abs(qx.down)) + 1e-6 * abs(Double(box.rowX.z))
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

  /// Finds parts of rows in the visible part of limits, or in their full part.
  ///
  /// The full part is also in the full part of the limits. The parts may be the limits themselves.
  func find(
    _ parts: UnsafeMutablePointer<GlazeRowParts>, of rows: Pixels,
    in limits: UnsafePointer<GlazeRowParts>, isInFull: Bool = false,
    _ kernels: UnsafePointer<GlazeKernels>
  ) {
    if kind == .affine {
      withUnsafePointer(to: affine) {
        kernels.pointee.contourRows(
          $0, Int32(truncatingIfNeeded: rows.start), Int32(truncatingIfNeeded: rows.count),
          isInFull, limits, parts)
      }
      return
    }
    for row in 0..<rows.count {
      let limit = glaze_row_part(limits, row)
      let bounds = isInFull ? limit.full : limit.visible
      let spans = self.row(y: Double(rows.start + row) + 0.5, within: bounds.span)
      let visible = Pixels(centresIn: spans.visible, limits: bounds)
      let full = Pixels(centresIn: spans.full, limits: visible).intersection(limit.full)
      glaze_set_row_part(
        parts, row,
        GlazeRowPart(
          visibleStart: Int32(truncatingIfNeeded: visible.start),
          visibleEnd: Int32(truncatingIfNeeded: visible.end),
          fullStart: Int32(truncatingIfNeeded: full.start),
          fullEnd: Int32(truncatingIfNeeded: full.end)))
    }
  }

  /// The row whose pixels have their centers at `y`; `span` is the part that is used.
  private func row(y: Double, within span: Span) -> Row {
    switch kind {
    case .projective: projectiveRow(y: y, within: span)
    case .halfPlane: halfPlaneRow(y: y)
    case .affine, .unknown: .unknown
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
    (affine.x, affine.y) = (.unknown, .unknown)
    guard unitX > 0, unitY > 0, determinant != 0, unitX.isFinite, unitY.isFinite else { return }
    // Errors of single precision are proportional to the distance of the box from its origin.
    let x = abs(Double(box.rowX.z) * inverse) + abs(half.x)
    let y = abs(Double(box.rowY.z) * inverse) + abs(half.y)
    let reach = ((abs(d) + abs(c)) * x + (abs(b) + abs(a)) * y) / abs(determinant)
    let error = 3e-7 * reach
    affine.x = GlazeAxis(qx, bounds(half: half.x, unit: unitX, edges: softEdges, error: error))
    affine.y = GlazeAxis(qy, bounds(half: half.y, unit: unitY, edges: softEdges >> 2, error: error))
    (affine.rightX, affine.downX, affine.startX) = (qx.right, qx.down, qx.start)
    (affine.rightY, affine.downY, affine.startY) = (qy.right, qy.down, qy.start)
    (affine.halfX, affine.halfY) = (half.x, half.y)
    affine.corner = (corners[0], corners[1], corners[2], corners[3])
    affine.isRounded = isRounded
    affine.isCircular = isCircular
    // This is the greatest singular value of the change of position: of its length along a pixel.
    let sum = a * a + b * b + c * c + d * d
    let stretch =
      ((sum + max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2).squareRoot()
    affine.reach = (0.5 + Self.tolerance) * stretch
    if isRounded { findCornerRows(determinant: determinant, stretch: stretch) }
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

  private mutating func findCornerRows(determinant: Double, stretch: Double) {
    var tops = SIMD4<Double>(repeating: -.infinity)
    var bottoms = SIMD4<Double>(repeating: .infinity)
    // Aliased edges do not exclude the area beyond them.
    let isLimited = role != .shape || softEdges == 15
    for index in 0..<4 where isLimited && corners[index] > 0 {
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
      (tops[index], bottoms[index]) = (top, bottom)
    }
    affine.cornerTop = (tops[0], tops[1], tops[2], tops[3])
    affine.cornerBottom = (bottoms[0], bottoms[1], bottoms[2], bottoms[3])
  }
}

extension GlazeAxis {
  /// Everything is visible, and nothing is full.
  fileprivate static let unknown = GlazeAxis(
    fullStart: .infinity, fullEnd: -.infinity, visibleStart: -.infinity, visibleEnd: .infinity,
    slope: 0, start: 0, isAcross: true)

  fileprivate init(_ f: Contour.Linear, _ values: Contour.Row) {
    self = .unknown
    isAcross = abs(f.right) > 1e-30
    var ranges = values
    if isAcross {
      let inverse = 1 / f.right
      slope = -f.down * inverse
      ranges.full = Self.places(values.full, f, inverse)
      ranges.visible = Self.places(values.visible, f, inverse)
    } else {
      slope = f.down
      start = f.start
    }
    (fullStart, fullEnd) = (ranges.full.start, ranges.full.end)
    (visibleStart, visibleEnd) = (ranges.visible.start, ranges.visible.end)
  }

  private static func places(_ values: Span, _ f: Contour.Linear, _ inverse: Double) -> Span {
    if values.isEmpty { return .none }
    let a = (values.start - f.start) * inverse
    let b = (values.end - f.start) * inverse
    return inverse > 0 ? Span(start: a, end: b) : Span(start: b, end: a)
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
      full: Span(slope: sign * qx.right, offset: offset - error),
      visible: Span(slope: sign * qx.right, offset: offset + error))
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
