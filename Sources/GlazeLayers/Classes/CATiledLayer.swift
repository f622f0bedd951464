public import Foundation
import GlazeDrawing

/// A layer that is drawn in tiles: only those that can be seen, as finely as they are seen.
///
/// After `setNeedsDisplay()` each picture calls `draw(in:)`, or the delegate's `draw(_:in:)`, for
/// each tile that it needs, with the clip set to the tile; `ctm` and `boundingBoxOfClipPath` of the
/// context say at which scale and what. Tiles are kept while they are seen at the same scale: a layer
/// that scrolls draws only those that come into sight, and `setNeedsDisplay(_:)` only those that it
/// touches. Memory is bounded by what is seen, and not by the size of the layer.
///
/// Our choice: tiles are drawn at once, on the thread that asks for the picture, without fading in,
/// at the smallest level that is at least as fine as the picture, else at the finest; copies by
/// replicators and layers in perspective that reach behind the camera count as wholly seen; levels
/// that would need more than 2^25 pixels give way to coarser ones.
///
/// Observed: Apple header CATiledLayer.h.
open class CATiledLayer: CALayer {
  /// How long tiles that arrive late take to fade in, in seconds; default 0.25, as Apple's; no effect.
  ///
  /// Our choice: a tile is drawn before the frame that shows it, so that none arrives late and nothing fades.
  /// A layer is whole in its first frame, and a frame does not depend on which were drawn before.
  open class func fadeDuration() -> Double { 0.25 }

  /// How many levels there are, each half as fine as the one before; default 1; drawn as at least 1.
  open var levelsOfDetail: Int = 1 {
    didSet { noteChange(.undrawn, "levelsOfDetail") }
  }

  /// How many of the levels are finer than `contentsScale`; default 0.
  open var levelsOfDetailBias: Int = 0 {
    didSet { noteChange(.undrawn, "levelsOfDetailBias") }
  }

  /// The largest size of a tile, in pixels; default 256 x 256; drawn as whole pixels, 8 to 8192.
  open var tileSize = CGSize(width: 256, height: 256) {
    didSet { noteChange(.undrawn, "tileSize") }
  }

  /// Asks the delegate's `display(_:)`; where it has none, the next picture draws tiles.
  open override func display() {
    displayIsNeeded = false
    if let delegate {
      delegateLacksMethod = false
      delegate.display(self)
      if !delegateLacksMethod { return }
    }
    delegate?.layerWillDraw(self)
    if contents != nil { setContents(nil) }
    let drawing = self.drawing ?? LayerDrawing()
    if let dirty = drawing.dirty, var tiles = drawing.tiles {
      tiles.stale = tiles.stale?.union(dirty) ?? dirty
      drawing.tiles = tiles
    } else {
      drawing.tiles = LayerTiles()
    }
    drawing.dirty = nil
    drawing.problems = []
    self.drawing = drawing
    noteChange(.contents)
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .tiled }

  /// The scale of the level for a scale that is wanted, in pixels a point.
  final func levelScale(for wanted: Double) -> Double {
    let own = contentsScale > 0 && contentsScale.isFinite ? Double(contentsScale) : 1
    let bias = min(max(levelsOfDetailBias, -30), 30)
    let count = min(max(levelsOfDetail, 1), 60)
    var scale = own * exp2(Double(bias))
    // A little coarser is no coarser: scales are computed.
    for _ in 1..<count where scale / 2 >= wanted * 0.9999 { scale /= 2 }
    return scale
  }

  /// A tile's sides in whole pixels.
  final var wholeTileSize: (width: Double, height: Double) {
    func whole(_ side: CGFloat) -> Double {
      side.isFinite ? min(max(Double(side).rounded(), 8), 8192) : 256
    }
    return (whole(tileSize.width), whole(tileSize.height))
  }
}
