import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

// These functions convert passes to steps: they choose shader programs for instances, and join
// instances that one program draws.

extension Lowering {
  mutating func steps(of pass: FramePlan.Pass) -> [Step] {
    let outer = place
    defer { place = outer }
    place = pass.target == 0 ? .frame : atlas.entry(pass.target) == nil ? .surface : .atlas
    var steps: [Step] = []
    // The row in the atlas.
    var row: Int?
    for index in pass.draws {
      let draw = plan.draws[index]
      if place == .frame, let needed = atlas.row(of: draw), needed != row {
        flush(&steps)
        steps.append(.atlas(atlasSteps(ofRow: needed)))
        row = needed
      }
      add(draw, of: pass, &steps)
    }
    flush(&steps)
    return steps
  }

  private mutating func atlasSteps(
    ofRow row: Int
  ) -> [(entry: TargetAtlas.Entry, steps: [Step])] {
    atlas.entries(ofRow: row).map { ($0, steps(of: plan.passes[$0.pass])) }
  }

  private mutating func add(
    _ draw: FramePlan.Draw, of pass: FramePlan.Pass, _ steps: inout [Step]
  ) {
    switch draw.kind {
    case .coverage(let mask): addCoverage(draw, plan.masks[mask], of: pass, &steps)
    case .maskedGradient(let mask): addMaskedGradients(draw, plan.masks[mask], of: pass, &steps)
    case .particle(let textures):
      // The instances may extend behind a camera, where their bounds are not valid.
      flush(&steps)
      addParticles(draw, textures)
      flush(&steps)
    case _ where draw.blendMode != .sourceOver: addBlended(draw, of: pass, &steps)
    default: addVariants(of: draw, target: pass.target, &steps)
    }
  }

  // MARK: Kinds of draws

  /// Adds instances, each time as many as the same shader program draws.
  private mutating func addVariants(
    of draw: FramePlan.Draw, target: Int, _ steps: inout [Step]
  ) {
    let instance = draw.kind.instance
    let kind = ProgramKind(instance)
    let sources = sources(of: draw)
    var start = draw.instances.lowerBound
    while start < draw.instances.upperBound {
      let variant = plan.variant(of: start, draw, into: target)
      let end = plan.end(of: variant, from: start, draw, into: target)
      var key = ProgramKey(kind, clips: draw.clipCount, variant)
      // Rectangles that share a shader program with boxes follow the boxes in the buffer.
      if sharesShapes { key = key.shared }
      let shift = kind == .rectangle && key.kind == .box ? plan.boxes.count : 0
      append(
        Run(
          key: key, blend: instance.replaces ? .replace : .sourceOver, sources: sources,
          ranges: [(start + shift)..<(end + shift)],
          bounds: [plan.bounds(of: start..<end, draw.kind)]), &steps)
      start = end
    }
  }

  /// Adds instances that blend with a copy of their target.
  private mutating func addBlended(
    _ draw: FramePlan.Draw, of pass: FramePlan.Pass, _ steps: inout [Step]
  ) {
    guard let surface = surfaces[pass.target] else { return }
    flush(&steps)
    let target = plan.targets[pass.target]
    let copy = surfaces.take(
      width: target.width, height: target.height, target.format, &list)
    let bounds = plan.bounds(of: draw.instances, draw.kind)
    if let part = PixelWindow(around: bounds, width: target.width, height: target.height) {
      steps.append(.copy(from: surface, to: copy, part))
      var sources = sources(of: draw)
      sources.third = .init(kind: .surface, index: Int32(copy))
      append(
        Run(
          key: ProgramKey(.composite, clips: draw.clipCount, .blend), blend: .mode(draw.blendMode),
          sources: sources, ranges: [draw.instances], bounds: [bounds]), &steps)
      flush(&steps)
    }
    surfaces.giveBack(surface: copy)
  }

  private mutating func addParticles(_ draw: FramePlan.Draw, _ textures: SIMD4<Int32>) {
    // Unused sources repeat the first one, and are never read.
    func source(_ index: Int) -> CommandList.Source {
      self.textures[Int(textures[index] >= 0 ? textures[index] : textures[0])]
    }
    let variant = plan.isSpecialized ? plan.variant(ofParticles: draw, textures) : []
    queue.append(
      Run(
        key: ProgramKey(.particle, clips: draw.clipCount, variant),
        blend: draw.addsUp ? .add : .sourceOver,
        sources: .init(
          first: source(0), second: source(1), third: source(2), fourth: source(3)),
        ranges: [draw.instances], bounds: [.zero]))
  }

  /// The sources that a draw samples.
  private mutating func sources(of draw: FramePlan.Draw) -> CommandList.Sources {
    switch draw.kind.reads {
    case .nothing, .mask: return .init()
    case .shadowTables: return .init(first: shadowTables)
    case .textures(let list):
      let mask = list[1]
      return .init(
        first: textures[Int(list[0])], second: mask >= 0 ? textures[Int(mask)] : .init())
    case .bitmap(let target): return .init(first: source(target, list.sampler(.linear)))
    case .target(let target, let mask):
      return .init(first: source(target), second: mask.map { source($0) } ?? .init())
    case .surroundings(let target): return .init(first: source(target))
    }
  }

  private func source(_ target: Int, _ sampler: Int32 = 0) -> CommandList.Source {
    let surface = atlas.entry(target) == nil ? surfaces[target] : atlasSurface
    return .init(kind: .surface, index: Int32(surface ?? 0), sampler: sampler)
  }

  // MARK: Runs

  mutating func append(_ run: Run, _ steps: inout [Step]) {
    if queue.isFull { flush(&steps) }
    queue.append(run)
  }

  /// Draws the waiting runs.
  private mutating func flush(_ steps: inout [Step]) {
    for run in queue.runs { steps.append(.draw(draw(run))) }
    queue.removeAll()
  }

  /// Joins the instances of a run in the buffer.
  private mutating func draw(_ run: Run) -> CommandList.Draw {
    var key = run.key
    let count = run.count
    if key.kind == .rectangle,
      count < Tuning.leastPoints || traits.largestPoint < RectangleInstance.largestPoint
        || place == .atlas
    {
      key.variant.remove(.points)
    }
    // Images and shadows may be drawn partially, and their pixels must not depend on that.
    let mayBeCut =
      key.kind == .shadow
      || key.kind == .image
        && key.variant.contains(.simple) && !key.variant.contains(.projected)
    if place != .frame || mayBeCut { key.variant.insert(.moved) }
    for range in run.ranges { list.segments.append(.init(kind: key.kind, range: range)) }
    defer { instanceBytes += count * key.kind.stride }
    return .init(
      program: list.program(key), blend: run.blend, sources: run.sources, offset: instanceBytes,
      count: count)
  }
}

extension FramePlan {
  /// The end of the instances that are drawn like one.
  fileprivate func end(
    of variant: Variant, from start: Int, _ draw: Draw, into target: Int
  ) -> Int {
    if draw.kind == .rectangle {
      return endOfRectangles(start + 1..<draw.instances.upperBound, like: variant, into: target)
    }
    var end = start + 1
    while end < draw.instances.upperBound, self.variant(of: end, draw, into: target) == variant {
      end += 1
    }
    return end
  }
}

extension PixelWindow {
  /// The integer pixels around bounds that lie in a target; nil when there are none.
  ///
  /// - Parameter bounds: Minimum and maximum x and y.
  fileprivate init?(around bounds: SIMD4<Float>, width: Int, height: Int) {
    let limit = SIMD4(Float(width), Float(height), Float(width), Float(height))
    let inside = bounds.clamped(lowerBound: .zero, upperBound: limit)
    let low = inside.lowHalf.rounded(.down)
    let size = inside.highHalf.rounded(.up) - low
    guard size.x > 0, size.y > 0 else { return nil }
    self.init(
      x: Int(clamping: low.x), y: Int(clamping: low.y), width: Int(clamping: size.x),
      height: Int(clamping: size.y))
  }
}
