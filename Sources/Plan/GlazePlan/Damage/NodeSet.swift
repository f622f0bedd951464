/// A set of nodes of a tree.
struct NodeSet: Sendable {
  /// The ranges in ascending order, none of which is empty or overlaps another.
  let ranges: [Range<Int32>]

  init(_ ranges: [Range<Int32>]) {
    self.ranges = ranges
  }

  /// - Parameter nodes: The nodes, in ascending order.
  init(ascending nodes: [Int32]) {
    ranges = nodes.map { $0..<($0 + 1) }
  }

  /// The union of ranges that are disjoint or nested, as subtrees are.
  init(joining subtrees: [Range<Int32>]) {
    var result: [Range<Int32>] = []
    for range in subtrees.sorted(by: {
      ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
    })
    where (result.last?.upperBound ?? 0) < range.upperBound {
      result.append(range)
    }
    ranges = result
  }

  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The first node of the set that does not precede another node; nil when there is none.
  ///
  /// - Complexity: O(log n).
  func first(from node: Int32) -> Int32? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= node { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count ? max(ranges[low].lowerBound, node) : nil
  }

  func contains(_ node: Int32) -> Bool { first(from: node) == node }

  /// The nodes of both sets, which have none in common.
  func union(_ other: NodeSet) -> NodeSet {
    if other.ranges.isEmpty { return self }
    var result: [Range<Int32>] = []
    result.reserveCapacity(ranges.count + other.ranges.count)
    var next = 0
    for range in other.ranges {
      while next < ranges.count, ranges[next].lowerBound < range.lowerBound {
        result.append(ranges[next])
        next += 1
      }
      result.append(range)
    }
    return NodeSet(result + ranges[next...])
  }

  /// Whether all nodes of another set belong to this one.
  func isSuperset(of other: NodeSet) -> Bool {
    var next = 0
    for range in other.ranges {
      var node = range.lowerBound
      while node < range.upperBound {
        while next < ranges.count, ranges[next].upperBound <= node { next += 1 }
        guard next < ranges.count, ranges[next].lowerBound <= node else { return false }
        node = ranges[next].upperBound
      }
    }
    return true
  }

  /// The number of nodes in a range that belong to the set.
  func count(in nodes: Range<Int32>) -> Int {
    ranges.reduce(0) { $0 + $1.clamped(to: nodes).count }
  }

  /// The part of the set that lies in a range.
  func clamped(to nodes: Range<Int32>) -> NodeSet {
    NodeSet(ranges.map { $0.clamped(to: nodes) }.filter { !$0.isEmpty })
  }
}
