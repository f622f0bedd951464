import CCairo
public import Foundation
public import GlazeGeometry

// The path under construction. Its points are mapped by the current transform when they are added,
// and it is not part of the saved state.

extension CGContext {
  /// Begins a new path and discards the old one.
  public func beginPath() { outline = CGMutablePath() }

  /// Begins a subpath.
  public func move(to point: CGPoint) { outline.move(to: point, transform: toRaster) }

  /// Adds a straight line from the current point.
  public func addLine(to point: CGPoint) { outline.addLine(to: point, transform: toRaster) }

  /// Adds a subpath of straight lines through points.
  public func addLines(between points: [CGPoint]) {
    outline.addLines(between: points, transform: toRaster)
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    outline.addCurve(to: end, control1: control1, control2: control2, transform: toRaster)
  }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    outline.addQuadCurve(to: end, control: control, transform: toRaster)
  }

  /// Adds a line to the start of an arc, and the arc; see `CGMutablePath.addArc`.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    outline.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise, transform: toRaster)
  }

  /// Adds the arc that rounds a corner; see `CGMutablePath.addArc`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    outline.addArc(
      tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: toRaster)
  }

  /// Adds a rectangle as a closed subpath.
  public func addRect(_ rect: CGRect) { outline.addRect(rect, transform: toRaster) }

  /// Adds rectangles, each as a closed subpath.
  public func addRects(_ rects: [CGRect]) { outline.addRects(rects, transform: toRaster) }

  /// Adds an ellipse as a closed subpath.
  public func addEllipse(in rect: CGRect) { outline.addEllipse(in: rect, transform: toRaster) }

  /// Adds all elements of a path.
  public func addPath(_ path: CGPath) { outline.addPath(path, transform: toRaster) }

  /// Adds a line to the start of the subpath and closes it.
  public func closePath() { outline.closeSubpath() }

  /// The path so far, in user space; nil when it is empty or the transform has no inverse.
  public var path: CGPath? {
    guard !outline.isEmpty, let inverse = toRaster.inverse else { return nil }
    return CGPath(elements: outline.elements.applying(inverse))
  }

  /// A Boolean value that indicates whether the path is empty.
  public var isPathEmpty: Bool { outline.isEmpty }

  /// The start of the next segment, in user space; zero for an empty path.
  public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }

  /// The box around all points of the path in user space; null for an empty path.
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// Returns whether the path, drawn by `mode`, would cover a point of user space.
  ///
  /// For modes that stroke, only the fill counts.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let rule: CGPathFillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding
    return outline.contains(point.applying(toRaster), using: rule)
  }

  private func takeOutline() -> PathElements {
    let elements = outline.elements
    outline = CGMutablePath()
    return elements
  }

  /// Replaces the path with the outline of its stroke, dashes included.
  ///
  /// Does nothing when the transform has no inverse.
  public func replacePathWithStrokedPath() {
    guard let line = stroked(outline.elements) else { return }
    beginPath()
    addPath(line)
  }

  /// Returns the outline of a stroke along an outline of raster space, in user space; nil when the
  /// transform has no inverse.
  private func stroked(_ elements: PathElements) -> CGPath? {
    guard !elements.isEmpty, let inverse = toRaster.inverse else { return nil }
    let style = state.stroke
    return CGPath(elements: elements.applying(inverse))
      .copy(dashingWithPhase: style.dashPhase, lengths: style.dashLengths)
      .copy(
        strokingWithWidth: style.width, lineCap: style.cap, lineJoin: style.join,
        miterLimit: style.miterLimit)
  }

  // MARK: Drawing the path

  /// Fills the path and begins a new one; open subpaths are closed for the fill.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .winding ? .fill : .eoFill)
  }

  /// Strokes the path and begins a new one.
  public func strokePath() { drawPath(using: .stroke) }

  /// Fills or strokes the path, or does both, and begins a new path.
  ///
  /// A fill and a stroke together cast one shadow.
  public func drawPath(using mode: CGPathDrawingMode) { draw(takeOutline(), mode) }

  private func draw(_ elements: PathElements, _ mode: CGPathDrawingMode) {
    guard !elements.isEmpty else { return }
    let rule: CGPathFillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding
    var (fills, strokes) = (mode != .stroke, mode != .fill && mode != .eoFill)
    if fills, fill(elements, rule, withPatternOf: state.fillColor) { fills = false }
    let strokesPattern = strokes && state.strokeColor.drawsPattern && target.deep == nil
    if strokesPattern { strokes = false }
    if fills || strokes { paint(elements, rule, fills: fills, strokes: strokes) }
    if strokesPattern, let line = stroked(elements) {
      _ = fill(line.elements.applying(toRaster), .winding, withPatternOf: state.strokeColor)
    }
  }

  private func paint(
    _ elements: PathElements, _ rule: CGPathFillRule, fills: Bool, strokes: Bool
  ) {
    let state = self.state
    let matrix = toRaster
    paint { brush in
      if fills {
        brush.setColor(state.fillColor, alpha: state.alpha)
        brush.fill(elements, rule: rule)
      }
      if strokes {
        brush.setColor(state.strokeColor, alpha: state.alpha)
        brush.stroke(elements, style: state.stroke, toRaster: matrix)
      }
    }
  }

  private func elements(_ add: (inout PathElements, CGAffineTransform) -> Void) -> PathElements {
    var elements = PathElements()
    add(&elements, toRaster)
    return elements
  }

  /// Fills a rectangle.
  ///
  /// The path under construction is discarded, as with Apple.
  public func fill(_ rect: CGRect) { fill([rect]) }

  /// Fills rectangles as one shape.
  ///
  /// The path under construction is discarded.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    draw(elements { path, matrix in for rect in rects { path.addRect(rect, matrix) } }, .fill)
  }

  /// Fills the ellipse inside a rectangle.
  ///
  /// The path under construction is discarded.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    draw(elements { $0.addEllipse(in: rect, $1) }, .fill)
  }

  /// Strokes a rectangle.
  ///
  /// The path under construction is discarded.
  public func stroke(_ rect: CGRect) {
    beginPath()
    draw(elements { $0.addRect(rect, $1) }, .stroke)
  }

  /// Strokes a rectangle with a line of another width.
  ///
  /// The path under construction is discarded.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let saved = state.stroke.width
    state.stroke.width = width
    stroke(rect)
    state.stroke.width = saved
  }

  /// Strokes the ellipse inside a rectangle.
  ///
  /// The path under construction is discarded.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    draw(elements { $0.addEllipse(in: rect, $1) }, .stroke)
  }

  /// Strokes lines between the first and second point, the third and fourth, and so on.
  ///
  /// The path under construction is discarded; a last point without a partner is ignored.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    let lines = elements { path, matrix in
      for i in stride(from: 1, to: points.count, by: 2) {
        path.move(to: points[i - 1].applying(matrix))
        path.line(to: points[i].applying(matrix))
      }
    }
    draw(lines, .stroke)
  }

  /// Makes a rectangle transparent, or black in a bitmap without alpha.
  ///
  /// The clip limits the rectangle; alpha, blend mode and shadow have no effect. The path under
  /// construction is discarded.
  public func clear(_ rect: CGRect) {
    let saved = state
    state.blendMode = .clear
    state.shadow = nil
    fill(rect)
    state = saved
  }

  // MARK: Clip

  /// Limits drawing to the inside of the path, and begins a new path.
  ///
  /// An empty path clips everything. Edges of the clip are antialiased like others.
  public func clip(using rule: CGPathFillRule = .winding) {
    clip(to: takeOutline(), rule)
  }

  /// Limits drawing to a rectangle; the path under construction is discarded.
  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Limits drawing to the union of rectangles; the path under construction is discarded.
  public func clip(to rects: [CGRect]) {
    beginPath()
    let all = elements { path, matrix in for rect in rects { path.addRect(rect, matrix) } }
    clip(to: all, .winding)
  }

  func clip(to elements: PathElements, _ rule: CGPathFillRule) {
    let clip = ClipPath(outline: elements, rule: rule, antialias: state.antialias)
    state.clips.append(clip)
    state.clipBounds = state.clipBounds.clipped(to: elements.tightBox)
    clip.apply(to: target.cr)
  }

  /// Resets the clip, masks included, to the whole bitmap or transparency layer.
  public func resetClip() {
    cairo_reset_clip(target.cr)
    state.clips = []
    state.mask = nil
    state.clipBounds = target.surface.region.cgRect
  }

  /// The smallest box in user space around the area of the clip.
  ///
  /// It is not rounded to pixels. It is null when the clip is empty or the transform has no
  /// inverse.
  public var boundingBoxOfClipPath: CGRect {
    guard let inverse = toRaster.inverse, !state.clipBounds.isEmpty else { return .null }
    return state.clipBounds.applying(inverse)
  }

  // MARK: Transparency layers

  /// Begins a group, which is drawn until `endTransparencyLayer()` and then mixed in as one image,
  /// with the alpha, blend mode and shadow of this call.
  ///
  /// Inside the group, alpha is 1, the blend mode normal, and there is no shadow; the group begins
  /// clear.
  ///
  /// - Parameter auxiliaryInfo: ignored; it is part of Apple's signature.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]?) {
    beginLayer(in: nil)
  }

  /// Begins a group inside a rectangle of user space; drawings outside the rectangle are lost.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) {
    beginLayer(in: rect.applying(toRaster))
  }

  private func beginLayer(in rect: CGRect?) {
    stack.append(.layer(state))
    // Drawings outside the clip may still cast a shadow into it.
    if state.shadow != nil { state.clipBounds = target.surface.region.cgRect }
    if let rect { state.clipBounds = state.clipBounds.clipped(to: rect) }
    var region = PixelRect(touchedBy: state.clipBounds, in: target.surface.region)
    if region.isEmpty {
      // The group still needs a surface, so that begin and end match.
      state.clipBounds = .null
      region.width = 1
      region.height = 1
    }
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    state.mask = nil
    state.clips = []
    let isDeep = target.deep != nil
    if let surface = Surface(
      region: region, format: isDeep ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32,
      order: target.surface.order),
      let layer = DrawingTarget(
        surface, deep: isDeep ? DeepBitmap(region: region, hasAlpha: true) : nil)
    {
      targets.append(layer)
    } else {
      // When memory runs out, drawing without a group is better than not drawing at all.
      targets.append(target)
      cairo_save(target.cr)
    }
  }

  /// Ends the innermost group and mixes it in; states that were saved inside and not restored are
  /// dropped.
  ///
  /// Does nothing when no group is open.
  public func endTransparencyLayer() {
    guard targets.count > 1 else { return }
    var outer: GraphicsState?
    while outer == nil, let top = stack.popLast() {
      switch top {
      case .state: cairo_restore(target.cr)
      case .layer(let saved): outer = saved
      }
    }
    let layer = targets.removeLast()
    if let outer { state = outer }
    guard layer !== target else {
      cairo_restore(layer.cr)
      return
    }
    // Cairo draws the alpha of a deep layer, for the shadow.
    let shown = layer.deep.map(\.coverage) ?? layer.surface
    guard let shown, let pattern = cairo_pattern_create_for_surface(shown.pointer) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    let alpha = state.alpha
    paint { brush in
      if let target = brush.deep, let deep = layer.deep {
        let factor = Float(min(max(alpha.native, 0), 1))
        target.fill { x, y in deep.contains(x, y) ? deep[x, y] * factor : .zero }
      } else {
        brush.paint(pattern, alpha: alpha)
      }
    }
    cairo_set_source_rgb(target.cr, 0, 0, 0)
  }
}
