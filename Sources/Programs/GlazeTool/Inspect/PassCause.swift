import GlazePlan
import GlazeTree

/// The reason why a layer is drawn into an offscreen image first.
///
/// The plan contains the layer that a pass isolates; the tree contains the properties of that layer.
struct PassCauses {
  /// The causes of an offscreen image.
  enum Effect {
    case beingMask, mask, filters, backgroundFilters, blendMode, rasterization, isolation, shadow
    case groupOpacity, groupBlending
  }

  struct Reason {
    var effect: Effect
    var cause: String
    var advice: String
  }

  private let plan: FramePlan
  private let tree: LayerTree
  /// For each pass, the node whose image it draws or changes.
  let nodes: [Int]
  /// The nodes whose image is blurred.
  private var blurred = Set<Int>()
  /// The targets that mask others.
  private var masks = Set<Int>()
  /// The targets that erase the edges of the root.
  private var edges = Set<Int>()

  init(_ plan: FramePlan, _ tree: LayerTree) {
    (self.plan, self.tree) = (plan, tree)
    var nodes = plan.passes.map { Int($0.node) }
    var nodeOfTarget: [Int: Int] = [:]
    for (index, pass) in plan.passes.enumerated() {
      for draw in plan.draws[pass.draws] {
        switch draw.kind {
        case .blur(let source), .colorMatrix(let source):
          // It processes the image of another pass, independent of the open groups.
          nodes[index] = nodeOfTarget[source] ?? nodes[index]
          if case .blur = draw.kind { blurred.insert(nodes[index]) }
        case .composite(_, let mask?): masks.insert(mask)
        case .composite(let source, nil)
        where draw.blendMode == .destinationOut && pass.target == 0 && nodeOfTarget[source] == 0:
          // No sublayer of the root is the root.
          edges.insert(source)
        default: break
        }
      }
      if nodeOfTarget[pass.target] == nil { nodeOfTarget[pass.target] = nodes[index] }
    }
    self.nodes = nodes
  }

  /// Returns a description of a pass.
  func text(ofPass index: Int) -> String {
    let pass = plan.passes[index]
    if pass.target == 0 {
      return plan.passes[..<index].contains { $0.target == 0 }
        ? "continues the frame after another pass has read it" : "the frame itself"
    }
    let draws = plan.draws[pass.draws]
    if draws.count == 1, let draw = draws.first {
      switch draw.kind {
      case .blur(let source): return "blurs target \(source) in one direction"
      case .colorMatrix(let source): return "changes the colors of target \(source)"
      case .bitmap(let source): return "copies target \(source) at another size"
      default: break
      }
    }
    if masks.contains(pass.target) { return "the image of a mask" }
    if edges.contains(pass.target) { return "the edge of the root, which ends inside of pixels" }
    let causes = reasons(of: nodes[index]).map(\.cause)
    return causes.isEmpty ? "more clips than one draw can carry" : causes.joined(separator: "; ")
  }

  /// Returns the reasons why a layer needs passes and advice to avoid them; empty if it needs none.
  func reasons(of node: Int) -> [Reason] {
    let own = plan.passes.indices.filter {
      nodes[$0] == node && plan.passes[$0].target != 0 && !edges.contains(plan.passes[$0].target)
    }
    guard !own.isEmpty else { return [] }
    let layer = tree.nodes[node]
    let slots = tree.slots(of: layer)
    var reasons: [Reason] = []
    func add(_ effect: Effect, _ cause: String, _ advice: String) {
      reasons.append(Reason(effect: effect, cause: cause, advice: advice))
    }
    if own.contains(where: { masks.contains(plan.passes[$0].target) }) {
      add(
        .beingMask,
        "it is a mask that is drawn as an image",
        "A mask that is one opaque rounded box without sublayers becomes a clip and needs no pass; "
          + "cornerRadius with masksToBounds on the layer does the same.")
    }
    if layer.flags.contains(.hasMask) {
      add(
        .mask,
        "it has a mask, and is masked as one image",
        "If the mask is a rounded box, clip with cornerRadius and masksToBounds; if it is a path, "
          + "give it to layers of one path, color or gradient, which need no pass; mask fewer "
          + "sublayers, or only those that need it.")
    }
    if slots.effects >= 0 {
      addEffects(tree.effects[Int(slots.effects)], add)
    }
    if slots.shadow >= 0, blurred.contains(node) {
      add(
        .shadow,
        tree.shadows[Int(slots.shadow)].path == nil
          ? "its shadow is that of its whole content, which is drawn and blurred"
          : "its shadow has a path, which is drawn and blurred",
        "The shadow of a layer that is one rounded box with a background needs no pass: give the "
          + "shadow to such a layer. A shadow that does not change is cached between frames.")
    }
    if layer.opacity < 1, layer.flags.contains(.allowsGroupOpacity) {
      add(
        .groupOpacity,
        "its opacity of \(layer.opacity) fades its content as one image",
        "allowsGroupOpacity = false fades each part by itself: the image is the same if the "
          + "background, the contents, the border and sublayers do not overlap.")
    }
    if layer.flags.contains(.allowsGroupBlending), blendsInside(node) {
      add(
        .groupBlending, "blend modes inside it blend only with its own content",
        "allowsGroupBlending = false lets them blend with what is behind, with another result.")
    }
    return reasons
  }

  private func blendsInside(_ node: Int) -> Bool {
    tree.nodes.indices[node..<Int(tree.nodes[node].subtreeEnd)].dropFirst().contains { inner in
      let effects = tree.slots(of: inner).effects
      return effects >= 0 && tree.effects[Int(effects)].blendMode != .sourceOver
    }
  }

  private func addEffects(_ effects: LayerEffects, _ add: (Effect, String, String) -> Void) {
    if !effects.filters.isEmpty {
      add(
        .filters,
        "it has filters, which are applied to it as one image",
        "The cost grows with the area of the layer, for blurs also with the radius: filter less. "
          + "A blurred layer that does not change is cached between frames.")
    }
    if !effects.backgroundFilters.isEmpty {
      add(
        .backgroundFilters,
        "its background filters read the content behind it",
        "The content behind is drawn, read and filtered again whenever it changes: make the layer "
          + "smaller, or keep moving content away from it.")
    }
    if effects.blendMode != .sourceOver {
      add(
        .blendMode,
        "it blends by \(effects.blendMode), as one image",
        "Blend a smaller layer, or one without sublayers.")
    }
    if let scale = effects.rasterizationScale {
      add(
        .rasterization,
        "shouldRasterize draws it through a bitmap of \(scale) pixels per point",
        "That pays off if the layer is complex and does not change; otherwise remove it.")
    }
    if effects.isIsolated {
      add(
        .isolation,
        "its content does not blend with the content behind it",
        "Only blend modes and background filters inside require that pass.")
    }
  }
}

extension LayerTree {
  /// Returns the tree without the cause of a layer's passes; the layer itself remains.
  func without(_ effect: PassCauses.Effect, of node: Int) -> LayerTree {
    var tree = self
    var slots = slots(of: node)
    var effects = slots.effects < 0 ? LayerEffects() : effects[Int(slots.effects)]
    switch effect {
    case .beingMask: return without(.mask, of: Int(nodes[node].parent))
    case .mask:
      tree.nodes[node].flags.remove(.hasMask)
      // Otherwise it would be a visible sublayer.
      tree.nodes[node + 1].flags.insert(.isHidden)
    case .groupOpacity: tree.nodes[node].flags.remove(.allowsGroupOpacity)
    case .groupBlending: tree.nodes[node].flags.remove(.allowsGroupBlending)
    case .shadow: slots.shadow = -1
    case .filters: effects.filters = []
    case .backgroundFilters: effects.backgroundFilters = []
    case .blendMode: effects.blendMode = .sourceOver
    case .rasterization: effects.rasterizationScale = nil
    case .isolation: effects.isIsolated = false
    }
    if slots.effects >= 0 {
      slots.effects = Int32(tree.effects.count)
      tree.effects.append(effects)
    }
    var changed = tree.nodes[node]
    tree.setSlots(slots, of: &changed)
    tree.nodes[node] = changed
    return tree
  }
}
