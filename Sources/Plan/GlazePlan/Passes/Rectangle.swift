import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// Layers that are only an upright rectangle of one color: trees with many layers mostly consist of
// these.

/// A plane whose rectangles are upright in the frame, and whose only clip is a rectangle of integer
/// pixels.
private struct UprightPlane {
  /// A point of the frame is `point * scale + origin`.
  let scale: SIMD2<Double>
  let origin: SIMD2<Double>
  let bounds: PixelRect

  /// - Returns: nil for any other plane.
  init?(_ context: PlaneContext) {
    let h = context.homography
    guard h.isAffine, h.xy == 0, h.yx == 0, context.clipDepth == 0, context.limits == 0,
      context.openEdges == 0
    else { return nil }
    scale = SIMD2(h.xx, h.yy)
    origin = SIMD2(h.xw, h.yw)
    bounds = context.bounds
  }

  /// The edges of a rectangle in the frame.
  ///
  /// - Parameter isSoft: Whether edges are antialiased; else the pixels whose centers lie inside
  ///   are covered.
  /// - Returns: nil for a rectangle that is not visible.
  @inline(__always)
  func edges(_ low: SIMD2<Double>, _ high: SIMD2<Double>, isSoft: Bool) -> PixelRect? {
    let (a, b) = (low * scale + origin, high * scale + origin)
    guard (a + b) * 0 == .zero else { return nil }
    var (first, last) = (pointwiseMin(a, b), pointwiseMax(a, b))
    if !isSoft {
      first = (first + (0.5 + Rasterizable.tie)).rounded(.down)
      last = (last + (0.5 + Rasterizable.tie)).rounded(.down)
    }
    first = pointwiseMax(first, SIMD2(bounds.minX, bounds.minY))
    last = pointwiseMin(last, SIMD2(bounds.maxX, bounds.maxY))
    guard first.x < last.x, first.y < last.y else { return nil }
    return PixelRect(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y)
  }
}

extension RectangleInstance {
  @inline(__always)
  fileprivate init(_ rect: PixelRect, _ color: SIMD4<Float>) {
    self.init(
      edges: SIMD4<Float>(SIMD4(rect.minX, rect.minY, rect.maxX, rect.maxY)), color: color)
  }
}

extension LayerNode {
  /// Whether a layer that stays in its superlayer's plane, without sublayers and entries in side
  /// tables, is a rectangle of one color.
  ///
  /// - Parameter more: The bits of flags that require more than a rectangle.
  @inline(__always)
  fileprivate func isPlainRectangle(_ more: UInt16) -> Bool {
    cornerRadius <= 0 && (softEdges == 15 || softEdges == 0) && flags.rawValue & more == 0
  }
}

extension Flattener {
  /// Draws siblings up to the first that is not a simple rectangle.
  ///
  /// - Parameters:
  ///   - siblings: Nodes in the plane and in order, with their subtrees.
  ///   - opacity: The opacity of the siblings, in addition to their own.
  /// - Returns: The first sibling that remains to be drawn.
  mutating func drawRectangles(
    _ siblings: Range<Int32>, in context: PlaneContext, opacity: Float
  ) -> Int32 {
    guard wanted == nil || !passes.isInFrame, optimizations.contains(.rectangles),
      let plane = UprightPlane(context)
    else { return siblings.lowerBound }
    let tint = context.tint
    let opacity = opacity * context.opacity
    // These are bits, because sets of options are rebuilt at each use.
    let more = LayerNode.Flags([.isGeometryFlipped, .isTransformLayer, .hasMask]).rawValue
    let hidden = LayerNode.Flags.absent.rawValue
    let (nodes, slots) = (tree.nodes, tree.slots)
    return nodes.withUnsafeBufferPointer { nodes in
      var index = Int(siblings.lowerBound)
      var run = passes.beginRectangles()
      while index < Int(siblings.upperBound) {
        let node = nodes.baseAddress.unsafelyUnwrapped + index
        let place = Int(node.pointee.slots)
        guard Int(node.pointee.subtreeEnd) == index + 1, node.pointee.isPlainRectangle(more),
          place < 0 || slots[place].isPlain
        else { break }
        let color = node.pointee.backgroundColor
        let alpha = node.pointee.opacity
        if color.w > 0, alpha > 0, node.pointee.flags.rawValue & hidden == 0,
          let rect = plane.edges(of: node)
        {
          passes.makeRoomForRectangle(ofAtMost: Int(siblings.upperBound) - index)
          let instance = RectangleInstance(rect, (color * tint).premultiplied * (alpha * opacity))
          passes.add(instance, rect, of: Int32(truncatingIfNeeded: index), to: &run)
        }
        index += 1
      }
      passes.end(run)
      return Int32(index)
    }
  }

  /// Draws a box as a rectangle when it is not more than that.
  ///
  /// - Returns: Whether it was drawn.
  mutating func drawRectangle(
    _ shape: Shape, _ context: PlaneContext, fill: SIMD4<Float>
  ) -> Bool {
    guard optimizations.contains(.rectangles), !shape.isRounded,
      shape.softEdges == 15 || shape.softEdges == 0, let plane = UprightPlane(context)
    else { return false }
    let rect = plane.edges(
      SIMD2(shape.rect.minX.native, shape.rect.minY.native),
      SIMD2(shape.rect.maxX.native, shape.rect.maxY.native), isSoft: shape.softEdges != 0)
    guard let rect else { return true }
    let color = (fill * context.tint).premultiplied * context.opacity
    passes.add(RectangleInstance(rect, color), bounds: rect)
    return true
  }
}

extension UprightPlane {
  /// The rectangle of a layer without a transform, in its superlayer.
  @inline(__always)
  fileprivate func edges(of node: UnsafePointer<LayerNode>) -> PixelRect? {
    let bounds = node.pointee.bounds
    let size = SIMD2(bounds.size.width.native, bounds.size.height.native)
    let position = SIMD2(node.pointee.position.x.native, node.pointee.position.y.native)
    let anchor = SIMD2(node.pointee.anchorPoint.x.native, node.pointee.anchorPoint.y.native)
    let low = position - anchor * size
    return edges(low, low + size, isSoft: node.pointee.softEdges != 0)
  }
}
