import GlazeGeometry

/// The bounds of each node's items on the frame, as the last frames drew them.
///
/// Only items that are drawn into the frame itself count. The items of a pass lie where its image
/// lies, and belong to the node that the pass isolates.
struct ItemBounds: Sendable {
  /// How the last frame drew a node.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// Items of the node's subtree went through a pass.
    static let hasPass = Traits(rawValue: 1)
    /// The node's sublayers are a 3D scene in which one may decide how others are cut.
    static let hasScene = Traits(rawValue: 2)
    /// The node's sublayers are sorted by depth, and not cut.
    static let hasStack = Traits(rawValue: 4)
    /// The node's sublayers lie in its plane.
    static let isFlat = Traits(rawValue: 8)
    /// The node's border is drawn with its background.
    static let hasFusedBorder = Traits(rawValue: 16)
  }

  /// The node whose items are being drawn.
  var node: Int32 = 0

  /// The bounds as min x, min y, -max x, -max y, a pixel larger than the items on every side.
  private(set) var boxes: [SIMD4<Float>] = []
  private(set) var traits: [Traits] = []
  /// The part of the frame that the filters of a node's backdrop read.
  private(set) var backdrops: [Int32: PixelRect] = [:]
  private let frame: PixelRect
  /// The nodes whose items may differ from those of the last frame; nil for all.
  var changed: NodeSet?
  /// Whether a node outside of `changed` is drawn differently than in the last frame.
  private(set) var hasTurned = false

  private static let nothing = SIMD4<Float>(repeating: .infinity)
  /// Neighbors in a 3D scene may extend an edge by another half pixel.
  private static let margin = 1.0

  init(count: Int, frame: PixelRect) {
    self.frame = frame
    boxes = Array(repeating: Self.nothing, count: count)
    traits = Array(repeating: [], count: count)
  }

  /// Removes all nodes.
  mutating func reset() {
    for index in boxes.indices { boxes[index] = Self.nothing }
    for index in traits.indices { traits[index] = [] }
    backdrops.removeAll()
    hasTurned = false
  }

  /// Removes some nodes.
  mutating func clear(_ nodes: Range<Int32>) {
    for index in nodes {
      boxes[Int(index)] = Self.nothing
      traits[Int(index)] = []
    }
    for index in backdrops.keys where nodes.contains(index) { backdrops[index] = nil }
  }

  /// Returns the same bounds for nodes with other numbers.
  ///
  /// - Parameters:
  ///   - origins: The previous number of each node; -1 for none.
  ///   - leave: Receives the bounds of the items of removed nodes.
  func renumbered(_ origins: [Int32], leave: (PixelRect) -> Void) -> ItemBounds {
    var result = ItemBounds(count: origins.count, frame: frame)
    var isGone = Array(repeating: true, count: boxes.count)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      result.boxes[index] = boxes[Int(origin)]
      result.traits[index] = traits[Int(origin)]
      result.backdrops[Int32(index)] = backdrops[origin]
      isGone[Int(origin)] = false
    }
    for (index, isGone) in isGone.enumerated() where isGone {
      leave(rect(of: Int32(index)))
      if let backdrop = backdrops[Int32(index)] { leave(backdrop) }
    }
    return result
  }

  mutating func add(_ bounds: PixelRect) {
    let seen = bounds.intersection(frame)
    guard !seen.isEmpty else { return }
    let box = SIMD4(
      seen.minX - Self.margin, seen.minY - Self.margin, -seen.maxX - Self.margin,
      -seen.maxY - Self.margin)
    boxes[Int(node)] = pointwiseMin(boxes[Int(node)], SIMD4<Float>(box))
  }

  mutating func insert(_ trait: Traits, of index: Int32) {
    guard index >= 0 else { return }
    let isNew = traits[Int(index)].insert(trait).inserted
    if isNew, trait == .hasPass { noteTurn(of: index) }
  }

  /// Records whether a node has a trait.
  ///
  /// A changed trait also changes pixels around the change.
  mutating func set(_ trait: Traits, _ isSet: Bool, of index: Int32) {
    guard traits[Int(index)].contains(trait) != isSet else { return }
    traits[Int(index)].formSymmetricDifference(trait)
    noteTurn(of: index)
  }

  private mutating func noteTurn(of index: Int32) {
    if let changed, !changed.contains(index) { hasTurned = true }
  }

  mutating func addBackdrop(_ region: PixelRect, of index: Int32) {
    backdrops[index, default: region].formUnion(region)
  }

  /// The bounds of a node's own items; empty when there are none.
  func rect(of index: Int32) -> PixelRect { Self.rect(boxes[Int(index)]) }

  /// The bounds of the items of some nodes.
  func rect(of nodes: Range<Int32>) -> PixelRect {
    var union = Self.nothing
    for index in nodes { union = pointwiseMin(union, boxes[Int(index)]) }
    return Self.rect(union)
  }

  private static func rect(_ box: SIMD4<Float>) -> PixelRect {
    PixelRect(
      minX: Double(box.x), minY: Double(box.y), maxX: Double(-box.z), maxY: Double(-box.w))
  }
}
