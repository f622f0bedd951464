import CGlazeShaders
import GlazeGeometry
package import GlazePlan
import GlazeTree

extension FramePlan {
  /// Returns the complete work of a device that draws the plan.
  ///
  /// This is a pure function: the present content of the device is an input, and its future content
  /// is an output.
  ///
  /// - Parameters:
  ///   - residency: The content of the device; empty after an error, when it is unknown.
  ///   - presentation: Presents the frame at the end; nil reads it back.
  /// - Throws: `LoweringError.tooLarge` for content that exceeds the device's limits.
  /// - Complexity: O(instances + pixels of new masks).
  package func lowered(
    for traits: DeviceTraits, _ residency: inout Residency, presentation: Presentation? = nil
  ) throws(LoweringError) -> CommandList {
    var below: [CommandList] = []
    for underlay in underlays { below.append(try underlay.lowered(for: traits, &residency)) }
    // Only one variable holds it at a time, so that it is changed in place and not copied.
    var taken = Residency()
    swap(&taken, &residency)
    var lowering = try Lowering(self, traits, consume taken)
    lowering.run()
    swap(&lowering.residency, &residency)
    lowering.list.underlays = below
    lowering.list.released = released
    if let presentation {
      lowering.list.commands.append(.present(presentation))
      lowering.list.readback = []
    }
    for key in lowering.list.programs { residency.programs.insert((), for: key, bytes: 0) }
    return lowering.list
  }
}

/// A plan during its conversion to commands.
///
/// Each pass becomes steps, which are the same in each drawn window of the frame; steps become
/// commands.
struct Lowering {
  let plan: FramePlan
  let traits: DeviceTraits
  var residency: Residency
  var list = CommandList()
  /// The sources for draws of the plan's textures.
  let textures: [CommandList.Source]
  /// The source for draws of shadows.
  let shadowTables: CommandList.Source
  /// Whether boxes of all simple shapes share a shader program.
  let sharesShapes: Bool
  let atlas: TargetAtlas
  /// The surface of the atlas; nil when it is empty.
  private(set) var atlasSurface: Int?
  var surfaces: SurfaceTable
  /// The runs of the current pass that are not drawn yet.
  var queue: RunQueue
  /// The bytes of the segments so far.
  var instanceBytes = 0
  private var flushes = FlushCount()

  /// The target of the current pass.
  var place = Place.frame

  enum Place {
    case frame, atlas
    /// The pass has a surface of its own.
    case surface
  }

  /// A part of a pass.
  enum Step {
    case draw(CommandList.Draw)
    case copy(from: Int, to: Int, PixelWindow)
    /// Targets that are drawn into the atlas.
    case atlas([(entry: TargetAtlas.Entry, steps: [Step])])
  }

  init(
    _ plan: FramePlan, _ traits: DeviceTraits, _ residency: consuming Residency
  ) throws(LoweringError) {
    (self.plan, self.traits) = (plan, traits)
    for target in plan.targets {
      let size = max(target.width, target.height)
      guard size <= traits.largestSurface else {
        throw .tooLarge(
          what: "an image of \(target.width) x \(target.height) pixels", size: size,
          limit: traits.largestSurface)
      }
    }
    list.samplers = [.none]
    textures = try residency.images.prepare(plan, traits, &list)
    try residency.masks.prepare(plan, traits, &list)
    shadowTables = residency.shadowTables.prepare(plan, &list)
    list.composites = plan.composites
    atlas = TargetAtlas(plan, traits, &list.composites)
    sharesShapes = plan.sharesShapes(residency)
    list.boxes = sharesShapes ? plan.boxesAndRectangles : plan.boxes
    surfaces = SurfaceTable(targetCount: plan.targets.count)
    queue = RunQueue(sorts: plan.isSorted)
    self.residency = consume residency
  }

  mutating func run() {
    for (number, target) in plan.targets.enumerated() where number == 0 || target.isCached {
      surfaces.add(number, target, &list)
    }
    if !atlas.isEmpty {
      atlasSurface = surfaces.take(
        width: atlas.width, height: atlas.height, .unorm8, &list)
    }
    for (number, pass) in plan.passes.enumerated() {
      // Targets in the atlas are drawn when the frame needs them.
      if atlas.entry(pass.target) == nil { lower(pass) }
      list.commands.append(.endPass(number))
      for (target, value) in plan.targets.enumerated().dropFirst()
      where value.lastPass == number && value.key == nil {
        surfaces.giveBack(target: target)
      }
    }
    let frame = plan.targets[0]
    list.readback =
      plan.damage ?? [PixelWindow(x: 0, y: 0, width: frame.width, height: frame.height)]
    list.instanceBytes = instanceBytes
    list.uploadedBytes +=
      instanceBytes + plan.clips.count * MemoryLayout<RoundedBox>.stride
      + plan.stops.count * MemoryLayout<GradientStop>.stride
  }

  // MARK: Commands

  private mutating func lower(_ pass: FramePlan.Pass) {
    let surface =
      surfaces[pass.target] ?? surfaces.add(pass.target, plan.targets[pass.target], &list)
    let steps = steps(of: pass)
    let damage = pass.target == 0 ? plan.damage : nil
    let windows: [PixelWindow?] = damage.map { $0.map(Optional.some) } ?? [nil]
    for window in windows {
      list.commands.append(.target(surface: surface, origin: .zero, window: window))
      if let color = pass.clearColor { list.commands.append(.clear(color)) }
      append(steps, on: surface, window)
    }
  }

  private mutating func append(_ steps: [Step], on surface: Int, _ window: PixelWindow?) {
    for step in steps {
      switch step {
      case .draw(let draw): append(draw)
      case .copy(let from, let to, let part):
        list.commands.append(.copy(from: from, to: to, part))
      case .atlas(let row):
        append(row, window)
        list.commands.append(.target(surface: surface, origin: .zero, window: window))
      }
    }
  }

  /// Draws a row of targets that the frame is about to read.
  private mutating func append(
    _ row: [(entry: TargetAtlas.Entry, steps: [Step])], _ window: PixelWindow?
  ) {
    guard let surface = atlasSurface else { return }
    list.commands.append(.target(surface: surface, origin: .zero, window: nil))
    list.commands.append(.clear(.zero))
    for (entry, steps) in row where window?.touches(entry.window) ?? true {
      list.commands.append(
        .target(surface: surface, origin: SIMD2(Int32(entry.x), 0), window: entry.place))
      append(steps, on: surface, nil)
    }
  }

  /// Draws instances in calls of limited length.
  private mutating func append(_ draw: CommandList.Draw) {
    guard traits.isRasteriser else {
      list.commands.append(.draw(draw))
      return
    }
    let stride = list.programs[draw.program].kind.stride
    flushes.add(Tuning.bytesOfRun, &list)
    for start in Swift.stride(from: 0, to: draw.count, by: Tuning.instancesOfCall) {
      var part = draw
      part.offset += start * stride
      part.count = min(draw.count - start, Tuning.instancesOfCall)
      list.commands.append(.draw(part))
      flushes.add(part.count * Tuning.bytesOfInstance, &list)
    }
  }
}

/// The amount that the driver has recorded since the last flush.
private struct FlushCount {
  private var bytes = 0

  mutating func add(_ more: Int, _ list: inout CommandList) {
    bytes += more
    guard bytes >= Tuning.bytesOfFlush else { return }
    bytes = 0
    list.commands.append(.flush)
  }
}
