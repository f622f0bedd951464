import GlazeGeometry
import GlazeTree

/// A cached image of the frame's content under the layers that change.
///
/// Areas that they uncover, or that show through them, are copied from it instead of being drawn
/// again.
///
/// It contains the nodes before a certain one, in the tiles that a frame has needed so far. Other
/// tiles are drawn when a frame needs them. A layer that moves over many others therefore costs the
/// pixels that it newly covers, and in all other pixels only the nodes that are drawn after it.
struct Underlay: Sendable {
  /// The fewest nodes worth copying: fewer are drawn as quickly.
  static let fewest = 8
  /// The largest frame with an underlay, in pixels: an underlay takes as much memory as the frame.
  static let largest = 1 << 25
  /// The number of frames that wait for more nodes to stand still before the cached image is
  /// discarded for them.
  private static let patience = 8
  /// The key under which the backend caches it.
  let key: UInt64
  /// Whether the backend has it.
  var isCached = false
  /// The end of the nodes that it shows: it shows those before this one.
  private(set) var end: Int32
  private let tiles: Tiles
  /// Whether each tile is drawn.
  private var isFilled: [Bool]
  private let frame: PixelRect
  /// The number of successive frames in which many nodes after the last one stood still, and up to
  /// which node.
  private var waste: (frames: Int, end: Int32) = (0, .max)

  init(end: Int32, frame: PixelRect) {
    key = PathMasks.newIdentity()
    self.end = end
    self.frame = frame
    tiles = Tiles(frame)
    isFilled = tiles.list(of: false)
  }

  /// The size in memory, in bytes.
  var bytes: Int { Int(clamping: frame.maxX * frame.maxY) * 4 }

  /// Makes it show the nodes before another one, with all tiles empty.
  mutating func restart(at end: Int32) {
    self.end = end
    waste = (0, .max)
    isFilled = tiles.list(of: false)
  }

  /// Records which nodes stand still in a frame.
  ///
  /// - Parameters:
  ///   - end: No node before this one changed.
  ///   - nodes: The nodes that the frame needs.
  mutating func note(_ end: Int32, _ nodes: NodeSet) {
    guard end > self.end, nodes.count(in: self.end..<end) >= Self.fewest else {
      return waste = (0, .max)
    }
    waste = (waste.frames + 1, min(waste.end, end))
    if waste.frames == Self.patience { restart(at: waste.end) }
  }

  /// The tiles of a region that are still empty.
  func missing(in damage: DamageRegion) -> DamageRegion {
    var region = DamageRegion(frame: frame)
    for rect in damage.rects {
      let touched = tiles.touching(rect)
      for row in touched.rows {
        for column in touched.columns where !isFilled[tiles.index(column, row)] {
          region.add(Tiles.pixels(column, row))
        }
      }
    }
    return region
  }

  /// Records that a region of whole tiles is drawn.
  mutating func fill(_ region: DamageRegion) {
    isCached = true
    for rect in region.rects {
      tiles.forEach(touching: rect) { isFilled[$0] = true }
    }
  }
}

extension FrameHistory {
  /// The first node that may be drawn differently than before, chosen so that the nodes drawn
  /// before it are exactly those with smaller numbers.
  func firstDrawnAfresh(_ changed: NodeSet, of tree: LayerTree) -> Int32 {
    guard var first = changed.ranges.first?.lowerBound else { return Int32(tree.nodes.count) }
    var index = tree.nodes[Int(first)].parent
    while index >= 0 {
      if !drawsInOrder(index, of: tree) { first = index }
      index = tree.nodes[Int(index)].parent
    }
    return first
  }

  /// Whether a layer is drawn directly into the frame, before its sublayers, which follow in order.
  private func drawsInOrder(_ index: Int32, of tree: LayerTree) -> Bool {
    let node = tree.nodes[Int(index)]
    let slots = tree.slots(of: node)
    return !actsAsWhole(index, of: tree) && slots.border < 0 && slots.emitter < 0
      && slots.replicator < 0 && !traits(of: index).contains(.hasStack)
  }

  /// Records which nodes change, before the frame is planned.
  mutating func noteSteadyNodes(before end: Int32) {
    if let underlay, end < underlay.end { self.underlay?.restart(at: end) }
    (steadyEnd, lastSteadyEnd) = (end, steadyEnd)
  }

  /// Decides whether a frame is drawn over the underlay.
  ///
  /// - Parameters:
  ///   - nodes: The nodes that the frame needs.
  ///   - budget: The most bytes that an underlay may take.
  mutating func wantsUnderlay(_ nodes: NodeSet, budget: Int) -> Bool {
    guard let items, items.backdrops.isEmpty else { return false }
    if underlay == nil {
      let end = min(steadyEnd, lastSteadyEnd)
      guard nodes.count(in: 0..<end) >= Underlay.fewest,
        viewport.width * viewport.height <= Underlay.largest
      else { return false }
      let new = Underlay(end: end, frame: Self.frame(of: viewport))
      guard new.bytes <= budget else { return false }
      underlay = new
    }
    underlay?.note(steadyEnd, nodes)
    return nodes.count(in: 0..<(underlay?.end ?? 0)) >= Underlay.fewest
  }
}
