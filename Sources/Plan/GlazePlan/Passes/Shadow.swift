import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// Shadows of rounded boxes, which do not need a blur: tables contain the integral.

/// The caster of a shadow with a closed form.
struct Silhouette {
  /// The shape in the plane, before the stretch.
  var shape: Shape
  var alpha: Float = 1
  /// The ratio of height to width in the plane: an ellipse is a circle that was stretched about its
  /// center.
  var stretch = 1.0
}

extension Flattener {
  /// The rounded box or ellipse that casts a layer's shadow; nil when it has another shape.
  mutating func silhouette(of index: Int, _ shadow: LayerShadow) -> Silhouette? {
    guard optimizations.contains(.analyticShadows) else { return nil }
    if let path = shadow.path { return Silhouette(path, tree.nodes[index]) }
    let slot = tree.slots(of: index).effects
    guard slot < 0 || tree.effects[Int(slot)].filters.isEmpty else { return nil }
    // The clip applies after the shadow, and hidden parts also cast one.
    if let own = silhouette(of: index, isClipped: false) { return own }
    var (holder, placement) = (index, Homography.identity)
    while let inner = heldSublayer(of: holder) {
      placement = placement * tree.planarPlacement(of: inner)
      if let own = silhouette(of: inner, isClipped: true) { return own.placed(by: placement) }
      if tree.nodes[inner].flags.contains(.masksToBounds) { return nil }
      holder = inner
    }
    return nil
  }

  /// The rounded box or ellipse that a layer paints, without its shadow and its effects.
  ///
  /// - Parameter isClipped: Whether its own bounds clip its content, if they do so in the frame.
  private mutating func silhouette(of index: Int, isClipped: Bool) -> Silhouette? {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    let isLeaf = tree.firstSublayer(of: index) == Int(node.subtreeEnd)
    let clips = isClipped && node.flags.contains(.masksToBounds)
    if isLeaf, slots.isPlainBox, slots.border < 0 {
      return node.backgroundColor.w > 0
        ? Silhouette(shape: Shape(node), alpha: min(node.backgroundColor.w, 1)) : nil
    }
    if isLeaf, slots.shape >= 0, node.backgroundColor.w <= 0 {
      let isAlone =
        slots.contents < 0 && slots.gradient < 0 && slots.border < 0 && slots.emitter < 0
      return isAlone && !clips ? Silhouette(tree.shapes[Int(slots.shape)], node) : nil
    }
    guard node.backgroundColor.w >= 1, slots.replicator < 0 else { return nil }
    let isPlain = isLeaf || blendGroups.keepsOpaque
    if clips { return isPlain ? Silhouette(shape: Shape(node)) : nil }
    guard slots.shape < 0, slots.emitter < 0 else { return nil }
    let isSquare = node.cornerRadius <= 0
    let fills =
      slots.contents < 0
      || (isSquare
        && node.bounds.contains(tree.contents[Int(slots.contents)].coveredBox(in: node.bounds)))
    let holds =
      isLeaf || (isSquare && node.bounds.contains(planeExtent(of: index, isClipped: false)))
    return fills && holds && isPlain ? Silhouette(shape: Shape(node)) : nil
  }

  /// The only thing that a layer paints, if that is a sublayer, as it is in its plane.
  private func heldSublayer(of index: Int) -> Int? {
    guard !tree.nodes[index].flags.contains(.isTransformLayer),
      let inner = onlySublayer(of: index)
    else { return nil }
    let (own, has) = (tree.nodes[inner], tree.slots(of: inner))
    return own.opacity >= 1 && has.shadow < 0 && has.effects < 0
      && own.flags.isDisjoint(with: Self.unlikeItself) ? inner : nil
  }

  private static let unlikeItself: LayerNode.Flags = [.isTransformLayer, .hasMask]

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
    // A pixel is a box, which blurs by a twelfth of a pixel.
    let sigma = (shadow.sigma * shadow.sigma + 1 / (12 * scale * scale)).squareRoot()
    let down = sigma / silhouette.stretch
    var reach = shape
    reach.softEdges = 0
    reach.rect = shape.rect.insetBy(dx: CGFloat(-3 * sigma), dy: CGFloat(-3 * down))
    let dithers = viewport.dithersBlur(of: sigma * scale)
    draw(reach, instead: shape, context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.isDithered = dithers
      instance.params = SIMD4(Float(sigma), Float(clips.first), Float(clips.count), Float(down))
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
  /// Creates the rounded box of a path; nil when the path has another shape.
  init?(_ path: CGPath, _ node: LayerNode) {
    let box = path.boundingBoxOfPath
    guard !box.isNull, box.width > 0, box.height > 0 else { return nil }
    self.init(rect: box, softEdges: 15)
    let limit = min(box.width, box.height) / 2
    let half = SIMD2(box.width.native, box.height.native) / 2
    let center = SIMD2(box.midX.native, box.midY.native)
    let radii = [0, CGFloat(node.cornerRadius)] + path.cornerCandidates(in: box)
    for radius in radii where radius >= 0 && radius <= limit {
      let isRounded = path.isOneCurve { point in
        // This is the distance from the rounded rectangle.
        let p = point - center
        let inner = SIMD2(abs(p.x), abs(p.y)) - half + radius.native
        let outside = SIMD2(max(inner.x, 0), max(inner.y, 0))
        let distance =
          (outside * outside).sum().squareRoot() + min(max(inner.x, inner.y), 0) - radius.native
        return abs(distance) < 0.02
      }
      if isRounded {
        corners = SIMD4(repeating: radius.native)
        return
      }
    }
    return nil
  }
}

extension Silhouette {
  /// Creates the rounded box or the ellipse of a path; nil when the path has another shape.
  fileprivate init?(_ path: CGPath, _ node: LayerNode) {
    if let shape = Shape(path, node) {
      self.init(shape: shape)
    } else {
      self.init(ellipse: path)
    }
  }

  /// Creates that of a path that is only filled.
  fileprivate init?(_ shape: LayerShape, _ node: LayerNode) {
    guard shape.stroke == nil, let fill = shape.fill, fill.w > 0 else { return nil }
    self.init(shape.path, node)
    alpha = min(fill.w, 1)
  }

  /// The silhouette in a plane in which its own only moves and grows; nil where its plane turns.
  fileprivate func placed(by placement: Homography) -> Silhouette? {
    let scale = placement.xx
    guard placement.isAffine, placement.xy == 0, placement.yx == 0, placement.ww == 1, scale > 0,
      abs(placement.yy - scale) <= 1e-9 * scale
    else { return nil }
    var result = self
    let (x, y) = (shape.rect.minX.native, shape.rect.minY.native)
    result.shape.rect = CGRect(
      x: x * scale + placement.xw, y: y * scale + placement.yw,
      width: shape.rect.width.native * scale, height: shape.rect.height.native * scale)
    result.shape.corners *= scale
    return result
  }

  /// Creates the ellipse of a path; nil when the path has another shape.
  fileprivate init?(ellipse path: CGPath) {
    let box = path.boundingBoxOfPath
    guard !box.isNull, box.width > 0, box.height > 0 else { return nil }
    let half = SIMD2(box.width.native, box.height.native) / 2
    let center = SIMD2(box.midX.native, box.midY.native)
    let isEllipse = path.isOneCurve { point in
      let p = (point - center) / half
      return abs((p * p).sum() - 1) < 0.004
    }
    // In longer ellipses the shadow changes too fast from row to row of a table.
    guard isEllipse, (0.25...4).contains(box.height / box.width) else { return nil }
    let radius = box.width / 2
    shape = Shape(
      rect: CGRect(x: box.minX, y: box.midY - radius, width: box.width, height: box.width),
      softEdges: 15)
    shape.corners = SIMD4(repeating: radius.native)
    stretch = (box.height / box.width).native
  }
}

extension PlaneContext {
  /// The context of the plane that becomes this one by a stretch along y.
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
  /// The radii that the corners may have if the path is a rounded rectangle of the given box.
  fileprivate func cornerCandidates(in box: CGRect) -> [CGFloat] {
    var result: [CGFloat] = []
    for point in elements.points where point.y == box.minY && point.x > box.minX {
      result.append(point.x - box.minX)
    }
    return result.sorted()
  }

  /// Whether the path is a single subpath whose points (corner points and some on each segment) all
  /// pass a test.
  ///
  /// The result does not depend on its start, its direction or its segments.
  fileprivate func isOneCurve(_ holds: (SIMD2<Double>) -> Bool) -> Bool {
    let elements = self.elements
    guard elements.verbs.count(where: { $0 == PathElements.Verb.move }) == 1 else { return false }
    var result = true
    elements.forEach { element in
      for step in 0...4 where result {
        let t = Double(step) / 4
        result = holds(element.point(at: t))
      }
    }
    return result
  }
}

extension PathElements.Element {
  /// The point at a parameter in 0...1.
  fileprivate func point(at t: Double) -> SIMD2<Double> {
    func vector(_ p: CGPoint) -> SIMD2<Double> { SIMD2(p.x.native, p.y.native) }
    let s = 1 - t
    switch self {
    case .move(let p): return vector(p)
    case .line(let a, let b), .close(let a, let b): return vector(a) * s + vector(b) * t
    case .quad(let a, let c, let b):
      return vector(a) * (s * s) + vector(c) * (2 * s * t) + vector(b) * (t * t)
    case .cubic(let a, let c, let d, let b):
      let ends = vector(a) * (s * s * s) + vector(b) * (t * t * t)
      return ends + vector(c) * (3 * s * s * t) + vector(d) * (3 * s * t * t)
    }
  }
}
