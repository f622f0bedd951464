import GlazeGeometry
import GlazeTree

// These functions check what a tree requests, as far as that is known before planning.

extension LayerTree {
  /// The first limit that a frame of the tree exceeds; nil when it exceeds none that is known by
  /// now.
  ///
  /// - Complexity: O(n) in the layers where some are repeated, else in the paths and gradients.
  func excess(over limits: RenderLimits) -> LimitExcess? {
    excessOfNesting(limits[.nesting]) ?? excessOfLayers(limits[.layers])
      ?? excess(.segments, limits[.segments], shapes.indices, { shapes[$0].path.elementCount }) {
        $0.shape
      }
      ?? excess(.stops, limits[.stops], gradients.indices, { gradients[$0].stops.count }) {
        $0.gradient
      }
  }

  private func excessOfNesting(_ limit: Int) -> LimitExcess? {
    guard nodes.count > limit else { return nil }
    var depths: [Int32] = []
    depths.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      let depth = node.parent < 0 ? 1 : depths[Int(node.parent)] + 1
      if depth > limit { return LimitExcess(.nesting, limit: limit, node: Int32(index)) }
      depths.append(depth)
    }
    return nil
  }

  /// Copies count, and layers that are hidden do not, unless `countsHidden` asks whether they might
  /// once they are shown.
  func excessOfLayers(_ limit: Int, countsHidden: Bool = false) -> LimitExcess? {
    // The replicators alone decide for most trees.
    var most = nodes.count
    for replicator in replicators { most = most.timesAtMost(max(replicator.count, 1)) }
    guard most > limit else { return nil }
    let visits = visits(of: nodes.indices, most: limit, countsHidden: countsHidden)
    return visits.count > limit
      ? LimitExcess(.layers, limit: limit, node: Int32(visits.replicator)) : nil
  }

  /// The layers that are visited to draw some siblings, once for each copy.
  ///
  /// - Parameter most: The count ends above this number.
  /// - Returns: The count, and the innermost replicator where it ended; 0 if there is none.
  func visits(
    of siblings: Range<Int>, most: Int, countsHidden: Bool = false
  ) -> (count: Int, replicator: Int) {
    var visits = 0
    var open: [(end: Int, node: Int, copies: Int)] = []
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      while let last = open.last, last.end <= index { open.removeLast() }
      let node = nodes[index]
      guard countsHidden || (node.flags.isDisjoint(with: .absent) && node.opacity > 0) else {
        index = Int(node.subtreeEnd)
        continue
      }
      let copies = open.last?.copies ?? 1
      visits = visits.plusAtMost(copies)
      if visits > most { return (visits, open.last?.node ?? 0) }
      let slot = slots(of: node).replicator
      if slot >= 0 {
        let replicator = replicators[Int(slot)]
        // Delayed copies have nodes of their own.
        let count = replicator.copyStride > 0 ? 1 : replicator.count
        open.append((Int(node.subtreeEnd), index, copies.timesAtMost(count)))
      }
      index += 1
    }
    return (visits, 0)
  }

  /// - Parameters:
  ///   - table: The entries of a table.
  ///   - count: Returns the number of items in an entry.
  ///   - slot: Returns the slot of that table.
  private func excess(
    _ name: RenderLimits.Name, _ limit: Int, _ table: Range<Int>, _ count: (Int) -> Int,
    slot: (LayerSlots) -> Int32
  ) -> LimitExcess? {
    var sum = 0
    for entry in table {
      sum += count(entry)
      guard sum > limit else { continue }
      let node = nodes.firstIndex { slot(slots(of: $0)) == entry }
      return LimitExcess(name, limit: limit, node: Int32(node ?? 0))
    }
    return nil
  }
}

extension LayerTree {
  /// The first node whose contents are an image; 0 if there is none.
  fileprivate func node(showing image: CGImage) -> Int32 {
    let entry = contents.firstIndex { $0.image.identity == image.identity }
    let node = nodes.firstIndex { slots(of: $0).contents == entry.map { Int32($0) } }
    return Int32(node ?? 0)
  }
}

extension FramePlan {
  /// The first limit on visible content that the frame exceeds; nil when it exceeds none.
  func excess(over limits: RenderLimits, of tree: LayerTree) -> LimitExcess? {
    let size = targets.first.map { $0.width * $0.height } ?? 0
    let memory = limits.value(of: .memory, pixels: size)
    let ofMasks = masks.reduce(0) { $0 + $1.occupiedBytes }
    if let node = nodeBeyond(memory - ofMasks) {
      return LimitExcess(.memory, limit: memory, node: node)
    }
    let fill = limits.value(of: .fill, pixels: size)
    if fillBound.area + Double(maskWork) > Double(fill), fill < filledPixels {
      return LimitExcess(.fill, limit: fill, node: max(fillBound.node, 0))
    }
    return excessOfPixels(limits[.pixels], tree)
      ?? excessOfDrawings(limits, memory: memory, tree)
  }

  /// The first limit that images exceed together that are drawn for this frame.
  ///
  /// - Parameter memory: The limit on memory for a frame of this size.
  private func excessOfDrawings(
    _ limits: RenderLimits, memory: Int, _ tree: LayerTree
  ) -> LimitExcess? {
    var seen: Set<UInt64> = []
    var (text, bytes) = (0, 0)
    func add(_ textures: [Texture]) -> LimitExcess? {
      for texture in textures {
        let image = texture.image
        guard let drawing = image.undrawn, seen.insert(image.identity).inserted else { continue }
        text = text.plusAtMost(drawing.textLength)
        bytes = bytes.plusAtMost(image.width * image.height * Self.bytesPerDrawnPixel)
        guard text > limits[.text] || bytes > memory else { continue }
        let node = tree.node(showing: image)
        return text > limits[.text]
          ? LimitExcess(.text, limit: limits[.text], node: node)
          : LimitExcess(.memory, limit: memory, node: node)
      }
      return nil
    }
    return add(textures) ?? underlays.lazy.compactMap { add($0.textures) }.first
  }

  /// Twice the bytes of a bitmap and of the image of it: the frame's own images, which have the same
  /// limit, exist at the same time.
  private static let bytesPerDrawnPixel = 16

  /// The pixels of one color that take as long as all items in all targets, as far as they are not
  /// hidden, as the targets, and as the masks.
  ///
  /// - Complexity: O(instances).
  var filledPixels: Int {
    var sum = Double(maskWork)
    for pass in passes {
      let target = targets[pass.target]
      let room = PixelRect(
        minX: 0, minY: 0, maxX: Double(target.width), maxY: Double(target.height))
      if pass.target > 0, pass.clearColor != nil { sum += Target.fillCost * room.area }
      for draw in draws[pass.draws] {
        let cost = draw.kind.fillCost(draw.blendMode)
        for index in draw.instances {
          sum += cost * searchCost(draw.kind, index) * outline(of: draw.kind, index).area(in: room)
        }
      }
    }
    return Int(clamping: sum.rounded(.up))
  }

  private func searchCost(_ kind: Kind, _ index: Int) -> Double {
    switch kind {
    case .gradient: gradients[index].searchCost
    case .maskedGradient: maskedGradients[index].gradient.searchCost
    default: 1
    }
  }

  private func excessOfPixels(_ limit: Int, _ tree: LayerTree) -> LimitExcess? {
    // Most frames would be within the limit even if all of their textures showed different images.
    if textures.reduce(0, { $0 + $1.image.width * $1.image.height }) <= limit { return nil }
    var seen: Set<UInt64> = []
    var pixels = 0
    for texture in textures where seen.insert(texture.image.identity).inserted {
      pixels += texture.image.width * texture.image.height
      guard pixels > limit else { continue }
      return LimitExcess(.pixels, limit: limit, node: tree.node(showing: texture.image))
    }
    return nil
  }

  /// The node whose image exceeds the memory that all images may take at one time, in addition to
  /// the frame; nil for none.
  ///
  /// Images that are cached exist until the end of the frame, whichever frame drew them.
  func nodeBeyond(_ limit: Int) -> Int32? {
    // Most frames would be within the limit with all of their images at one time.
    if targets.dropFirst().reduce(0, { $0 + $1.bytes }) <= limit { return nil }
    let sums = targetBytes
    guard let index = sums.firstIndex(where: { $0 > limit }) else { return nil }
    return index < passes.count ? passes[index].node : 0
  }

  /// The bytes of the images that exist at the same time, in addition to the frame, at the most.
  package var mostTargetBytes: Int { targetBytes.max() ?? 0 }

  /// The bytes of the images that exist while each pass is drawn, in addition to the frame.
  private var targetBytes: [Int] {
    var sums = Array(repeating: 0, count: passes.count + 1)
    for target in targets.dropFirst() where target.lastPass >= target.firstPass {
      sums[min(target.firstPass, passes.count)] += target.bytes
      if target.key == nil { sums[min(target.lastPass + 1, passes.count)] -= target.bytes }
    }
    for index in sums.indices.dropFirst() { sums[index] += sums[index - 1] }
    return sums
  }
}

extension FramePlan.Mask {
  /// The bytes of the mask, and of a device's copy of it.
  var occupiedBytes: Int { 2 * width * height }
}

extension FramePlan.Target {
  var bytes: Int { width * height * (format.bytesPerPixel) }

  /// The pixels of one color that take as long as to clear a pixel of a target, and to store it.
  static let fillCost = 4.0
}
