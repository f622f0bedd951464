@testable import GlazePlan
import Testing

/// Sets of nodes as ranges.
struct NodeSetTests {
  private func random(below end: Int32, _ g: inout some RandomNumberGenerator) -> Set<Int32> {
    let share = Double.random(in: 0...1, using: &g)
    return Set((0..<end).filter { _ in Double.random(in: 0..<1, using: &g) < share })
  }

  /// The ranges of a set, some of which touch each other.
  private func ranges(
    of nodes: Set<Int32>, _ g: inout some RandomNumberGenerator
  ) -> NodeSet {
    var ranges: [Range<Int32>] = []
    for node in nodes.sorted() {
      if let last = ranges.last, last.upperBound == node, Bool.random(using: &g) {
        ranges[ranges.count - 1] = last.lowerBound..<(node + 1)
      } else {
        ranges.append(node..<(node + 1))
      }
    }
    return NodeSet(ranges)
  }

  private func nodes(of set: NodeSet) -> [Int32] { set.ranges.flatMap { Array($0) } }

  @Test func operationsAreThoseOfSets() {
    var g = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let end = Int32.random(in: 0...20, using: &g)
      let (a, b) = (random(below: end, &g), random(below: end, &g))
      let (first, second) = (ranges(of: a, &g), ranges(of: b.subtracting(a), &g))
      let union = first.union(second)
      #expect(nodes(of: union) == a.union(b).sorted())
      let part = ranges(of: b, &g)
      #expect(union.isSuperset(of: part) && part.isSuperset(of: part))
      #expect(first.isSuperset(of: part) == a.isSuperset(of: b), "\(a) \(b)")
      for node in 0..<end {
        #expect(first.contains(node) == a.contains(node))
        #expect(part.first(from: node) == b.filter { $0 >= node }.min())
      }
      #expect(first.count(in: 0..<end / 2) == a.count { $0 < end / 2 })
      #expect(nodes(of: part.clamped(to: end / 2..<end)) == b.filter { $0 >= end / 2 }.sorted())
    }
  }
}
