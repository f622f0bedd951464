import Foundation
import GlazeGeometry

/// A convex piece of the frame to cover, in pixels; a triangle repeats its last corner.
struct Quad: Equatable {
  var a, b, c, d: SIMD2<Double>

  init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  init(_ rect: PixelRect) {
    self.init(
      SIMD2(rect.minX, rect.minY), SIMD2(rect.maxX, rect.minY), SIMD2(rect.maxX, rect.maxY),
      SIMD2(rect.minX, rect.maxY))
  }

  var bounds: PixelRect {
    PixelRect(
      minX: min(min(a.x, b.x), min(c.x, d.x)), minY: min(min(a.y, b.y), min(c.y, d.y)),
      maxX: max(max(a.x, b.x), max(c.x, d.x)), maxY: max(max(a.y, b.y), max(c.y, d.y)))
  }

  /// A box around the pixels whose centers the quad may contain.
  var pixelBounds: PixelRect {
    let all = bounds
    return PixelRect(
      minX: (all.minX - 0.5).rounded(.up), minY: (all.minY - 0.5).rounded(.up),
      maxX: (all.maxX - 0.5).rounded(.up), maxY: (all.maxY - 0.5).rounded(.up))
  }

  var center: SIMD2<Double> { (a + b + c + d) / 4 }

  var first: SIMD4<Float> { SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y)) }
  var second: SIMD4<Float> { SIMD4(Float(c.x), Float(c.y), Float(d.x), Float(d.y)) }

  /// The quad, moved to a grid that contains no pixel center and that rasterizers represent
  /// exactly: multiples of 1/128 of a pixel, offset by half a step.
  ///
  /// An edge on a pixel's center moves beyond it, also where rounding left it just before.
  var snapped: Quad { Quad(Self.snap(a), Self.snap(b), Self.snap(c), Self.snap(d)) }

  private static func snap(_ p: SIMD2<Double>) -> SIMD2<Double> {
    ((p + Rasterizable.tie) * 128).rounded(.down) / 128 + 1.0 / 256
  }
}

/// Converts shapes in planes to quads of the frame.
struct Rasterizable {
  /// The distance by which antialiased edges extend beyond the shape, in pixels: slightly more than
  /// half.
  static let softness = 0.51

  /// The distance before a pixel's center, in pixels, at which an aliased edge still counts as on it: more than the
  /// errors of single precision in a frame.
  static let tie = 1.0 / 2048

  /// The result of the last call of `cover`.
  private(set) var quads: [Quad] = []
  private var polygon = Polygon()
  /// The bounds at which polygons are cut.
  ///
  /// A cut moves aliased edges by a part of the grid's step, so that pixels whose centers lie so close to them change.
  /// These edges are not cut where the image ends: a shape looks the same wherever that is.
  private var cut = PixelRect.null

  /// Finds the area that a rectangle of a plane covers.
  ///
  /// - Parameters:
  ///   - reach: The distances by which the edges min x, max x, min y, max y extend beyond the
  ///     rectangle, in pixels.
  ///   - inverse: The inverse of the context's homography.
  ///   - limits: Covectors of the plane, which ends where one falls below `Homography.nearPlane`.
  ///   - image: The rectangle outside of which nothing can be drawn.
  /// - Returns: Whether anything is covered; then `quads` contains it.
  mutating func cover(
    _ rect: CGRect, reach: SIMD4<Double>, context: PlaneContext, inverse: Homography,
    limits: [SIMD3<Double>], image: PixelRect? = nil
  ) -> Bool {
    quads.removeAll(keepingCapacity: true)
    cut = context.bounds
    if let image, reach.min() <= 0 { cut.open(beyond: image) }
    if context.homography.isAffine && limits.isEmpty {
      coverAffine(rect, reach, context, inverse)
    } else {
      coverProjective(rect, reach, context, limits)
    }
    return !quads.isEmpty
  }

  private mutating func coverAffine(
    _ rect: CGRect, _ reach: SIMD4<Double>, _ context: PlaneContext, _ inverse: Homography
  ) {
    let perX = (inverse.xx * inverse.xx + inverse.xy * inverse.xy).squareRoot()
    let perY = (inverse.yx * inverse.yx + inverse.yy * inverse.yy).squareRoot()
    let minX = rect.minX.native - reach[0] * perX
    let maxX = rect.maxX.native + reach[1] * perX
    let minY = rect.minY.native - reach[2] * perY
    let maxY = rect.maxY.native + reach[3] * perY
    guard minX < maxX, minY < maxY else { return }
    let h = context.homography
    func pixel(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2(h.xx * x + h.xy * y + h.xw, h.yx * x + h.yy * y + h.yw)
    }
    let quad = Quad(pixel(minX, minY), pixel(maxX, minY), pixel(maxX, maxY), pixel(minX, maxY))
    let bounds = quad.bounds
    if context.bounds.contains(bounds) {
      quads.append(quad.snapped)
    } else if h.isAxisAligned {
      let cut = bounds.intersection(context.bounds)
      if !cut.isEmpty { quads.append(Quad(cut).snapped) }
    } else if !bounds.intersection(context.bounds).isEmpty {
      polygon.removeAll()
      polygon.append(quad.a)
      polygon.append(quad.b)
      polygon.append(quad.c)
      polygon.append(quad.d)
      cutIntoQuads()
    }
  }

  private mutating func coverProjective(
    _ rect: CGRect, _ reach: SIMD4<Double>, _ context: PlaneContext, _ limits: [SIMD3<Double>]
  ) {
    polygon.setRect(
      minX: rect.minX.native, minY: rect.minY.native, maxX: rect.maxX.native,
      maxY: rect.maxY.native, reach: reach)
    for limit in limits {
      polygon.clip(SIMD3(limit.x, limit.y, limit.z - Homography.nearPlane))
    }
    guard !polygon.isEmpty else { return }
    let h = context.homography
    polygon.map { p in
      let w = h.wx * p.x + h.wy * p.y + h.ww
      return SIMD2(
        (h.xx * p.x + h.xy * p.y + h.xw) / w, (h.yx * p.x + h.yy * p.y + h.yw) / w)
    }
    polygon.extend()
    if !polygon.bounds.intersection(context.bounds).isEmpty { cutIntoQuads() }
  }

  private mutating func cutIntoQuads() {
    if !cut.contains(polygon.bounds) { polygon.clip(cut) }
    let vertices = polygon.vertices
    guard vertices.count >= 3 else { return }
    var index = 1
    while index + 1 < vertices.count {
      let last = min(index + 2, vertices.count - 1)
      quads.append(
        Quad(vertices[0], vertices[index], vertices[index + 1], vertices[last]).snapped)
      index += 2
    }
  }
}
