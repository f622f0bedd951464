import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

/// The pixels along the edge of a clip that the clip covers partially.
///
/// A clip acts on its content as a whole. Items that are clipped individually look the same only
/// where no two of them share such a pixel. In a shared pixel each would fade on its own, and the
/// backdrop of the clip would show through between them.
struct EdgeBand {
  /// The clip, in the frame's pixels.
  private let box: RoundedBox
  /// The visible pixels that the clip touches.
  private let bounds: PixelRect
  /// The corners, where all other edges lie between pixels; nil where edges also cover pixels
  /// partially.
  private let corners: [Corner]?

  /// A rounded corner of an upright clip, in pixels.
  private struct Corner {
    var cell: PixelRect
    /// The corner of the clip's own rectangle.
    var tip: SIMD2<Double>

    /// Whether a rectangle reaches into the pixels along the curve, or beyond it.
    func isReached(by rect: PixelRect) -> Bool {
      let part = rect.intersection(cell)
      guard !part.isEmpty else { return false }
      let size = SIMD2(cell.maxX - cell.minX, cell.maxY - cell.minY)
      let nearest = SIMD2(
        min(abs(part.minX - tip.x), abs(part.maxX - tip.x)),
        min(abs(part.minY - tip.y), abs(part.maxY - tip.y)))
      // The ellipse lies inside every curve that the cell may contain.
      let fromCenter = (size - nearest) / size
      let inner = max(0, 1 - 1.5 / min(size.x, size.y))
      return (fromCenter * fromCenter).sum() > inner * inner
    }
  }

  /// - Parameters:
  ///   - shape: The clip, in a plane.
  ///   - homography: The map from the plane to the frame's pixels.
  ///   - visible: The pixels of the frame that matter.
  /// - Returns: nil when no pixel is covered partially.
  init?(_ shape: Shape, _ homography: Homography, visible: PixelRect) {
    guard let inverse = homography.inverse else { return nil }
    // A shape that extends behind the camera may reach anywhere.
    let outline = Quad(shape.rect, homography)?.bounds ?? .screens
    bounds = outline.outset(by: 1).intersection(visible)
    box = shape.roundedBox(inverse: inverse, near: visible.nearest(to: outline.center))
    if box.surelyCovers(Quad(visible)) { return nil }
    let isWhole = homography.isAxisAligned && (shape.softEdges == 0 || outline.isOnWholePixels)
    corners = isWhole ? Self.corners(of: shape, homography) : nil
    if corners?.isEmpty ?? false { return nil }
  }

  /// The pixels of a border's line, which lies between two contours of a plane.
  init?(from inner: Shape, to outer: Shape, _ homography: Homography) {
    guard let inverse = homography.inverse else { return nil }
    bounds = (Quad(outer.rect, homography)?.bounds ?? .screens).outset(by: 1)
    box = inner.roundedBox(inverse: inverse, near: bounds.center)
    corners = nil
  }

  private static func corners(of shape: Shape, _ homography: Homography) -> [Corner] {
    let rect = shape.rect
    var result: [Corner] = []
    for corner in 0..<4 where shape.corners[corner] > 0 {
      let side = CGFloat(shape.corners[corner])
      let isMaxX = corner & 1 != 0
      let isMaxY = corner & 2 != 0
      let tip = CGPoint(x: isMaxX ? rect.maxX : rect.minX, y: isMaxY ? rect.maxY : rect.minY)
      let inner = CGPoint(
        x: isMaxX ? rect.maxX - side : rect.minX + side,
        y: isMaxY ? rect.maxY - side : rect.minY + side)
      let (a, b) = (homography.project(tip), homography.project(inner))
      var cell = PixelRect.null
      cell.formUnion(SIMD2(a.x.native, a.y.native))
      cell.formUnion(SIMD2(b.x.native, b.y.native))
      if !cell.isEmpty {
        result.append(Corner(cell: cell, tip: SIMD2(a.x.native, a.y.native)))
      }
    }
    return result
  }

  /// Whether something within a quadrilateral may touch the band.
  func isReached(by quad: Quad) -> Bool {
    let rect = quad.bounds.intersection(bounds)
    guard !rect.isEmpty else { return false }
    if let corners { return corners.contains { $0.isReached(by: rect) } }
    return !box.surelyCovers(quad) && !box.surelyCovers(Quad(rect))
  }

  /// The same for an upright rectangle, which may be empty.
  func isReached(by rect: PixelRect) -> Bool { !rect.isEmpty && isReached(by: Quad(rect)) }

  /// Whether the pixels along straight edges are covered partially.
  var hasSoftEdges: Bool { corners == nil }
}

extension Quad {
  /// The image of a rectangle; nil where it extends behind the camera.
  init?(_ rect: CGRect, _ homography: Homography) {
    let (low, high) = (rect.origin, CGPoint(x: rect.maxX, y: rect.maxY))
    let a = homography.apply(low)
    let b = homography.apply(CGPoint(x: high.x, y: low.y))
    let c = homography.apply(high)
    let d = homography.apply(CGPoint(x: low.x, y: high.y))
    guard min(min(a.w, b.w), min(c.w, d.w)) >= Homography.nearPlane else { return nil }
    self.init(
      SIMD2(a.x, a.y) / a.w, SIMD2(b.x, b.y) / b.w, SIMD2(c.x, c.y) / c.w,
      SIMD2(d.x, d.y) / d.w)
  }

  var isFinite: Bool { ((a + b + c + d) * 0).sum() == 0 }
}

extension PixelRect {
  /// Whether the edges lie between pixels, to the resolution of 8 bits.
  var isOnWholePixels: Bool {
    let edges = SIMD4(minX, minY, maxX, maxY)
    let error = edges - edges.rounded(.toNearestOrEven)
    return (error * error).max() < 1e-6
  }
}
