import Foundation

/// Solves the constraints of the sublayers of one layer.
///
/// Each layer has two nodes, one per axis. A node waits for the nodes that its equations name, and
/// is solved when none is left; if all nodes wait for one another, a cycle is broken.
struct ConstraintSolver {
  /// The extent of a layer along an axis.
  private struct Extent {
    var start: CGFloat
    var length: CGFloat

    /// Returns the value of an attribute: 0 min, 1 middle, 2 max, 3 length.
    subscript(attribute: Int32) -> CGFloat {
      switch attribute {
      case 0: start
      case 1: start + length / 2
      case 2: start + length
      default: length
      }
    }
  }

  private struct Node {
    var extent: Extent
    var equations: [(constraint: CAConstraint, source: Int)] = []
    /// The number of equations whose source is not solved yet.
    var missing = 0
    var dependents: [Int] = []
    var isSolved = false
  }

  private let layers: [CALayer]
  /// Two nodes per layer, x and y; the last two are those of the superlayer.
  private var nodes: [Node] = []
  private var ready: [Int] = []

  init(_ parent: CALayer) {
    layers = parent.sublayerList
    var indices: [String: Int] = [:]
    for (index, layer) in layers.enumerated() {
      if let name = layer.name, indices[name] == nil { indices[name] = index }
    }
    indices["superlayer"] = layers.count
    for box in layers.map(\.frame) + [parent.bounds] {
      nodes.append(Node(extent: Extent(start: box.minX, length: box.width)))
      nodes.append(Node(extent: Extent(start: box.minY, length: box.height)))
    }
    for (index, layer) in layers.enumerated() {
      for constraint in layer.constraints ?? [] {
        guard let place = indices[constraint.sourceName] else { continue }
        let own = index * 2 + Self.axis(constraint.attribute)
        let source = place * 2 + Self.axis(constraint.sourceAttribute)
        if own == source { continue }
        nodes[own].equations.append((constraint, source))
        nodes[own].missing += 1
        nodes[source].dependents.append(own)
      }
    }
  }

  private static func axis(_ attribute: CAConstraintAttribute) -> Int {
    attribute.rawValue < 4 ? 0 : 1
  }

  mutating func solve() {
    ready = nodes.indices.filter { nodes[$0].missing == 0 }
    var next = 0
    while next < nodes.count {
      drain()
      while next < nodes.count, nodes[next].isSolved { next += 1 }
      if next < nodes.count { cutCycle(from: next) }
    }
    for (index, layer) in layers.enumerated() where !(layer.constraints ?? []).isEmpty {
      let (x, y) = (nodes[index * 2].extent, nodes[index * 2 + 1].extent)
      let box = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
      let isFinite =
        x.start.isFinite && y.start.isFinite && x.length.isFinite && y.length.isFinite
      if isFinite, box != layer.frame { layer.frame = box }
    }
  }

  private mutating func drain() {
    while let index = ready.popLast() {
      if nodes[index].isSolved { continue }
      settle(index)
      nodes[index].isSolved = true
      for dependent in nodes[index].dependents {
        nodes[dependent].missing -= 1
        if nodes[dependent].missing == 0 { ready.append(dependent) }
      }
    }
  }

  /// Removes the equations of a cycle that is reachable from a node.
  private mutating func cutCycle(from start: Int) {
    var path: [Int] = []
    var places: [Int: Int] = [:]
    var index = start
    while places[index] == nil {
      places[index] = path.count
      path.append(index)
      guard let source = nodes[index].equations.first(where: { !nodes[$0.source].isSolved })
      else { return }
      index = source.source
    }
    let cycle = path[(places[index] ?? 0)...]
    let members = Set(cycle)
    for member in cycle {
      let inside = nodes[member].equations.filter { members.contains($0.source) }
      nodes[member].equations.removeAll { members.contains($0.source) }
      nodes[member].missing -= inside.count
      for (_, source) in inside {
        if let place = nodes[source].dependents.firstIndex(of: member) {
          nodes[source].dependents.remove(at: place)
        }
      }
      if nodes[member].missing == 0 { ready.append(member) }
    }
  }

  /// Computes the extent of a layer from its equations; it stays unchanged if they contradict one
  /// another.
  private mutating func settle(_ index: Int) {
    var known: [(attribute: Int32, value: CGFloat)] = []
    for (constraint, source) in nodes[index].equations {
      let value =
        constraint.scale * nodes[source].extent[constraint.sourceAttribute.rawValue % 4]
        + constraint.offset
      let attribute = constraint.attribute.rawValue % 4
      if let other = known.first(where: { $0.attribute == attribute }) {
        if !Self.isSame(other.value, value) { return }
      } else {
        known.append((attribute, value))
      }
    }
    guard let first = known.first else { return }
    let extent = Self.extent(first, known.count > 1 ? known[1] : nil, nodes[index].extent)
    if known.allSatisfy({ Self.isSame(extent[$0.attribute], $0.value) }) {
      nodes[index].extent = extent
    }
  }

  private static func isSame(_ a: CGFloat, _ b: CGFloat) -> Bool {
    abs(a - b) <= 1e-6 * max(1, abs(a), abs(b))
  }

  private static func extent(
    _ first: (attribute: Int32, value: CGFloat), _ second: (attribute: Int32, value: CGFloat)?,
    _ old: Extent
  ) -> Extent {
    // The fraction of the length at which the position lies.
    func part(_ attribute: Int32) -> CGFloat { CGFloat(attribute) / 2 }
    guard let second else {
      if first.attribute == 3 { return Extent(start: old.start, length: first.value) }
      return Extent(
        start: first.value - part(first.attribute) * old.length, length: old.length)
    }
    let (position, other) = first.attribute == 3 ? (second, first) : (first, second)
    let length =
      other.attribute == 3
      ? other.value
      : (other.value - position.value) / (part(other.attribute) - part(position.attribute))
    return Extent(start: position.value - part(position.attribute) * length, length: length)
  }
}
