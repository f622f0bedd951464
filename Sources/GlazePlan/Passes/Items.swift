import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// What all kinds of items share: a shape of a plane becomes quads, a rounded box and clips.

extension Flattener {
  /// Finds what a shape covers, and hands each piece to `emit`.
  mutating func draw(
    _ shape: Shape, _ context: PlaneContext,
    emit: (inout PassStack, Quad, RoundedBox, (first: Int, count: Int)) -> Void
  ) {
    guard let inverse = context.homography.inverse,
      raster.cover(
        shape.rect, softEdges: shape.softEdges, context: context, inverse: inverse,
        limits: clips.limits[Int(context.limits)])
    else { return }
    let quads = raster.quads
    guard let box = shape.roundedBox(inverse: inverse, near: quads[0].center) else { return }
    let folds = optimizations.contains(.foldClips)
    let run = passes.clips(of: context, in: clips) { clip in
      !(folds && quads.allSatisfy { clip.surelyCovers($0) })
    }
    for quad in quads { emit(&passes, quad, box, run) }
  }

  /// Clips what follows to a layer's rounded bounds.
  mutating func clip(_ context: inout PlaneContext, to node: LayerNode) {
    let shape = Shape(node)
    guard let inverse = context.homography.inverse, !node.bounds.isEmpty else {
      context.bounds = .null
      return
    }
    let cullsOnly = !clipOnWholePixels(&context, to: shape)
    guard
      raster.cover(
        shape.rect, softEdges: shape.softEdges, context: context, inverse: inverse,
        limits: clips.limits[Int(context.limits)])
    else {
      if optimizations.contains(.cull) { context.bounds = .null }
      return
    }
    guard cullsOnly else { return }
    var covered = PixelRect.null
    for quad in raster.quads { covered.formUnion(quad.bounds) }
    if optimizations.contains(.cull) {
      context.bounds = context.bounds.intersection(covered.outset(by: 1))
    }
    if let box = shape.roundedBox(inverse: inverse, near: raster.quads[0].center) {
      clips.push(box, onto: &context)
    }
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
    guard let whole = shape.softEdges == 0 ? rect.pixelCentres : rect.wholePixels else {
      return false
    }
    context.bounds = context.bounds.intersection(whole)
    return true
  }
}

extension PixelRect {
  /// The pixels whose centres lie inside.
  fileprivate var pixelCentres: PixelRect? {
    PixelRect(
      minX: (minX - 0.5).rounded(.up), minY: (minY - 0.5).rounded(.up),
      maxX: (maxX - 0.5).rounded(.up), maxY: (maxY - 0.5).rounded(.up))
  }

  /// The rectangle itself when its edges lie between pixels, as far as 8 bits can tell.
  fileprivate var wholePixels: PixelRect? {
    let whole = PixelRect(
      minX: minX.rounded(), minY: minY.rounded(), maxX: maxX.rounded(), maxY: maxY.rounded())
    let error = max(
      max(abs(whole.minX - minX), abs(whole.minY - minY)),
      max(abs(whole.maxX - maxX), abs(whole.maxY - maxY)))
    return error < 1e-3 ? whole : nil
  }
}
