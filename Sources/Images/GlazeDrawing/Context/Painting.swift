import CCairo
import Foundation
import GlazeGeometry

// All drawings go through `CGContext.paint`: directly with a cairo operator, or, when there is a
// shadow, a mask or a mode that cairo lacks, as a group that is mixed in afterwards.

/// A surface with the cairo context that draws on it: the bitmap or a transparency layer.
///
/// The cairo context holds the clip. Between drawings its matrix is the identity, which means
/// raster space.
final class DrawingTarget {
  /// The surface that is drawn on; for a deep target, it holds the coverage.
  let surface: Surface
  let cr: OpaquePointer
  /// The colors of a deep target.
  let deep: DeepBitmap?

  init?(_ surface: Surface, deep: DeepBitmap? = nil) {
    guard let cr = cairo_create(surface.pointer) else { return nil }
    self.surface = surface
    self.deep = deep
    self.cr = cr
    cairo_set_tolerance(cr, Brush.tolerance)
  }

  deinit { cairo_destroy(cr) }
}

/// An entry in the stack of states.
enum SavedState {
  /// An entry of `saveGState()`.
  case state(GraphicsState)
  /// An entry of `beginTransparencyLayer()`.
  case layer(GraphicsState)
}

/// The tools of a drawing, whatever its destination.
struct Brush {
  /// The result that a drawing is called for.
  enum Pass {
    /// The drawing.
    case color
    /// The coverage: the drawing as if all its sources were opaque.
    case coverage
  }

  /// The largest distance between a curve and its flattening, in pixels.
  static let tolerance: Double = 1.0 / 30

  let cr: OpaquePointer
  let surface: Surface
  let pass: Pass
  /// Mixes the colors when they may be outside 0...1.
  var deep: DeepBrush?

  /// Returns the components of a color in the order of the surface.
  func components(_ color: CGColor, alpha: CGFloat) -> SIMD4<Double> {
    let c = color.extendedSRGB.clamped(lowerBound: .zero, upperBound: .one)
    let a: Double = Double(c.w) * min(max(alpha.native, 0), 1)
    let (r, g, b) = (Double(c.x), Double(c.y), Double(c.z))
    return surface.order == .rgba ? SIMD4(b, g, r, a) : SIMD4(r, g, b, a)
  }

  func setColor(_ color: CGColor, alpha: CGFloat) {
    if let deep { return deep.setColor(color, alpha: alpha) }
    guard pass == .color else {
      cairo_set_source_rgba(cr, 0, 0, 0, 1)
      return
    }
    let c = components(color, alpha: alpha)
    cairo_set_source_rgba(cr, c.x, c.y, c.z, c.w)
  }

  /// Paints the clip with a pattern.
  func paint(_ pattern: OpaquePointer, alpha: CGFloat) {
    if let deep { return deep.fill(pattern, alpha: alpha) }
    if pass == .color {
      cairo_set_source(cr, pattern)
      let alpha = min(max(alpha.native, 0), 1)
      if alpha < 1 { cairo_paint_with_alpha(cr, alpha) } else { cairo_paint(cr) }
    } else {
      cairo_set_source_rgba(cr, 0, 0, 0, 1)
      cairo_paint(cr)
    }
  }

  func fill(_ outline: PathElements, rule: CGPathFillRule) {
    outline.emit(to: cr)
    cairo_set_fill_rule(cr, rule.cairo)
    cairo_fill(cr)
  }

  /// Strokes an outline of raster space with a pen of user space.
  func stroke(_ outline: PathElements, style: StrokeStyle, toRaster: CGAffineTransform) {
    guard toRaster.inverse != nil, style.apply(to: cr) else { return }
    outline.emit(to: cr)
    var matrix = toRaster.cairo
    cairo_set_matrix(cr, &matrix)
    cairo_stroke(cr)
    cairo_identity_matrix(cr)
  }

  /// Calls `body` with the clip narrowed to an outline.
  func clipped(to outline: PathElements, _ body: () -> Void) {
    cairo_save(cr)
    outline.emit(to: cr)
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
    cairo_clip(cr)
    body()
    cairo_restore(cr)
  }
}

extension CGContext {
  var target: DrawingTarget { targets[targets.count - 1] }

  /// The transform from user space to raster space.
  var toRaster: CGAffineTransform { state.ctm.concatenating(deviceToRaster) }

  /// The transform from the bitmap's pixels, y up, to raster space; it is its own inverse.
  var deviceToRaster: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// Draws with the state's clip, mask, shadow and blend mode.
  ///
  /// - Parameter body: draws in raster space with the current operator; it may be called more than
  ///   once, on other surfaces.
  func paint(_ body: (Brush) -> Void) {
    let region = PixelRect(touchedBy: state.clipBounds, in: target.surface.region)
    guard !region.isEmpty else { return }
    if let deep = target.deep {
      paintDeep(deep, region, body)
    } else if let direct = directOperator {
      cairo_set_antialias(target.cr, state.antialias)
      cairo_set_operator(target.cr, direct)
      body(Brush(cr: target.cr, surface: target.surface, pass: .color))
      cairo_set_operator(target.cr, CAIRO_OPERATOR_OVER)
    } else {
      if let shadow = state.shadow { paintShadow(shadow, region, body) }
      if state.shadow?.isAlone != true, let group = draw(region, CAIRO_FORMAT_ARGB32, .color, body)
      {
        composite(group) { draw(region, CAIRO_FORMAT_A8, .coverage, body) }
      }
    }
    didDraw()
  }

  private var directOperator: cairo_operator_t? {
    guard state.shadow == nil, state.mask == nil else { return nil }
    switch state.blendMode {
    case .clear: return CAIRO_OPERATOR_CLEAR
    // With this operator, cairo takes alpha as coverage, and would retain a part of the pixel.
    case .copy: return state.alpha >= 1 ? CAIRO_OPERATOR_SOURCE : nil
    default: return state.blendMode.cairoOperator
    }
  }

  private func draw(
    _ region: PixelRect, _ format: cairo_format_t, _ pass: Brush.Pass, _ body: (Brush) -> Void
  ) -> Surface? {
    guard let surface = Surface(region: region, format: format, order: target.surface.order)
    else { return nil }
    surface.draw { cr in
      cairo_set_tolerance(cr, Brush.tolerance)
      cairo_set_antialias(cr, state.antialias)
      body(Brush(cr: cr, surface: surface, pass: pass))
    }
    return surface
  }

  /// Returns the blurred coverage of the drawings that cast a shadow on a region.
  func shadowShape(
    _ shadow: Shadow, _ region: PixelRect, _ body: (Brush) -> Void
  ) -> Surface? {
    let blur = GaussianBlur(sigma: shadow.sigma)
    // The drawings that cast on the region are in the region moved back, plus the blur's reach.
    let moved = region.cgRect.offsetBy(dx: -shadow.offset.width, dy: -shadow.offset.height)
    let everywhere = PixelRect(x: -1 << 40, y: -1 << 40, width: 1 << 41, height: 1 << 41)
    let casting = PixelRect(touchedBy: moved, in: everywhere).insetBy(-blur.reach)
    let shape = draw(casting, CAIRO_FORMAT_A8, .color, body)
    if let shape { blur.apply(to: shape) }
    return shape
  }

  private func paintShadow(_ shadow: Shadow, _ region: PixelRect, _ body: (Brush) -> Void) {
    guard let shape = shadowShape(shadow, region, body) else { return }
    let (dx, dy) = (shadow.offset.width.native, shadow.offset.height.native)
    let cast = draw(region, CAIRO_FORMAT_ARGB32, .color) { brush in
      brush.setColor(shadow.color, alpha: 1)
      cairo_mask_surface(brush.cr, shape.pointer, dx, dy)
    }
    guard let cast else { return }
    composite(cast) {
      draw(region, CAIRO_FORMAT_A8, .coverage) { brush in
        cairo_set_source_rgba(brush.cr, 0, 0, 0, 1)
        cairo_mask_surface(brush.cr, shape.pointer, dx, dy)
      }
    }
  }

  /// Mixes a group into the target; `coverage` is called when the mode needs it.
  private func composite(_ group: Surface, coverage: () -> Surface?) {
    if let mask = state.mask { group.keepInside(mask) }
    if let mode = state.blendMode.cairoOperator {
      cairo_set_operator(target.cr, mode)
      cairo_set_source_surface(target.cr, group.pointer, 0, 0)
      cairo_paint(target.cr)
      cairo_set_operator(target.cr, CAIRO_OPERATOR_OVER)
      // The group must not outlive this call inside the cairo context.
      cairo_set_source_rgb(target.cr, 0, 0, 0)
      return
    }
    guard let coverage = coverage() else { return }
    if let mask = state.mask { coverage.keepInside(mask) }
    if let clip = clipCoverage(group.region) {
      group.keepInside(clip)
      coverage.keepInside(clip)
    }
    cairo_surface_flush(target.surface.pointer)
    PixelCompositor(mode: state.blendMode)
      .composite(group, coverage: coverage, onto: target.surface)
  }

  /// Returns the coverage of the clip paths; nil when there are none.
  private func clipCoverage(_ region: PixelRect) -> Surface? {
    guard !state.clips.isEmpty else { return nil }
    let surface = Surface(region: region, format: CAIRO_FORMAT_A8, order: target.surface.order)
    surface?.draw { cr in
      cairo_set_tolerance(cr, Brush.tolerance)
      for clip in state.clips { clip.apply(to: cr) }
      cairo_paint(cr)
    }
    return surface
  }
}

extension Surface {
  /// Multiplies the whole surface by the alpha of another.
  func keepInside(_ mask: Surface) {
    draw { cr in
      cairo_set_operator(cr, CAIRO_OPERATOR_DEST_IN)
      cairo_set_source_surface(cr, mask.pointer, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST)
      cairo_paint(cr)
    }
  }
}
