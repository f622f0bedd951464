import Foundation
import GlazeGeometry
import GlazeTree

/// The layers that are pictures of their own since something inside has a blend mode: above each layer
/// with one, the nearest that allows group blending.
///
/// Apple's pictures show it: a `destIn` inside of a control leaves what stands behind the control alone.
struct BlendGroups {
  private var nodes: Set<Int32> = []
  /// Whether all blend modes leave opaque what is opaque behind them.
  private(set) var keepsOpaque = true

  /// - Complexity: O(n) for a tree with blend modes, else O(number of effects).
  init(_ tree: LayerTree) {
    guard tree.effects.contains(where: { $0.blendMode != .sourceOver }) else { return }
    keepsOpaque = tree.effects.allSatisfy(\.blendMode.keepsOpaque)
    /// Of each layer, the nearest above that allows group blending; -1 for none.
    var groups: [Int32] = Array(repeating: -1, count: tree.nodes.count)
    for index in tree.nodes.indices {
      let parent = tree.nodes[index].parent
      guard parent >= 0 else { continue }
      groups[index] = tree.isBlendGroup(Int(parent)) ? parent : groups[Int(parent)]
      if groups[index] >= 0, tree.blends(index) { nodes.insert(groups[index]) }
    }
  }

  /// Whether a layer is a picture of its own for what is inside.
  func contains(_ index: Int) -> Bool { !nodes.isEmpty && nodes.contains(Int32(index)) }
}

extension LayerTree {
  /// Whether a layer would keep blend modes inside; a transform layer has no picture to keep them in.
  fileprivate func isBlendGroup(_ index: Int) -> Bool {
    nodes[index].flags.contains(.allowsGroupBlending)
      && !nodes[index].flags.contains(.isTransformLayer)
  }

  fileprivate func blends(_ index: Int) -> Bool {
    let slot = slots(of: index).effects
    return slot >= 0 && effects[Int(slot)].blendMode != .sourceOver
  }
}

extension BlendMode {
  /// Whether the result is opaque over what is opaque.
  fileprivate var keepsOpaque: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationOut, .destinationAtop,
      .xor, .plusDarker, .subtractSource, .subtractDestination, .minimum, .maximum:
      false
    default: true
    }
  }
}

extension Flattener {
  /// Whether what is inside of a layer is to blend within the layer's own picture.
  mutating func isolatesBlending(_ index: Int, _ context: PlaneContext) -> Bool {
    guard !tree.effects.isEmpty, blendGroups.contains(index) else { return false }
    return !optimizations.contains(.foldGroups) || !hidesAll(index, context)
  }

  /// Whether a layer is the root with nothing behind it, or nothing of that to be seen.
  private mutating func hidesAll(_ index: Int, _ context: PlaneContext) -> Bool {
    let node = tree.nodes[index]
    guard index == 0, passes.isInFrame, node.opacity >= 1 else { return false }
    if viewport.background.w == 0, !viewport.isCheckered { return true }
    // A hole in the root shows what lies behind it.
    guard blendGroups.keepsOpaque, node.backgroundColor.w >= 1, node.cornerRadius == 0,
      tree.staysInPlane(index),
      context.homography.isAxisAligned,
      let box = context.homography.boundingBox(of: node.bounds)
    else { return false }
    let frame = FrameHistory.frame(of: viewport)
    // Half a level of 255 less than covered is covered.
    let slack = 1.0 / 512
    return box.minX <= frame.minX + slack && box.minY <= frame.minY + slack
      && box.maxX >= frame.maxX - slack && box.maxY >= frame.maxY - slack
  }
}
