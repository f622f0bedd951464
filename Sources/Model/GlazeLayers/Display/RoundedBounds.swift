import CGlazeShaders
import Foundation
import GlazeGeometry

/// A rectangle with some of its corners rounded: the outline of backgrounds, borders and clips.
struct RoundedBounds {
  var rect: CGRect
  /// The radius in points; limited to half of the shorter side.
  var radius: CGFloat
  /// The corners, as bits of `CACornerMask`.
  var corners: UInt8
  /// A Boolean value that indicates whether corners have the shape `CALayerCornerCurve.continuous`.
  var isContinuous: Bool

  /// - Parameter inset: The distance inside the bounds, in points; corners retain their centers.
  init(_ state: LayerState, inset: CGFloat = 0) {
    let size = state.bounds.size
    let inset = min(inset, size.width / 2, size.height / 2)
    rect = state.bounds.insetBy(dx: inset, dy: inset)
    radius = max(0, min(state.cornerRadius, size.width / 2, size.height / 2) - inset)
    if radius.isNaN { radius = 0 }
    corners = state.maskedCorners
    isContinuous = state.flags[.hasContinuousCorners]
  }

  var path: CGPath {
    if radius == 0 || corners == 0 { return CGPath(rect: rect, transform: nil) }
    if corners == 15 && !isContinuous {
      return CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
    }
    let (x0, x1, y0, y1) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    // The outline starts at the edge at max x and goes towards max y.
    let places: [(corner: CGPoint, before: CGPoint, after: CGPoint, bit: UInt8)] = [
      (CGPoint(x: x1, y: y1), CGPoint(x: x1, y: rect.midY), CGPoint(x: rect.midX, y: y1), 8),
      (CGPoint(x: x0, y: y1), CGPoint(x: rect.midX, y: y1), CGPoint(x: x0, y: rect.midY), 4),
      (CGPoint(x: x0, y: y0), CGPoint(x: x0, y: rect.midY), CGPoint(x: rect.midX, y: y0), 1),
      (CGPoint(x: x1, y: y0), CGPoint(x: rect.midX, y: y0), CGPoint(x: x1, y: rect.midY), 2),
    ]
    let path = CGMutablePath()
    path.move(to: places[0].before)
    for place in places {
      if corners & place.bit == 0 {
        path.addLine(to: place.corner)
      } else if isContinuous {
        addSmoothCorner(to: path, place.corner, from: place.before, to: place.after)
      } else {
        path.addArc(tangent1End: place.corner, tangent2End: place.after, radius: radius)
      }
    }
    path.closeSubpath()
    return CGPath(elements: path.elements)
  }

  /// The distance to which a continuous corner of unit radius extends along its edges.
  private static let reach = 1 + CORNER_REACH_EXCESS
  /// The points of the curve: distances from the corner, against the incoming edge and along the
  /// outgoing one.
  private static let smooth: [SIMD2<Double>] = [
    SIMD2(reach, 0),
    SIMD2(1.08849323, 0), SIMD2(0.86840689, 0), SIMD2(0.66993427, 0.06549600),
    SIMD2(0.63149399, 0.07491100),
    SIMD2(0.37282392, 0.16905899), SIMD2(0.16905899, 0.37282392), SIMD2(0.07491100, 0.63149399),
    SIMD2(0.06549600, 0.66993427),
    SIMD2(0, 0.86840689), SIMD2(0, 1.08849323), SIMD2(0, reach),
  ]
  /// A quarter of a circle, divided at the same positions.
  private static let circular: [SIMD2<Double>] = {
    func arc(_ from: Double, _ to: Double) -> [SIMD2<Double>] {
      let handle = 4.0 / 3 * tan((to - from) / 4)
      func point(_ t: Double) -> SIMD2<Double> { SIMD2(1 - sin(t), 1 - cos(t)) }
      func tangent(_ t: Double) -> SIMD2<Double> { SIMD2(-cos(t), sin(t)) }
      return [
        point(from) + handle * tangent(from), point(to) - handle * tangent(to), point(to),
      ]
    }
    // The positions of the straight parts of the continuous corner, seen from the center.
    let first = 0.36
    let last = Double.pi / 2 - first
    let (a, b) = (arc(0, first), arc(first, last))
    let c = arc(last, .pi / 2)
    return [SIMD2(1, 0)] + a + [a[2]] + b + [b[2]] + c
  }()

  private func addSmoothCorner(
    to path: CGMutablePath, _ corner: CGPoint, from before: CGPoint, to after: CGPoint
  ) {
    // If there is no room for the whole curve, it turns into a circle.
    let room = Double(min(rect.width, rect.height) / 2 / radius)
    let k = (min(max(room, 1), Self.reach) - 1) / (Self.reach - 1)
    let (back, ahead) = (Self.unit(corner, before), Self.unit(corner, after))
    let points = zip(Self.circular, Self.smooth).map { circle, smooth in
      let p = (circle + k * (smooth - circle)) * Double(radius)
      let offset = back * p.x + ahead * p.y
      return CGPoint(x: Double(corner.x) + offset.x, y: Double(corner.y) + offset.y)
    }
    path.addLine(to: points[0])
    path.addCurve(to: points[3], control1: points[1], control2: points[2])
    path.addLine(to: points[4])
    path.addCurve(to: points[7], control1: points[5], control2: points[6])
    path.addLine(to: points[8])
    path.addCurve(to: points[11], control1: points[9], control2: points[10])
  }

  /// Returns the direction of a line along an axis.
  private static func unit(_ a: CGPoint, _ b: CGPoint) -> SIMD2<Double> {
    let d = SIMD2(Double(b.x - a.x), Double(b.y - a.y))
    return d / max(abs(d.x), abs(d.y))
  }
}
