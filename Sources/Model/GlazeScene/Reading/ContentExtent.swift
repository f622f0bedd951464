import Foundation
import GlazeGeometry
import GlazeLayers

/// Computes the extent of the layers of a root without bounds.
///
/// Bundles of icons have such roots: an application places the root's origin, and the layers lie
/// around it.
enum ContentExtent {
  /// The depth to which layers without a size are searched.
  private static let depthLimit = 16
  /// The farthest extent, in points; layers that reach farther are not counted.
  private static let farthest: CGFloat = 100_000

  /// Returns the area of the outermost layers with a size, in the root's coordinates; nil when it
  /// is empty.
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
        // A layer at an extreme position must not shrink the others to a dot; NaN is rejected.
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
