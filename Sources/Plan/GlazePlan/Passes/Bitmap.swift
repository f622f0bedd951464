import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

/// A grid of pixels in a layer's plane, for content that must be drawn before the plane is
/// transformed.
struct Bitmap {
  /// The largest side; larger bitmaps are drawn at a lower scale.
  static let maximumSize = 4096.0

  /// The origin, in the plane.
  private(set) var origin: SIMD2<Double>
  /// The number of pixels per unit of the plane.
  private(set) var scale: Double
  private(set) var width: Double
  private(set) var height: Double
  /// The position of its pixels relative to those into which it is drawn.
  var grid = PixelGrid.free(perPixel: 1)

  /// - Parameters:
  ///   - extent: The painted area, in the plane.
  ///   - scale: The desired number of pixels per unit.
  ///   - margin: The number of pixels around the extent.
  ///   - context: The context of the plane; the part that it cannot show is omitted.
  ///   - reach: The greatest distance of a pixel from where it was painted, in the plane.
  /// - Returns: nil when nothing would be visible.
  init?(
    extent: CGRect, scale: Double, margin: Double, context: PlaneContext, reach: Double = 0
  ) {
    let rect = context.visiblePart(of: extent, reach: reach)
    guard !rect.isNull, rect.width > 0, rect.height > 0, scale > 0, scale.isFinite else {
      return nil
    }
    let larger = max(rect.width, rect.height).native
    self.scale = min(scale, (Self.maximumSize - 2 * margin) / larger)
    let left = (rect.minX.native * self.scale - margin).rounded(.down)
    let top = (rect.minY.native * self.scale - margin).rounded(.down)
    origin = SIMD2(left, top) / self.scale
    width = (rect.maxX.native * self.scale + margin).rounded(.up) - left
    height = (rect.maxY.native * self.scale + margin).rounded(.up) - top
  }

  /// A key that distinguishes it from other bitmaps of the plane, and its blurred content from that
  /// of others.
  var key: SIMD8<Double> {
    SIMD8(origin.x, origin.y, scale, width, height, grid.kernel(for: 1), 0, 0)
  }

  /// The bounds in its own pixels.
  var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

  /// The context of the plane in the bitmap's pixels.
  func context(of plane: PlaneContext) -> PlaneContext {
    PlaneContext(
      homography: Homography(
        xx: scale, xy: 0, xw: -origin.x * scale, yx: 0, yy: scale, yw: -origin.y * scale,
        wx: 0, wy: 0, ww: 1),
      bounds: bounds, tint: plane.tint, isFlipped: plane.isFlipped)
  }

  /// A rectangle of its pixels, in the coordinates of the plane.
  func rect(_ pixels: PixelRect) -> CGRect {
    CGRect(
      x: origin.x + pixels.minX / scale, y: origin.y + pixels.minY / scale,
      width: (pixels.maxX - pixels.minX) / scale, height: (pixels.maxY - pixels.minY) / scale)
  }
}

extension PlaneContext {
  /// The part of a rectangle of the plane that may be visible, or may show within a reach of its
  /// position.
  func visiblePart(of rect: CGRect, reach: Double) -> CGRect {
    let reach = CGFloat(-reach)
    let seen =
      homography.isAffine ? visibleRect : shownPart(of: rect.insetBy(dx: reach, dy: reach))
    guard let seen else { return rect }
    return seen.isNull ? seen : rect.clipped(to: seen.insetBy(dx: reach, dy: reach))
  }

  /// The upright rectangle around the part of a rectangle that a perspective shows; nil when that
  /// is not known.
  private func shownPart(of rect: CGRect) -> CGRect? {
    guard !bounds.isEmpty, !rect.isNull else { return nil }
    var polygon = Polygon()
    polygon.setRect(
      minX: rect.minX.native, minY: rect.minY.native, maxX: rect.maxX.native,
      maxY: rect.maxY.native)
    // Antialiased edges reach into the next pixel.
    let shown = bounds.outset(by: 1)
    let sides = homography.sides(
      from: SIMD2(shown.minX, shown.minY), to: SIMD2(shown.maxX, shown.maxY),
      nearPlane: Homography.nearPlane)
    for index in sides.indices { polygon.clip(sides[index]) }
    if polygon.isEmpty { return .null }
    var box = PixelRect.null
    for vertex in polygon.vertices { box.formUnion(vertex) }
    let size = (box.maxX - box.minX) + (box.maxY - box.minY)
    guard size.isFinite else { return nil }
    return CGRect(
      x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY)
  }

  /// The upright rectangle of the plane around everything that the bounds show; nil when that is
  /// not known.
  private var visibleRect: CGRect? {
    guard let inverse = homography.inverse, !bounds.isEmpty else { return nil }
    return inverse.boundingBox(
      of: CGRect(
        x: bounds.minX, y: bounds.minY, width: bounds.maxX - bounds.minX,
        height: bounds.maxY - bounds.minY))
  }
}

extension Homography {
  /// The number of pixels per unit around a point, in the direction of the greatest enlargement.
  func largestScale(at point: CGPoint) -> Double {
    let p = apply(point)
    let w = max(p.w, Self.nearPlane)
    let (x, y) = (p.x / w, p.y / w)
    let (a, b) = ((xx - x * wx) / w, (xy - x * wy) / w)
    let (c, d) = ((yx - y * wx) / w, (yy - y * wy) / w)
    let half = (a * a + b * b + c * c + d * d) / 2
    let determinant = a * d - b * c
    return (half + max(half * half - determinant * determinant, 0).squareRoot()).squareRoot()
  }
}

extension Homography {
  /// The distances by which a point of the plane moves when a pixel moves right, and when it moves
  /// down.
  func steps(at point: CGPoint) -> (right: SIMD2<Double>, down: SIMD2<Double>)? {
    guard let inverse else { return nil }
    let q = inverse.apply(project(point))
    let (x, y) = (q.x / q.w, q.y / q.w)
    return (
      SIMD2(inverse.xx - x * inverse.wx, inverse.yx - y * inverse.wx) / q.w,
      SIMD2(inverse.xy - x * inverse.wy, inverse.yy - y * inverse.wy) / q.w
    )
  }

  /// The number of pixels per unit of an affine map, in the direction of the least enlargement.
  var smallestScale: Double {
    let half = (xx * xx + xy * xy + yx * yx + yy * yy) / 2
    let determinant = xx * yy - xy * yx
    return max(half - max(half * half - determinant * determinant, 0).squareRoot(), 0).squareRoot()
  }
}

extension CGRect {
  var center: CGPoint { CGPoint(x: midX, y: midY) }
}

extension Flattener {
  /// Draws a bitmap of a plane, or the shadow of one, into the frame.
  mutating func drawBitmap(_ image: PassStack.PlacedTarget, _ end: BitmapEnd) {
    let pixels = image.bounds.outset(by: 1)
    var rect = end.bitmap.rect(pixels)
    let size = SIMD2(
      image.bounds.maxX - image.bounds.minX, image.bounds.maxY - image.bounds.minY)
    let center = SIMD2(rect.midX.native, rect.midY.native)
    let perUnit = SIMD2(end.bitmap.scale, end.bitmap.scale) / size
    let corner =
      end.bitmap.origin
      + SIMD2(image.bounds.minX, image.bounds.minY) / end.bitmap.scale
    let middle = (center - corner) * perUnit
    var instance = ImageInstance()
    instance.mapping = SIMD4<Float>(SIMD4(lowHalf: perUnit, highHalf: middle))
    let far = Float.greatestFiniteMagnitude
    instance.clamping = SIMD4(-far, -far, far, far)
    instance.color = SIMD4(repeating: end.outer.opacity)
    instance.texture = SIMD4(Float(size.x), Float(size.y), Float(TRANSPARENT_OUTSIDE), 0)
    if let shadow = end.shadow {
      instance.color = shadow.color.premultiplied(in: end.outer)
      let scale = end.outer.homography.largestScale(at: rect.center)
      instance.takeAlpha(dithers: viewport.dithersBlur(of: shadow.sigma * scale))
      rect = rect.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
    }
    draw(Shape(rect: rect, softEdges: 0), end.outer) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params = SIMD4(0, Float(clips.first), Float(clips.count), 0)
      passes.add(instance, bitmap: image.target, bounds: quad.bounds)
    }
  }
}
