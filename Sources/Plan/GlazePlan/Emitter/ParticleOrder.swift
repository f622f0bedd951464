import GlazeGeometry
import GlazeTree

extension ParticleCloud {
  /// Sorts the particles into drawing order; equal particles keep the order of emission.
  ///
  /// - Parameter depth: Returns a depth for `backToFront`; a larger depth is nearer.
  /// - Complexity: O(n).
  mutating func sort(_ mode: LayerEmitter.RenderMode, depth: (SIMD4<Float>) -> Float) {
    switch mode {
    case .unordered: return
    case .oldestFirst: sort { ~Self.key($0.place.w) }
    case .oldestLast: sort { Self.key($0.place.w) }
    case .backToFront: sort { Self.key(depth($0.place)) }
    }
  }

  /// An integer that sorts like a `Float`.
  private static func key(_ value: Float) -> UInt32 {
    let bits = value.bitPattern
    return bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
  }

  private mutating func sort(by key: (Particle) -> UInt32) {
    var items = particles.enumerated().map { (key: key($1), index: UInt32($0)) }
    var isSorted = true
    for index in items.indices.dropFirst() where items[index].key < items[index - 1].key {
      isSorted = false
      break
    }
    if isSorted { return }
    var other = items
    for shift in stride(from: UInt32(0), to: 33, by: 11) {
      var starts = [Int](repeating: 0, count: 2048)
      for item in items { starts[Int((item.key >> shift) & 2047)] += 1 }
      var total = 0
      for bucket in starts.indices {
        (starts[bucket], total) = (total, total + starts[bucket])
      }
      for item in items {
        let bucket = Int((item.key >> shift) & 2047)
        other[starts[bucket]] = item
        starts[bucket] += 1
      }
      swap(&items, &other)
    }
    particles = items.map { particles[Int($0.index)] }
  }
}
