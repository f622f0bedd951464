import Foundation
import GlazeGeometry
import GlazeTree

// Queries of the committed values, before the next commit.
extension LayerCommitter {
  /// Returns the layers that a layer held at its commit, its mask first.
  func committedChildren(of layer: CALayer) -> [(layer: CALayer, isMask: Bool)] {
    let index = Int(layer.nodeIndex)
    guard isCommitted(layer) else { return [] }
    var result: [(CALayer, Bool)] = []
    var next = index + 1
    while next < Int(store.tree.nodes[index].subtreeEnd) {
      let isMask = next == index + 1 && store.tree.nodes[index].flags.contains(.hasMask)
      result.append((layers[next], isMask))
      next = Int(store.tree.nodes[next].subtreeEnd)
    }
    return result
  }

  /// Returns the owner of a layer at its commit.
  func committedParent(of layer: CALayer) -> CALayer? {
    guard isCommitted(layer) else { return nil }
    let parent = Int(store.tree.nodes[Int(layer.nodeIndex)].parent)
    return parent < 0 ? nil : layers[parent]
  }

  func isCommitted(_ layer: CALayer) -> Bool {
    let index = Int(layer.nodeIndex)
    return layers.indices.contains(index) && layers[index] === layer
  }

  /// Restores the committed values of a layer, as far as they are visible.
  ///
  /// The values are the drawn ones: clamped to valid ranges, and colors in sRGB.
  func copyCommitted(of layer: CALayer, to state: inout LayerState, _ objects: inout LayerObjects) {
    guard isCommitted(layer) else { return }
    let node = store.tree.nodes[Int(layer.nodeIndex)]
    // These values would be committed now; those that differ have changed.
    let now = LayerNode(
      state, background: objects.background.shown, isTransformOnly: layer.isTransformOnly)
    state.bounds = node.bounds
    state.position = node.position
    state.anchorPoint = node.anchorPoint
    state.zPosition = CGFloat(node.zPosition)
    if now.opacity != node.opacity { state.opacity = node.opacity }
    if now.cornerRadius != node.cornerRadius { state.cornerRadius = CGFloat(node.cornerRadius) }
    if now.maskedCorners != node.maskedCorners { state.maskedCorners = node.maskedCorners }
    let flags = layer.isTransformOnly ? [] : LayerState.Flags.all
    for flag in flags where LayerState.Flags.ofNodes.contains(flag) {
      state.flags[flag] = node.flags.contains(LayerNode.Flags(rawValue: UInt16(flag.rawValue)))
    }
    if now.backgroundColor != node.backgroundColor {
      objects.backgroundColor = CGColor.of(node.backgroundColor)
    }
    let slots = store.tree.slots(of: node)
    copyTransforms(slots, to: &state)
    copyBorder(slots, now: LayerBorder(state, objects.borderColor), to: &state, &objects)
    copyShadow(
      slots, now: LayerShadow(state, color: objects.shadowColor, path: objects.shadowPath),
      to: &state, &objects)
    copyContents(
      slots,
      now: LayerContents(
        state, image: objects.image, drawing: layer.drawing,
        multiply: objects.contentsMultiplyColor),
      to: &state, &objects)
  }

  private func copyTransforms(_ slots: LayerSlots, to state: inout LayerState) {
    let shown =
      slots.transforms < 0 ? LayerTransforms() : store.tree.transforms[Int(slots.transforms)]
    state.transform = shown.transform
    state.sublayerTransform = shown.sublayerTransform
    state.anchorPointZ = CGFloat(shown.anchorPointZ)
  }

  private func copyBorder(
    _ slots: LayerSlots, now: LayerBorder?, to state: inout LayerState,
    _ objects: inout LayerObjects
  ) {
    let shown = slots.border < 0 ? nil : store.tree.borders[Int(slots.border)]
    guard shown != now else { return }
    state.borderWidth = CGFloat(shown?.width ?? 0)
    if let shown { objects.borderColor = CGColor.of(shown.color) }
  }

  private func copyShadow(
    _ slots: LayerSlots, now: LayerShadow?, to state: inout LayerState,
    _ objects: inout LayerObjects
  ) {
    let shown = slots.shadow < 0 ? nil : store.tree.shadows[Int(slots.shadow)]
    guard shown != now else { return }
    guard let shown else {
      state.shadowOpacity = 0
      return
    }
    state.shadowOffset = shown.offset
    state.shadowRadius = CGFloat(shown.radius)
    objects.shadowPath = shown.path
    guard now?.color != shown.color else { return }
    // The product of both is stored, not its factors.
    var color = shown.color
    state.shadowOpacity = color.w
    color.w = 1
    objects.shadowColor = CGColor.of(color)
  }

  private func copyContents(
    _ slots: LayerSlots, now: LayerContents?, to state: inout LayerState,
    _ objects: inout LayerObjects
  ) {
    let shown = slots.contents < 0 ? nil : store.tree.contents[Int(slots.contents)]
    guard shown != now else { return }
    objects.contents = shown?.image
    objects.image = shown?.image
    guard let shown else { return }
    state.contentsRect = shown.rect
    state.contentsCenter = shown.center
    state.gravity = shown.gravity
    state.contentsScale = CGFloat(shown.scale)
    if shown.color != now?.color ?? .one { objects.contentsMultiplyColor = CGColor.of(shown.color) }
  }

  /// Returns the current values of a layer's animated properties, by key path.
  ///
  /// - Parameter time: The media time; nil is that of the last frame, or now.
  func animatedValues(of layer: CALayer, at time: CFTimeInterval?) -> [(String, PropertyValue)] {
    sampledValues(of: layer, at: time ?? shownTime).map { ($0.keyPath, $1) }
  }
}

extension CGColor {
  /// Converts a color from the form in nodes; nil for none.
  fileprivate static func of(_ color: SIMD4<Float>) -> CGColor? {
    guard color != .zero else { return nil }
    return CGColor(
      srgbRed: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z),
      alpha: CGFloat(color.w))
  }
}

extension LayerState.Flags {
  fileprivate static let all: [LayerState.Flags] = (0..<15).map {
    LayerState.Flags(rawValue: 1 << $0)
  }
}
