public import Foundation

extension CGPath {
  /// Returns the outline of the line along the path; fill it by the winding rule.
  ///
  /// - Parameters:
  ///   - lineWidth: half of it lies on each side; nothing is outlined unless it is above 0.
  ///   - lineCap: the shape of the ends of open subpaths.
  ///   - lineJoin: the shape of the corners.
  ///   - miterLimit: the longest miter, in line widths; longer ones become bevels.
  ///   - transform: maps the path before its line is outlined.
  ///
  /// Curves become lines that deviate from them by less than a hundred-thousandth of the path's
  /// size.
  ///
  /// Observed: Apple header CGPath.h.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(elements: elements.applying(transform).finite.stroked(style))
  }

  /// Returns the outline of the line along the path, trimmed and dashed; fill it by the winding
  /// rule.
  package func copy(stroking style: StrokeStyle) -> CGPath {
    CGPath(elements: elements.finite.stroked(style))
  }

  /// Returns the dashes of the path, as open subpaths.
  ///
  /// - Parameters:
  ///   - phase: the position in the pattern at which each subpath begins.
  ///   - lengths: the alternating lengths of dashes and gaps; an odd count is repeated. If it is
  ///     empty, all 0, or contains a negative length, the path itself is returned.
  ///   - transform: maps the path before it is measured.
  ///
  /// Observed: Apple header CGPath.h. Glaze's own choice: the pattern restarts with each subpath,
  /// and a closed subpath does not join its last dash with its first.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    let path = elements.applying(transform).finite
    return CGPath(
      elements: path.dashed(
        lengths, phase: phase, scale: LocalScale(filling: path.controlBox)
      ).path)
  }
}

extension PathElements {
  fileprivate func stroked(_ style: StrokeStyle) -> PathElements {
    let reach = max(style.width, 0) / 2
    let scale = LocalScale(filling: controlBox.insetBy(dx: -reach, dy: -reach))
    var polygons = Polygons()
    let outliner = PathOutliner()
    polygons.add(
      outliner.stroke(
        style.cut(self, scale: scale).path, style, scale: scale, .identity, window: nil))
    return PathElements(polygons)
  }

  /// Makes one closed subpath for each polygon.
  init(_ polygons: Polygons) {
    self.init()
    polygons.forEach { range in
      for i in range {
        let p = CGPoint(polygons.points[i])
        if i == range.lowerBound { move(to: p) } else { line(to: p) }
      }
      close()
    }
  }
}

/// Returns the outline of the line along a path.
public func CGPathCreateCopyByStrokingPath(
  _ path: CGPath, _ transform: UnsafePointer<CGAffineTransform>?, _ lineWidth: CGFloat,
  _ lineCap: CGLineCap, _ lineJoin: CGLineJoin, _ miterLimit: CGFloat
) -> CGPath? {
  path.copy(
    strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
    transform: transform?.pointee ?? .identity)
}

/// Returns the dashes of a path; `count` is the number of lengths that are used.
public func CGPathCreateCopyByDashingPath(
  _ path: CGPath, _ transform: UnsafePointer<CGAffineTransform>?, _ phase: CGFloat,
  _ lengths: [CGFloat], _ count: Int
) -> CGPath? {
  path.copy(
    dashingWithPhase: phase, lengths: Array(lengths.prefix(max(count, 0))),
    transform: transform?.pointee ?? .identity)
}
