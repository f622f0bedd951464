import COpenGL
package import GlazeGeometry
package import GlazeLowering
package import GlazePlan
import Synchronization

/// Executes frame plans in the OpenGL context that is current on this thread.
///
/// A plan is lowered to commands, and this class executes them in a loop without further decisions.
/// Use it, and release it, with that context current.
package final class GLRenderer {
  package let traits: DeviceTraits

  /// The time from the end of the last finished frame's drawing until its pixels were in memory.
  package private(set) var readbackTime = Duration.zero
  /// The time from the start of the last frame until everything was submitted to the driver.
  package private(set) var encodeTime = Duration.zero
  /// The bytes that the last frame sent to the driver: instances, clips, stops, images and masks.
  package private(set) var uploadedBytes = 0
  /// The number of draw calls in the last frame, excluding its underlays.
  package private(set) var drawCallCount = 0
  /// Whether passes are timed; where the driver has no timers, this waits after each pass.
  package var timesPasses = false
  /// The start and the end of each pass of the last frame, relative to the start of the first, when
  /// `timesPasses` is set.
  package private(set) var passTimes: [Range<Duration>] = []
  /// Whether the driver can report when the device began and finished a command.
  package var hasTimers: Bool { timer.isReal }

  /// The memory that may be cached between frames.
  package var memory = MemoryBudget.standard {
    didSet {
      residency.memory = memory
      surfaces.budget = memory[.surfaces]
    }
  }
  /// The statistics of the device's caches, except frames and images, which planners count.
  package var cacheUsage: CacheUsage {
    var cacheUsage = residency.statistics
    cacheUsage[.surfaces] = surfaces.statistics
    return cacheUsage
  }
  /// The importer of other programs' images; nil where EGL is not used.
  package var importer: (any ImageImporter)? {
    get { images.externals.importer }
    set { images.externals.importer = newValue }
  }
  /// The number of framebuffers that are cached or wait for reuse.
  package var framebufferCount: Int { surfaces.count }
  /// The number of shader programs that were created.
  package var programCount: Int { programs.count }

  /// The content of the device, as an input of lowering.
  package private(set) var residency = Residency()
  private var surfaces = SurfacePool()
  private var images: ImageTextures
  private var maskPages: MaskPages
  private var shadowTables: ShadowTableTextures
  private var instances: InstanceBuffer
  private var programs: [ProgramKey: Program] = [:]
  private let compiler: ShaderCompiler
  private var readback = Readback()
  private var flusher = Flusher()
  private var timer: PassTimer
  private var presenter: Presenter
  /// The names of the next frame's passes for debuggers; empty by default.
  package var passNames: [String] = []
  /// Returns the reset status of the context: 0 unless it was reset; a test replaces it.
  package var resetStatus: () -> UInt32
  /// Shared textures that are no longer used, discarded on any thread.
  private let discardedTextures = Mutex<[GLuint]>([])
  /// Whether the objects no longer exist, together with their context.
  private var isAbandoned = false

  /// A frame whose drawing has been submitted to the driver.
  package struct PendingFrame {
    fileprivate let framebuffer: SurfacePool.Framebuffer
    fileprivate let copy: Readback.Copy
    fileprivate let output: OutputColor
  }

  /// Prepares the current context.
  ///
  /// - Parameters:
  ///   - context: The traits of the current context, whose functions are used.
  ///   - isRasteriser: Whether the driver draws on the CPU.
  ///   - store: The store of linked shader programs; nil for none.
  package init(
    _ context: ContextTraits, isRasteriser: Bool, programs store: ProgramStore? = nil
  ) {
    resetStatus = { glGetGraphicsResetStatus() }
    let largest = integer(GL_MAX_TEXTURE_SIZE)
    maskPages = MaskPages(largest: largest)
    traits = DeviceTraits(
      context, mostTexels: largest * maskPages.bytesInRow, isRasteriser: isRasteriser)
    compiler = ShaderCompiler(context, store, bytesInRow: maskPages.bytesInRow)
    images = ImageTextures(context)
    shadowTables = ShadowTableTextures(context)
    instances = InstanceBuffer(context)
    timer = PassTimer(context)
    presenter = Presenter(context)
    surfaces.isES = context.isES
    // Points of OpenGL ES always have the size that the shader sets.
    if !context.isES { glEnable(glEnum(GL_PROGRAM_POINT_SIZE)) }
  }

  deinit {
    if isAbandoned { return }
    presenter.delete()
    deleteDiscarded()
    forgetAll()
    for program in programs.values { glDeleteProgram(program.id) }
    instances.delete()
    timer.delete()
    readback.delete()
  }

  /// Abandons all objects, whose context no longer exists, so that none is deleted in another
  /// context.
  package func abandon() { isAbandoned = true }

  // MARK: Shared textures

  /// Creates a texture on which frames can be presented, with one level.
  package func makeTexture(
    width: Int, height: Int, _ depth: OutputColor.Depth
  ) throws -> UInt32 {
    for _ in 0..<8 where glGetError() == 0 { break }
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    let format =
      switch depth {
      case .bits8: GL_RGBA8
      case .bits10: GL_RGB10_A2
      default: GL_RGBA16F
      }
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), 1, glEnum(format), GLsizei(clamping: width),
      GLsizei(clamping: height))
    guard glGetError() == 0 else {
      glDeleteTextures(1, &id)
      throw GLError.memory(bytes: width * height * (depth == .half ? 8 : 4))
    }
    return id
  }

  /// Schedules a texture for deletion when the context is current; may be called on any thread.
  package func discard(texture: UInt32) { discardedTextures.withLock { $0.append(texture) } }

  private func deleteDiscarded() {
    let names = discardedTextures.withLock { names in
      defer { names = [] }
      return names
    }
    glDeleteTextures(GLsizei(names.count), names)
  }

  // MARK: Frames

  /// Draws a plan, and presents the frame on the host's target.
  ///
  /// Returns while the frame is being drawn, like any OpenGL command.
  ///
  /// - Parameter bound: The framebuffer that `boundFramebuffer` denotes.
  package func execute(
    _ plan: FramePlan, _ presentation: Presentation, on target: HostTarget, bound: UInt32
  ) throws {
    let start = ContinuousClock.now
    (readbackTime, encodeTime, uploadedBytes) = (.zero, .zero, 0)
    instances.isShared = true
    let output = Output(target: target, bound: bound)
    let (_, frame) = try draw(plan, presentation, on: output)
    if plan.targets[0].key == nil { surfaces.give(back: frame) }
    if timesPasses { passTimes = timer.end() }
    encodeTime = ContinuousClock.now - start
  }

  /// The target on which frames are presented.
  private struct Output {
    var target: HostTarget
    /// The framebuffer that `boundFramebuffer` denotes.
    var bound: GLuint
  }

  /// Draws a plan, waits for it, and reads the frame back.
  ///
  /// - Parameters:
  ///   - previous: The pixels of the frame over which the plan is drawn: only its changes are read
  ///     back into them. Not needed for plans that draw the whole frame.
  ///   - readsBack: false leaves the pixels on the device, and returns none.
  ///   - memory: Reused for the pixels when it has the right size.
  package func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory()
  ) throws -> PixelBuffer {
    let start = ContinuousClock.now
    let target = plan.targets[0]
    (readbackTime, encodeTime, uploadedBytes) = (.zero, .zero, 0)
    if target.isCached, plan.passes.isEmpty, plan.released.isEmpty {
      if !readsBack { return PixelBuffer(width: 0, height: 0, bytes: []) }
      if let previous { return previous }
    }
    instances.isShared = false
    let (list, frame) = try draw(plan)
    defer { if target.key == nil { surfaces.give(back: frame) } }
    encodeTime = ContinuousClock.now - start
    // Reading waits for the drawing anyway; waiting here measures the two separately.
    glFinish()
    if timesPasses { passTimes = timer.end() }
    guard readsBack else { return PixelBuffer(width: 0, height: 0, bytes: []) }
    let drawn = ContinuousClock.now
    defer { readbackTime = ContinuousClock.now - drawn }
    guard plan.damage != nil, var pixels = previous, pixels.width == frame.width,
      pixels.height == frame.height
    else {
      var pixels = Readback.read(frame, reusing: memory)
      pixels.output = plan.output
      return pixels
    }
    Readback.read(list.readback, of: frame, into: &pixels)
    return pixels
  }

  /// Submits a plan to the driver and returns while it is being drawn and copied.
  ///
  /// Each of these frames must be finished or abandoned, the oldest first.
  package func begin(_ plan: FramePlan) throws -> PendingFrame {
    instances.isShared = true
    var (list, frame) = try draw(plan)
    var isOwn = plan.targets[0].key == nil
    do {
      if !isOwn {
        // The next frame may be drawn over it before this one is read.
        list.surfaces[0].key = nil
        list.surfaces[0].isCached = false
        let copy = try surfaces.take(list.surfaces[0], 0)
        let all = PixelWindow(x: 0, y: 0, width: frame.width, height: frame.height)
        Self.copy(all, from: frame, to: copy)
        (frame, isOwn) = (copy, true)
      }
      return PendingFrame(
        framebuffer: frame, copy: try readback.begin(frame), output: plan.output)
    } catch {
      if isOwn { surfaces.give(back: frame) }
      throw error
    }
  }

  /// Waits for a frame and returns its pixels.
  ///
  /// - Parameter memory: Reused for the pixels when it has the right size.
  package func finish(
    _ frame: PendingFrame, reusing memory: SpareMemory = SpareMemory()
  ) throws -> PixelBuffer {
    defer { surfaces.give(back: frame.framebuffer) }
    try readback.wait(for: frame.copy)
    let start = ContinuousClock.now
    defer { readbackTime = ContinuousClock.now - start }
    var pixels = try readback.take(frame.copy, of: frame.framebuffer, reusing: memory)
    pixels.output = frame.output
    return pixels
  }

  /// Discards a frame.
  package func abandon(_ frame: PendingFrame) {
    readback.abandon(frame.copy)
    surfaces.give(back: frame.framebuffer)
  }

  /// Waits until everything is drawn.
  package func finish() { glFinish() }

  /// Frees images on which a planner relied and which it will not use again.
  package func release(_ keys: [UInt64]) {
    for key in keys { surfaces.release(key) }
  }

  // MARK: Commands

  /// Lowers a plan and executes the commands; the caller owns the frame's target.
  private func draw(
    _ plan: FramePlan, _ presentation: Presentation? = nil, on output: Output? = nil
  ) throws -> (list: CommandList, frame: SurfacePool.Framebuffer) {
    try plan.validate()
    deleteDiscarded()
    do {
      for slot in images.deleteOrphans() { residency.images.forget(slot: slot) }
      let list = try plan.lowered(for: traits, &residency, presentation: presentation)
      surfaces.beginFrame()
      uploadedBytes = list.uploadedBytes
      for (underlay, plan) in zip(list.underlays, plan.underlays) {
        uploadedBytes += underlay.uploadedBytes
        _ = try execute(underlay, of: plan, isTimed: false)
      }
      let frame = try execute(list, of: plan, isTimed: timesPasses, output, passNames)
      try checkForReset()
      return (list, frame)
    } catch {
      // The content of the device is not what lowering assumes.
      forgetAll()
      throw error
    }
  }

  /// Throws if the context was reset: its content is then lost, although OpenGL reports no error.
  private func checkForReset() throws {
    let status = resetStatus()
    if status != 0 { throw GLError.lostContext(status: status) }
  }

  private func execute(
    _ list: CommandList, of plan: FramePlan, isTimed: Bool, _ output: Output? = nil,
    _ passNames: [String] = []
  ) throws -> SurfacePool.Framebuffer {
    for _ in 0..<8 where glGetError() == 0 { break }
    var drawing = Drawing(
      surfaces: try list.surfaces.enumerated().map { try surfaces.take($1, $0) },
      programs: try list.programs.map(program), samplers: list.samplers.map { images.sampler($0) })
    try instances.upload(list, of: plan)
    flusher.reset()
    drawCallCount = list.drawCount
    if isTimed { timer.begin() }
    var groups = PassGroups(passNames)
    defer { groups.end() }
    for command in list.commands {
      try execute(command, of: plan, &drawing, output)
      guard case .endPass = command else { continue }
      groups.advance()
      if isTimed { timer.mark() }
    }
    for (surface, framebuffer) in zip(list.surfaces, drawing.surfaces).dropFirst()
    where surface.key == nil { surfaces.give(back: framebuffer) }
    for key in list.released { surfaces.release(key) }
    return drawing.surfaces[0]
  }

  private func execute(
    _ command: CommandList.Command, of plan: FramePlan, _ drawing: inout Drawing,
    _ output: Output?
  ) throws {
    switch command {
    case .makeImage(let slot, let texture, let level):
      try images.make(slot, plan.textures[texture], level: level, compiler)
    case .deleteImage(let slot): images.delete(slot)
    case .makeMaskPage(let slot, let bytes): maskPages.make(slot, bytes: bytes)
    case .deleteMaskPage(let slot): maskPages.delete(slot)
    case .writeMask(let place, let mask): maskPages.write(plan.masks[mask], at: place)
    case .makeShadowTables(let slot, _): shadowTables.make(slot, plan.shadowTables)
    case .deleteShadowTables(let slot): shadowTables.delete(slot)
    case .target(let surface, let origin, let window):
      drawing.begin(surface, at: origin, window)
    case .clear(let color):
      // This avoids glClear, whose color is another state of the host that would have to be
      // restored.
      glClearBufferfv(glEnum(GL_COLOR), 0, [color.x, color.y, color.z, color.w])
    case .draw(let draw):
      drawing.use(draw, texture: texture)
      instances.draw(drawing.programs[draw.program].key, offset: draw.offset, count: draw.count)
    case .copy(let from, let to, let window):
      Self.copy(window, from: drawing.surfaces[from], to: drawing.surfaces[to])
    case .flush: flusher.flush()
    case .endPass(let number):
      let code = glGetError()
      guard code == 0 else {
        throw GLError.driver(code: code, pass: number, node: plan.passes[number].node)
      }
    case .present(let presentation):
      guard let output else { return }
      try presenter.show(
        drawing.surfaces[0], presentation, on: output.target, bound: output.bound, importer,
        compiler)
    }
  }

  private func program(_ key: ProgramKey) throws -> Program {
    if let program = programs[key] { return program }
    let program = try Program(key, compiler)
    programs[key] = program
    return program
  }

  /// The texture of a cached source.
  private func texture(_ source: CommandList.Source) -> GLuint {
    let slot = Int(source.index)
    return switch source.kind {
    case .none, .surface: 0
    case .image: images[slot]
    case .maskPage: maskPages[slot]
    case .shadowTables: shadowTables[slot]
    }
  }

  private static func copy(
    _ window: PixelWindow, from: SurfacePool.Framebuffer, to: SurfacePool.Framebuffer
  ) {
    let (x, y) = (GLint(window.x), GLint(window.y))
    glCopyImageSubData(
      from.texture, glEnum(GL_TEXTURE_2D), 0, x, y, 0, to.texture, glEnum(GL_TEXTURE_2D), 0, x, y,
      0, GLsizei(window.width), GLsizei(window.height), 1)
  }

  /// Deletes everything that is cached except shader programs.
  private func forgetAll() {
    images.removeAll()
    maskPages.removeAll()
    shadowTables.removeAll()
    surfaces.removeAll()
    flusher.reset()
    residency = Residency()
    residency.memory = memory
  }
}

extension DeviceTraits {
  /// The traits of the current context.
  fileprivate init(_ context: ContextTraits, mostTexels: Int, isRasteriser: Bool) {
    // OpenGL ES has no smooth points, and OpenGL's core profile no query for aliased ones.
    let aliasedRange: Int32 = 0x846D
    var points: [GLfloat] = [0, 0]
    glGetFloatv(glEnum(context.isES ? aliasedRange : GL_POINT_SIZE_RANGE), &points)
    let viewport = integers(GL_MAX_VIEWPORT_DIMS)
    self.init(
      largestSurface: min(integer(GL_MAX_TEXTURE_SIZE), Int(min(viewport.x, viewport.y))),
      mostTexels: mostTexels, largestPoint: Int(clamping: points[1]),
      isRasteriser: isRasteriser)
  }
}
