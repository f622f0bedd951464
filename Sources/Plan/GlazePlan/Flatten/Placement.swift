import Foundation
import GlazeGeometry
import GlazeTree

// The parts of a layer's placement that only the planner needs; LayerTree+Placement.swift has the
// rest.

extension LayerTree {
  /// Whether a node keeps z at 0 in its superlayer, so that it does not take part in a 3D scene.
  func staysInPlane(_ index: Int) -> Bool {
    let parent = Int(nodes[index].parent)
    if parent >= 0, turnsSublayers(parent), !isMask(index) { return false }
    let deep = LayerNode.Flags.isTransformLayer.rawValue
    return nodes.withUnsafeBufferPointer {
      isFlat($0.baseAddress.unsafelyUnwrapped + index, deep)
    }
  }

  private func turnsSublayers(_ index: Int) -> Bool {
    let slot = slots(of: index).transforms
    return slot >= 0 && !CATransform3DIsIdentity(transforms[Int(slot)].sublayerTransform)
  }

  /// Whether a node itself keeps z at 0, regardless of its superlayer.
  ///
  /// - Parameter deep: The bits of the flags of nodes that do not.
  @inline(__always)
  private func isFlat(_ node: UnsafePointer<LayerNode>, _ deep: UInt16) -> Bool {
    guard node.pointee.zPosition == 0, node.pointee.flags.rawValue & deep == 0 else {
      return false
    }
    let place = Int(node.pointee.slots)
    guard place >= 0 else { return true }
    let slot = Int(slots[place].transforms)
    return slot < 0
      || (transforms[slot].anchorPointZ == 0 && CATransform3DIsAffine(transforms[slot].transform))
  }

  /// Whether all visible sublayers of a layer keep z at 0.
  ///
  /// - Complexity: O(n) in the sublayers.
  func stayInPlane(_ sublayers: Range<Int>, of index: Int) -> Bool {
    nodes.withUnsafeBufferPointer { nodes in
      let isTurned = turnsSublayers(index)
      // These are bits, because sets of options are rebuilt at each use.
      let deep = LayerNode.Flags.isTransformLayer.rawValue
      var child = sublayers.lowerBound
      while child < sublayers.upperBound {
        let node = nodes.baseAddress.unsafelyUnwrapped + child
        if isTurned || !isFlat(node, deep), node.pointee.flags.isDisjoint(with: .absent),
          node.pointee.opacity > 0
        {
          return false
        }
        child = Int(node.pointee.subtreeEnd)
      }
      return true
    }
  }

  /// The map from the plane of a node that stays in its superlayer's plane to that plane.
  func planarPlacement(of index: Int) -> Homography {
    let node = nodes[index]
    var m = CGAffineTransform.identity
    let slot = slots(of: node).transforms
    if slot >= 0 {
      m = CATransform3DGetAffineTransform(transforms[Int(slot)].transform)
    }
    let anchor = node.anchor
    var result = Homography(
      xx: m.a.native, xy: m.c.native, xw: 0, yx: m.b.native, yy: m.d.native, yw: 0,
      wx: 0, wy: 0, ww: 1)
    var pivot = SIMD2(anchor.x.native, anchor.y.native)
    if node.flags.contains(.isGeometryFlipped) {
      pivot.y = (2 * node.bounds.origin.y + node.bounds.size.height).native - pivot.y
      result.xy = -result.xy
      result.yy = -result.yy
    }
    result.xw =
      m.tx.native + node.position.x.native - result.xx * pivot.x - result.xy * pivot.y
    result.yw =
      m.ty.native + node.position.y.native - result.yx * pivot.x - result.yy * pivot.y
    return result
  }

  /// The transform from one copy of a replicator's sublayers to the next, about its anchor.
  func copyStep(of index: Int) -> CATransform3D {
    let slots = slots(of: index)
    guard slots.replicator >= 0 else { return CATransform3DIdentity }
    let anchor = nodes[index].anchor
    let z = slots.transforms < 0 ? 0 : CGFloat(transforms[Int(slots.transforms)].anchorPointZ)
    return CATransform3DConcat(
      CATransform3DConcat(
        CATransform3DMakeTranslation(-anchor.x, -anchor.y, -z),
        replicators[Int(slots.replicator)].transform),
      CATransform3DMakeTranslation(anchor.x, anchor.y, z))
  }
}

extension CATransform3D {
  /// Projects the result of the matrix onto the plane z = 0.
  mutating func flatten() {
    m13 = 0
    m23 = 0
    m33 = 0
    m43 = 0
  }
}

extension Homography {
  /// The w of the near plane: geometry nearer to the camera is clipped.
  static let nearPlane = 1e-4

  /// The upright box around a rectangle's image; nil when a corner lies behind the camera.
  func boundingBox(of rect: CGRect) -> CGRect? {
    var box = PixelRect.null
    // The list of the corners would be allocated.
    for corner in 0..<4 {
      let p = apply(
        CGPoint(
          x: corner & 1 == 0 ? rect.minX : rect.maxX, y: corner & 2 == 0 ? rect.minY : rect.maxY))
      guard p.w >= Self.nearPlane else { return nil }
      box.formUnion(SIMD2(p.x / p.w, p.y / p.w))
    }
    return CGRect(x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY)
  }
}

extension CGRect {
  /// The corners: the minimum corner first, then along x.
  var corners: [CGPoint] {
    [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: maxX, y: maxY),
      CGPoint(x: minX, y: maxY),
    ]
  }
}
