package import Foundation

/// How an outline is drawn: filled inside, or as a line.
package enum PathStyle: Sendable, Hashable {
  /// The inside; open subpaths count as closed.
  case fill(CGPathFillRule)
  /// A line along the outline, covered once even where it overlaps itself.
  case stroke(StrokeStyle)
}

/// How a line is drawn; lengths are in the units of the path.
///
/// Trimming comes first, then dashing from the start of the trimmed line, then outlining the rest.
/// Source: this order is Glaze's own choice; Apple's is unknown.
package struct StrokeStyle: Sendable, Hashable {
  /// The width, half of it on each side; nothing is drawn unless it is above 0.
  package var width: CGFloat
  /// The shape of the ends of open subpaths and of dashes.
  package var cap: CGLineCap
  /// The shape of the corners.
  package var join: CGLineJoin
  /// The longest miter, in widths; longer ones become bevels.
  package var miterLimit: CGFloat
  /// The alternating lengths of dashes and gaps; an odd count is repeated.
  ///
  /// If the list is empty, all 0, or contains a negative length, there are no gaps.
  package var dashLengths: [CGFloat]
  /// The position in the dashes at which each subpath begins.
  package var dashPhase: CGFloat
  /// The start of the line, as a fraction of the length of all subpaths; limited to 0...1.
  package var trimStart: CGFloat
  /// The end of the line, as a fraction of the length of all subpaths; limited to 0...1.
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
