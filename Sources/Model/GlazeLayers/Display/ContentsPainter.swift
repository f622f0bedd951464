import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// Draws a layer's image into a context.
struct ContentsPainter {
  let context: CGContext
  let contents: LayerContents
  /// A Boolean value that indicates whether y points down on screen: the image's top row then lies
  /// at min y.
  let isFlipped: Bool

  /// A part of the image along one axis, in unit coordinates, and its destination.
  private struct Slice {
    let source: (start: CGFloat, length: CGFloat)
    let target: (start: CGFloat, length: CGFloat)
  }

  func paint(in bounds: CGRect) {
    let box = destination(in: bounds)
    guard box.width > 0, box.height > 0 else { return }
    let (rect, center) = (contents.rect, contents.center)
    let stretches = [.resize, .resizeAspect, .resizeAspectFill].contains(contents.gravity)
    let columns = slices(
      (rect.minX, rect.width), stretches ? (center.minX, center.width) : (0, 1),
      (box.minX, box.width), pixels: contents.image.width)
    let rows = slices(
      (rect.minY, rect.height), stretches ? (center.minY, center.height) : (0, 1),
      (box.minY, box.height), pixels: contents.image.height)
    context.saveGState()
    if let transform = contents.transform {
      context.concatenate(
        CGAffineTransform(
          a: CGFloat(transform.xx), b: CGFloat(transform.yx), c: CGFloat(transform.xy),
          d: CGFloat(transform.yy), tx: CGFloat(transform.xw), ty: CGFloat(transform.yw)))
    }
    let image = contents.image.tinted(contents.color == .one ? nil : contents.color)
    let filter = contents.magnification
    context.interpolationQuality = filter == .nearest ? .none : .default
    for row in rows {
      for column in columns { paint(image, column, row) }
    }
    context.restoreGState()
  }

  /// The size of the shown part of the image, in points.
  private var size: CGSize {
    CGSize(
      width: CGFloat(contents.image.width) * abs(contents.rect.width) / CGFloat(contents.scale),
      height: CGFloat(contents.image.height) * abs(contents.rect.height) / CGFloat(contents.scale))
  }

  private func destination(in bounds: CGRect) -> CGRect {
    if let box = contents.box { return box }
    let own = size
    var fitted = own
    switch contents.gravity {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let (x, y) = (bounds.width / own.width, bounds.height / own.height)
      let scale = contents.gravity == .resizeAspect ? min(x, y) : max(x, y)
      fitted = CGSize(width: own.width * scale, height: own.height * scale)
    default: break
    }
    let (dx, dy) = (bounds.width - fitted.width, bounds.height - fitted.height)
    let across: CGFloat =
      switch contents.gravity {
      case .left, .topLeft, .bottomLeft: 0
      case .right, .topRight, .bottomRight: 1
      default: 0.5
      }
    let up: CGFloat =
      switch contents.gravity {
      case .bottom, .bottomLeft, .bottomRight: 0
      case .top, .topLeft, .topRight: 1
      default: 0.5
      }
    return CGRect(
      x: bounds.minX + dx * across, y: bounds.minY + dy * up, width: fitted.width,
      height: fitted.height)
  }

  /// Divides an axis into the parts that retain their size and the part that is stretched.
  private func slices(
    _ shown: (start: CGFloat, length: CGFloat), _ center: (start: CGFloat, length: CGFloat),
    _ target: (start: CGFloat, length: CGFloat), pixels: Int
  ) -> [Slice] {
    if center == (0, 1) { return [Slice(source: shown, target: target)] }
    var (first, length) = center
    if length == 0 {
      // One pixel around the center is included, as documented.
      length = 1 / max(CGFloat(pixels) * shown.length, 1)
      first -= length / 2
    }
    let points = CGFloat(pixels) * shown.length / CGFloat(contents.scale)
    let fixed = (before: first * points, after: (1 - first - length) * points)
    let squeeze = min(1, target.length / max(fixed.before + fixed.after, .leastNormalMagnitude))
    let (before, after) = (fixed.before * squeeze, fixed.after * squeeze)
    func source(_ start: CGFloat, _ length: CGFloat) -> (start: CGFloat, length: CGFloat) {
      (shown.start + start * shown.length, length * shown.length)
    }
    return [
      Slice(source: source(0, first), target: (target.start, before)),
      Slice(
        source: source(first, length),
        target: (target.start + before, target.length - before - after)),
      Slice(
        source: source(first + length, 1 - first - length),
        target: (target.start + target.length - after, after)),
    ]
  }

  private func paint(_ image: CGImage, _ column: Slice, _ row: Slice) {
    guard column.source.length > 0, row.source.length > 0, column.target.length > 0,
      row.target.length > 0
    else { return }
    let part = CGRect(
      x: column.target.start, y: row.target.start, width: column.target.length,
      height: row.target.length)
    // The rectangle of the whole image.
    let width = column.target.length / column.source.length
    let height = row.target.length / row.source.length
    var whole = CGRect(
      x: part.minX - column.source.start * width, y: part.minY - row.source.start * height,
      width: width, height: height)
    context.saveGState()
    if part != whole { context.clip(to: part) }
    if isFlipped {
      context.scaleBy(x: 1, y: -1)
      whole.origin.y = -whole.maxY
    }
    context.draw(image, in: whole)
    context.restoreGState()
  }
}
