import CGlazeShaders
import GlazeGeometry
import GlazeTree

// Items of which nothing is seen, since opaque ones lie over them.

extension FramePlan {
  /// So many pixels are to be hidden for each item, at least.
  private static let leastHidden = 128.0
  /// More rectangles of a draw are looked at by `Occlusion`.
  private static let mostRectangles = 1024

  /// Leaves out of some draws what later ones hide, where much may be hidden.
  ///
  /// - Parameters:
  ///   - draws: Of one pass, between which nobody reads what they drew.
  ///   - region: What of them can be seen, in whole pixels.
  /// - Complexity: O(n) in the rows of cells that items touch.
  mutating func leaveOutHidden(of draws: inout [Draw], in region: PixelRect) {
    guard mayHideMuch(draws), var occluders = Occluders(region: region) else { return }
    var polygon = Polygon()
    for index in draws.indices.reversed() where isLookedAt(draws[index]) {
      let (kind, instances) = (draws[index].kind, draws[index].instances)
      // What stays moves to the end of the range.
      var first = instances.upperBound
      for instance in instances.reversed() {
        let outline = outline(of: kind, instance)
        guard let seen = occluders.seen(of: outline) else { continue }
        first -= 1
        move(kind, instance, to: first)
        cut(kind, first, outline, to: seen, with: &polygon)
        if isOpaque(kind, first) { hide(kind, first, outline, by: &occluders) }
      }
      draws[index].instances = first..<instances.upperBound
    }
    draws.removeAll { $0.instances.isEmpty }
  }

  /// Whether opaque items may hide enough of those before them.
  private func mayHideMuch(_ draws: [Draw]) -> Bool {
    var (before, hidden, count) = (0.0, 0.0, 0.0)
    for draw in draws where isLookedAt(draw) {
      count += Double(draw.instances.count)
      for instance in draw.instances {
        let area = abs(outline(of: draw.kind, instance).signedArea)
        if isOpaque(draw.kind, instance) { hidden += min(area, before) }
        before += area
      }
    }
    return hidden > Self.leastHidden * count
  }

  private func isLookedAt(_ draw: Draw) -> Bool {
    switch draw.kind {
    case .box, .image, .maskedImage, .coverage, .shadow, .gradient: true
    case .rectangle: draw.instances.count <= Self.mostRectangles
    case .particle, .picture, .composite, .colorMatrix, .blur: false
    }
  }

  // MARK: Items

  private func outline(of kind: Kind, _ index: Int) -> Occluders.Outline {
    switch kind {
    case .box: Occluders.Outline(boxes[index].quad01, boxes[index].quad23)
    case .image: Occluders.Outline(images[index].quad01, images[index].quad23)
    case .maskedImage: Occluders.Outline(maskedImages[index].quad01, maskedImages[index].quad23)
    case .coverage: Occluders.Outline(coverages[index].quad01, coverages[index].quad23)
    case .shadow: Occluders.Outline(shadows[index].quad01, shadows[index].quad23)
    case .gradient: Occluders.Outline(gradients[index].quad01, gradients[index].quad23)
    default: Occluders.Outline(rectangles[index].edges)
    }
  }

  private mutating func move(_ kind: Kind, _ index: Int, to place: Int) {
    if index == place { return }
    switch kind {
    case .box: boxes[place] = boxes[index]
    case .image: images[place] = images[index]
    case .maskedImage: maskedImages[place] = maskedImages[index]
    case .coverage: coverages[place] = coverages[index]
    case .shadow: shadows[place] = shadows[index]
    case .gradient: gradients[place] = gradients[index]
    default: rectangles[place] = rectangles[index]
    }
  }

  /// Whether nothing shines through where an item's coverage is all.
  private func isOpaque(_ kind: Kind, _ index: Int) -> Bool {
    switch kind {
    case .box:
      let box = boxes[index]
      return box.fill.w == 1 && box.params.w == 1 && box.params.z == 0 && box.fill.isNumber
        && box.border.isNumber
    case .image(let texture):
      let image = images[index]
      return image.color == .one && image.params.z == 0 && image.texture.w == 0
        && textures[texture].image.isOpaque
    case .rectangle:
      return rectangles[index].color.w == 1 && rectangles[index].color.isNumber
    default: return false
    }
  }

  /// Draws no more of an image than can be seen.
  ///
  /// Boxes of one colour cost less, and programs that count on whole ones; what of others is interpolated
  /// would be rounded differently.
  private mutating func cut(
    _ kind: Kind, _ index: Int, _ outline: Occluders.Outline, to seen: PixelRect,
    with polygon: inout Polygon
  ) {
    guard case .image = kind,
      let quad = outline.cut(to: seen, images[index].shape, with: &polygon)
    else { return }
    (images[index].quad01, images[index].quad23) = (quad.first, quad.second)
  }

  private func hide(
    _ kind: Kind, _ index: Int, _ outline: Occluders.Outline, by occluders: inout Occluders
  ) {
    switch kind {
    case .box: occluders.hide(boxes[index].shape, in: outline)
    case .image: occluders.hide(images[index].shape, in: outline)
    default: occluders.hide(rectangles[index].edges)
    }
  }
}

extension Occluders.Outline {
  /// Fewer pixels are not worth a cut.
  private static let leastCut = 256.0

  /// The part inside of a rectangle as a quad, which may reach beyond the outline; nil where it is hardly less.
  ///
  /// Only of outlines that hold all of a shape whose coverage is 0 where it ends: other edges are the shape's,
  /// or another part's of it, and are not to be moved by the least.
  fileprivate func cut(
    to rect: PixelRect, _ shape: RoundedBox, with polygon: inout Polygon
  ) -> Quad? {
    let all = PixelRect(minX: minimum.x, minY: minimum.y, maxX: maximum.x, maxY: maximum.y)
    let part = all.intersection(rect)
    guard part != all, shape.isAffine, shape.extent.z == 15, holds(shape) else { return nil }
    polygon.removeAll()
    polygon.append(corners.0)
    polygon.append(corners.1)
    polygon.append(corners.2)
    polygon.append(corners.3)
    polygon.clip(part)
    let vertices = polygon.vertices
    var quad = Quad(part)
    if (3...4).contains(vertices.count) {
      quad = Quad(vertices[0], vertices[1], vertices[2], vertices[vertices.count - 1])
    }
    quad = quad.snapped
    let left = abs(Occluders.Outline(quad.first, quad.second).signedArea)
    return abs(signedArea) - left >= Self.leastCut ? quad : nil
  }

  /// Whether all of an affine shape lies inside: each corner lies beyond another one of the shape's.
  private func holds(_ shape: RoundedBox) -> Bool {
    /// A bit for the corner of the shape that a point lies beyond; 0 for none.
    func corner(beneath point: SIMD2<Double>) -> Int {
      let p = SIMD2<Float>(point - SIMD2(Double(shape.rowX.w), Double(shape.rowY.w)))
      let x = shape.rowX.x * p.x + shape.rowX.y * p.y + shape.rowX.z
      let y = shape.rowY.x * p.x + shape.rowY.y * p.y + shape.rowY.z
      let extent = shape.extent * shape.rowW.z
      guard abs(x) >= extent.x, abs(y) >= extent.y else { return 0 }
      return 1 << ((x < 0 ? 1 : 0) + (y < 0 ? 2 : 0))
    }
    let (a, b, c, d) = corners
    return corner(beneath: a) | corner(beneath: b) | corner(beneath: c) | corner(beneath: d) == 15
  }
}

extension RoundedBox {
  fileprivate var isAffine: Bool { rowW.x == 0 && rowW.y == 0 }
}

extension SIMD4<Float> {
  /// Whether all components are finite: what is no number is drawn by one backend and not by the other.
  fileprivate var isNumber: Bool { (x + y + z + w) * 0 == 0 }
}
