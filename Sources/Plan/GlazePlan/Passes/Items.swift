import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// The part that all kinds of items share: a shape of a plane becomes quads, a rounded box and clips.

/// A shape of which something is visible.
struct CoveredShape {
  /// The shape, whose open edges are hard.
  var shape: Shape
  /// The map from pixels to the plane.
  var inverse: Homography
}

extension Flattener {
  /// Finds the quads that a shape covers, and calls `emit` with each of them.
  ///
  /// - Parameter instead: The rounded box of the instance, when it is not the shape itself.
  mutating func draw(
    _ shape: Shape, instead box: Shape? = nil, _ context: PlaneContext,
    emit: (inout PassStack, Quad, RoundedBox, (first: Int, count: Int)) -> Void
  ) {
    guard let covered = cover(shape, context) else { return }
    draw(covered, instead: box, context, emit: emit)
  }

  /// Finds the visible part of a shape; nil when there is none.
  mutating func cover(_ shape: Shape, _ context: PlaneContext) -> CoveredShape? {
    guard let inverse = context.homography.inverse else { return nil }
    var shape = shape
    let reach = reach(of: &shape, context)
    let isVisible = raster.cover(
      shape.rect, reach: reach, context: context, inverse: inverse,
      limits: clips.limits[Int(context.limits)], image: passes.limit)
    return isVisible ? CoveredShape(shape: shape, inverse: inverse) : nil
  }

  /// Draws the shape that was covered last.
  mutating func draw(
    _ covered: CoveredShape, instead box: Shape? = nil, _ context: PlaneContext,
    emit: (inout PassStack, Quad, RoundedBox, (first: Int, count: Int)) -> Void
  ) {
    let quads = raster.quads
    let box = (box ?? covered.shape).roundedBox(
      inverse: covered.inverse, near: context.bounds.nearest(to: quads[0].center))
    let folds = optimizations.contains(.foldClips)
    let run = passes.clips(of: context, in: clips) { clip in
      !(folds && quads.allSatisfy { clip.surelyCovers($0) })
    }
    for quad in quads { emit(&passes, quad, box, run) }
  }

  /// How far a shape's edges reach; those on open edges become hard and go on beyond every pixel of the mask.
  private func reach(of shape: inout Shape, _ context: PlaneContext) -> SIMD4<Double> {
    var reach = shape.reach
    let open = openEdges(of: shape, context)
    shape.softEdges &= ~open
    for index in 0..<4 where open & (1 << UInt8(index)) != 0 { reach[index] = Self.openReach }
    return reach
  }

  /// How far open edges reach, in pixels: farther than the center of any pixel that the shape touches.
  private static let openReach = 1.0

  /// The soft edges of a shape that lie on open edges, as bits.
  private func openEdges(of shape: Shape, _ context: PlaneContext) -> UInt8 {
    // The corners of a rounded shape cannot go on beyond its edges.
    guard context.openEdges != 0, !shape.isRounded else { return 0 }
    let corners = shape.rect.corners.map { context.homography.apply($0) }
    func isOn(_ line: SIMD3<Double>, _ corner: Int) -> Bool {
      let p = corners[corner]
      return abs(line.x * p.x + line.y * p.y + line.z * p.w) < 0.02 * abs(p.w)
    }
    var open: UInt8 = 0
    for (index, (a, b)) in [(3, 0), (1, 2), (0, 1), (2, 3)].enumerated() {
      let bit = UInt8(1) << UInt8(index)
      guard shape.softEdges & bit != 0 else { continue }
      if clips.openEdges[Int(context.openEdges)].contains(where: { isOn($0, a) && isOn($0, b) }) {
        open |= bit
      }
    }
    return open
  }

  /// Notes where a layer lies that is hidden now, and may be seen in the next frame.
  mutating func note(_ node: LayerNode, _ context: PlaneContext) {
    guard passes.isInFrame, passes.items != nil, let inverse = context.homography.inverse,
      raster.cover(
        node.bounds, reach: .zero, context: context, inverse: inverse,
        limits: clips.limits[Int(context.limits)])
    else { return }
    for quad in raster.quads { passes.items?.add(quad.bounds) }
  }

  /// Clips what follows to a layer's rounded bounds.
  mutating func clip(_ context: inout PlaneContext, to node: LayerNode) {
    guard !node.bounds.isEmpty else {
      context.bounds = .null
      return
    }
    clip(&context, to: shapeUnderBorder(node, context))
  }

  /// Clips what follows to a shape of another plane.
  mutating func clip(
    _ context: inout PlaneContext, inPlaneOf inner: PlaneContext, to shape: Shape
  ) {
    guard !shape.rect.isEmpty else {
      context.bounds = .null
      return
    }
    var clipped = inner
    (clipped.clips, clipped.clipDepth) = (context.clips, context.clipDepth)
    clip(&clipped, to: shape)
    context.bounds = clipped.bounds
    (context.clips, context.clipDepth) = (clipped.clips, clipped.clipDepth)
  }

  /// Clips what follows to a shape.
  private mutating func clip(_ context: inout PlaneContext, to shape: Shape) {
    var shape = shape
    let open = openEdges(of: shape, context)
    if open != 0 {
      // The mask clips there.
      shape = shape.extended(open)
      if open == 15 { return }
    }
    guard let inverse = context.homography.inverse else {
      context.bounds = .null
      return
    }
    let cullsOnly = !clipOnWholePixels(&context, to: shape)
    guard
      raster.cover(
        shape.rect, reach: shape.reach, context: context, inverse: inverse,
        limits: clips.limits[Int(context.limits)])
    else {
      context.bounds = .null
      return
    }
    guard cullsOnly else { return }
    var covered = PixelRect.null
    for quad in raster.quads { covered.formUnion(quad.bounds) }
    if optimizations.contains(.cull) {
      context.bounds = context.bounds.intersection(covered.outset(by: 1))
    }
    let center = context.bounds.nearest(to: raster.quads[0].center)
    let box = shape.roundedBox(
      inverse: shape.softEdges == 15 ? inverse : inverse.offCenters, near: center)
    if optimizations.contains(.foldClips), box.surelyCovers(Quad(context.bounds)) { return }
    clips.push(box, onto: &context)
  }

  /// A layer's rounded bounds, as far as they show under its border.
  ///
  /// Colors under an opaque border end at the middle of its line, so that only the border reaches the
  /// outer edge. A line of two pixels hides that end completely. A line of one pixel lets up to a
  /// sixteenth of a color through; if the color reached the outer edge, it would be a quarter.
  ///
  /// - Parameter leastWidth: The width of the thinnest such line, in pixels.
  func shapeUnderBorder(
    _ node: LayerNode, _ context: PlaneContext, leastWidth: Double = 2
  ) -> Shape {
    let shape = Shape(node)
    let slot = tree.slots(of: node).border
    guard slot >= 0, context.opacity == 1 else { return shape }
    let border = tree.borders[Int(slot)]
    let room = min(node.bounds.width, node.bounds.height).native
    guard border.color.w >= 1, border.width < room,
      border.width * context.homography.leastStep(in: node.bounds) >= leastWidth
    else { return shape }
    return shape.inset(by: border.width / 2)
  }

  /// Cuts a context's bounds where that is all that the clip does: square corners, upright, with edges
  /// that are hard or lie on whole pixels.
  private func clipOnWholePixels(_ context: inout PlaneContext, to shape: Shape) -> Bool {
    let h = context.homography
    guard optimizations.contains(.foldClips), !shape.isRounded, h.isAxisAligned, context.limits == 0
    else { return false }
    let a = h.project(CGPoint(x: shape.rect.minX, y: shape.rect.minY))
    let b = h.project(CGPoint(x: shape.rect.maxX, y: shape.rect.maxY))
    let rect = PixelRect(
      minX: min(a.x, b.x).native, minY: min(a.y, b.y).native, maxX: max(a.x, b.x).native,
      maxY: max(a.y, b.y).native)
    guard let whole = shape.softEdges == 0 ? rect.pixelCenters : rect.wholePixels else {
      return false
    }
    context.bounds = context.bounds.intersection(whole)
    return true
  }
}

extension Homography {
  /// The map from pixels of a clip with aliased edges, which it moves as `Quad.snapped` moves those of a polygon.
  ///
  /// Rounding would decide whether a pixel is inside whose center lies on an edge.
  fileprivate var offCenters: Homography {
    // A diagonal may contain centers, too: it would not move along itself.
    self * Homography(CGAffineTransform(translationX: -2 * Rasterizable.tie, y: -Rasterizable.tie))
  }

  /// How many pixels a unit from an edge of a rectangle inwards is wide, at the corner where it is least.
  func leastStep(in rect: CGRect) -> Double {
    if isAffine { return step(at: rect.origin) }
    return rect.corners.map { step(at: $0) }.min() ?? 0
  }

  /// The distance in pixels, around a point, of lines along an axis that are one unit apart, of the
  /// axis for which it is less; 0 behind the camera.
  private func step(at point: CGPoint) -> Double {
    let p = apply(point)
    guard p.w >= Homography.nearPlane else { return 0 }
    let (x, y) = (p.x / p.w, p.y / p.w)
    let along = SIMD2(xx - x * wx, yx - y * wx) / p.w
    let across = SIMD2(xy - x * wy, yy - y * wy) / p.w
    let longest = max((along * along).sum(), (across * across).sum()).squareRoot()
    return longest > 0 ? abs(along.x * across.y - along.y * across.x) / longest : 0
  }
}

extension PixelRect {
  /// The pixels whose centers lie inside, of a rectangle with aliased edges.
  fileprivate var pixelCenters: PixelRect {
    func first(_ edge: Double) -> Double { (edge + 0.5 + Rasterizable.tie).rounded(.down) }
    return PixelRect(minX: first(minX), minY: first(minY), maxX: first(maxX), maxY: first(maxY))
  }

  /// The rectangle itself when its edges lie between pixels, as far as 8 bits show.
  fileprivate var wholePixels: PixelRect? {
    let whole = PixelRect(
      minX: minX.rounded(), minY: minY.rounded(), maxX: maxX.rounded(), maxY: maxY.rounded())
    let error = max(
      max(abs(whole.minX - minX), abs(whole.minY - minY)),
      max(abs(whole.maxX - maxX), abs(whole.maxY - maxY)))
    return error < 1e-3 ? whole : nil
  }
}
