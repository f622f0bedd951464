import GlazeTree

/// The order of the nodes of a tree that is built again.
struct NodeOrder {
  /// The former index of each node; -1 for a new node.
  private(set) var origins: [Int32] = []
  /// The index of each node's parent; -1 for the root.
  private(set) var parents: [Int32] = []

  mutating func reserveCapacity(_ count: Int) {
    origins.reserveCapacity(count)
    parents.reserveCapacity(count)
  }

  /// Appends a node, and returns its index.
  mutating func append(_ origin: Int32, parent: Int32) -> Int32 {
    origins.append(origin)
    parents.append(parent)
    return Int32(origins.count - 1)
  }

  /// Appends subtrees that follow each other among the former nodes, and returns the index of the first.
  mutating func append(
    _ subtrees: Range<Int32>, parent: Int32, of nodes: [LayerNode]
  ) -> Int32 {
    let first = Int32(origins.count)
    let distance = first - subtrees.lowerBound
    origins.append(contentsOf: subtrees)
    for index in subtrees {
      let before = nodes[Int(index)].parent
      parents.append(before < subtrees.lowerBound ? parent : before + distance)
    }
    return first
  }

  /// Returns the new index of each former node; -1 for one that is gone.
  ///
  /// - Parameter count: The number of former nodes.
  func places(of count: Int) -> [Int32] {
    var places = Array(repeating: Int32(-1), count: count)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      places[Int(origin)] = Int32(index)
    }
    return places
  }
}

/// The nodes in whose subtrees something changed.
///
/// The subtrees of all others are as they were: a tree that is built again takes each as a whole.
struct OpenNodes {
  private var isOpen: [Bool]

  /// Creates a set without nodes.
  ///
  /// - Parameter count: The number of nodes of the tree.
  init(count: Int) {
    isOpen = Array(repeating: false, count: count)
  }

  /// Opens a node and those around it.
  ///
  /// - Complexity: O(depth), and O(1) for nodes in open ones.
  mutating func insert(_ node: Int32, of nodes: [LayerNode]) {
    var next = Int(node)
    while isOpen.indices.contains(next), !isOpen[next] {
      isOpen[next] = true
      next = Int(nodes[next].parent)
    }
  }

  func contains(_ node: Int32) -> Bool {
    !isOpen.indices.contains(Int(node)) || isOpen[Int(node)]
  }
}
