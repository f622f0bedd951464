package import Foundation

/// What becomes of an outline: filled inside, or drawn as a line.
package enum PathStyle: Sendable, Hashable {
  /// The inside; open subpaths count as closed.
  case fill(CGPathFillRule)
  /// A line along the outline, covered once wherever it overlaps itself.
  case stroke(StrokeStyle)
}

/// How a line is drawn; lengths in the units of the path.
///
/// Trimming comes first, then dashing from where the trimmed line begins, then the outline of what
/// remains. That order is Glaze's own choice; Apple's is unknown.
package struct StrokeStyle: Sendable, Hashable {
  /// The width, half of it on each side; nothing is drawn unless it is above 0.
  package var width: CGFloat
  /// The ends of open subpaths and of dashes.
  package var cap: CGLineCap
  /// The corners.
  package var join: CGLineJoin
  /// The longest miter, in widths; longer ones become bevels.
  package var miterLimit: CGFloat
  /// Lengths of dashes and gaps by turns; an odd count is repeated.
  ///
  /// Empty, or all 0, or with a negative one: no gaps.
  package var dashLengths: [CGFloat]
  /// How far into the dashes each subpath begins.
  package var dashPhase: CGFloat
  /// Where the line begins, as a fraction of the length of all subpaths; limited to 0...1.
  package var trimStart: CGFloat
  /// Where the line ends, as a fraction of the length of all subpaths; limited to 0...1.
  package var trimEnd: CGFloat

  /// Makes a style; the defaults are those of `CAShapeLayer`.
  package init(
    width: CGFloat = 1, cap: CGLineCap = .butt, join: CGLineJoin = .miter,
    miterLimit: CGFloat = 10, dashLengths: [CGFloat] = [], dashPhase: CGFloat = 0,
    trimStart: CGFloat = 0, trimEnd: CGFloat = 1
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashLengths = dashLengths
    self.dashPhase = dashPhase
    self.trimStart = trimStart
    self.trimEnd = trimEnd
  }
}
