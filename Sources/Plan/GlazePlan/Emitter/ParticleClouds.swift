import Foundation
import GlazeGeometry
import GlazeTree

/// The particles of all visible emitters of a tree, and the extent of each emitter.
struct ParticleClouds {
  /// The clouds, indexed by the slots of `LayerTree.emitters`.
  private(set) var clouds: [ParticleCloud]
  /// The excess over the limit.
  private(set) var excess: LimitExcess?

  /// - Parameters:
  ///   - tree: The tree, which receives the extents of its emitters.
  ///   - limit: The greatest number of particles.
  init(_ tree: inout LayerTree, limit: Int = .max) {
    clouds = Array(repeating: .none, count: tree.emitters.count)
    guard !clouds.isEmpty else { return }
    var budget = ParticleSampler.limit
    var drawn = 0
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      guard node.flags.isDisjoint(with: .absent), node.opacity > 0 else {
        index = Int(node.subtreeEnd)
        continue
      }
      index += 1
      let slot = Int(tree.slots(of: node).emitter)
      guard slot >= 0 else { continue }
      let cloud = ParticleSampler.sample(tree.emitters[slot], budget: budget)
      budget -= cloud.visited
      drawn += cloud.particles.count
      if drawn > limit {
        excess = LimitExcess(.particles, limit: limit, node: Int32(index - 1))
        return
      }
      clouds[slot] = cloud
      tree.emitters[slot].extent = cloud.extent
    }
  }

  subscript(slot: Int32) -> ParticleCloud { clouds[Int(slot)] }
}

extension ParticleCloud {
  /// The upright box around the particles' images, seen along z; null when there are none.
  var extent: CGRect {
    let rest: SIMD3<Float> = low * 0 + high * 0
    guard low.x <= high.x, rest == .zero else { return .null }
    return CGRect(
      x: Double(low.x), y: Double(low.y), width: Double(high.x - low.x),
      height: Double(high.y - low.y))
  }

  /// The corners of the box around the particles.
  var corners: [SIMD3<Double>] {
    (0..<8).map { corner in
      SIMD3(
        Double(corner & 1 == 0 ? low.x : high.x), Double(corner & 2 == 0 ? low.y : high.y),
        Double(corner & 4 == 0 ? low.z : high.z))
    }
  }
}
