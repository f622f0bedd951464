import GlazePlan
import GlazeTree

/// Why a layer is drawn into a picture of its own before it is drawn into what holds it.
///
/// The plan says which layer a pass isolates; the tree says what that layer asks for.
struct PassCauses {
  /// What makes a layer a picture of its own.
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
  /// Of each pass the node whose picture it makes or changes.
  let nodes: [Int]
  /// Nodes whose picture is blurred.
  private var blurred = Set<Int>()
  /// Targets that mask others.
  private var masks = Set<Int>()

  init(_ plan: FramePlan, _ tree: LayerTree) {
    (self.plan, self.tree) = (plan, tree)
    var nodes = plan.passes.map { Int($0.node) }
    var nodeOfTarget: [Int: Int] = [:]
    for (index, pass) in plan.passes.enumerated() {
      for draw in plan.draws[pass.draws] {
        switch draw.kind {
        case .blur(let source), .colorMatrix(let source):
          // It works on the picture of another pass, whatever is open around it.
          nodes[index] = nodeOfTarget[source] ?? nodes[index]
          if case .blur = draw.kind { blurred.insert(nodes[index]) }
        case .composite(_, let mask?): masks.insert(mask)
        default: break
        }
      }
      if nodeOfTarget[pass.target] == nil { nodeOfTarget[pass.target] = nodes[index] }
    }
    self.nodes = nodes
  }

  /// What a pass does, in words.
  func text(ofPass index: Int) -> String {
    let pass = plan.passes[index]
    if pass.target == 0 {
      return plan.passes[..<index].contains { $0.target == 0 }
        ? "goes on with the frame, which something has read in between" : "the frame itself"
    }
    let draws = plan.draws[pass.draws]
    if draws.count == 1, let draw = draws.first {
      switch draw.kind {
      case .blur(let source): return "blurs target \(source) in one direction"
      case .colorMatrix(let source): return "changes the colours of target \(source)"
      case .picture(let source): return "copies target \(source) at another size"
      default: break
      }
    }
    if masks.contains(pass.target) { return "the picture of a mask" }
    let causes = reasons(of: nodes[index]).map(\.cause)
    return causes.isEmpty ? "more clips than one draw can carry" : causes.joined(separator: "; ")
  }

  /// Why a layer takes passes, and what would spare them; empty where it takes none.
  func reasons(of node: Int) -> [Reason] {
    let own = plan.passes.indices.filter { nodes[$0] == node && plan.passes[$0].target != 0 }
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
        "it is a mask that is drawn as a picture",
        "A mask that is one opaque rounded box without sublayers becomes a clip and takes no pass; "
          + "cornerRadius with masksToBounds on the layer does the same.")
    }
    if layer.flags.contains(.hasMask) {
      add(
        .mask,
        "it has a mask, and is masked as one picture",
        "Clip with cornerRadius and masksToBounds where the mask is a rounded box; mask fewer "
          + "sublayers, or those alone that need it.")
    }
    if slots.effects >= 0 {
      addEffects(tree.effects[Int(slots.effects)], add)
    }
    if slots.shadow >= 0, blurred.contains(node) {
      add(
        .shadow,
        tree.shadows[Int(slots.shadow)].path == nil
          ? "its shadow is that of all that it paints, which is drawn and blurred"
          : "its shadow has a path, which is drawn and blurred",
        "The shadow of a layer that is one rounded box with a background needs no pass: give the "
          + "shadow to such a layer. A shadow that stays the same is kept from frame to frame.")
    }
    if layer.opacity < 1, layer.flags.contains(.allowsGroupOpacity) {
      add(
        .groupOpacity,
        "its opacity of \(layer.opacity) fades all that it paints as one picture",
        "allowsGroupOpacity = false fades each part by itself: the same picture where the "
          + "background, the contents, the border and sublayers do not overlap.")
    }
    if layer.flags.contains(.allowsGroupBlending), blendsInside(node) {
      add(
        .groupBlending, "blend modes inside of it meet only what it holds",
        "allowsGroupBlending = false lets them meet what lies behind, which may look different.")
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
        "it has filters, which act on it as one picture",
        "Filters cost by the area of the layer, blurs by their radius too: filter a smaller layer. "
          + "A blurred layer that stays the same is kept from frame to frame.")
    }
    if !effects.backgroundFilters.isEmpty {
      add(
        .backgroundFilters,
        "its background filters read what lies behind it",
        "What lies behind is drawn, read and filtered again whenever it changes: make the layer "
          + "smaller, or keep what moves from behind it.")
    }
    if effects.blendMode != .sourceOver {
      add(
        .blendMode,
        "it blends by \(effects.blendMode), as one picture",
        "Blend a smaller layer, or one without sublayers.")
    }
    if let scale = effects.rasterizationScale {
      add(
        .rasterization,
        "shouldRasterize draws it through a bitmap of \(scale) pixels per point",
        "That pays where the layer is complicated and stays the same; else leave it out.")
    }
    if effects.isIsolated {
      add(
        .isolation,
        "what is inside of it blends with nothing behind it",
        "Only blend modes and background filters inside make that a pass.")
    }
  }
}

extension LayerTree {
  /// The same tree without what makes a layer a picture of its own; the layer itself stays.
  func without(_ effect: PassCauses.Effect, of node: Int) -> LayerTree {
    var tree = self
    var slots = slots(of: node)
    var effects = slots.effects < 0 ? LayerEffects() : effects[Int(slots.effects)]
    switch effect {
    case .beingMask: return without(.mask, of: Int(nodes[node].parent))
    case .mask:
      tree.nodes[node].flags.remove(.hasMask)
      // Else it would be a sublayer that shows.
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
