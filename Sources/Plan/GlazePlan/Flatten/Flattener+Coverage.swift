import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// How the fragments of a 3D scene become pieces of `SceneCoverage`, and how those with masks are drawn.

extension Flattener {
  /// How a leaf covers its plane.
  private enum LeafOutline {
    /// Its bounds are all that it paints, with four soft edges.
    case bounds
    /// Its bounds are opaque, with four soft edges, and it paints more.
    case opaqueBounds
    /// Something else: rounded, with hard edges, with a shadow.
    case other
    /// It reads what lies behind it, so that it cannot be drawn by itself.
    case reader
  }

  /// Parallel layers that are measured; larger stacks are pages, whose edges seldom lie on each other.
  private static let largestStack = 32

  /// Finds how much of each pixel the fragments of a scene cover.
  ///
  /// - Parameters:
  ///   - range: The scene's fragments.
  ///   - firstLeaf: The first leaf of the scene.
  ///   - context: The context of the plane that the scene is projected on.
  mutating func measureCoverage(
    of range: Range<Int>, firstLeaf: Int, in context: PlaneContext
  ) {
    let scene = leaves[firstLeaf...]
    guard
      scene.count <= Self.largestStack
        || !scene.allSatisfy({ $0.matrix.isParallelToProjection }),
      scene.contains(where: { isWanted($0.node) })
    else { return }
    var counts = Array(repeating: 0, count: leaves.count - firstLeaf)
    for index in range { counts[fragments[index].leaf - firstLeaf] += 1 }
    var pieces: [SceneCoverage.Piece] = []
    var owners: [Int] = []
    for index in range {
      let fragment = fragments[index]
      guard
        let piece = piece(
          of: fragment, isAlone: counts[fragment.leaf - firstLeaf] == 1, firstLeaf: firstLeaf,
          in: context)
      else { continue }
      pieces.append(piece)
      owners.append(index)
    }
    guard !pieces.isEmpty else { return }
    findBetween(&pieces, owners, in: context)
    let found = masksOfScenes.results(of: pieces)
    passes.add(workOfMask: found.work)
    // Two passes for each, of which a scene takes no more than a part.
    var room = passes.limits[.passes] / 8
    for (owner, result) in zip(owners, found.results) {
      if case .masked = result, flatColor(of: Int(leaves[fragments[owner].leaf].node)) == nil {
        room -= 1
        if room < 0 { continue }
      }
      fragments[owner].coverage = result
    }
  }

  /// - Parameters:
  ///   - isAlone: Whether the leaf has no other fragments.
  ///   - firstLeaf: The first leaf of the scene.
  private mutating func piece(
    of fragment: SceneFragment, isAlone: Bool, firstLeaf: Int, in context: PlaneContext
  ) -> SceneCoverage.Piece? {
    let leaf = leaves[fragment.leaf]
    let kind = outline(of: leaf)
    let isCut = !fragment.cuts.isEmpty
    if kind == .reader || (kind == .other && !isCut) { return nil }
    guard let own = context.placed(by: Homography(leaf.matrix), limits: &clips) else { return nil }
    let window = context.bounds.outset(by: 2)
    let isOpen = kind == .other || (kind == .opaqueBounds && isCut)
    let rect = isOpen ? extent(of: leaf) : tree.nodes[Int(leaf.node)].bounds
    var polygon = projection(of: rect, cuts: isOpen ? [] : fragment.cuts, own)
    guard !polygon.isEmpty else { return nil }
    let h = own.homography
    var cuts: [SIMD3<Double>] = []
    if isCut {
      guard let inverse = h.inverse else { return nil }
      cuts = fragment.cuts.map { $0.visibleSide.carried(by: inverse).scaledToDistances }
    }
    if isOpen {
      // Its own edges end it: the outline is the cuts alone.
      let box = polygon.bounds.outset(by: 2).intersection(window)
      guard !box.isEmpty else { return nil }
      polygon.setRect(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY)
      for cut in cuts { polygon.clip(cut) }
    }
    polygon.clip(window)
    guard let outline = ConvexOutline(polygon.vertices) else { return nil }
    var piece = SceneCoverage.Piece(outline: outline, leaf: fragment.leaf - firstLeaf)
    piece.cuts = cuts
    piece.isFlat = flatColor(of: Int(leaf.node)) != nil
    if kind == .bounds { piece.sides = h.sides(of: rect) }
    // Edges cannot be left open where a corner lies behind the camera.
    piece.isMeasured = isCut || (kind == .bounds && (piece.isFlat || !piece.sides.isEmpty))
    if !isOpen {
      piece.alpha = alpha(of: leaf, context)
      piece.edgeAlpha = piece.alpha
      if !isCut, fade(of: leaf, context) == 1, hasOpaqueBorder(leaf, own) { piece.edgeAlpha = 1 }
    }
    if !isAlone {
      let alpha = kind == .bounds ? alpha(of: leaf, context) : 0
      piece.alphaInLeaf = alpha > 0 ? alpha : fade(of: leaf, context)
      if alpha == 0 { piece.between = [] }
    }
    return piece
  }

  /// Finds what is drawn between the parts of leaves of unknown alpha.
  ///
  /// - Parameters:
  ///   - pieces: The pieces of a scene's fragments.
  ///   - owners: The numbers of these fragments.
  private mutating func findBetween(
    _ pieces: inout [SceneCoverage.Piece], _ owners: [Int], in context: PlaneContext
  ) {
    var ends: [Int: ClosedRange<Int>] = [:]
    for (piece, owner) in zip(pieces, owners) where piece.between != nil {
      ends[piece.leaf] = (ends[piece.leaf]?.lowerBound ?? owner)...owner
    }
    var room = Self.mostBetween
    var found: [Int: [ConvexOutline]] = [:]
    for (leaf, range) in ends {
      room -= range.count
      if room < 0 { continue }
      let own = fragments[range.lowerBound].leaf
      found[leaf] = range.compactMap {
        fragments[$0].leaf == own ? nil : outline(of: fragments[$0], in: context)
      }
    }
    for index in pieces.indices where pieces[index].between != nil {
      pieces[index].between = found[pieces[index].leaf]
    }
  }

  /// The most fragments whose outlines are found.
  private static let mostBetween = 4096

  /// Returns the outline of all that a fragment paints, in pixels.
  private mutating func outline(
    of fragment: SceneFragment, in context: PlaneContext
  ) -> ConvexOutline? {
    let leaf = leaves[fragment.leaf]
    guard let own = context.placed(by: Homography(leaf.matrix), limits: &clips) else { return nil }
    var polygon = projection(of: extent(of: leaf), cuts: fragment.cuts, own)
    polygon.clip(context.bounds.outset(by: 2))
    return ConvexOutline(polygon.vertices)
  }

  /// Returns the rectangle that a leaf paints in its plane, with its shadow and its filters.
  private mutating func extent(of leaf: SceneLeaf) -> CGRect {
    let node = Int(leaf.node)
    return tree.rasterizedExtent(of: node, leaf.extent ?? planeExtent(of: node))
  }

  /// Returns the part of a plane's rectangle that cuts leave, in pixels.
  private func projection(
    of rect: CGRect, cuts: [SceneFragment.Cut], _ own: PlaneContext
  ) -> Polygon {
    var polygon = Polygon()
    polygon.setRect(
      minX: rect.minX.native, minY: rect.minY.native, maxX: rect.maxX.native,
      maxY: rect.maxY.native)
    for limit in clips.limits[Int(own.limits)] {
      polygon.clip(SIMD3(limit.x, limit.y, limit.z - Homography.nearPlane))
    }
    for cut in cuts { polygon.clip(cut.visibleSide) }
    if polygon.isEmpty { return polygon }
    let h = own.homography
    polygon.map { p in
      let w = h.wx * p.x + h.wy * p.y + h.ww
      return SIMD2(h.xx * p.x + h.xy * p.y + h.xw, h.yx * p.x + h.yy * p.y + h.yw) / w
    }
    return polygon
  }

  // MARK: Leaves

  private mutating func outline(of leaf: SceneLeaf) -> LeafOutline {
    let index = Int(leaf.node)
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard leaf.particles == nil, !readsBackdrop(from: index) else { return .reader }
    guard slots.effects < 0, !node.flags.contains(.hasMask), node.cornerRadius <= 0,
      node.softEdges == 15, !node.bounds.isEmpty
    else { return .other }
    // Without its own edges a conic gradient is sampled on the other side of a center that lies on one.
    if slots.gradient >= 0, tree.gradients[Int(slots.gradient)].isConicAtEdge { return .other }
    let extent = leaf.extent ?? planeExtent(of: index)
    if slots.shadow < 0, node.bounds.contains(extent) { return .bounds }
    return isOpaque(index) ? .opaqueBounds : .other
  }

  /// The opacity of a leaf's items.
  private func fade(of leaf: SceneLeaf, _ context: PlaneContext) -> Double {
    Double(tree.nodes[Int(leaf.node)].opacity * leaf.opacity * context.opacity)
  }

  /// How much a leaf hides everywhere in its bounds; 0 when that is not known.
  private func alpha(of leaf: SceneLeaf, _ context: PlaneContext) -> Double {
    let index = Int(leaf.node)
    let fade = fade(of: leaf, context)
    if flatColor(of: index) != nil {
      return fade * Double(min(max(tree.nodes[index].backgroundColor.w, 0), 1))
    }
    guard isOpaque(index) else { return 0 }
    let isGroup = tree.nodes[index].flags.contains(.allowsGroupOpacity) && context.opacity == 1
    return isGroup || fade == 1 ? fade : 0
  }

  /// Whether a layer of full opacity hides all that lies behind its bounds.
  private func isOpaque(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard !node.flags.contains(.hasMask) else { return false }
    if node.backgroundColor.w >= 1 { return true }
    let slots = tree.slots(of: node)
    if slots.gradient >= 0, tree.gradients[Int(slots.gradient)].isOpaque { return true }
    guard slots.contents >= 0 else { return false }
    let contents = tree.contents[Int(slots.contents)]
    return contents.isOpaque && !contents.isSliced
      && contents.destination(in: node.bounds).contains(node.bounds)
  }

  /// Whether a layer's border hides all that lies in the pixels of its edges.
  private func hasOpaqueBorder(_ leaf: SceneLeaf, _ own: PlaneContext) -> Bool {
    let node = tree.nodes[Int(leaf.node)]
    let slot = tree.slots(of: node).border
    guard slot >= 0 else { return false }
    let border = tree.borders[Int(slot)]
    // The diagonal of a pixel.
    return border.color.w >= 1
      && border.width * own.homography.leastStep(in: node.bounds) >= 2.0.squareRoot()
  }

  /// The color of a layer that is nothing but a rectangle of it.
  private func flatColor(of index: Int) -> SIMD4<Float>? {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard slots.isPlainBox, slots.border < 0, slots.shadow < 0, slots.effects < 0,
      !node.flags.contains(.hasMask), !hasVisible(index + 1..<Int(node.subtreeEnd))
    else { return nil }
    return node.backgroundColor
  }

  // MARK: Drawing

  /// Draws what a mask covers of a leaf.
  mutating func drawCovered(
    _ leaf: SceneLeaf, by mask: FramePlan.Mask, x: Int, y: Int, _ own: PlaneContext
  ) {
    let node = tree.nodes[Int(leaf.node)]
    passes.items?.node = leaf.node
    passes.node = leaf.node
    let whole = PixelRect(
      minX: Double(x), minY: Double(y), maxX: Double(x + mask.width), maxY: Double(y + mask.height))
    let seen = whole.intersection(own.bounds).intersection(passes.limit)
    guard !seen.isEmpty else { return }
    if let color = flatColor(of: Int(leaf.node)), outline(of: leaf) == .bounds {
      let color = color.premultiplied(in: own) * (node.opacity * leaf.opacity)
      if color.w > 0 { drawCoverage(mask, x: x, y: y, color, own) }
      return
    }
    passes.begin(node: leaf.node, limit: seen, isBackdropRoot: true)
    var covering = own
    covering.enterPass(opacity: 1)
    drawCoverage(mask, x: x, y: y, .one, covering)
    finish(.mask)
    jobs.append(
      .endPass(
        .composite(.init(outer: own, opacity: 1, isMasked: true))))
    var inner = own
    inner.enterPass(opacity: own.opacity)
    if outline(of: leaf) == .bounds {
      inner.openEdges = clips.add(openEdges: own.homography.sides(of: node.bounds))
    }
    jobs.append(.layer(LayerJob(node: Int(leaf.node), context: inner, opacity: leaf.opacity)))
    jobs.append(.beginPass(node: leaf.node, limit: seen))
  }
}

extension LayerGradient {
  /// Whether it turns about a point at an edge of the bounds.
  fileprivate var isConicAtEdge: Bool {
    let inside = 0.05..<0.95
    return kind == .conic && !(inside.contains(start.x.native) && inside.contains(start.y.native))
  }
}

extension SIMD3<Double> {
  /// A line whose values are distances.
  fileprivate var scaledToDistances: SIMD3<Double> {
    let length = (x * x + y * y).squareRoot()
    return length > 0 && length.isFinite ? self / length : self
  }
}

extension SceneFragment.Cut {
  /// At least 0 on the visible side.
  fileprivate var visibleSide: SIMD3<Double> { keepsPositive ? line : -line }
}

extension Homography {
  /// The lines of the edges min x, max x, min y, max y of a rectangle, positive inside; empty where one of its
  /// corners lies behind the camera.
  fileprivate func sides(of rect: CGRect) -> [SIMD3<Double>] {
    let corners = rect.corners.map { apply($0) }
    guard corners.allSatisfy({ $0.w >= Self.nearPlane }) else { return [] }
    let lines = lines(around: rect)
    guard lines.count == 4 else { return [] }
    let middle = corners.reduce(SIMD2<Double>.zero) { $0 + SIMD2($1.x, $1.y) / ($1.w * 4) }
    return [3, 1, 0, 2].map { index in
      let line = lines[index]
      return (line * SIMD3(middle.x, middle.y, 1)).sum() < 0 ? -line : line
    }
  }

  /// The lines of the frame on which the edges of a rectangle lie, as distances in pixels.
  fileprivate func lines(around rect: CGRect) -> [SIMD3<Double>] {
    let corners = rect.corners
    return corners.indices.compactMap { index in
      let (a, b) = (apply(corners[index]), apply(corners[(index + 1) % 4]))
      // The line through two points, whichever side of the camera they lie on.
      let line = SIMD3(
        a.y * b.w - a.w * b.y, a.w * b.x - a.x * b.w, a.x * b.y - a.y * b.x)
      let length = (line.x * line.x + line.y * line.y).squareRoot()
      return length > 0 && length.isFinite ? line / length : nil
    }
  }
}
