import Foundation
import GlazeGeometry
import GlazeTree

// Of a long list, few layers are visible. The others are not visited: a walk through their bounds costs a fraction of
// what planning them does.

extension Flattener {
  /// How many times as many nodes the siblings of a subtree have that is examined.
  ///
  /// A node is thus examined for a few of its superlayers only, however deep it lies.
  private static let manySiblings: Int32 = 8

  /// How far edges reach beyond a shape, in pixels, with room for rounding.
  private static let reach = 2.0

  /// Whether nothing of a subtree lies in the visible pixels.
  ///
  /// - Parameter siblings: The nodes of the sublayer and of those after it.
  /// - Returns: false for subtrees that are not examined.
  mutating func isOutside(
    _ index: Int32, of siblings: Range<Int32>, in context: PlaneContext
  ) -> Bool {
    let count = tree.nodes[Int(index)].subtreeEnd - index
    guard Int32(siblings.count) / Self.manySiblings >= count,
      optimizations.contains(.cull)
    else { return false }
    let root = Int(index)
    let extent = extents.extent(of: root, in: tree)
    let toPixels = context.homography * tree.planarPlacement(of: root)
    guard toPixels.isAffine, let box = toPixels.boundingBox(of: extent) else { return false }
    let rect = PixelRect(
      minX: box.minX.native, minY: box.minY.native, maxX: box.maxX.native, maxY: box.maxY.native)
    return rect.outset(by: Self.reach).intersection(context.bounds).isEmpty
  }
}
