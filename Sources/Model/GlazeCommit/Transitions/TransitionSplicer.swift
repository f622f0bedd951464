import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// Replaces a layer in transition with a group that shows both its old and its new content.
///
/// ```
/// layer        ──▶  place           where the layer is now; drawn apart from what lies behind
///   ...               fading 1 - p    only in a fade
///                       old content
///                       ...
///                     fading p        added by light: old * (1 - p) + new * p
///                       new content
///                       ...
/// ```
///
/// With a filter, the two fading layers have masks instead of their opacity, and a third may lie
/// over them.
///
/// Position, transform and z of the layer belong to the group, so that a transition does not move
/// the layer; everything else, including opacity and clip, belongs to each content.
struct TransitionSplicer {
  private(set) var tree: LayerTree
  private let keepsVersions: Bool

  init(_ tree: LayerTree) {
    self.tree = tree
    keepsVersions = !tree.versions.isEmpty
    // Readers of an earlier state must compare everything.
    self.tree.changes = TreeChanges()
  }

  /// Splices one transition in.
  ///
  /// - Parameters:
  ///   - index: The layer's node; nodes before it retain their numbers.
  ///   - progress: The progress of the transition.
  /// - Complexity: O(nodes).
  mutating func splice(_ transition: TransitionValues, at index: Int, progress: Double) {
    let layer = tree.nodes[index]
    guard !layer.flags.contains(.isTransformLayer), !transition.old.nodes.isEmpty else { return }
    let end = Int(layer.subtreeEnd)
    let versions = tree.versions
    let (new, rest) = (Array(tree.nodes[index..<end]), Array(tree.nodes[end...]))
    var parts = [
      Part(nodes: oldNodes(of: transition), base: 0, versions: transition.old.versions),
      Part(
        nodes: new, base: index,
        versions: keepsVersions ? Array(versions[index..<end]) : []),
    ]
    parts[0].nodes[0] = content(parts[0].nodes[0])
    parts[1].nodes[0] = content(new[0])
    arrange(&parts, transition, bounds: layer.bounds, progress: progress)
    tree.nodes.removeSubrange(index...)
    if keepsVersions { tree.versions.removeSubrange(index...) }
    append(place(of: layer, clips: transition.motion.slides), parent: layer.parent)
    for part in parts { append(part, under: Int32(index)) }
    if case .filter(let filter) = transition.motion,
      let glow = filter.glow(of: layer.bounds, progress: progress)
    {
      append(glow, clippedTo: layer, under: Int32(index))
    }
    let delta = Int32(tree.nodes.count - end)
    tree.nodes[index].subtreeEnd = Int32(tree.nodes.count)
    for var node in rest {
      if Int(node.parent) >= end { node.parent += delta }
      node.subtreeEnd += delta
      tree.nodes.append(node)
    }
    if keepsVersions { tree.versions += versions[end...] }
    touchAncestors(of: index, by: delta)
  }

  /// A part that is shown inside the group.
  private struct Part {
    var nodes: [LayerNode]
    /// The index of the first node in its own tree.
    var base: Int
    var versions: [UInt64]
    /// The opacity of a fading layer around it; nil for none.
    var fading: LayerNode?
    /// The mask of that layer.
    var mask: LayerNode?
  }

  private mutating func oldNodes(of transition: TransitionValues) -> [LayerNode] {
    transition.old.nodes.map { node in
      var node = node
      tree.takeSlots(of: &node, from: transition.old)
      return node
    }
  }

  // MARK: The place

  /// Returns the position of the layer, without its content.
  private mutating func place(of layer: LayerNode, clips: Bool) -> LayerNode {
    var node = LayerNode()
    node.bounds = layer.bounds
    node.position = layer.position
    node.anchorPoint = layer.anchorPoint
    node.zPosition = layer.zPosition
    node.softEdges = layer.softEdges
    node.flags = layer.flags.intersection([.isDoubleSided, .isGeometryFlipped])
    node.flags.insert(.allowsGroupOpacity)
    if clips, layer.flags.contains(.masksToBounds) {
      node.flags.formUnion(layer.flags.intersection([.masksToBounds, .hasContinuousCorners]))
      node.cornerRadius = layer.cornerRadius
      node.maskedCorners = layer.maskedCorners
    }
    let shown = tree.slots(of: layer)
    var slots = LayerSlots()
    slots.name = shown.name
    if shown.transforms >= 0 {
      var transforms = tree.transforms[Int(shown.transforms)]
      transforms.sublayerTransform = CATransform3DIdentity
      slots.transforms = Int32(tree.transforms.count)
      tree.transforms.append(transforms)
    }
    var effects = LayerEffects()
    effects.isIsolated = true
    if shown.effects >= 0 { effects.blendMode = tree.effects[Int(shown.effects)].blendMode }
    slots.effects = Int32(tree.effects.count)
    tree.effects.append(effects)
    tree.setSlots(slots, of: &node)
    return node
  }

  // MARK: The contents

  /// Returns the content of a layer, in the coordinates of the group.
  private mutating func content(_ layer: LayerNode) -> LayerNode {
    var node = layer
    node.position = CGPoint(
      x: layer.bounds.origin.x + layer.anchorPoint.x * layer.bounds.width,
      y: layer.bounds.origin.y + layer.anchorPoint.y * layer.bounds.height)
    node.zPosition = 0
    node.flags.remove(.isGeometryFlipped)
    node.flags.insert(.isDoubleSided)
    var slots = tree.slots(of: layer)
    if slots.transforms >= 0 {
      var transforms = tree.transforms[Int(slots.transforms)]
      transforms.transform = CATransform3DIdentity
      node.zPosition = transforms.anchorPointZ
      slots.transforms = Int32(tree.transforms.count)
      tree.transforms.append(transforms)
    }
    if slots.effects >= 0 {
      var effects = tree.effects[Int(slots.effects)]
      effects.blendMode = .sourceOver
      slots.effects = Int32(tree.effects.count)
      tree.effects.append(effects)
    }
    tree.setSlots(slots, of: &node)
    return node
  }

  /// Moves or fades the old content, which is the first part, and the new one.
  private mutating func arrange(
    _ parts: inout [Part], _ transition: TransitionValues, bounds: CGRect, progress: Double
  ) {
    let size = bounds.size
    func move(_ part: Int, _ offset: CGSize) {
      parts[part].nodes[0].position.x += offset.width
      parts[part].nodes[0].position.y += offset.height
    }
    switch transition.motion {
    case .fade:
      parts[0].fading = fading(1 - progress, .sourceOver)
      parts[1].fading = fading(progress, .plusLighter)
    case .filter(let filter):
      let masks = filter.masks(of: bounds, progress: progress)
      parts[0].fading = fading(1, .sourceOver)
      parts[0].mask = node(of: masks.old)
      parts[1].fading = fading(1, .plusLighter)
      parts[1].mask = node(of: masks.new)
    case .moveIn:
      move(1, transition.offset(1 - progress, in: size))
    case .push:
      move(0, transition.offset(-progress, in: size))
      move(1, transition.offset(1 - progress, in: size))
    case .reveal:
      move(0, transition.offset(-progress, in: size))
      parts.swapAt(0, 1)
    }
  }

  private mutating func fading(_ share: Double, _ blendMode: BlendMode) -> LayerNode {
    var node = LayerNode()
    node.opacity = Float(min(max(share, 0), 1))
    if blendMode != .sourceOver {
      var effects = LayerEffects()
      effects.blendMode = blendMode
      var slots = LayerSlots()
      slots.effects = Int32(tree.effects.count)
      tree.effects.append(effects)
      tree.setSlots(slots, of: &node)
    }
    return node
  }

  private mutating func node(of mask: TransitionFilter.Mask) -> LayerNode {
    var node = LayerNode()
    node.bounds = mask.square
    node.position = CGPoint(x: mask.square.midX, y: mask.square.midY)
    var slots = LayerSlots()
    if let gradient = mask.gradient {
      slots.gradient = Int32(tree.gradients.count)
      tree.gradients.append(gradient)
    }
    if let shape = mask.shape {
      slots.shape = Int32(tree.shapes.count)
      tree.shapes.append(shape)
    }
    tree.setSlots(slots, of: &node)
    return node
  }

  // MARK: Assembly

  private mutating func append(_ node: LayerNode, parent: Int32) {
    var node = node
    node.parent = parent
    node.subtreeEnd = Int32(tree.nodes.count + 1)
    tree.nodes.append(node)
    if keepsVersions { tree.versions.append(NodeStore.newVersion()) }
  }

  private mutating func append(_ part: Part, under parent: Int32) {
    var parent = parent
    let fading = tree.nodes.count
    if var node = part.fading {
      if part.mask != nil { node.flags.insert(.hasMask) }
      append(node, parent: parent)
      parent = Int32(fading)
      if let mask = part.mask { append(mask, parent: parent) }
    }
    let delta = Int32(tree.nodes.count - part.base)
    for (offset, node) in part.nodes.enumerated() {
      var node = node
      node.parent = offset == 0 ? parent : node.parent + delta
      node.subtreeEnd += delta
      tree.nodes.append(node)
    }
    if keepsVersions { tree.versions += part.versions }
    if part.fading != nil { tree.nodes[fading].subtreeEnd = Int32(tree.nodes.count) }
  }

  private mutating func append(
    _ glow: TransitionFilter.Mask, clippedTo layer: LayerNode, under parent: Int32
  ) {
    var clip = LayerNode()
    clip.bounds = layer.bounds
    clip.position = CGPoint(x: layer.bounds.midX, y: layer.bounds.midY)
    clip.cornerRadius = layer.cornerRadius
    clip.maskedCorners = layer.maskedCorners
    clip.flags.formUnion(layer.flags.intersection(.hasContinuousCorners).union(.masksToBounds))
    let place = tree.nodes.count
    append(clip, parent: parent)
    let shown = node(of: glow)
    append(shown, parent: Int32(place))
    tree.nodes[place].subtreeEnd = Int32(tree.nodes.count)
  }

  /// Updates the layers around it, which look different at every step.
  private mutating func touchAncestors(of index: Int, by delta: Int32) {
    var next = tree.nodes[index].parent
    while next >= 0 {
      tree.nodes[Int(next)].subtreeEnd += delta
      if keepsVersions { tree.versions[Int(next)] = NodeStore.newVersion() }
      next = tree.nodes[Int(next)].parent
    }
  }
}
