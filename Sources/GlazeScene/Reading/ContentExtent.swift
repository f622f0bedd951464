import Foundation
import GlazeGeometry
import GlazeLayers

/// How far the layers of a root without bounds reach.
///
/// Bundles of icons have such roots: whoever shows one puts its origin somewhere, and its layers lie around that.
enum ContentExtent {
  /// Layers without a size are looked into so deep.
  private static let depthLimit = 16
  /// Layers that reach farther, in points, are no part of a picture.
  private static let farthest: CGFloat = 100_000

  /// What the outermost layers with a size cover, in the root's coordinates; nil when that is nothing.
  ///
  /// Hidden layers count, since states show them.
  ///
  /// - Complexity: O(layers without a size around these).
  static func box(in root: CALayer) -> CGRect? {
    var result: CGRect?
    var pending = (root.sublayers ?? []).map { (layer: $0, depth: 1) }
    while let (layer, depth) = pending.popLast() {
      let area = area(of: layer)
      if area.width > 0, area.height > 0 {
        let box = layer.convert(area, to: root)
        // One layer that is nowhere must not make the others a dot; NaN is not inside either.
        let edges = [box.minX, box.minY, box.maxX, box.maxY]
        guard edges.allSatisfy({ abs($0) <= farthest }) else { continue }
        result = result?.union(box) ?? box
      } else if depth < depthLimit {
        pending += (layer.sublayers ?? []).map { ($0, depth + 1) }
      }
    }
    guard let result, result.width > 0, result.height > 0 else { return nil }
    return result
  }

  private static func area(of layer: CALayer) -> CGRect {
    if layer.bounds.width > 0, layer.bounds.height > 0 { return layer.bounds }
    return (layer as? CAShapeLayer)?.path?.boundingBoxOfPath ?? .zero
  }
}
