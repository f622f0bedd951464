import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// Draws a layer's gradient into a context: its colors are mixed in Generic RGB, like those of a
/// Core Graphics gradient without a color space.
struct GradientPainter {
  let context: CGContext
  /// The layer's bounds.
  let box: CGRect

  func paint(_ gradient: LayerGradient, inside outline: CGPath) {
    guard
      let colors = CGGradient(
        colorsSpace: nil, colors: gradient.stops.map { CGColor(shown: $0.color) },
        locations: gradient.stops.map { CGFloat($0.location) })
    else { return }
    context.saveGState()
    context.addPath(outline)
    context.clip()
    switch gradient.kind {
    case .axial: paintAxial(gradient, colors)
    case .radial: paintRadial(gradient, colors)
    case .conic: paintConic(gradient, colors)
    }
    context.restoreGState()
  }

  private func paintAxial(_ gradient: LayerGradient, _ colors: CGGradient) {
    let (start, end) = (place(gradient.start), place(gradient.end))
    guard start != end else {
      guard let last = gradient.stops.last else { return }
      context.setFillColor(CGColor(shown: last.color))
      context.fill(box)
      return
    }
    context.drawLinearGradient(
      colors, start: start, end: end, options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }

  private func paintRadial(_ gradient: LayerGradient, _ colors: CGGradient) {
    let (start, end) = (place(gradient.start), place(gradient.end))
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    guard width > 0, height > 0 else { return }
    context.translateBy(x: start.x, y: start.y)
    context.scaleBy(x: width, y: height)
    context.drawRadialGradient(
      colors, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1,
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }

  private func paintConic(_ gradient: LayerGradient, _ colors: CGGradient) {
    let (start, end) = (place(gradient.start), place(gradient.end))
    let angle: CGFloat = start == end ? 0 : atan2(end.y - start.y, end.x - start.x)
    context.drawConicGradient(colors, center: start, angle: angle)
  }

  /// Converts a point from unit coordinates.
  private func place(_ p: CGPoint) -> CGPoint {
    CGPoint(x: box.minX + p.x * box.width, y: box.minY + p.y * box.height)
  }
}
