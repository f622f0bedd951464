import Foundation
import GlazeGeometry
import GlazeTree

/// Walks a layer tree in painting order and hands every visible item to the passes.
///
/// The walk is a loop over a stack of frames, not a recursion: trees may be as deep as they like.
/// `Flattener+Scene.swift` orders sublayers that leave their superlayer's plane; the extensions in
/// `Passes/` draw the items.
struct Flattener {
  let tree: LayerTree
  let viewport: Viewport
  let optimizations: Optimizations

  var passes: PassStack
  var clips = ClipList()
  var raster = Rasterizable()
  /// Texture of each contents slot in the plan; -1 until it is drawn.
  var textures: [Int32]
  var leaves: [SceneLeaf] = []
  var fragments: [SceneFragment] = []

  private var stack: [Frame] = []

  /// A layer whose sublayers are being drawn.
  private struct Frame {
    /// -1 for the space around the root.
    var node: Int32
    /// The layer's own plane, for what is drawn over the sublayers.
    var own: PlaneContext
    /// What the sublayers are drawn in.
    var inner: PlaneContext
    var sublayers: Sublayers
    var drawsBorder = false
    /// Passes to end when the layer is done.
    var passCount = 0
  }

  /// The sublayers that are left to draw.
  private enum Sublayers {
    /// In the plane and in order: the next node, and the node after the last.
    case nodes(next: Int32, end: Int32)
    /// A 3D scene: the next fragment; the scene's own are those from the given first ones on.
    case scene(next: Int, firstFragment: Int, firstLeaf: Int)
  }

  init(tree: LayerTree, viewport: Viewport, optimizations: Optimizations) {
    self.tree = tree
    self.viewport = viewport
    self.optimizations = optimizations
    passes = PassStack(viewport: viewport, batches: optimizations.contains(.batch))
    textures = Array(repeating: -1, count: tree.contents.count)
  }

  mutating func run() -> FramePlan {
    let frame = PlaneContext(
      homography: Homography(viewport.transform),
      bounds: optimizations.contains(.cull) ? passes.frameBounds : .unlimited,
      isFlipped: tree.isGeometryFlipped)
    if !tree.nodes.isEmpty {
      let sublayers =
        tree.staysInPlane(0)
        ? Sublayers.nodes(next: 0, end: Int32(tree.nodes.count))
        : beginScene(of: tree.nodes.indices, isFlipped: frame.isFlipped)
      stack.append(Frame(node: -1, own: frame, inner: frame, sublayers: sublayers))
    }
    while !stack.isEmpty { step() }
    return passes.finish(background: viewport.background)
  }

  func isVisible(_ index: Int) -> Bool {
    !tree.nodes[index].flags.contains(.isHidden) && tree.nodes[index].opacity > 0
  }

  // MARK: The walk

  private mutating func step() {
    let top = stack.count - 1
    switch stack[top].sublayers {
    case .nodes(let next, let end) where next < end:
      stack[top].sublayers = .nodes(next: tree.nodes[Int(next)].subtreeEnd, end: end)
      enter(Int(next), in: stack[top].inner)
    case .scene(let next, let firstFragment, let firstLeaf) where next < fragments.count:
      stack[top].sublayers = .scene(
        next: next + 1, firstFragment: firstFragment, firstLeaf: firstLeaf)
      enter(fragments[next], in: stack[top].inner)
    default:
      leave(stack.removeLast())
    }
  }

  /// A sublayer that stays in its superlayer's plane.
  private mutating func enter(_ index: Int, in context: PlaneContext) {
    guard isVisible(index) else { return }
    let placement = tree.planarPlacement(of: index)
    var own = context
    own.homography = context.homography * placement
    if context.limits != 0 { own.limits = clips.pullBack(context.limits, through: placement) }
    open(index, own, opacity: 1, passCount: 0)
  }

  /// A layer of a 3D scene, or a part of one.
  private mutating func enter(_ fragment: SceneFragment, in context: PlaneContext) {
    let leaf = leaves[fragment.leaf]
    guard var own = context.placed(by: Homography(leaf.matrix), limits: &clips),
      let inverse = own.homography.inverse
    else { return }
    own.isFlipped = leaf.isFlipped
    own.seams = clips.add(seams: seams(of: leaf, own.homography))
    var passCount = 0
    for cut in fragment.cuts {
      passCount += makeRoomForClip(&own, node: leaf.node)
      clips.push(
        .halfPlane(
          cut.line.carried(by: inverse), keepsPositive: cut.keepsPositive,
          near: passes.frameBounds.center), onto: &own)
    }
    open(Int(leaf.node), own, opacity: leaf.opacity, passCount: passCount)
  }

  /// Draws what lies under a layer's sublayers, and begins them.
  private mutating func open(
    _ index: Int, _ plane: PlaneContext, opacity: Float, passCount: Int
  ) {
    let node = tree.nodes[index]
    var own = plane
    var passCount = passCount
    if node.flags.contains(.isGeometryFlipped) { own.isFlipped.toggle() }
    let opacity = node.opacity * opacity
    let isGroup = node.flags.contains(.allowsGroupOpacity)
    if opacity < 1, isGroup, !isSingleItem(index, opacity: own.opacity) {
      passes.begin(node: Int32(index), opacity: own.opacity * opacity, outer: own)
      own.enterPass(opacity: 1)
      passCount += 1
    } else {
      own.opacity *= opacity
    }
    let isLeaf = Int(node.subtreeEnd) == index + 1
    let fuses =
      isLeaf && node.contents < 0
      && (node.border < 0 || fusesBorder(opacity: isGroup ? plane.opacity : own.opacity))
    drawBackground(node, own, withBorder: fuses)
    var inner = own
    if node.flags.contains(.masksToBounds), !isLeaf || node.contents >= 0 {
      passCount += makeRoomForClip(&own, node: Int32(index))
      inner = own
      clip(&inner, to: node)
    }
    drawContents(node, own: own, clipped: inner)
    let sublayers: Sublayers =
      isLeaf ? .nodes(next: 0, end: 0) : beginSublayers(of: index, isFlipped: own.isFlipped)
    stack.append(
      Frame(
        node: Int32(index), own: own, inner: inner, sublayers: sublayers, drawsBorder: !fuses,
        passCount: passCount))
  }

  private mutating func leave(_ frame: Frame) {
    if case .scene(_, let firstFragment, let firstLeaf) = frame.sublayers {
      fragments.removeSubrange(firstFragment...)
      leaves.removeSubrange(firstLeaf...)
    }
    guard frame.node >= 0 else { return }
    if frame.drawsBorder { drawBorder(tree.nodes[Int(frame.node)], frame.own) }
    for _ in 0..<frame.passCount {
      passes.end(clips: clips, folds: optimizations.contains(.foldClips))
    }
  }

  private mutating func beginSublayers(of index: Int, isFlipped: Bool) -> Sublayers {
    let children = index + 1..<Int(tree.nodes[index].subtreeEnd)
    var child = children.lowerBound
    while child < children.upperBound {
      if isVisible(child), !tree.staysInPlane(child) {
        return beginScene(of: children, isFlipped: isFlipped)
      }
      child = Int(tree.nodes[child].subtreeEnd)
    }
    return .nodes(next: Int32(children.lowerBound), end: Int32(children.upperBound))
  }

  private mutating func beginScene(of nodes: Range<Int>, isFlipped: Bool) -> Sublayers {
    let firstLeaf = leaves.count
    let firstFragment = fragments.count
    gatherScene(nodes, isFlipped: isFlipped)
    return .scene(next: firstFragment, firstFragment: firstFragment, firstLeaf: firstLeaf)
  }

  /// Begins a pass when a context has as many clips as instances can carry.
  ///
  /// - Returns: The number of passes that were begun.
  private mutating func makeRoomForClip(_ context: inout PlaneContext, node: Int32) -> Int {
    guard context.clipDepth >= ClipList.maximum else { return 0 }
    passes.begin(node: node, opacity: 1, outer: context)
    context.enterPass(opacity: context.opacity)
    return 1
  }

  /// Whether at most one instance would be drawn for a layer and its sublayers.
  ///
  /// - Parameter opacity: What each item of the layer is multiplied with on its own.
  private func isSingleItem(_ root: Int, opacity: Float) -> Bool {
    guard optimizations.contains(.foldGroups) else { return false }
    var count = 0
    var index = root
    while index < Int(tree.nodes[root].subtreeEnd) {
      let node = tree.nodes[index]
      guard index == root || isVisible(index) else {
        index = Int(node.subtreeEnd)
        continue
      }
      count += itemCount(node, isLeaf: Int(node.subtreeEnd) == index + 1, opacity)
      if count > 1 { return false }
      index += 1
    }
    return true
  }

  private func itemCount(_ node: LayerNode, isLeaf: Bool, _ opacity: Float) -> Int {
    guard !node.flags.contains(.isTransformLayer) else { return 0 }
    let background = node.backgroundColor.w > 0 ? 1 : 0
    let border = node.border >= 0 ? 1 : 0
    guard node.contents < 0 else {
      return background + border + (tree.contents[Int(node.contents)].isSliced ? 2 : 1)
    }
    return isLeaf && fusesBorder(opacity: opacity) ? max(background, border) : background + border
  }

  /// Whether a border with nothing between it and the background joins the background's instance,
  /// which fades as a whole: so not when each is to fade on its own.
  private func fusesBorder(opacity: Float) -> Bool {
    optimizations.contains(.fuseBorders) && opacity == 1
  }
}
