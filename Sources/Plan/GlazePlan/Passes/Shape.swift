import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

/// A rounded rectangle in a layer's plane.
struct Shape {
  var rect: CGRect
  /// The sides of the corner cells at (min x, min y), (max x, min y), (min x, max y), (max x, max
  /// y).
  var corners = SIMD4<Double>.zero
  /// The exponent of the corner curve; 2 is the circle.
  var exponent = 2.0
  /// The bits of the antialiased edges: min x 1, max x 2, min y 4, max y 8.
  var softEdges: UInt8 = 15

  /// The distance from the corner at which a continuous corner leaves the edge, in radii.
  static let continuousExpansion = 1 + CORNER_REACH_EXCESS

  init(rect: CGRect, softEdges: UInt8) {
    self.rect = rect
    self.softEdges = softEdges
  }

  /// A layer's rounded bounds.
  init(_ node: LayerNode) {
    rect = node.bounds
    softEdges = node.softEdges
    let width = rect.size.width.native
    let height = rect.size.height.native
    let radius = min(Double(node.cornerRadius), width / 2, height / 2)
    guard radius > 0, node.maskedCorners != 0 else { return }
    var expansion = 1.0
    if node.flags.contains(.hasContinuousCorners) {
      let room = Self.room(width, height, radius, node.maskedCorners)
      expansion = min(max(room / radius, 1), Self.continuousExpansion)
      exponent =
        2 + (expansion - 1) / CORNER_REACH_EXCESS * CORNER_EXPONENT_EXCESS
    }
    for corner in 0..<4 where node.maskedCorners & (1 << UInt8(corner)) != 0 {
      corners[corner] = radius * expansion
    }
    // In images of Apple's renderer, rounded shapes are antialiased all around, even if edges are
    // not to be.
    softEdges = 15
  }

  /// The contour at a `distance` inside.
  func inset(by distance: Double) -> Shape {
    var result = self
    result.rect = rect.insetBy(dx: CGFloat(distance), dy: CGFloat(distance))
    let expansion = 1 + (exponent - 2) / CORNER_EXPONENT_EXCESS * CORNER_REACH_EXCESS
    for corner in 0..<4 {
      result.corners[corner] = max(corners[corner] - distance * expansion, 0)
    }
    return result
  }

  /// The contour at a `distance` outside; square corners stay square.
  func outset(by distance: Double) -> Shape {
    var result = inset(by: -distance)
    for corner in 0..<4 where corners[corner] == 0 { result.corners[corner] = 0 }
    return result
  }

  /// The shape with some of its edges, given as bits, moved outward by its size.
  func extended(_ edges: UInt8) -> Shape {
    var result = self
    func part(_ bit: UInt8, _ length: CGFloat) -> CGFloat { edges & bit != 0 ? length : 0 }
    let (width, height) = (rect.width, rect.height)
    result.rect = CGRect(
      x: rect.minX - part(1, width), y: rect.minY - part(4, height),
      width: width + part(1, width) + part(2, width),
      height: height + part(4, height) + part(8, height))
    return result
  }

  var isRounded: Bool { corners != .zero }

  /// The reach of the edges min x, max x, min y, max y, in pixels.
  var reach: SIMD4<Double> {
    func edge(_ bit: UInt8) -> Double { softEdges & bit != 0 ? Rasterizable.softness : 0 }
    return SIMD4(edge(1), edge(2), edge(4), edge(8))
  }

  /// The length that each rounded corner may take of its edges.
  private static func room(
    _ width: Double, _ height: Double, _ radius: Double, _ mask: UInt8
  )
    -> Double
  {
    func along(_ length: Double, _ first: UInt8, _ second: UInt8) -> Double {
      switch (mask & first != 0, mask & second != 0) {
      case (true, true): length / 2
      case (false, false): .infinity
      default: length
      }
    }
    return min(along(width, 1, 2), along(width, 4, 8), along(height, 1, 4), along(height, 2, 8))
  }

  /// The shape in the form that instances contain.
  ///
  /// - Parameters:
  ///   - inverse: The map from pixels to the plane.
  ///   - pixel: A pixel inside the shape, near which the numbers are most precise.
  func roundedBox(inverse: Homography, near pixel: SIMD2<Double>) -> RoundedBox {
    let center = SIMD2(rect.midX.native, rect.midY.native)
    let origin = SIMD2(pixel.x.rounded(), pixel.y.rounded())
    let w = inverse.wx * origin.x + inverse.wy * origin.y + inverse.ww
    // A thin shape close to the camera may not contain a whole pixel in front of it. The rows may
    // have any scale.
    let scale = w > 0 ? w : abs(w) + abs(inverse.wx) + abs(inverse.wy)
    let x = inverse.xx * origin.x + inverse.xy * origin.y + inverse.xw
    let y = inverse.yx * origin.x + inverse.yy * origin.y + inverse.yw
    func row(_ a: Double, _ b: Double, _ c: Double, minus k: Double, tail: Double) -> SIMD4<Float> {
      SIMD4(
        Float((a - k * inverse.wx) / scale), Float((b - k * inverse.wy) / scale),
        Float((c - k * w) / scale), Float(tail))
    }
    var box = RoundedBox()
    box.rowX = row(inverse.xx, inverse.xy, x, minus: center.x, tail: origin.x)
    box.rowY = row(inverse.yx, inverse.yy, y, minus: center.y, tail: origin.y)
    box.rowW = SIMD4(
      Float(inverse.wx / scale), Float(inverse.wy / scale), Float(w / scale), Float(exponent))
    box.extent = SIMD4(
      Float(rect.size.width.native / 2), Float(rect.size.height.native / 2), Float(softEdges), 0)
    box.corners = SIMD4<Float>(corners)
    return box
  }
}
