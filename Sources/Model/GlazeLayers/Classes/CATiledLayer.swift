public import Foundation
import GlazeDrawing

/// The values of a layer with tiles.
struct TiledRecord: ClassRecord, AnimatedRecord {
  var levelsOfDetail: Int = 1
  var levelsOfDetailBias: Int = 0
  var tileSize = CGSize(width: 256, height: 256)
}

/// A layer that is drawn in tiles: only the visible ones, at the resolution at which they are
/// visible.
///
/// After `setNeedsDisplay()`, each frame calls `draw(in:)`, or the delegate's `draw(_:in:)`, for
/// each tile that it needs, with the clip set to the tile; the context's `ctm` and
/// `boundingBoxOfClipPath` give the scale and the area. Tiles are cached while they are visible at
/// the same scale: a layer that scrolls only draws the tiles that become visible, and
/// `setNeedsDisplay(_:)` only redraws the tiles that it touches. Memory is bounded by the visible
/// area, not by the size of the layer.
///
/// Our choice: tiles are drawn at once, on the thread that requests the frame, without fading in,
/// at the coarsest level that is at least as fine as the frame, else at the finest. Copies by
/// replicators and layers in perspective that extend behind the camera count as completely visible.
/// Levels that would need more than 2^25 pixels are replaced by coarser ones.
///
/// Observed: Apple header CATiledLayer.h.
open class CATiledLayer: CALayer {
  private final var tiling = TiledRecord()

  /// Returns the fade-in time of late tiles, in seconds; default 0.25, like Apple's; no effect.
  ///
  /// Our choice: a tile is drawn before the frame that shows it, so that no tile is late and
  /// nothing fades. A layer is complete in its first frame, and a frame does not depend on those
  /// drawn before.
  open class func fadeDuration() -> Double { 0.25 }

  /// The number of levels, each half as fine as the one before; default 1; drawn as at least 1.
  open var levelsOfDetail: Int {
    get { tiling.levelsOfDetail }
    set {
      change("levelsOfDetail", .undrawn, levelsOfDetail != newValue) {
        tiling.levelsOfDetail = newValue
      }
    }
  }

  /// The number of levels that are finer than `contentsScale`; default 0.
  open var levelsOfDetailBias: Int {
    get { tiling.levelsOfDetailBias }
    set {
      change("levelsOfDetailBias", .undrawn, levelsOfDetailBias != newValue) {
        tiling.levelsOfDetailBias = newValue
      }
    }
  }

  /// The maximum size of a tile, in pixels; default 256 x 256; rounded to integers in 8...8192 when
  /// drawn.
  open var tileSize: CGSize {
    get { tiling.tileSize }
    set { change("tileSize", .undrawn, tileSize != newValue) { tiling.tileSize = newValue } }
  }

  /// Calls the delegate's `display(_:)`, or lets the next frame draw tiles if it has none.
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

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { tiling }
    set { if let record = newValue as? TiledRecord { tiling = record } }
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .tiled }

  /// Returns the scale of the level for a requested scale, in pixels per point.
  final func levelScale(for wanted: Double) -> Double {
    let own = contentsScale > 0 && contentsScale.isFinite ? Double(contentsScale) : 1
    let bias = min(max(levelsOfDetailBias, -30), 30)
    let count = min(max(levelsOfDetail, 1), 60)
    var scale = own * exp2(Double(bias))
    // A tolerance is applied, because scales are computed.
    for _ in 1..<count where scale / 2 >= wanted * 0.9999 { scale /= 2 }
    return scale
  }

  /// The sides of a tile in integer pixels.
  final var wholeTileSize: (width: Double, height: Double) {
    func whole(_ side: CGFloat) -> Double {
      side.isFinite ? min(max(Double(side).rounded(), 8), 8192) : 256
    }
    return (whole(tileSize.width), whole(tileSize.height))
  }
}
