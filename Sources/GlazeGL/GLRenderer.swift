import CGlazeShaders
import COpenGL
import GlazeGeometry
package import GlazePlan
import GlazeTree

/// Executes frame plans in the OpenGL context that is current on this thread.
///
/// It decides nothing: the plan says everything. Use it, and release it, with that context current.
package final class GLRenderer {
  /// The largest picture that the driver can draw, in pixels a side.
  package let maximumSize: Int

  /// How long the last finished frame took from the end of its drawing until its pixels were in memory.
  package private(set) var readbackTime = Duration.zero
  /// How long the last frame took from its start until all was handed to the driver.
  package private(set) var encodeTime = Duration.zero
  /// What the last frame sent to the driver: instances, clips, stops, images and masks, in bytes.
  package private(set) var uploadedBytes = 0
  /// Whether passes are timed; where the driver has no timers that means to wait after each.
  package var timesPasses = false
  /// Begin and end of each pass of the last frame, counted from its first, when `timesPasses` is set.
  package private(set) var passTimes: [Range<Duration>] = []
  /// Whether the driver knows when the device began and finished something.
  package var hasTimers: Bool { timer.isReal }

  /// What may be kept between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      textures.ledger.budget = memory.textures
      masks.budget = memory.maskTextures
      stamps.budget = memory.maskTextures
      targets.budget = memory.targets
    }
  }
  /// Bytes of images, masks, stamps and idle targets that are kept.
  package var keptBytes: Int {
    textures.ledger.bytes + masks.bytes + stamps.bytes + targets.idleBytes
  }
  /// How many images, masks and stamps are kept.
  package var keptCount: Int { textures.ledger.count + masks.ledger.count + stamps.count }
  /// How many images, masks and stamps were let go of, in all frames.
  package var evictions: Int {
    textures.ledger.evictions + masks.ledger.evictions + stamps.evictions
  }
  /// Framebuffers that are kept or wait to be used again.
  package var framebufferCount: Int { targets.count }

  private var timer = PassTimer()
  private let binaries: ProgramBinaries?
  /// How many programs were made.
  package var programCount: Int { programs.count }
  /// How often the driver was told to draw something, in the last frame and not its underlays.
  package var drawCallCount: Int { buffers.drawCallCount }
  /// How many groups of the last frame were composited square by square.
  package var cutGroupCount: Int { groups.count }
  /// How many rectangles of stamps the last frame was drawn with.
  package var stampCount: Int { stamps.rectangleCount }
  private var programs: [Program.Key: Program] = [:]
  private var textures = TexturePool()
  private var masks = MaskPool()
  private var stamps = StampPool()
  private var targets = TargetPool()
  private var tables = ShadowTables()
  private var sharedShapes = SharedShapes()
  /// What of the current frame is composited square by square.
  private var groups = GroupSquares()
  private var buffers: InstanceBuffers
  private var readback: Readback
  private var backlog: Backlog

  /// A frame that the driver has been told to draw.
  package struct PendingFrame {
    fileprivate let framebuffer: TargetPool.Framebuffer
    fileprivate let copy: Readback.Copy
  }

  /// A frame that is being drawn.
  private struct Work {
    var plan: FramePlan
    var samplers: [(texture: GLuint, sampler: GLuint)]
    var coverages: MaskPool.Coverages
    /// Whether paths are drawn with stamps.
    var isStamped: Bool
    /// Whether boxes of all simple shapes share a program.
    var sharesShapes: Bool
    /// Framebuffers of the targets that hold something, by the targets' numbers.
    var live: [TargetPool.Framebuffer?]
    var page: TargetPage
    /// Of the page; nil when nothing lies on it.
    var pageFramebuffer: TargetPool.Framebuffer?
  }

  /// What is not drawn yet of the current pass.
  private var queue = RunQueue()
  private var boundSources: Sources?
  /// Of the current pass.
  private var placement = Program.Placement()
  private var surface = Surface.frame
  /// The part of the frame that is drawn; nil when it is all of it.
  private var window: PixelWindow?
  /// The row of targets that the page holds.
  private var rowOnPage: Int?

  /// What is drawn into.
  private enum Surface {
    case frame, page
    /// A target with a framebuffer of its own.
    case other
  }

  /// Fewer rectangles are not worth a program that draws points.
  private static let leastPoints = 256
  /// Whether the driver draws points as large as the largest rectangles that are drawn as such.
  private let hasPoints: Bool
  private static let mostInstances = 1 << 13

  /// Prepares the current context.
  ///
  /// - Parameter store: Where linked programs are kept; nil keeps none.
  /// - Throws: `GLError.noContext` when there is none, or when it is older than OpenGL 4.3.
  package init(programs store: ProgramStore? = nil) throws {
    guard let text = glGetString(glEnum(GL_VERSION)) else {
      throw GLError.noContext(found: "missing")
    }
    guard integer(GL_MAJOR_VERSION) * 10 + integer(GL_MINOR_VERSION) >= 43 else {
      throw GLError.noContext(found: "OpenGL \(String(cString: text))")
    }
    maximumSize = min(integer(GL_MAX_TEXTURE_SIZE), integer(GL_MAX_VIEWPORT_DIMS))
    binaries = store.flatMap(ProgramBinaries.init)
    buffers = InstanceBuffers()
    readback = Readback()
    backlog = Backlog()
    hasPoints = largestPoint() >= RectangleInstance.largestPoint
    masks.usePoints()
    groups.usePoints()
  }

  deinit {
    textures.removeAll()
    masks.removeAll()
    stamps.removeAll()
    targets.removeAll()
    tables.removeAll()
    for program in programs.values { glDeleteProgram(program.id) }
    buffers.delete()
    timer.delete()
    readback.delete()
    backlog.delete()
  }

  /// Draws a plan, waits for it, and reads the frame back.
  ///
  /// - Parameters:
  ///   - previous: The pixels of the frame that the plan is drawn over: only what it changes is read
  ///     back into them. Not needed for plans that draw all of the frame.
  ///   - readsBack: false leaves the pixels where they are, and returns none.
  ///   - memory: is used again for the pixels when it has the right size.
  package func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory()
  ) throws -> PixelBuffer {
    let start = ContinuousClock.now
    let target = plan.targets[0]
    (readbackTime, encodeTime, uploadedBytes) = (.zero, .zero, 0)
    if target.isKept, plan.passes.isEmpty, plan.released.isEmpty {
      if !readsBack { return PixelBuffer(width: 0, height: 0, bytes: []) }
      if let previous { return previous }
    }
    targets.beginFrame()
    let missing = missingStamps(in: plan)
    let frame = try framebuffer(of: target, isBlueFirst: missing != nil)
    defer { if target.key == nil { targets.give(back: frame) } }
    buffers.isShared = false
    for underlay in plan.underlays { try drawKept(underlay) }
    try draw(plan, into: frame, lacking: missing, isTimed: timesPasses)
    encodeTime = ContinuousClock.now - start
    // Reading waits for the drawing anyway; so the two can be told apart.
    glFinish()
    if timesPasses { passTimes = timer.end() }
    guard readsBack else { return PixelBuffer(width: 0, height: 0, bytes: []) }
    let drawn = ContinuousClock.now
    defer { readbackTime = ContinuousClock.now - drawn }
    guard let damage = plan.damage, var pixels = previous, pixels.width == frame.width,
      pixels.height == frame.height
    else { return Readback.read(frame, reusing: memory) }
    Readback.read(damage, of: frame, into: &pixels)
    return pixels
  }

  /// Hands a plan to the driver and returns while it is being drawn and copied.
  ///
  /// Each of these frames is to be finished or abandoned, the oldest first.
  package func begin(_ plan: FramePlan) throws -> PendingFrame {
    targets.beginFrame()
    let missing = missingStamps(in: plan)
    var frame = try framebuffer(of: plan.targets[0], isBlueFirst: missing != nil)
    buffers.isShared = true
    var isOwn = plan.targets[0].key == nil
    do {
      for underlay in plan.underlays { try drawKept(underlay) }
      try draw(plan, into: frame, lacking: missing, isTimed: timesPasses)
      if !isOwn {
        // The next frame is drawn over it, which may be before this one is read.
        frame = try copy(of: frame, plan.targets[0])
        isOwn = true
      }
      return PendingFrame(framebuffer: frame, copy: try readback.begin(frame))
    } catch {
      if isOwn { targets.give(back: frame) }
      throw error
    }
  }

  /// Waits for a frame and takes its pixels.
  ///
  /// - Parameter memory: is used again for the pixels when it has the right size.
  package func finish(
    _ frame: PendingFrame, reusing memory: SpareMemory = SpareMemory()
  ) throws -> PixelBuffer {
    defer { targets.give(back: frame.framebuffer) }
    try readback.wait(for: frame.copy)
    let start = ContinuousClock.now
    defer { readbackTime = ContinuousClock.now - start }
    return try readback.take(frame.copy, of: frame.framebuffer, reusing: memory)
  }

  /// Forgets a frame.
  package func abandon(_ frame: PendingFrame) {
    readback.abandon(frame.copy)
    targets.give(back: frame.framebuffer)
  }

  /// Frees pictures that a planner counted on and will not ask for again.
  package func release(_ pictures: [UInt64]) {
    for key in pictures { targets.release(key) }
  }

  // MARK: Frames

  /// What a frame lacks to be drawn with stamps; nil when it is drawn without.
  private func missingStamps(in plan: FramePlan) -> StampPool.Missing? {
    let target = plan.targets[0]
    let known = target.key.flatMap { targets.picture($0) }
    return stamps.missing(
      in: plan, isPossible: !target.isKept || known?.isBlueFirst == true)
  }

  private func prepareStamps(
    _ missing: StampPool.Missing, of plan: FramePlan, for frame: TargetPool.Framebuffer
  ) throws {
    // Which hold the same.
    if masks.bytes > 0 {
      masks.removeAll()
      try letGo(drawing: frame)
    }
    stamps.prepare(plan, missing)
  }

  /// Has the driver let go of what was deleted.
  ///
  /// llvmpipe keeps what the last frame read until another begins to be drawn, which reads something else.
  private func letGo(drawing frame: TargetPool.Framebuffer) throws {
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), frame.id)
    _ = try use(Program.Key(kind: .stamp, clips: 0, variant: []))
    bind(0, unit: Program.textureUnit, sampler: 0)
    buffers.drawNothing(.stamp)
    glFinish()
  }

  /// What a frame is drawn into: what its key names, or anything of its size.
  ///
  /// - Parameter isBlueFirst: Whether blue must come first in it.
  private func framebuffer(
    of target: FramePlan.Target, isBlueFirst: Bool = false
  ) throws -> TargetPool.Framebuffer {
    if let key = target.key, let known = targets.picture(key) {
      if target.isKept || known.isBlueFirst || !isBlueFirst { return known }
      targets.delete(key)
    }
    if target.isKept { throw GLError.missingPicture(target: 0) }
    let framebuffer = try targets.take(
      0, target, isBlueFirst: isBlueFirst, limit: maximumSize)
    if let key = target.key { targets.keep(framebuffer, as: key) }
    return framebuffer
  }

  /// Draws a picture that later plans read.
  private func drawKept(_ plan: FramePlan) throws {
    let picture = try framebuffer(of: plan.targets[0])
    try draw(plan, into: picture, isTimed: false)
  }

  private func draw(
    _ plan: FramePlan, into frame: TargetPool.Framebuffer,
    lacking missing: StampPool.Missing? = nil, isTimed: Bool
  ) throws {
    for _ in 0..<8 where glGetError() == 0 { break }
    let isStamped = missing != nil
    if let missing { try prepareStamps(missing, of: plan, for: frame) }
    let leaves = LeafTargets(plan)
    groups.prepare(plan, leaves)
    let page = TargetPage(plan, leaves, without: groups, sizeLimit: maximumSize)
    textures.uploadedBytes = 0
    masks.uploadedBytes = 0
    let coverages = isStamped ? MaskPool.Coverages() : try masks.prepare(plan)
    let sharesShapes = sharedShapes.isShared(in: plan)
    try buffers.upload(
      plan, composites: page.composites, coverages: coverages,
      boxes: sharesShapes ? SharedShapes.boxes(of: plan) : plan.boxes, groups: groups,
      stamps: isStamped ? stamps.corners : [])
    defer {
      uploadedBytes += buffers.size + textures.uploadedBytes + masks.uploadedBytes
      if isStamped { uploadedBytes += stamps.uploadedBytes }
      buffers.endFrame()
    }
    var work = Work(
      plan: plan, samplers: try textures.prepare(plan, limit: maximumSize),
      coverages: coverages, isStamped: isStamped, sharesShapes: sharesShapes,
      live: Array(repeating: nil, count: plan.targets.count), page: page)
    work.live[0] = frame
    if !page.isEmpty { work.pageFramebuffer = try targets.take(0, page.size, limit: maximumSize) }
    defer {
      for (number, framebuffer) in work.live.enumerated().dropFirst() {
        if let framebuffer, !plan.targets[number].isKept { targets.give(back: framebuffer) }
      }
      if let page = work.pageFramebuffer { targets.give(back: page) }
      for key in plan.released { targets.release(key) }
    }
    for (number, target) in plan.targets.enumerated().dropFirst() where target.isKept {
      guard let picture = target.key.flatMap(targets.picture) else {
        throw GLError.missingPicture(target: number)
      }
      work.live[number] = picture
    }
    glDisable(glEnum(GL_BLEND))
    glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA))
    glDisable(glEnum(GL_SCISSOR_TEST))
    glDisable(glEnum(GL_DEPTH_TEST))
    glDisable(glEnum(GL_CULL_FACE))
    queue.sorts = plan.isSorted
    backlog.begin()
    if isTimed { timer.begin() }
    for index in plan.passes.indices {
      try run(index, &work)
      if isTimed { timer.mark() }
    }
  }

  private func run(_ index: Int, _ work: inout Work) throws {
    let pass = work.plan.passes[index]
    // What lies on the page is drawn when the frame needs it.
    if work.page.entry(pass.target) != nil || groups.folds(pass.target) { return }
    try begin(pass, &work)
    if pass.target == 0, let damage = work.plan.damage {
      try draw(pass, inside: damage, work)
    } else {
      clear(pass)
      try drawAll(of: pass, work)
    }
    try checkError(pass: index, node: pass.node)
    for (number, target) in work.plan.targets.enumerated().dropFirst()
    where target.lastPass == index {
      guard let framebuffer = work.live[number] else { continue }
      if let key = target.key {
        if !target.isKept { targets.keep(framebuffer, as: key) }
      } else {
        targets.give(back: framebuffer)
      }
      work.live[number] = nil
    }
  }

  /// Runs a pass into the frame once for each part of it that changes.
  private func draw(
    _ pass: FramePlan.Pass, inside windows: [PixelWindow], _ work: Work
  ) throws {
    defer {
      window = nil
      glDisable(glEnum(GL_SCISSOR_TEST))
    }
    for part in windows {
      window = part
      cut(to: part)
      clear(pass)
      try drawAll(of: pass, work)
    }
  }

  /// Draws nothing outside of a part of the framebuffer.
  private func cut(to window: PixelWindow) {
    glEnable(glEnum(GL_SCISSOR_TEST))
    glScissor(
      GLint(window.x), GLint(window.y), GLsizei(window.width), GLsizei(window.height))
  }

  private func clear(_ pass: FramePlan.Pass) {
    if let color = pass.clearColor { clear(color) }
  }

  private func drawAll(of pass: FramePlan.Pass, _ work: Work) throws {
    if pass.target == 0 { rowOnPage = nil }
    for index in pass.draws {
      let draw = work.plan.draws[index]
      if pass.target == 0, let target = work.page.target(of: draw),
        let row = work.page.entry(target)?.row, row != rowOnPage
      {
        try drawPage(row, work)
      }
      if pass.target == 0, let runs = groups.runs(ofDraw: index) {
        try self.draw(runs, work)
      } else if work.isStamped {
        try drawStamps(index, work)
      } else if case .coverage = draw.kind {
        let mask = work.coverages.draws[index]
        let key = Program.Key(
          kind: .coverage, clips: draw.clipCount, variant: mask.hasSquares ? .points : [])
        if mask.range.isEmpty { continue }
        let bounds = RunQueue.bounds(of: draw.instances, draw.kind, in: work.plan)
        try append(key, Sources(texels: mask.texture), mask.range, bounds: bounds)
      } else {
        try self.draw(draw, target: pass.target, work)
      }
    }
    try flush()
  }

  private func draw(_ runs: ArraySlice<GroupSquares.Run>, _ work: Work) throws {
    for run in runs {
      let key = Program.Key(kind: .group, clips: 0, variant: [.points, run.variant])
      let texels = run.variant == .boxes0 ? 0 : buffers.groupBoxTexels
      try append(key, Sources(texels: texels), run.range, bounds: run.bounds)
    }
  }

  private func drawStamps(_ index: Int, _ work: Work) throws {
    let draw = work.plan.draws[index]
    let bounds = RunQueue.bounds(of: draw.instances, draw.kind, in: work.plan)
    for run in stamps.runs(ofDraw: index) {
      try append(
        Program.Key(kind: .stamp, clips: 0, variant: []), Sources(texture: run.texture), run.range,
        bounds: bounds)
    }
  }

  private func begin(_ pass: FramePlan.Pass, _ work: inout Work) throws {
    let target = work.plan.targets[pass.target]
    if work.live[pass.target] == nil {
      work.live[pass.target] = try targets.take(pass.target, target, limit: maximumSize)
    }
    bind(pass.target, work)
  }

  private func bind(_ target: Int, _ work: Work) {
    let size = work.plan.targets[target]
    boundSources = nil
    surface = target == 0 ? .frame : .other
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), work.live[target]?.id ?? 0)
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    placement = Program.Placement(width: size.width, height: size.height)
    if let window, target == 0 { cut(to: window) } else { glDisable(glEnum(GL_SCISSOR_TEST)) }
  }

  /// Draws a row of targets, from which the frame is about to read.
  private func drawPage(_ row: Int, _ work: Work) throws {
    try flush()
    let size = work.page.size
    boundSources = nil
    surface = .page
    rowOnPage = row
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), work.pageFramebuffer?.id ?? 0)
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    glDisable(glEnum(GL_SCISSOR_TEST))
    clear(.zero)
    for entry in work.page.entries(ofRow: row) {
      if let window, !window.touches(entry.window) { continue }
      cut(
        to: PixelWindow(
          x: entry.x, y: 0, width: entry.window.width, height: entry.window.height))
      placement = Program.Placement(
        width: size.width, height: size.height, at: SIMD2(Int32(entry.x), 0))
      let pass = work.plan.passes[entry.pass]
      try drawAll(of: pass, work)
      try checkError(pass: entry.pass, node: pass.node)
    }
    bind(0, work)
  }

  private func clear(_ color: SIMD4<Float>) {
    glClearColor(color.x, color.y, color.z, color.w)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  private func draw(_ draw: FramePlan.Draw, target: Int, _ work: Work) throws {
    if draw.addsUp {
      try flush()
      glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE))
      try drawOver(draw, target: target, work)
      try flush()
      glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA))
    } else if draw.blendMode == .sourceOver {
      try drawOver(draw, target: target, work)
    } else {
      try blend(draw, target: target, work)
    }
  }

  private func drawOver(_ draw: FramePlan.Draw, target: Int, _ work: Work) throws {
    if case .particle(let textures) = draw.kind { return try drawParticles(draw, textures, work) }
    let (kind, sources) = sources(of: draw, work)
    var start = draw.instances.lowerBound
    while start < draw.instances.upperBound {
      let (variant, table) = try variant(of: start, draw, target, work)
      let end = try end(of: variant, table, start, draw, target, work)
      var key = Program.Key(kind: kind, clips: draw.clipCount, variant: variant)
      if work.sharesShapes { key = key.shared }
      if draw.kind == .rectangle, end - start >= Self.leastPoints, backlog.isNear {
        backlog.isNear = work.plan.areNear(start..<end)
      }
      // Where boxes are drawn with rectangles, these follow them.
      let shift = kind == .rectangle && key.kind == .box ? work.plan.boxes.count : 0
      try append(
        key, table == 0 ? sources : Sources(texture: table), (start + shift)..<(end + shift),
        bounds: RunQueue.bounds(of: start..<end, draw.kind, in: work.plan))
      start = end
    }
  }

  private func drawParticles(
    _ draw: FramePlan.Draw, _ textures: SIMD4<Int32>, _ work: Work
  ) throws {
    try flush()
    boundSources = nil
    for (index, unit) in ([Program.textureUnit] + Program.moreTextureUnits).enumerated() {
      // Where there are fewer, the first stands for the rest, which nothing reads.
      let pair = work.samplers[Int(textures[index] >= 0 ? textures[index] : textures[0])]
      bind(pair.texture, unit: unit, sampler: pair.sampler)
    }
    let variant =
      work.plan.isSpecialized ? work.plan.variant(ofParticles: draw, textures) : []
    _ = try use(Program.Key(kind: .particle, clips: draw.clipCount, variant: variant))
    glEnable(glEnum(GL_BLEND))
    buffers.draw(.particle, draw.instances)
  }

  /// Draws what blends with a copy of its target.
  private func blend(_ draw: FramePlan.Draw, target: Int, _ work: Work) throws {
    try flush()
    // First, since a new copy takes the place of whatever is bound.
    let backdrop = try copyBackdrop(target, work)
    boundSources = nil
    let (kind, sources) = sources(of: draw, work)
    bind(sources)
    let program = try use(Program.Key(kind: kind, clips: draw.clipCount, variant: []))
    glUniform1i(program.mode, GLint(draw.blendMode.rawValue))
    glDisable(glEnum(GL_BLEND))
    buffers.draw(kind, draw.instances)
    targets.give(back: backdrop)
  }

  /// The end of the instances that are drawn like one.
  private func end(
    of variant: Variant, _ table: GLuint, _ start: Int, _ draw: FramePlan.Draw, _ target: Int,
    _ work: Work
  ) throws -> Int {
    if draw.kind == .rectangle {
      let rest = start + 1..<draw.instances.upperBound
      return work.plan.endOfRectangles(rest, like: variant, into: target)
    }
    var end = start + 1
    while end < draw.instances.upperBound,
      try self.variant(of: end, draw, target, work) == (variant, table)
    {
      end += 1
    }
    return end
  }

  /// The variant of the program that draws an instance, and the table that it reads.
  private func variant(
    of index: Int, _ draw: FramePlan.Draw, _ target: Int, _ work: Work
  ) throws -> (Variant, table: GLuint) {
    let variant = work.plan.variant(of: index, draw, into: target)
    guard variant.contains(.table) else { return (variant, 0) }
    let shadow = work.plan.shadows[index]
    if let known = tables.known(for: shadow) { return (variant, known) }
    // What waits may read the table that goes.
    if tables.isFull { try flush() }
    boundSources = nil
    return (variant, tables.make(for: shadow))
  }

  // MARK: Runs

  private func append(
    _ key: Program.Key, _ sources: Sources, _ range: Range<Int>, bounds: SIMD4<Float>
  ) throws {
    if queue.isFull { try flush() }
    queue.append(key, sources, range, bounds: bounds)
  }

  /// Draws what waits.
  private func flush() throws {
    defer { queue.removeAll() }
    for run in queue.runs { try draw(run) }
  }

  private func draw(_ run: Run) throws {
    var key = run.key
    let count = run.ranges.reduce(0) { $0 + $1.count }
    if key.kind == .rectangle, !hasPoints || count < Self.leastPoints || surface == .page {
      key.variant.remove(.points)
    }
    bind(run.sources)
    _ = try use(key)
    key.kind == .blur ? glDisable(glEnum(GL_BLEND)) : glEnable(glEnum(GL_BLEND))
    backlog.add(Backlog.bytesOfRun)
    if key.kind == .stamp {
      for range in run.ranges {
        buffers.drawStamps(range)
        backlog.add(range.count / 6 * Backlog.bytesOfInstance)
      }
      return
    }
    if run.ranges.count > 1, !key.variant.contains(.points),
      buffers.drawGathered(key.kind, run.ranges)
    {
      return backlog.add(count * Backlog.bytesOfInstance)
    }
    for range in run.ranges {
      var start = range.lowerBound
      while start < range.upperBound {
        let end = min(start + Self.mostInstances, range.upperBound)
        if key.variant.contains(.points) {
          buffers.drawPoints(key.kind, start..<end)
        } else {
          buffers.draw(key.kind, start..<end)
        }
        backlog.add(
          (end - start) * Backlog.bytesOfInstance, hasRectangles: key.kind == .rectangle)
        start = end
      }
    }
  }

  private func use(_ key: Program.Key) throws -> Program {
    var key = key
    // Images may be drawn in part, and their pixels must not depend on it.
    let mayBeCut =
      key.kind == .image && key.variant.contains(.simple) && !key.variant.contains(.projected)
    if surface != .frame || mayBeCut { key.variant.insert(.moved) }
    let program = try programs[key] ?? Program(key, binaries)
    programs[key] = program
    program.use(placement)
    return program
  }

  /// What a draw samples, and the kind of program that draws it.
  private func sources(
    of draw: FramePlan.Draw, _ work: Work
  ) -> (kind: Program.Kind, sources: Sources) {
    func texture(_ target: Int) -> GLuint {
      if work.page.entry(target) != nil { return work.pageFramebuffer?.texture ?? 0 }
      return work.live[target]?.texture ?? 0
    }
    switch draw.kind {
    case .rectangle: return (.rectangle, Sources())
    case .box: return (.box, Sources())
    case .shadow: return (.shadow, Sources())
    case .gradient: return (.gradient, Sources())
    case .image(let index):
      let (texture, sampler) = work.samplers[index]
      return (.image, Sources(texture: texture, sampler: sampler))
    case .maskedImage(let index, let mask):
      let (texture, sampler) = work.samplers[index]
      let other = mask.map { work.samplers[$0] }
      return (
        .maskedImage,
        Sources(
          texture: texture, sampler: sampler, mask: other?.texture ?? 0,
          maskSampler: other?.sampler ?? 0)
      )
    case .coverage: return (.coverage, Sources())
    case .particle: return (.particle, Sources())
    case .picture(let target):
      return (.image, Sources(texture: texture(target), sampler: textures.pictureSampler()))
    case .composite(let target, let mask):
      let sources = Sources(texture: texture(target), mask: mask.map(texture) ?? 0)
      return (draw.blendMode == .sourceOver ? .composite : .blend, sources)
    case .colorMatrix(let target): return (.colorMatrix, Sources(texture: texture(target)))
    case .blur(let target): return (.blur, Sources(texture: texture(target)))
    }
  }

  private func bind(_ sources: Sources) {
    if sources == boundSources { return }
    boundSources = sources
    if sources.texture != 0 {
      bind(sources.texture, unit: Program.textureUnit, sampler: sources.sampler)
    }
    if sources.texels != 0 {
      glActiveTexture(glEnum(GL_TEXTURE0 + Program.textureUnit))
      glBindTexture(glEnum(GL_TEXTURE_BUFFER), sources.texels)
    }
    if sources.mask != 0 {
      bind(sources.mask, unit: Program.maskUnit, sampler: sources.maskSampler)
    }
  }

  private func bind(_ texture: GLuint, unit: GLint, sampler: GLuint) {
    glActiveTexture(glEnum(GL_TEXTURE0 + unit))
    glBindTexture(glEnum(GL_TEXTURE_2D), texture)
    glBindSampler(GLuint(unit), sampler)
  }

  /// Copies what a target holds, so that a draw into it may read it, and binds the copy.
  private func copyBackdrop(_ target: Int, _ work: Work) throws -> TargetPool.Framebuffer {
    guard let framebuffer = work.live[target] else { throw GLError.missingPicture(target: target) }
    let copy = try copy(of: framebuffer, work.plan.targets[target])
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), framebuffer.id)
    bind(copy.texture, unit: Program.backdropUnit, sampler: 0)
    return copy
  }

  private func copy(
    of framebuffer: TargetPool.Framebuffer, _ target: FramePlan.Target
  ) throws -> TargetPool.Framebuffer {
    let copy = try targets.take(
      0, target, isBlueFirst: framebuffer.isBlueFirst, limit: maximumSize)
    let texture = glEnum(GL_TEXTURE_2D)
    glCopyImageSubData(
      framebuffer.texture, texture, 0, 0, 0, 0, copy.texture, texture, 0, 0, 0, 0,
      GLsizei(target.width), GLsizei(target.height), 1)
    return copy
  }

  private func checkError(pass: Int, node: Int32) throws {
    let code = glGetError()
    guard code == 0 else { throw GLError.driver(code: code, pass: pass, node: node) }
  }
}
