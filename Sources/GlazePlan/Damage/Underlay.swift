import GlazeGeometry
import GlazeTree

/// A picture of what the frame shows under the layers that change: what they uncover, and what shines
/// through them, is copied from there and not drawn again.
///
/// It holds the nodes before one of them, in the tiles that some frame needed so far; the others are
/// drawn when a frame needs them. So a layer that moves over many costs the pixels that it newly comes
/// to lie on, and in the others what is drawn after it.
struct Underlay: Sendable {
  /// Fewer nodes are drawn as quickly as they are copied.
  static let fewest = 8
  /// Larger frames have none, in pixels: it takes as much memory as the frame.
  static let largest = 1 << 25
  /// Frames that wait for more nodes to stand still before what is kept is thrown away for them.
  private static let patience = 8
  /// What the backend keeps it under.
  let key: UInt64
  /// Whether the backend has it.
  var isKept = false
  /// It shows the nodes before this one.
  private(set) var end: Int32
  private let tiles: Tiles
  /// Whether each tile does.
  private var isFilled: [Bool]
  private let frame: PixelRect
  /// In how many frames in a row many nodes after the last one stood still, and up to which.
  private var waste: (frames: Int, end: Int32) = (0, .max)

  init(end: Int32, frame: PixelRect) {
    key = PathMasks.newIdentity()
    self.end = end
    self.frame = frame
    tiles = Tiles(frame)
    isFilled = tiles.list(of: false)
  }

  /// In memory.
  var bytes: Int { Int(clamping: frame.maxX * frame.maxY) * 4 }

  /// Lets it show the nodes before another one, in no tile as yet.
  mutating func restart(at end: Int32) {
    self.end = end
    waste = (0, .max)
    isFilled = tiles.list(of: false)
  }

  /// Notes which nodes stand still in a frame.
  ///
  /// - Parameters:
  ///   - end: No node before this one changed.
  ///   - nodes: Those that the frame needs.
  mutating func note(_ end: Int32, _ nodes: NodeSet) {
    guard end > self.end, nodes.count(in: self.end..<end) >= Self.fewest else {
      return waste = (0, .max)
    }
    waste = (waste.frames + 1, min(waste.end, end))
    if waste.frames == Self.patience { restart(at: waste.end) }
  }

  /// The tiles of a region that hold nothing yet.
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

  /// Notes that a region, one of whole tiles, is drawn.
  mutating func fill(_ region: DamageRegion) {
    isKept = true
    for rect in region.rects {
      tiles.forEach(touching: rect) { isFilled[$0] = true }
    }
  }
}

extension FrameHistory {
  /// The first node that may be drawn in another way than before, so that those that are drawn before it
  /// are exactly those with lesser numbers.
  func firstDrawnAfresh(_ changed: NodeSet, of tree: LayerTree) -> Int32 {
    guard var first = changed.ranges.first?.lowerBound else { return Int32(tree.nodes.count) }
    var index = tree.nodes[Int(first)].parent
    while index >= 0 {
      if !drawsInOrder(index, of: tree) { first = index }
      index = tree.nodes[Int(index)].parent
    }
    return first
  }

  /// Whether a layer is drawn into the frame itself, before its sublayers, and those one after the other.
  private func drawsInOrder(_ index: Int32, of tree: LayerTree) -> Bool {
    let node = tree.nodes[Int(index)]
    let slots = tree.slots(of: node)
    return !actsAsWhole(index, of: tree) && slots.border < 0 && slots.emitter < 0
      && slots.replicator < 0 && !traits(of: index).contains(.hasStack)
  }

  /// Takes note of what changes, before the frame is planned.
  mutating func noteSteadyNodes(before end: Int32) {
    if let underlay, end < underlay.end { self.underlay?.restart(at: end) }
    (steadyEnd, lastSteadyEnd) = (end, steadyEnd)
  }

  /// Decides whether a frame is drawn over the underlay.
  ///
  /// - Parameters:
  ///   - nodes: What it needs.
  ///   - budget: Bytes that an underlay may take.
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
