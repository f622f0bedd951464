import CGlazeShaders
import GlazeGeometry
import GlazeTree

// These functions find the visible items of a pass. They visit the items once, from front to back.

extension FramePlan {
  /// The fewest pixels that must be hidden for each item.
  private static let leastHidden = 128.0
  /// The fewest pixels that justify a cut.
  private static let leastCut = 256.0

  /// Removes items from some draws that later ones hide, where much may be hidden.
  ///
  /// - Parameters:
  ///   - draws: The draws of one pass, whose results are not read in between.
  ///   - region: Their visible part, in integer pixels.
  /// - Complexity: O(n) in the rows that items have in each tile, in steps of eight where their
  ///   edges are slanted.
  mutating func keepSeen(of draws: inout [Draw], in region: PixelRect) {
    let isCut = draws.map { hidesItself($0, in: region) }
    guard isCut.contains(true) || mayHideMuch(draws), var open = OpenPixels(region) else { return }
    var interior = Interior()
    var polygon = Polygon()
    for index in draws.indices.reversed() where draws[index].kind.instance.isWalked {
      switch draws[index].kind {
      case .rectangle where isCut[index]:
        cutRectangles(&draws[index], to: &open)
      case .shadow:
        cutShadows(&draws[index], to: open)
      default:
        keepSeenItems(&draws[index], &open, &interior, &polygon)
      }
    }
    draws.removeAll { $0.instances.isEmpty }
  }

  /// Whether opaque items may hide enough of those before them.
  private func mayHideMuch(_ draws: [Draw]) -> Bool {
    var (before, hidden, count) = (0.0, 0.0, 0.0)
    for draw in draws where draw.kind.instance.isWalked {
      count += Double(draw.instances.count)
      for index in draw.instances {
        let area = abs(outline(of: draw.kind, index).signedArea)
        if isOpaque(draw.kind, index) { hidden += min(area, before) }
        before += area
      }
    }
    return hidden > Self.leastHidden * count
  }

  /// Removes passes whose targets are neither read nor cached, since their readers are hidden.
  mutating func dropUnreadPasses() {
    var isWanted = targets.enumerated().map { $0 == 0 || $1.key != nil }
    var wanted: [Pass] = []
    for pass in passes.reversed() where isWanted[pass.target] {
      wanted.append(pass)
      for draw in draws[pass.draws] {
        for source in draw.kind.sources { isWanted[source] = true }
      }
    }
    if wanted.count < passes.count { passes = wanted.reversed() }
  }

  // MARK: Items

  private mutating func keepSeenItems(
    _ draw: inout Draw, _ open: inout OpenPixels, _ interior: inout Interior,
    _ polygon: inout Polygon
  ) {
    let kind = draw.kind
    // The remaining items move to the end of the range.
    var first = draw.instances.upperBound
    for instance in draw.instances.reversed() {
      let outline = outline(of: kind, instance)
      if open.hides(outline) { continue }
      first -= 1
      if first != instance { kind.instance.copy(instance, to: first, in: &self) }
      if case .image = kind, let seen = open.seen(of: outline),
        let quad = outline.cut(to: seen, images[first].shape, Self.leastCut, with: &polygon)
      {
        (images[first].quad01, images[first].quad23) = (quad.first, quad.second)
      }
      if isOpaque(kind, first) { hide(kind, first, outline, &open, &interior) }
    }
    draw.instances = first..<draw.instances.upperBound
  }

  /// The area that an item may touch.
  func outline(of kind: Kind, _ index: Int) -> Outline {
    guard case .rectangle = kind else { return Outline(polygon(kind, index)) }
    return Outline(PixelRect(rectangles[index].edges))
  }

  private func isOpaque(_ kind: Kind, _ index: Int) -> Bool {
    kind.instance.isOpaque(index, kind, in: self)
  }

  /// Closes the pixels behind an opaque item.
  private func hide(
    _ kind: Kind, _ index: Int, _ outline: Outline, _ open: inout OpenPixels,
    _ interior: inout Interior
  ) {
    guard let (shape, clips) = kind.instance.hiding(index, in: self) else {
      return open.close(PixelRect(rectangles[index].edges))
    }
    func close(_ cut: SIMD2<Float>) {
      interior.begin(outline)
      interior.formIntersection(shape, cut: cut)
      for clip in clips { interior.formIntersection(clip, cut: clip.cornerCut) }
      open.close(interior)
    }
    let isRound = shape.corners.max() > 0
    if isRound {
      // The area between the corners is closed from top to bottom, and from side to side.
      close(SIMD2(1, 0))
      close(SIMD2(0, 1))
    }
    // A shadow is cut around the area that is closed last.
    if !isRound || outline.isUpright { close(shape.cornerCut) }
  }

  // MARK: Shadows

  /// Draws shadows around the item that precedes them, and only where they are visible.
  private mutating func cutShadows(_ draw: inout Draw, to open: borrowing OpenPixels) {
    var retained: [ShadowInstance] = []
    for index in draw.instances.reversed() {
      let outline = outline(of: .shadow, index)
      if open.hides(outline) { continue }
      guard outline.isUpright else {
        retained.append(shadows[index])
        continue
      }
      for part in outline.bounds.parts(around: open.hole, Self.leastCut) {
        guard let seen = open.seen(of: Outline(part))?.intersection(part) else { continue }
        let quad = Quad(part.area - seen.area < Self.leastCut ? part : seen).snapped
        var shadow = shadows[index]
        (shadow.quad01, shadow.quad23) = (quad.first, quad.second)
        retained.append(shadow)
      }
    }
    if draw.instances.upperBound == shadows.count { shadows.removeSubrange(draw.instances) }
    let start = shadows.count
    shadows += retained.reversed()
    draw.instances = start..<shadows.count
  }
}

extension Outline {
  /// The part inside of a rectangle as a quad, which may extend beyond the outline; nil where it is
  /// hardly smaller.
  ///
  /// Only outlines that contain a whole shape with a coverage of 0 at its edge are cut. Other edges
  /// belong to the shape, or to another part of it, and must not move at all.
  fileprivate func cut(
    to rect: PixelRect, _ shape: RoundedBox, _ leastCut: Double, with polygon: inout Polygon
  ) -> Quad? {
    let all = bounds
    let part = all.intersection(rect)
    guard part != all, shape.isAffine, shape.isSoftAround, holds(shape) else { return nil }
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
    let left = abs(Outline((quad.first, quad.second)).signedArea)
    return abs(signedArea) - left >= leastCut ? quad : nil
  }

  /// Whether an affine shape lies completely inside: each corner lies beyond another corner of the
  /// shape.
  private func holds(_ shape: RoundedBox) -> Bool {
    /// The bit of the shape's corner beyond which a point lies; 0 for none.
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

  /// The part of a corner's cell to cut off all sides so that none of the curve remains: a circle
  /// leaves the corner at 0.29 of its radius.
  fileprivate var cornerCut: SIMD2<Float> { SIMD2(repeating: cornerExponent >= 2 ? 0.3 : 1) }
}

extension PixelRect {
  fileprivate init(_ edges: SIMD4<Float>) {
    self.init(
      minX: Double(edges.x), minY: Double(edges.y), maxX: Double(edges.z), maxY: Double(edges.w))
  }

  /// The rectangle without a hole, as four that meet at the hole's edges; itself when the hole is
  /// small.
  fileprivate func parts(around hole: PixelRect?, _ leastArea: Double) -> [PixelRect] {
    guard let hole = hole?.intersection(self), hole.area >= leastArea else { return [self] }
    let parts = [
      PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: hole.minY),
      PixelRect(minX: minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY),
      PixelRect(minX: hole.maxX, minY: hole.minY, maxX: maxX, maxY: hole.maxY),
      PixelRect(minX: minX, minY: hole.maxY, maxX: maxX, maxY: maxY),
    ]
    return parts.filter { !$0.isEmpty }
  }
}

extension SIMD4<Float> {
  /// Whether all components are finite: the backends treat NaN differently.
  var isNumber: Bool { (x + y + z + w) * 0 == 0 }
}
