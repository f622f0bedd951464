import Foundation
import GlazeGeometry
import GlazeTree

// Texels of the nearest filter that are many pixels large: 32 bits would not resolve their edges to
// the pixel. Each is drawn as a rectangle of its own, whose corners are computed in 64 bits.

/// A part of an image in a layer's plane.
struct ImagePart {
  var contents: LayerContents
  /// The rectangle in the layer's plane.
  var destination: CGRect
  /// The part in units of the shown part, from the minimum corner of the layer's space.
  var units = CGRect(x: 0, y: 0, width: 1, height: 1)

  /// The number of texels per unit of the plane.
  var texelsPerPoint: SIMD2<Double> {
    let part = contents.part(units)
    return SIMD2(
      Double(contents.image.width) * part.width.native / destination.width.native,
      Double(contents.image.height) * part.height.native / destination.height.native)
  }

  /// The texel at a point, from the minimum corner of the image in the layer's space.
  func texel(at point: SIMD2<Double>) -> SIMD2<Double> {
    let part = contents.part(units)
    let first = SIMD2(
      Double(contents.image.width) * part.minX.native,
      Double(contents.image.height) * part.minY.native)
    return first + (point - destination.low) * texelsPerPoint
  }

  /// The width and the height of texels, in pixels.
  func texelSize(_ homography: Homography) -> SIMD2<Double> {
    guard homography.isAffine else {
      return homography.largestScale(at: destination.center) / texelsPerPoint
    }
    let sides = SIMD2(
      homography.xx * homography.xx + homography.yx * homography.yx,
      homography.xy * homography.xy + homography.yy * homography.yy)
    return sides.squareRoot() / texelsPerPoint
  }

  /// The part of this one that lies in a rectangle of the plane.
  func part(in rect: CGRect) -> ImagePart {
    let scale = units.high - units.low
    let size = destination.high - destination.low
    var part = self
    part.destination = rect
    part.units = CGRect(
      from: units.low + (rect.low - destination.low) / size * scale,
      to: units.low + (rect.high - destination.low) / size * scale)
    return part
  }
}

extension ImagePart {
  /// The texel size, in pixels, from which a texel is a rectangle of its own.
  private static let largeTexel = 128.0
  /// The most texels of one image that are drawn so.
  private static let mostLargeTexels = 4096.0

  /// Whether each texel is drawn on its own.
  func hasLargeTexels(_ homography: Homography) -> Bool {
    contents.magnification == .nearest && texelSize(homography).max() >= Self.largeTexel
  }

  /// The texels that touch a rectangle of the plane, as parts of this one; nil when there are too many.
  ///
  /// - Parameter follows: The direction along each side, 1 or -1, in which a pixel whose center
  ///   lies between two texels finds its texel.
  func largeTexels(
    in rect: CGRect, _ homography: Homography, follows: SIMD2<Double>
  ) -> [ImagePart]? {
    let rect = rect.clipped(to: destination)
    guard !rect.isNull, rect.width > 0, rect.height > 0 else { return [] }
    // The offset is far below what is visible, and more than polygons move edges.
    let tie = follows * (2 * Rasterizable.tie) / texelSize(homography)
    let own = ownTexels(margin: SIMD2(abs(tie.x), abs(tie.y)))
    let first = (texel(at: rect.low) + tie).rounded(.down)
      .clamped(lowerBound: own.first, upperBound: own.last - 1)
    let last = (texel(at: rect.high) + tie).rounded(.up)
      .clamped(lowerBound: own.first + 1, upperBound: own.last)
    let count = last - first
    guard count.max() <= Self.mostLargeTexels, count.x * count.y <= Self.mostLargeTexels else {
      return nil
    }
    var parts: [ImagePart] = []
    let origin = texel(at: destination.low)
    func place(_ texel: SIMD2<Double>) -> SIMD2<Double> {
      let inside = destination.low + (texel - tie - origin) / texelsPerPoint
      return inside.replacing(with: destination.low, where: texel .<= own.first)
        .replacing(with: destination.high, where: texel .>= own.last)
    }
    for row in 0..<Int(clamping: count.y) {
      for column in 0..<Int(clamping: count.x) {
        let low = first + SIMD2(Double(column), Double(row))
        let cut = CGRect(from: place(low), to: place(low + 1)).clipped(to: destination)
        if !cut.isNull, cut.width > 0, cut.height > 0 { parts.append(part(in: cut)) }
      }
    }
    return parts
  }

  /// The first texel of the part, and the one after the last.
  ///
  /// - Parameter margin: The greatest part of a texel that belongs to the one before or after it. By itself it would be
  ///   a strip without a visible width, whose antialiased edge perspective distorts.
  private func ownTexels(
    margin: SIMD2<Double>
  ) -> (first: SIMD2<Double>, last: SIMD2<Double>) {
    let first = (texel(at: destination.low) + margin).rounded(.down)
    let last = (texel(at: destination.high) - margin).rounded(.up)
    return (first, pointwiseMax(last, first + 1))
  }
}

extension Flattener {
  /// Draws the visible texels of a part of an image, each as a rectangle of one color.
  ///
  /// - Parameter softEdges: The antialiased edges of the part; edges between texels are aliased, so
  ///   that they meet without a seam.
  /// - Returns: Whether the texels are large enough to be drawn so.
  mutating func drawLargeTexels(
    of whole: ImagePart, _ node: LayerNode, softEdges: UInt8, _ context: PlaneContext
  ) -> Bool {
    guard whole.hasLargeTexels(context.homography) else { return false }
    let seen = visiblePart(of: whole.destination, context)
    let isUpright = context.isFlipped == whole.contents.image.isTopDown
    let follows = SIMD2(1, isUpright ? 1.0 : -1)
    guard let parts = whole.largeTexels(in: seen, context.homography, follows: follows) else {
      return false
    }
    let all = whole.destination
    for part in parts {
      let rect = part.destination
      let outer: UInt8 =
        (rect.minX <= all.minX ? 1 : 0) | (rect.maxX >= all.maxX ? 2 : 0)
        | (rect.minY <= all.minY ? 4 : 0) | (rect.maxY >= all.maxY ? 8 : 0)
      drawImage(
        part, node, Shape(rect: rect, softEdges: softEdges & outer), context, isSlice: true)
    }
    return true
  }

  /// The upright rectangle of the plane around the visible part of another.
  private mutating func visiblePart(of rect: CGRect, _ context: PlaneContext) -> CGRect {
    guard let inverse = context.homography.inverse,
      raster.cover(
        rect, reach: .zero, context: context, inverse: inverse,
        limits: clips.limits[Int(context.limits)])
    else { return .null }
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for corner in raster.quads.flatMap({ [$0.a, $0.b, $0.c, $0.d] }) {
      let p = inverse.apply(CGPoint(x: corner.x, y: corner.y))
      low = pointwiseMin(low, SIMD2(p.x, p.y) / p.w)
      high = pointwiseMax(high, SIMD2(p.x, p.y) / p.w)
    }
    return CGRect(from: low, to: high)
  }
}

extension CGRect {
  fileprivate init(from low: SIMD2<Double>, to high: SIMD2<Double>) {
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  fileprivate var low: SIMD2<Double> { SIMD2(minX.native, minY.native) }
  fileprivate var high: SIMD2<Double> { SIMD2(maxX.native, maxY.native) }
}
