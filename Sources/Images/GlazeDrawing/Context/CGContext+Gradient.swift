import CCairo
public import Foundation
import GlazeGeometry

extension CGContext {
  /// Fills the clip with a gradient along a line.
  ///
  /// Nothing is drawn beyond its ends, unless `options` extend it; the ends are not antialiased.
  ///
  /// - Parameters:
  ///   - gradient: the colors.
  ///   - start: the point of location 0, in user space.
  ///   - end: the point of location 1; if it equals `start`, nothing is drawn.
  ///   - options: whether the gradient extends beyond its ends.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    guard start != end, start.isFinite, end.isFinite else { return }
    draw(gradient, options, .linear(start: start, end: end)) {
      cairo_pattern_create_linear(
        start.x.native, start.y.native, end.x.native, end.y.native)
    }
  }

  /// Fills the clip with the circles between two circles.
  ///
  /// - Parameters:
  ///   - gradient: the colors.
  ///   - startCenter: the center of the circle at location 0, in user space.
  ///   - startRadius: the radius of the circle at location 0; not negative.
  ///   - endCenter: the center of the circle at location 1, in user space.
  ///   - endRadius: the radius of the circle at location 1; not negative.
  ///   - options: whether the circles extend beyond the ends: inside a smaller start circle,
  ///     outside a larger end circle.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {
    guard startCenter.isFinite, endCenter.isFinite, startRadius >= 0, endRadius >= 0,
      startRadius.isFinite, endRadius.isFinite,
      startCenter != endCenter || startRadius != endRadius
    else { return }
    let shape = DeepGradient.Shape.radial(
      start: startCenter, startRadius: startRadius.native, end: endCenter,
      endRadius: endRadius.native)
    draw(gradient, options, shape) {
      cairo_pattern_create_radial(
        startCenter.x.native, startCenter.y.native, startRadius.native, endCenter.x.native,
        endCenter.y.native, endRadius.native)
    }
  }

  /// Fills the clip with a gradient that turns about a point.
  ///
  /// Colors begin and end along a ray from the center, where they meet without a transition.
  ///
  /// - Parameters:
  ///   - gradient: the colors.
  ///   - center: the center, in user space.
  ///   - angle: the angle of the ray, in radians from +x to +y, which is also the direction of
  ///     increasing locations.
  ///
  /// Observed: Apple header CGContext.h.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    guard let toUser = toRaster.inverse, center.isFinite, angle.isFinite else { return }
    let colors = DeepGradient(
      gradient, .conic(center: center, angle: angle.native), [], alpha: state.alpha, toUser: toUser)
    paint { brush in
      if let deep = brush.deep { deep.fill(colors.color) } else { brush.fill(colors.color) }
    }
    cairo_set_source_rgb(target.cr, 0, 0, 0)
  }

  private func draw(
    _ gradient: CGGradient, _ options: CGGradientDrawingOptions, _ shape: DeepGradient.Shape,
    _ make: () -> OpaquePointer?
  ) {
    guard let toUser = toRaster.inverse else { return }
    let alpha = state.alpha
    var matrix = toRaster.cairo
    paint { brush in
      if let deep = brush.deep {
        let colors = DeepGradient(gradient, shape, options, alpha: alpha, toUser: toUser)
        return deep.fill(colors.color)
      }
      guard let pattern = make() else { return }
      defer { cairo_pattern_destroy(pattern) }
      addStops(gradient, options, to: pattern, brush)
      // The current matrix becomes that of the source; the painted area is the whole clip.
      cairo_set_matrix(brush.cr, &matrix)
      cairo_set_source(brush.cr, pattern)
      cairo_identity_matrix(brush.cr)
      if alpha < 1 && brush.pass == .color {
        cairo_paint_with_alpha(brush.cr, alpha.native)
      } else {
        cairo_paint(brush.cr)
      }
    }
  }

  private func addStops(
    _ gradient: CGGradient, _ options: CGGradientDrawingOptions, to pattern: OpaquePointer,
    _ brush: Brush
  ) {
    func add(_ location: Double, _ color: CGColor, isClear: Bool = false) {
      let c = brush.components(color, alpha: 1)
      let alpha: Double = isClear ? 0 : brush.pass == .coverage ? 1 : c.w
      cairo_pattern_add_color_stop_rgba(pattern, location, c.x, c.y, c.z, alpha)
    }
    // Cairo keeps the order of stops at the same location, so a clear stop before the first or
    // after the last ends the gradient on one side.
    let stops = gradient.stops
    guard let first = stops.first, let last = stops.last else { return }
    let isOpenBefore = options.contains(.drawsBeforeStartLocation)
    let isOpenAfter = options.contains(.drawsAfterEndLocation)
    if !isOpenBefore && isOpenAfter { add(0, first.color, isClear: true) }
    if first.location > 0 { add(0, first.color) }
    for stop in stops { add(stop.location, stop.color) }
    if last.location < 1 { add(1, last.color) }
    if isOpenBefore && !isOpenAfter { add(1, last.color, isClear: true) }
    cairo_pattern_set_extend(
      pattern, isOpenBefore || isOpenAfter ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
  }
}

extension CGPoint {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Brush {
  /// Fills the clip with a function's colors, which are premultiplied and belong to pixels' centers
  /// in the raster.
  func fill(_ color: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
    var extents = (left: 0.0, top: 0.0, right: 0.0, bottom: 0.0)
    cairo_clip_extents(cr, &extents.left, &extents.top, &extents.right, &extents.bottom)
    let clip = CGRect(
      x: extents.left, y: extents.top, width: extents.right - extents.left,
      height: extents.bottom - extents.top)
    let region = PixelRect(touchedBy: clip, in: surface.region)
    guard let image = Surface(region: region, order: surface.order) else { return }
    let (red, blue) = surface.order == .rgba ? (0, 2) : (2, 0)
    image.withBytes { bytes in
      for y in region.y..<region.y + region.height {
        for x in region.x..<region.x + region.width {
          let c = (color(x, y).clamped(lowerBound: .zero, upperBound: .one) * 255)
            .rounded(.toNearestOrAwayFromZero)
          let i = image.offset(x: x, y: y)
          (bytes[i + red], bytes[i + 1], bytes[i + blue], bytes[i + 3]) = (
            UInt8(clamping: c.x), UInt8(clamping: c.y), UInt8(clamping: c.z), UInt8(clamping: c.w)
          )
        }
      }
    }
    guard let pattern = cairo_pattern_create_for_surface(image.pointer) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    paint(pattern, alpha: 1)
    cairo_set_source_rgb(cr, 0, 0, 0)
  }
}
