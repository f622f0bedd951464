import CCairo
package import Foundation
package import GlazeGeometry

/// What the text's module draws with: areas and glyphs, in coordinates of its own.
package struct TextBrush {
  /// From those coordinates to raster space; never singular.
  package let toRaster: CGAffineTransform
  /// Whether glyphs begin at quarters of a pixel, instead of exactly where they belong.
  package var quantizesGlyphs: Bool
  let brush: Brush
  let alpha: CGFloat

  /// Fills what an odd number of the rectangles cover.
  package func fill(_ rects: [CGRect], _ color: CGColor) {
    var outline = PathElements()
    for rect in rects { outline.addRect(rect, toRaster) }
    brush.setColor(color, alpha: alpha)
    brush.fill(outline, rule: .evenOdd)
  }

  /// Fills glyphs; those that bring their colors take the color's alpha only.
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
  /// The color that is filled with, and the color of text.
  package var fillColor: CGColor { state.fillColor }

  /// Draws text with the state's clip, mask, alpha, shadow and blend mode; nothing where it has no area.
  ///
  /// - Parameters:
  ///   - toUser: from the text's coordinates to user space.
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
  /// Draws outlines of text as the drawing mode says; the path under construction stays.
  ///
  /// - Parameter text: in user space.
  package func drawText(_ text: CGPath) {
    let kept = outline
    defer { outline = kept }
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
