import Foundation
import GlazeGeometry
import GlazeTree

extension LayerTree {
  /// The most layers of replicated subtrees that are examined for an extent; with more, the extent
  /// counts as unknown.
  private static let mostCopiedLayers = 4096

  /// Siblings during the walk through a subtree.
  private struct ExtentLevel {
    var siblings: ReplicatedSiblings
    /// The map from the plane of their superlayer to the plane of the requested extent.
    var matrix: CATransform3D
    /// The distance by which the effects of the layers around them spread what they paint.
    var reach: CGFloat
    var isRepeated: Bool
  }

  /// The part of a node's plane that its subtree may paint, in the node's coordinates.
  ///
  /// The node's own shadow and filters do not count.
  ///
  /// - Parameters:
  ///   - known: The extents of large subtrees below that were found before; these subtrees are not
  ///     walked through.
  ///   - isClipped: Whether the node's own bounds, if they clip, apply to its content.
  /// - Complexity: O(n) in the size of the subtree that is walked through, and in the number of
  ///   copies up to a limit.
  func planeExtent(
    of root: Int, known: [Int: CGRect] = [:], isClipped: Bool = true
  ) -> CGRect {
    if isClipped, nodes[root].flags.contains(.masksToBounds) { return nodes[root].bounds }
    var extent = paintedRect(of: root)
    let whole = extent.insetBy(dx: -1e5, dy: -1e5)
    var copied = 0
    var levels = [
      ExtentLevel(
        siblings: replicatedSiblings(in: root), matrix: CATransform3DIdentity, reach: 0,
        isRepeated: false)
    ]
    while var level = levels.popLast() {
      guard let index = level.siblings.next(in: self) else { continue }
      levels.append(level)
      let node = nodes[index]
      if level.isRepeated || level.siblings.copy > 0 { copied += 1 }
      guard copied <= Self.mostCopiedLayers else { return whole }
      if !node.flags.isDisjoint(with: .absent) { continue }
      level.isRepeated = level.isRepeated || level.siblings.copy > 0
      level.matrix = CATransform3DConcat(
        placement(of: index, copy: level.siblings.copyMatrix), level.matrix)
      if !node.flags.contains(.isTransformLayer) {
        level.reach += effectReach(of: index)
        let inner = known[index] ?? maskedExtent(of: index)
        let rect = (inner ?? paintedRect(of: index)).insetBy(dx: -level.reach, dy: -level.reach)
        guard let box = Homography(level.matrix).boundingBox(of: rect) else { return whole }
        extent = extent.union(box)
        if inner != nil || node.flags.contains(.masksToBounds) { continue }
        level.matrix.flatten()
      }
      level.siblings = replicatedSiblings(in: index)
      if level.siblings.children.isEmpty { continue }
      levels.append(level)
    }
    return extent
  }

  /// The extent of a small subtree that has a mask, in the coordinates of its root; nil for others.
  func maskedExtent(of index: Int) -> CGRect? {
    guard nodes[index].flags.contains(.hasMask), !isLargeSubtree(index) else { return nil }
    let mask = index + 1
    let extent = rasterizedExtent(of: mask, planeExtent(of: mask))
    guard let box = Homography(placement(of: mask)).boundingBox(of: extent) else { return nil }
    let rest = planeExtent(of: index).clipped(to: box)
    return rest.isNull ? CGRect(origin: nodes[index].bounds.origin, size: .zero) : rest
  }

  /// Whether the extent of a subtree is worth storing when those of its ancestors are requested.
  func isLargeSubtree(_ root: Int) -> Bool { Int(nodes[root].subtreeEnd) - root > 256 }

  /// The result of `planeExtent` for all large subtrees, so that requesting the extents of nested
  /// layers takes no longer than there are layers.
  ///
  /// - Complexity: O(n).
  func extentsOfLargeSubtrees() -> [Int: CGRect] {
    var known: [Int: CGRect] = [:]
    for index in nodes.indices.reversed() where isLargeSubtree(index) {
      // A layer that preserves depth has no plane.
      if nodes[index].flags.contains(.isTransformLayer) { continue }
      known[index] = planeExtent(of: index, known: known)
    }
    return known
  }

  /// A plane's extent with the node's own shadow and filters, as its rasterized image contains
  /// them.
  func rasterizedExtent(of root: Int, _ extent: CGRect) -> CGRect {
    let node = nodes[root]
    // Bounds that clip remove the shadow and the spread of the filters.
    if node.flags.contains(.masksToBounds) { return extent }
    let reach = effectReach(of: root)
    var whole = extent.insetBy(dx: -reach, dy: -reach)
    let shadow = slots(of: node).shadow
    if shadow >= 0, let path = shadows[Int(shadow)].path {
      whole = whole.union(path.elements.tightBox.insetBy(dx: -reach, dy: -reach))
    }
    return whole
  }

  /// The area that a layer itself paints: contents and paths may lie outside of the bounds.
  func paintedRect(of index: Int) -> CGRect {
    let node = nodes[index]
    var rect = node.bounds
    let slots = slots(of: node)
    if slots.contents >= 0 {
      let destination = contents[Int(slots.contents)].coveredBox(in: node.bounds)
      if destination.isFinite { rect = rect.union(destination) }
    }
    if slots.emitter >= 0, let particles = emitters[Int(slots.emitter)].extent, !particles.isNull {
      rect = rect.union(particles)
    }
    if slots.shape >= 0 {
      let shape = shapes[Int(slots.shape)]
      var box = shape.path.elements.tightBox
      if shape.stroke != nil { box = box.outset(.stroke(shape.strokeStyle)) }
      if !box.isNull, box.isFinite { rect = rect.union(box) }
    }
    return rect
  }

  /// The distance by which a layer's shadow and filters spread what it paints.
  private func effectReach(of index: Int) -> CGFloat {
    let shadow = slots(of: index).shadow
    return filterReach(of: index) + (shadow < 0 ? 0 : CGFloat(shadows[Int(shadow)].reach))
  }

  /// The distance by which a layer's filters spread what it paints.
  private func filterReach(of index: Int) -> CGFloat {
    let slot = slots(of: index).effects
    if slot < 0 { return 0 }
    var reach = 0.0
    for case .gaussianBlur(let radius) in effects[Int(slot)].filters { reach += 3 * radius }
    return CGFloat(reach)
  }
}

extension CGRect {
  fileprivate var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
