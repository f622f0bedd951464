import CCairo
import Foundation
import GlazeGeometry

/// What `saveGState()` keeps.
struct GraphicsState {
  /// From user space to the bitmap's pixels, y up.
  var ctm: CGAffineTransform
  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  var fillColorSpace = CGColorSpaceCreateDeviceGray()
  var strokeColorSpace = CGColorSpaceCreateDeviceGray()
  /// How far patterns are moved in their space.
  var patternPhase = CGSize.zero
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var stroke = StrokeStyle()
  var shadow: Shadow?
  var shouldAntialias = true
  var allowsAntialiasing = true
  var interpolationQuality = CGInterpolationQuality.default
  var quantizesGlyphs = false
  var textDrawingMode = CGTextDrawingMode.fill
  /// The box of all clips, in raster space.
  var clipBounds: CGRect
  /// The clips since the begin of the bitmap or transparency layer, for groups to repeat.
  var clips: [ClipPath] = []
  /// The product of all clips to masks, over the whole raster.
  var mask: Surface?

  var antialias: cairo_antialias_t {
    shouldAntialias && allowsAntialiasing ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE
  }
}

/// An outline that drawing is limited to, in raster space.
struct ClipPath {
  let outline: PathElements
  let rule: CGPathFillRule
  let antialias: cairo_antialias_t

  /// Narrows a cairo context's clip; its matrix must be the identity.
  func apply(to cr: OpaquePointer) {
    outline.emit(to: cr)
    cairo_set_antialias(cr, antialias)
    cairo_set_fill_rule(cr, rule.cairo)
    cairo_clip(cr)
  }
}

/// A shadow under everything that is drawn.
struct Shadow {
  /// In raster pixels, y down.
  let offset: CGSize
  /// The standard deviation in raster pixels.
  let sigma: Double
  let color: CGColor
  /// Whether what casts it is not drawn itself.
  var isAlone = false
}

extension StrokeStyle {
  /// Sets cairo's style, without the trimming; false when nothing is to be stroked.
  func apply(to cr: OpaquePointer) -> Bool {
    guard width > 0, width.isFinite else { return false }
    cairo_set_line_width(cr, min(width.native, 1_000_000))
    switch cap {
    case .butt: cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT)
    case .round: cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    case .square: cairo_set_line_cap(cr, CAIRO_LINE_CAP_SQUARE)
    }
    switch join {
    case .miter: cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER)
    case .round: cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
    case .bevel: cairo_set_line_join(cr, CAIRO_LINE_JOIN_BEVEL)
    }
    cairo_set_miter_limit(cr, miterLimit.isFinite ? max(miterLimit.native, 1) : 10)
    // Cairo refuses negative lengths and patterns of zeros; Apple draws such lines solid.
    let usable =
      dashPhase.isFinite && dashLengths.allSatisfy { $0 >= 0 && $0.isFinite }
      && dashLengths.contains { $0 > 0 }
    let lengths = usable ? dashLengths.map(\.native) : []
    cairo_set_dash(cr, lengths, Int32(lengths.count), usable ? dashPhase.native : 0)
    return true
  }
}

extension CGPathFillRule {
  var cairo: cairo_fill_rule_t {
    self == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD
  }
}
