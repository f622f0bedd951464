import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// Shadows of rounded boxes, which need no blur: the shader knows the integral.

/// What casts a shadow of a closed form.
struct Silhouette {
  /// In the plane, but for the stretch.
  var shape: Shape
  var alpha: Float = 1
  /// How much higher than wide the thing is in the plane: an ellipse is a circle that was stretched
  /// about its centre.
  var stretch = 1.0
}

extension Flattener {
  /// The rounded box or ellipse that casts a layer's shadow; nil when something else casts it.
  func silhouette(of index: Int, _ shadow: LayerShadow) -> Silhouette? {
    guard optimizations.contains(.analyticShadows) else { return nil }
    let node = tree.nodes[index]
    if let path = shadow.path {
      return Shape(path, node).map { Silhouette(shape: $0) } ?? Silhouette(ellipse: path)
    }
    let isLeaf = tree.firstSublayer(of: index) == Int(node.subtreeEnd)
    guard node.effects < 0 || tree.effects[Int(node.effects)].filters.isEmpty else { return nil }
    if isLeaf, node.isPlainBox, node.border < 0 {
      return node.backgroundColor.w > 0
        ? Silhouette(shape: Shape(node), alpha: min(node.backgroundColor.w, 1)) : nil
    }
    guard node.backgroundColor.w >= 1, node.shape < 0, node.replicator < 0 else { return nil }
    let fills =
      node.contents < 0 || node.flags.contains(.masksToBounds)
      || node.bounds.contains(tree.contents[Int(node.contents)].destination(in: node.bounds))
    let holds =
      isLeaf || node.flags.contains(.masksToBounds)
      || (node.cornerRadius <= 0 && node.bounds.contains(tree.planeExtent(of: index)))
    let isSquare = node.cornerRadius <= 0 || node.flags.contains(.masksToBounds)
    return fills && holds && (node.contents < 0 || isSquare) ? Silhouette(shape: Shape(node)) : nil
  }

  /// Draws the shadow of a rounded box or an ellipse.
  mutating func drawShadow(
    _ shadow: LayerShadow, _ silhouette: Silhouette, _ context: PlaneContext
  ) {
    var shape = silhouette.shape
    shape.rect = shape.rect.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
    let color = shadow.color.premultiplied(in: context) * silhouette.alpha
    let scale = context.homography.largestScale(at: shape.rect.center)
    let context = context.stretched(
      by: silhouette.stretch, about: shape.rect.center, limits: &clips)
    guard shadow.sigma * scale > 0.05 else {
      return drawShadowWithoutBlur(shape, color, context)
    }
    var instance = ShadowInstance()
    instance.color = color
    // A pixel is a box: it blurs by a twelfth of a pixel.
    let sigma = (shadow.sigma * shadow.sigma + 1 / (12 * scale * scale)).squareRoot()
    let down = sigma / silhouette.stretch
    var reach = shape
    reach.softEdges = 0
    reach.rect = shape.rect.insetBy(dx: CGFloat(-3 * sigma), dy: CGFloat(-3 * down))
    draw(reach, instead: shape, context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params = SIMD4(
        Float(sigma), Float(clips.first), Float(clips.count), Float(down))
      passes.add(instance, bounds: quad.bounds)
    }
  }

  private mutating func drawShadowWithoutBlur(
    _ shape: Shape, _ color: SIMD4<Float>, _ context: PlaneContext
  ) {
    var instance = BoxInstance()
    instance.fill = color
    draw(shape, context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params = SIMD4(0, Float(clips.first), Float(clips.count), 1)
      passes.add(instance, bounds: quad.bounds)
    }
  }
}

extension Shape {
  /// The rounded box that a path is; nil when it is something else.
  init?(_ path: CGPath, _ node: LayerNode) {
    let box = path.boundingBoxOfPath
    guard !box.isNull, box.width > 0, box.height > 0 else { return nil }
    self.init(rect: box, softEdges: 15)
    if path == CGPath(rect: box, transform: nil) { return }
    let limit = min(box.width, box.height) / 2
    let radii = [CGFloat(node.cornerRadius)] + path.cornerCandidates(in: box)
    for radius in radii where radius > 0 && radius <= limit {
      let rounded = CGPath(
        roundedRect: box, cornerWidth: radius, cornerHeight: radius, transform: nil)
      if path.isNear(rounded) {
        corners = SIMD4(repeating: radius.native)
        return
      }
    }
    return nil
  }
}

extension Silhouette {
  /// The ellipse that a path is; nil when it is something else.
  fileprivate init?(ellipse path: CGPath) {
    let box = path.boundingBoxOfPath
    guard !box.isNull, box.width > 0, box.height > 0,
      path.isNear(CGPath(ellipseIn: box, transform: nil))
    else { return nil }
    let radius = box.width / 2
    shape = Shape(
      rect: CGRect(x: box.minX, y: box.midY - radius, width: box.width, height: box.width),
      softEdges: 15)
    shape.corners = SIMD4(repeating: radius.native)
    stretch = (box.height / box.width).native
  }
}

extension PlaneContext {
  /// The context of a plane that is this one after a stretch along y.
  fileprivate func stretched(
    by factor: Double, about center: CGPoint, limits list: inout ClipList
  ) -> PlaneContext {
    guard factor != 1 else { return self }
    let stretch = Homography(
      xx: 1, xy: 0, xw: 0, yx: 0, yy: factor, yw: center.y.native * (1 - factor),
      wx: 0, wy: 0, ww: 1)
    return placed(by: stretch, limits: &list) ?? self
  }
}

extension CGPath {
  /// Radii that the corners may have, were the path a rounded rectangle of the given box.
  fileprivate func cornerCandidates(in box: CGRect) -> [CGFloat] {
    var result: [CGFloat] = []
    for point in elements.points where point.y == box.minY && point.x > box.minX {
      result.append(point.x - box.minX)
    }
    return result.sorted()
  }

  /// Whether two paths have the same segments, wherever their points differ by less than can be seen.
  fileprivate func isNear(_ other: CGPath) -> Bool {
    let (a, b) = (elements, other.elements)
    return a.verbs == b.verbs
      && zip(a.points, b.points).allSatisfy { abs($0.x - $1.x) < 0.01 && abs($0.y - $1.y) < 0.01 }
  }
}
