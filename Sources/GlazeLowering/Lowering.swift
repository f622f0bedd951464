import CGlazeShaders
import GlazeGeometry
package import GlazePlan
import GlazeTree

extension FramePlan {
  /// Says everything that a device does to draw the plan.
  ///
  /// A pure function: what is there already is an input, and what will be there then an output.
  ///
  /// - Parameters:
  ///   - residency: What is on the device; after an error it is empty, since nobody knows then.
  ///   - presentation: Shows the frame in the end; nil has it read back.
  /// - Throws: `LoweringError.tooLarge` for what the device has no room for.
  /// - Complexity: O(instances + pixels of new masks).
  package func lowered(
    for traits: DeviceTraits, _ residency: inout Residency, presentation: Presentation? = nil
  ) throws(LoweringError) -> CommandList {
    var below: [CommandList] = []
    for underlay in underlays { below.append(try underlay.lowered(for: traits, &residency)) }
    // Only one variable holds it at a time, so that it is changed in place and not copied.
    var taken = Residency()
    swap(&taken, &residency)
    var lowering = try Lowering(self, traits, taken)
    taken = Residency()
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

/// A plan while it becomes commands.
///
/// Each pass becomes steps, which are the same in each window of the frame that is drawn; steps become
/// commands.
struct Lowering {
  let plan: FramePlan
  let traits: DeviceTraits
  var residency: Residency
  var list = CommandList()
  /// What draws of the plan's textures read.
  let textures: [CommandList.Source]
  /// What draws of shadows read.
  let shadowTables: CommandList.Source
  /// Whether boxes of all simple shapes share a program.
  let sharesShapes: Bool
  let atlas: TargetAtlas
  /// The surface of the atlas; nil when nothing lies in it.
  private(set) var atlasSurface: Int?
  var surfaces: SurfaceTable
  /// The runs of the current pass that are not drawn yet.
  var queue: RunQueue
  /// Bytes that the segments take so far.
  var instanceBytes = 0
  private var flushes = FlushCount()

  /// Where the current pass draws.
  var place = Place.frame

  enum Place {
    case frame, atlas
    /// A surface of its own.
    case surface
  }

  /// What a pass consists of.
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
          what: "a picture of \(target.width) x \(target.height) pixels", size: size,
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
    self.residency = residency
  }

  mutating func run() {
    for (number, target) in plan.targets.enumerated() where number == 0 || target.isKept {
      surfaces.add(number, target, &list)
    }
    if !atlas.isEmpty {
      atlasSurface = surfaces.take(
        width: atlas.width, height: atlas.height, .unorm8, &list)
    }
    for (number, pass) in plan.passes.enumerated() {
      // What lies in the atlas is drawn when the frame needs it.
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

  /// Draws a row of targets, from which the frame is about to read.
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

  /// Draws instances in calls that are not too long.
  private mutating func append(_ draw: CommandList.Draw) {
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

/// How much the driver has written down since it was last told to begin.
private struct FlushCount {
  private var bytes = 0

  mutating func add(_ more: Int, _ list: inout CommandList) {
    bytes += more
    guard bytes >= Tuning.bytesOfFlush else { return }
    bytes = 0
    list.commands.append(.flush)
  }
}
