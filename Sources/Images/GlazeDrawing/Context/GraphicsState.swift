import CCairo
import Foundation
import GlazeGeometry

/// The state that `saveGState()` saves.
struct GraphicsState {
  /// The transform from user space to the bitmap's pixels, y up.
  var ctm: CGAffineTransform
  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  var fillColorSpace = CGColorSpaceCreateDeviceGray()
  var strokeColorSpace = CGColorSpaceCreateDeviceGray()
  /// The offset of patterns in their space.
  var patternPhase = CGSize.zero
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var stroke = StrokeStyle()
  var shadow: Shadow?
  /// The brightest light of the target in multiples of white; 0 is not known.
  var edrTargetHeadroom: Float = 0
  var shouldAntialias = true
  var allowsAntialiasing = true
  var interpolationQuality = CGInterpolationQuality.default
  var quantizesGlyphs = false
  var textDrawingMode = CGTextDrawingMode.fill
  /// The bounding box of all clips, in raster space.
  var clipBounds: CGRect
  /// The clips since the start of the bitmap or transparency layer; groups apply them again.
  var clips: [ClipPath] = []
  /// The product of all masks of the clip, over the whole raster.
  var mask: Surface?

  var antialias: cairo_antialias_t {
    shouldAntialias && allowsAntialiasing ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE
  }
}

/// An outline of the clip, in raster space.
struct ClipPath {
  let outline: PathElements
  let rule: CGPathFillRule
  let antialias: cairo_antialias_t

  /// Narrows the clip of a cairo context, whose matrix must be the identity.
  func apply(to cr: OpaquePointer) {
    outline.emit(to: cr)
    cairo_set_antialias(cr, antialias)
    cairo_set_fill_rule(cr, rule.cairo)
    cairo_clip(cr)
  }
}

/// A shadow under every drawing.
struct Shadow {
  /// The offset in raster pixels, y down.
  let offset: CGSize
  /// The standard deviation in raster pixels.
  let sigma: Double
  let color: CGColor
  /// A Boolean value that indicates whether the shadow is drawn without the drawing that casts it.
  var isAlone = false
}

extension StrokeStyle {
  /// Sets cairo's line style, without the trimming; returns false when there is nothing to stroke.
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
