import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// Draws a layer's gradient into a context.
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
    case .conic: paintConic(gradient)
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

  /// As thin wedges: there is no such gradient in bitmap contexts.
  private func paintConic(_ gradient: LayerGradient) {
    let (start, end) = (place(gradient.start), place(gradient.end))
    let zero: Double =
      start == end ? 0 : atan2(Double(end.y - start.y), Double(end.x - start.x))
    let reach =
      Double(max(abs(start.x - box.minX), abs(start.x - box.maxX)))
      + Double(max(abs(start.y - box.minY), abs(start.y - box.maxY)))
    let count = 1440
    // Edges of wedges that meet must not show.
    context.setShouldAntialias(false)
    for i in 0..<count {
      func edge(_ t: Double) -> CGPoint {
        let angle: Double = zero + 2 * .pi * t / Double(count)
        return CGPoint(
          x: Double(start.x) + 1.01 * reach * cos(angle),
          y: Double(start.y) + 1.01 * reach * sin(angle))
      }
      context.setFillColor(
        CGColor(shown: gradient.color(at: (Float(i) + 0.5) / Float(count))))
      context.addLines(between: [start, edge(Double(i)), edge(Double(i + 1))])
      context.fillPath()
    }
  }

  /// A point of unit coordinates.
  private func place(_ p: CGPoint) -> CGPoint {
    CGPoint(x: box.minX + p.x * box.width, y: box.minY + p.y * box.height)
  }
}

extension LayerGradient {
  /// The colour at a location in 0...1.
  fileprivate func color(at location: Float) -> SIMD4<Float> {
    guard let after = stops.firstIndex(where: { $0.location > location }) else {
      return stops.last?.color ?? .zero
    }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    return a.color + (b.color - a.color) * ((location - a.location) / (b.location - a.location))
  }
}
