import CCairo
package import Foundation
package import GlazeGeometry

/// The tools with which the text module draws areas and glyphs, in its own coordinates.
package struct TextBrush {
  /// The transform from those coordinates to raster space; never singular.
  package let toRaster: CGAffineTransform
  /// A Boolean value that indicates whether glyphs begin at quarters of a pixel instead of at their
  /// exact positions.
  package var quantizesGlyphs: Bool
  let brush: Brush
  let alpha: CGFloat

  /// Fills the area that an odd number of the rectangles cover.
  package func fill(_ rects: [CGRect], _ color: CGColor) {
    var outline = PathElements()
    for rect in rects { outline.addRect(rect, toRaster) }
    brush.setColor(color, alpha: alpha)
    brush.fill(outline, rule: .evenOdd)
  }

  /// Fills glyphs; glyphs with their own colors use only the alpha of the color.
  package func fill(_ glyphs: Glyphs, _ color: CGColor) {
    brush.setColor(color, alpha: alpha)
    glyphs.paint(toRaster, brush, alpha: alpha)
  }

  /// Strokes the outlines of glyphs with a line of a width in the same coordinates.
  package func stroke(_ glyphs: Glyphs, _ color: CGColor, width: CGFloat) {
    brush.setColor(color, alpha: alpha)
    brush.stroke(
      glyphs.outline.applying(toRaster), style: StrokeStyle(width: width), toRaster: toRaster)
  }
}

extension CGContext {
  /// The fill color, which is also the color of text.
  package var fillColor: CGColor { state.fillColor }

  /// Draws text with the state's clip, mask, alpha, shadow and blend mode; does nothing when the
  /// text has no area.
  ///
  /// - Parameters:
  ///   - toUser: the transform from the text's coordinates to user space.
  ///   - body: draws; it may be called more than once.
  package func paintText(
    in toUser: CGAffineTransform = .identity, _ body: (TextBrush) -> Void
  ) {
    let toRaster = toUser.concatenating(toRaster)
    guard toRaster.inverse != nil else { return }
    paint { brush in
      body(
        TextBrush(
          toRaster: toRaster, quantizesGlyphs: state.quantizesGlyphs, brush: brush,
          alpha: state.alpha))
    }
  }
}

extension CGContext {
  /// Draws outlines of text in the drawing mode of text; the path under construction stays.
  ///
  /// - Parameter text: the outlines, in user space.
  package func drawText(_ text: CGPath) {
    let saved = outline
    defer { outline = saved }
    beginPath()
    addPath(text)
    switch textDrawingMode {
    case .fill, .fillClip: drawPath(using: .fill)
    case .stroke, .strokeClip: drawPath(using: .stroke)
    case .fillStroke, .fillStrokeClip: drawPath(using: .fillStroke)
    case .invisible, .clip: break
    }
    guard textDrawingMode.clips else { return }
    beginPath()
    addPath(text)
    clip()
  }
}
