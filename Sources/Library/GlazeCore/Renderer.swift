public import Foundation
package import GlazeEGL
import GlazeGL
import GlazeGeometry
package import GlazeLayers
import GlazeLowering
package import GlazePlan
import GlazeSoftware
import Synchronization

/// A device with the objects that it caches between frames: shader programs, images, tables,
/// targets.
///
/// ```swift
/// let renderer = try Renderer()
/// let session = try RenderSession(layer, renderer: renderer, options: RenderOptions(scale: 2))
/// let image = try session.image()
/// ```
///
/// Making a renderer starts a driver, which takes long compared with drawing a frame: reuse one
/// renderer for all sessions.
///
/// A renderer belongs to the thread that made it, with its sessions and their layers; other threads
/// get `GlazeError.Code.wrongThread`. If an actor makes a renderer, the compiler keeps it inside
/// the actor.
public final class Renderer {
  /// The code that draws images.
  package enum Backend: String, Sendable, Hashable, CaseIterable {
    /// OpenGL on a GPU, or the CPU where there is none.
    case auto
    /// OpenGL on the GPU, or on a software rasterizer where there is no GPU.
    case gl
    /// Glaze's own code on the CPU, which needs no driver.
    case software
  }

  /// The device that draws.
  public private(set) var device: Device
  /// A description of the device and, after an automatic choice, the reason for it, in one or more
  /// lines.
  public private(set) var deviceDescription: String
  /// The backend in use: `gl` or `software`.
  package private(set) var backend: Backend
  /// The device and how it was found; nil for the software backend.
  package private(set) var choice: DeviceChoice?
  /// The optimizations that the planner may use, for sessions that are made from now on.
  package var optimizations: Optimizations
  let owner: ThreadOwner

  /// The memory that may be retained between frames, in bytes; default 256 MiB; less than 0 is 0.
  ///
  /// The budget is divided: a quarter for whole frames that the next ones are drawn over; three
  /// sixteenths each for targets that wait for reuse, for images in the backend's format, and for
  /// rasterized and blurred layers and shadows; an eighth for the coverage of paths; and a
  /// sixteenth for tables of shadows. The least recently used objects are evicted first. The
  /// objects of the last frame stay until the next frame, even beyond the budget. A smaller budget
  /// makes frames slower but does not change them: with 0 every frame is drawn whole. Layers and
  /// their contents are not counted, nor is the memory that a frame needs while it is drawn.
  /// Glaze's own choice.
  public var memoryBudget: Int {
    get { memory.total }
    set {
      // A frame beyond the budget would stay until another is drawn over it.
      if newValue < memory.total { for session in livingSessions { session.giveUpFrame() } }
      memory = MemoryBudget(total: newValue)
      switch activeBackend {
      case .gl(let gl): gl.memory = memory
      case .software(let renderer): renderer.memory = memory
      }
      for session in livingSessions { session.setMemory(memory) }
    }
  }
  private(set) var memory = MemoryBudget.standard

  private(set) var activeBackend: ActiveBackend
  /// Whether the CPU may replace a device that cannot draw.
  private let isAutomatic: Bool
  /// What users should know about the renderer, until a frame tells it.
  private var notices: [RenderNotice] = []
  /// The sessions that retain something, the one that drew last at the end.
  private var sessions: [WeakSession] = []
  private var livingSessions: [RenderSession] { sessions.compactMap(\.session) }
  /// The cached images of sessions that ended on other threads.
  private let leftBehind = Mutex<[UInt64]>([])

  private struct WeakSession {
    weak var session: RenderSession?
  }

  /// The backend in use.
  enum ActiveBackend {
    case gl(GLBackend)
    case software(SoftwareRenderer)
  }

  /// Makes a renderer.
  ///
  /// The automatic choice is a GPU. Where there is none, Glaze's own code on the CPU draws, which is
  /// several times faster than OpenGL's software rasterizers. The CPU also takes over later, where
  /// the driver cannot build a shader program: `device` changes, and the frame has a notice. It
  /// never replaces a device that was selected by name.
  ///
  /// - Parameters:
  ///   - device: the device that draws; default: the best one that works.
  ///   - programCache: a folder where OpenGL shader programs are stored for later processes, whose
  ///     first frames appear earlier; it is created if it is missing, and holds at most 16 MB.
  ///     Files that cannot be read or written there do not cause an error. nil, the default, stores
  ///     nothing; the command uses `standardProgramCache`. Glaze's own choice.
  ///   - library: the library that made the current context; nil, the default, for EGL and GLX.
  ///     Only for `Device.currentContext`.
  ///   - isolation: the actor that the renderer belongs to; omit the argument.
  /// - Throws: `GlazeError.Code.noDevice` when the device does not exist or cannot draw, or when
  ///   `library` is passed with another device than the current context.
  public convenience init(
    _ device: Device = .automatic, programCache: URL? = nil, library: OpenGLLibrary? = nil,
    isolation: (any Actor)? = #isolation
  ) throws(GlazeError) {
    if case .currentContext = device.choice {
      try self.init(
        inCurrentContext: programCache?.path, of: library, isolation: isolation)
      return
    }
    if library != nil {
      throw .unusableDevice(
        name: device.name,
        reason: "the host's OpenGL functions are only for the device \"context\"")
    }
    let (backend, selection): (Backend, DeviceSelection)
    switch device.choice {
    case .automatic: (backend, selection) = (.auto, DeviceSelection(.gpu))
    case .gl(let wanted):
      let api = device.wantedAPI.flatMap { GraphicsAPI(rawValue: $0.rawValue) }
      (backend, selection) = (.gl, DeviceSelection(wanted, api: api))
    case .cpu, .currentContext: (backend, selection) = (.software, DeviceSelection())
    }
    try self.init(
      backend: backend, selection: selection, optimizations: .all,
      programFolder: programCache?.path, isolation: isolation)
  }

  /// - Parameters:
  ///   - pending: a context for the selection that is already being made; nil makes one.
  ///   - threads: the number of threads that draw a frame on the CPU; nil is one for each core.
  package init(
    backend: Backend, selection: DeviceSelection, optimizations: Optimizations,
    pending: PendingContext? = nil, programFolder: String? = nil, threads: Int? = nil,
    isolation: (any Actor)? = #isolation
  ) throws(GlazeError) {
    if ForkedProcess.lacksThreads { throw .forked }
    ForkedProcess.startsThreads()
    self.optimizations = optimizations
    owner = ThreadOwner(isolation)
    isAutomatic = backend == .auto && [.auto, .gpu].contains(selection.request)
    let programs =
      optimizations.contains(.programBinaries)
      ? programFolder.map { ProgramStore(folder: $0) } : nil
    if backend != .software {
      do throws(GlazeError) {
        let gl = try Self.makeGL(selection, pending, programs)
        activeBackend = .gl(gl)
        self.backend = .gl
        choice = gl.source.choice
        device = choice.map { Device($0.device) } ?? .currentContext
        deviceDescription = "OpenGL: \(gl.source.name)" + (choice.map { " (\($0.reason))" } ?? "")
        return
      } catch {
        guard isAutomatic, error.isMissingDevice else { throw error }
        deviceDescription =
          (error.underlying as? ContextError)?.hasNoGPU == true
          ? "software backend on the CPU, because there is no GPU"
          : "software backend on the CPU: \(error)"
      }
    } else {
      deviceDescription = "software backend on the CPU (requested)"
    }
    activeBackend = .software(SoftwareRenderer(threads: threads))
    self.backend = .software
    device = .cpu
    choice = nil
  }

  /// Makes a renderer that draws in the context that is current.
  private init(
    inCurrentContext programFolder: String?, of library: OpenGLLibrary?,
    isolation: (any Actor)?
  ) throws(GlazeError) {
    if ForkedProcess.lacksThreads { throw .forked }
    ForkedProcess.startsThreads()
    optimizations = .all
    owner = ThreadOwner(isolation)
    isAutomatic = false
    let gl = try GLBackend(
      inCurrentContext: programFolder.map { ProgramStore(folder: $0) }, of: library)
    activeBackend = .gl(gl)
    backend = .gl
    choice = nil
    device = .currentContext
    deviceDescription = "OpenGL: \(gl.source.name), which is the program's own"
  }

  private static func makeGL(
    _ selection: DeviceSelection, _ pending: PendingContext?, _ programs: ProgramStore?
  ) throws(GlazeError) -> GLBackend {
    let context: Context
    do throws(ContextError) {
      // In two lines, because ?? loses the type of the error.
      if let pending { context = try pending.wait() } else { context = try Context(selection) }
    } catch {
      throw .noDevice(error)
    }
    return try GLBackend(context, programs: programs)
  }

  /// The number of shader programs that the renderer has made; 0 for the software backend.
  package var programCount: Int {
    if case .gl(let gl) = activeBackend { gl.programCount } else { 0 }
  }

  /// Returns the commands of the backend for a plan when nothing is cached yet, as text.
  package func commands(for plan: FramePlan) throws(GlazeError) -> String {
    switch activeBackend {
    case .gl(let gl):
      var residency = Residency()
      do throws(LoweringError) {
        return try plan.lowered(for: gl.traits, &residency).description
      } catch {
        throw .drawing(error.description)
      }
    case .software(let renderer): return renderer.commands(for: plan)
    }
  }

  /// Whether OpenGL draws on the CPU, where Glaze's own code is faster.
  package var isRasteriser: Bool {
    if case .gl(let gl) = activeBackend { gl.traits.isRasteriser } else { false }
  }

  /// The number of draw calls in the last frame; 0 for the software backend.
  package var drawCallCount: Int {
    if case .gl(let gl) = activeBackend { gl.drawCallCount } else { 0 }
  }

  /// Evicts what exceeds the budget, from the sessions that drew least recently first, and counts
  /// what is retained.
  func obeyBudget(_ plan: FramePlan, _ statistics: inout FrameStatistics) {
    var cacheUsage = activeBackend.cacheUsage
    var isOnDevice = false
    if case .gl = activeBackend { isOnDevice = true }
    let planners = memory[.bitmaps] + memory[.masks] + memory[.shadowTables]
    var evictions = cacheUsage.total.evictions
    var frees = false
    var layers = 0
    var hasEnded = false
    for index in sessions.indices.reversed() {
      guard let session = sessions[index].session else {
        hasEnded = true
        continue
      }
      var own = session.cacheUsage
      // The session of this frame, the last, obeys the budget itself.
      if layers + own.total.bytes > planners, index < sessions.count - 1 {
        session.forgetImages()
        own = session.cacheUsage
        frees = true
      }
      layers += own.total.bytes
      cacheUsage += own
      let frame = session.frameBytes(isOnDevice: isOnDevice)
      if frame > 0, cacheUsage[.frames].bytes + frame > memory[.frames] {
        session.giveUpFrame()
        frees = true
      } else if frame > 0 {
        cacheUsage[.frames] += CacheStatistics(count: 1, bytes: frame)
      }
    }
    if hasEnded { sessions.removeAll { $0.session == nil } }
    statistics.cacheUsage = cacheUsage
    if frees { evictions = activeBackend.cacheUsage.total.evictions }
    // The evictions of planners come with their plans.
    statistics.evictions = plan.released.count + evictions - countedEvictions
    countedEvictions = evictions
  }

  private var countedEvictions = 0

  /// The number of framebuffers that OpenGL holds; for tests.
  package var framebufferCount: Int? {
    if case .gl(let gl) = activeBackend { gl.framebufferCount } else { nil }
  }

  /// Plans an image of a layer for any backend, without drawing anything.
  ///
  /// - Parameter time: the time that is planned, in seconds after the commit.
  package static func plan(
    of layer: CALayer, options: RenderOptions, optimizations: Optimizations,
    at time: CFTimeInterval = 0
  ) throws(GlazeError) -> FramePlan {
    var statistics = FrameStatistics()
    let planner = RootPlanner(
      layer, isGeometryFlipped: options.isGeometryFlipped, optimizations: optimizations)
    planner.limits = options.limits
    planner.commit(at: 0)
    return try planner.plan(
      options.canvas(for: layer), options, at: time, statistics: &statistics
    ).plan
  }

  /// Whether frames report when each of their passes ran.
  ///
  /// If the device has no timer queries, each pass is waited for.
  package var timesPasses = false

  /// Whether the times of passes come from the device itself.
  package var hasTimers: Bool {
    if case .gl(let gl) = activeBackend { gl.hasTimers } else { false }
  }

  /// A description of the largest images.
  package var limits: String {
    "\(maximumDimension) pixels on a side, \(Canvas.maximumPixelCount >> 20) megapixels"
  }

  /// The largest side of an image that the backend can draw, in pixels.
  package var maximumDimension: Int {
    switch activeBackend {
    case .gl(let gl): min(gl.maximumDimension, Canvas.maximumDimension)
    case .software: Canvas.maximumDimension
    }
  }

  /// Draws a plan that was made elsewhere.
  package func pixels(of plan: FramePlan) throws(GlazeError) -> PixelBuffer {
    var statistics = FrameStatistics()
    return try execute(plan, statistics: &statistics)
  }

  func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory(), on output: HostOutput? = nil,
    statistics: inout FrameStatistics
  ) throws(GlazeError) -> PixelBuffer {
    if let output, case .gl(let gl) = activeBackend {
      try gl.execute(
        plan, output.presentation, on: output.target, passNames: statistics.passNames,
        statistics: &statistics)
      return PixelBuffer(width: 0, height: 0, bytes: [])
    }
    // Taken out of the optional, so that the backend holds the only reference and draws in place.
    var previous = previous
    return try activeBackend.execute(
      plan, over: previous.take(), readsBack: readsBack, timesPasses: timesPasses,
      reusing: memory, statistics: &statistics)
  }

  func release(_ keys: [UInt64]) {
    if keys.isEmpty { return }
    switch activeBackend {
    case .gl(let gl): gl.release(keys)
    case .software(let renderer): renderer.release(keys)
    }
  }

  // MARK: Hosts

  /// Whether frames can be drawn into framebuffers and textures of the program's own context.
  var drawsInHost: Bool {
    if case .gl(let gl) = activeBackend, case .host = gl.source { true } else { false }
  }

  /// Whether passes are named for debuggers.
  var namesPasses: Bool {
    if case .gl(let gl) = activeBackend { gl.namesPasses } else { false }
  }

  /// Abandons an OpenGL context of the program that was lost, with everything in it: the next frame
  /// makes everything again in the context that is current then.
  ///
  /// The call is not needed if the driver reports the loss to Glaze.
  ///
  /// - Throws: `GlazeError.Code.wrongThread`.
  public func contextWasLost() throws(GlazeError) {
    try owner.check()
    if case .gl(let gl) = activeBackend { gl.loseContext() }
    forgetImages()
  }

  // MARK: Failures

  /// Prepares to draw a frame again that an error has ended; false where it would end again.
  func recovers(from error: GlazeError) -> Bool {
    switch error.code {
    case .lostContext: break  // The context is made anew.
    case .noDevice where isAutomatic && backend == .gl: drawOnCPU(because: error)
    default: return false
    }
    forgetImages()
    return true
  }

  /// Replaces OpenGL.
  private func drawOnCPU(because error: GlazeError) {
    let software = SoftwareRenderer(threads: nil)
    software.memory = memory
    (activeBackend, backend, device, choice) = (.software(software), .software, .cpu, nil)
    deviceDescription = "software backend on the CPU: \(error)"
    notices.append(RenderNotice("the CPU draws from now on: \(error)"))
    countedEvictions = 0
  }

  /// Returns the notices that no frame has told.
  func takeNotices() -> [RenderNotice] {
    defer { notices = [] }
    return notices
  }

  /// Makes all sessions discard what they cached of earlier frames.
  func forgetImages() { for session in livingSessions { session.forgetImages() } }

  // MARK: Sessions

  /// Releases the ownership of the renderer, its sessions and their layers: the next thread that
  /// uses them owns them.
  ///
  /// - Throws: `GlazeError.Code.wrongThread` on a thread that they do not belong to.
  public func handOver() throws(GlazeError) { try owner.handOver() }

  /// Throws unless the renderer belongs to this thread.
  ///
  /// - Throws: `GlazeError.Code.wrongThread`.
  package func checkThread() throws(GlazeError) { try owner.check() }

  func add(_ session: RenderSession) { sessions.append(WeakSession(session: session)) }

  /// Makes a session the most recent one.
  func begin(_ session: RenderSession) {
    release(
      leftBehind.withLock { keys in
        defer { keys = [] }
        return keys
      })
    if sessions.last?.session === session { return }
    sessions.removeAll { $0.session == nil || $0.session === session }
    add(session)
  }

  /// Frees images: now if that is possible, else before the next frame.
  func releaseSoon(_ keys: [UInt64]) {
    if owner.isHere {
      release(keys)
    } else {
      leftBehind.withLock { $0 += keys }
    }
  }
}

extension Renderer.ActiveBackend {
  /// The memory that the backend retains.
  var cacheUsage: CacheUsage {
    switch self {
    case .gl(let gl): gl.cacheUsage
    case .software(let renderer): renderer.cacheUsage
    }
  }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - previous: the frame that it is drawn over.
  ///   - memory: reused for the pixels when it has the right size.
  func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool = true,
    timesPasses: Bool = false, reusing memory: SpareMemory = SpareMemory(),
    statistics: inout FrameStatistics
  ) throws(GlazeError) -> PixelBuffer {
    var previous = previous
    switch self {
    case .gl(let gl):
      return try gl.execute(
        plan, over: previous.take(), readsBack: readsBack, timesPasses: timesPasses,
        reusing: memory, statistics: &statistics)
    case .software(let renderer):
      let start = ContinuousClock.now
      defer { statistics.execute += ContinuousClock.now - start }
      do throws(SoftwareRendererError) {
        return try renderer.execute(plan, over: previous.take(), reusing: memory)
      } catch {
        throw .drawing(error.description)
      }
    }
  }
}
