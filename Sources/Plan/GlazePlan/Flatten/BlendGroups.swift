import Foundation
import GlazeGeometry
import GlazeTree

/// The layers that are offscreen images because a layer inside has a blend mode: for each layer
/// with a blend mode, the nearest ancestor that allows group blending.
///
/// Source: images of Apple's renderer, where a `destIn` inside a control leaves the control's
/// backdrop unchanged.
struct BlendGroups {
  private var nodes: Set<Int32> = []
  /// Whether every blend mode keeps an opaque backdrop opaque.
  private(set) var keepsOpaque = true

  /// - Complexity: O(n) for a tree with blend modes, else O(number of effects).
  init(_ tree: borrowing LayerTree) {
    guard tree.effects.contains(where: { $0.blendMode != .sourceOver }) else { return }
    keepsOpaque = tree.effects.allSatisfy(\.blendMode.keepsOpaque)
    let groups = tree.nearestBlendGroups()
    for index in 0..<tree.nodes.count where groups[index] >= 0 && tree.blends(index) {
      nodes.insert(groups[index])
    }
  }

  /// Whether a layer is an offscreen image for its content.
  func contains(_ index: Int) -> Bool { !nodes.isEmpty && nodes.contains(Int32(index)) }
}

extension LayerTree {
  /// For each layer, the nearest ancestor that allows group blending; -1 for none.
  ///
  /// - Complexity: O(n)
  func nearestBlendGroups() -> [Int32] {
    var groups: [Int32] = Array(repeating: -1, count: nodes.count)
    for index in 0..<nodes.count {
      let parent = nodes[index].parent
      guard parent >= 0 else { continue }
      groups[index] = isBlendGroup(Int(parent)) ? parent : groups[Int(parent)]
    }
    return groups
  }

  /// Whether a layer would contain blend modes of its content; a transform layer has no image to
  /// contain them.
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
  /// Whether the result is opaque over an opaque backdrop.
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
  /// Whether a layer's content is to blend within the layer's own image.
  mutating func isolatesBlending(_ index: Int, _ context: PlaneContext) -> Bool {
    guard !tree.effects.isEmpty, blendGroups.contains(index) else { return false }
    return !optimizations.contains(.foldGroups) || !hidesAll(index, context)
  }

  /// Whether a layer is the root with nothing behind it, or hides everything behind it.
  private mutating func hidesAll(_ index: Int, _ context: PlaneContext) -> Bool {
    let node = tree.nodes[index]
    guard index == 0, passes.isInFrame, node.opacity >= 1 else { return false }
    if viewport.background.w == 0, !viewport.isCheckered { return true }
    // A hole in the root exposes the backdrop.
    guard blendGroups.keepsOpaque, node.backgroundColor.w >= 1, node.cornerRadius == 0,
      tree.staysInPlane(index),
      context.homography.isAxisAligned,
      let box = context.homography.boundingBox(of: node.bounds)
    else { return false }
    let frame = FrameHistory.frame(of: viewport)
    // A deviation of half a level of 255 still counts as covered.
    let slack = 1.0 / 512
    return box.minX <= frame.minX + slack && box.minY <= frame.minY + slack
      && box.maxX >= frame.maxX - slack && box.maxY >= frame.maxY - slack
  }
}
