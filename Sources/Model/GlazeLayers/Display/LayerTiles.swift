package import Foundation
import GlazeDrawing
package import GlazeGeometry

/// The drawing of a tiled layer for the last frame.
package struct LayerTiles {
  /// The drawn tiles as one image.
  package struct Mosaic {
    package let image: CGImage
    /// The area of the image, in the layer's coordinates.
    package let box: CGRect
    let scale: Double
    let isFlipped: Bool
    /// The bounds, at which edge tiles end.
    let bounds: CGRect
  }

  package var mosaic: Mosaic?
  /// The part that must be drawn again, in the layer's coordinates; nil is nothing.
  var stale: CGRect?
}

/// The tiles that a frame needs.
private struct TileRange {
  let columns: Range<Int>
  let rows: Range<Int>
  /// The sides of a tile, in points.
  let size: CGSize
  let origin: CGPoint

  init?(_ seen: CGRect, in bounds: CGRect, _ size: CGSize) {
    let part = seen.clipped(to: bounds)
    guard !part.isNull, part.width > 0, part.height > 0 else { return nil }
    // Beyond this limit, neighboring integers are the same number.
    let reach = max(part.maxX - bounds.minX, part.maxY - bounds.minY)
    guard reach / min(size.width, size.height) < 1e12 else { return nil }
    func range(_ start: CGFloat, _ end: CGFloat, _ side: CGFloat) -> Range<Int> {
      let first = Int(clamping: (start / side).rounded(.down))
      return first..<max(Int(clamping: (end / side).rounded(.up)), first + 1)
    }
    self.size = size
    origin = bounds.origin
    columns = range(part.minX - origin.x, part.maxX - origin.x, size.width)
    rows = range(part.minY - origin.y, part.maxY - origin.y, size.height)
  }

  func tile(_ column: Int, _ row: Int) -> CGRect {
    CGRect(
      x: origin.x + CGFloat(column) * size.width, y: origin.y + CGFloat(row) * size.height,
      width: size.width, height: size.height)
  }

  var box: CGRect {
    CGRect(
      x: origin.x + CGFloat(columns.lowerBound) * size.width,
      y: origin.y + CGFloat(rows.lowerBound) * size.height,
      width: CGFloat(columns.count) * size.width, height: CGFloat(rows.count) * size.height)
  }
}

extension CATiledLayer {
  /// The limit on the pixels of all tiles of a layer together.
  private static let tileLimit = Double(1 << 25)

  /// Draws the tiles that a frame needs, unless they exist.
  ///
  /// - Parameters:
  ///   - toPixels: The map from the layer's plane to the frame, in pixels.
  ///   - isRepeated: Whether copies of the layer are visible elsewhere.
  /// - Returns: Whether anything changed.
  package final func drawTiles(_ toPixels: Homography, frameSize: CGSize, isRepeated: Bool) -> Bool
  {
    guard let drawing, var tiles = drawing.tiles else { return false }
    let seen = isRepeated ? nil : Self.seenPart(toPixels, frameSize)
    let part = (seen ?? bounds).clipped(to: bounds)
    guard state.hasFiniteGeometry, !part.isNull, part.width > 0, part.height > 0 else {
      return false
    }
    let (width, height) = wholeTileSize
    var scale = levelScale(for: Self.scale(of: toPixels, at: part))
    var range: TileRange?
    while true {
      let size = CGSize(width: width / scale, height: height / scale)
      // This check comes before any counting: a huge layer has more tiles than an Int can count.
      let most =
        (Double(part.width) * scale + 2 * width) * (Double(part.height) * scale + 2 * height)
      if most <= Self.tileLimit || most <= 4 * width * height {
        range = TileRange(part, in: bounds, size)
        break
      }
      scale /= 2
      if scale < 1e-12 { return false }
    }
    guard let range else { return false }
    let isFlipped = contentsAreFlipped()
    var old = tiles.mosaic
    if let known = old,
      known.scale != scale || known.isFlipped != isFlipped || known.bounds != bounds
    {
      old = nil
    }
    let stale = tiles.stale ?? .null
    if let old, old.box == range.box, !old.box.meets(stale) { return false }
    do throws(DrawingError) {
      tiles.mosaic = try draw(
        range, scale: scale, isFlipped: isFlipped, keeping: old, stale: stale)
      tiles.stale = nil
    } catch {
      tiles.mosaic = nil
      drawing.problems = [.backing(error)]
    }
    drawing.tiles = tiles
    return true
  }

  /// Draws the tiles of a range that an earlier mosaic lacks.
  private func draw(
    _ range: TileRange, scale: Double, isFlipped: Bool, keeping old: LayerTiles.Mosaic?,
    stale: CGRect
  ) throws(DrawingError) -> LayerTiles.Mosaic? {
    let box = range.box
    guard
      let context = try CGContext(
        layerBacking: box, scale: CGFloat(scale), isFlipped: isFlipped,
        isDeep: contentsFormat == .RGBA16Float)
    else { return nil }
    let retained = old?.box.clipped(to: box) ?? .null
    if let old, !retained.isEmpty { context.place(old, in: box) }
    for row in range.rows {
      for column in range.columns {
        let tile = range.tile(column, row)
        // The test uses the middle: the sides of neighbors are computed and may differ in the last
        // digit.
        let isRetained = retained.contains(CGPoint(x: tile.midX, y: tile.midY))
        if isRetained, !tile.meets(stale) { continue }
        context.saveGState()
        context.clip(to: tile.clipped(to: bounds))
        if isRetained { context.clear(tile) }
        draw(in: context)
        context.restoreGState()
      }
    }
    guard let image = context.makeImage() else {
      throw .outOfMemory(width: context.width, height: context.height)
    }
    return LayerTiles.Mosaic(
      image: image, box: box, scale: scale, isFlipped: isFlipped, bounds: bounds)
  }

  /// Returns the part of a plane that a frame shows, or more; nil if it cannot be determined.
  private static func seenPart(_ toPixels: Homography, _ frameSize: CGSize) -> CGRect? {
    guard let back = toPixels.inverse else { return .null }
    let corners = [
      CGPoint.zero, CGPoint(x: frameSize.width, y: 0), CGPoint(x: 0, y: frameSize.height),
      CGPoint(x: frameSize.width, y: frameSize.height),
    ]
    let signs = corners.map { back.apply($0).w }
    guard signs.allSatisfy({ $0 > 0 }) || signs.allSatisfy({ $0 < 0 }) else { return nil }
    return back.boundingBox(of: CGRect(origin: .zero, size: frameSize))
  }

  /// Returns the maximum number of pixels per point in the middle of a part.
  private static func scale(of toPixels: Homography, at part: CGRect) -> Double {
    let middle = CGPoint(x: part.midX, y: part.midY)
    let p = toPixels.project(middle)
    func length(_ dx: CGFloat, _ dy: CGFloat) -> Double {
      let q = toPixels.project(CGPoint(x: middle.x + dx, y: middle.y + dy))
      return hypot(Double(q.x - p.x), Double(q.y - p.y))
    }
    let scale = max(length(1, 0), length(0, 1))
    return scale.isFinite ? scale : 1
  }
}

extension CGContext {
  /// Draws an earlier mosaic at its position in the area of this bitmap.
  fileprivate func place(_ old: LayerTiles.Mosaic, in box: CGRect) {
    let left = ((old.box.minX - box.minX) * CGFloat(old.scale)).rounded()
    let below = old.isFlipped ? box.maxY - old.box.maxY : old.box.minY - box.minY
    let bottom = (below * CGFloat(old.scale)).rounded()
    saveGState()
    concatenate(ctm.inverted())
    setBlendMode(.copy)
    draw(
      old.image,
      in: CGRect(
        x: left, y: bottom, width: CGFloat(old.image.width), height: CGFloat(old.image.height)))
    restoreGState()
  }
}
