public import Foundation
package import GlazeEGL
import GlazeGL
public import GlazeGeometry
public import GlazeLayers
import GlazeLowering
package import GlazePlan
import GlazeSoftware

/// Makes pictures of layers, without a display.
///
/// ```swift
/// let renderer = try Renderer()
/// let image = try renderer.render(layer, scale: 2, background: .white)
/// ```
///
/// Making a renderer starts a driver, which takes long beside drawing a frame: keep it. It
/// remembers the last few roots that it drew, and the next frame of the same root costs what has changed.
///
/// Use it on one thread at a time, the one that changes the layers.
public final class Renderer {
  /// What draws pictures.
  public enum Backend: String, Sendable, Hashable, CaseIterable {
    /// OpenGL, or the CPU where no OpenGL context can be made.
    case auto
    /// OpenGL on the GPU, or on a software rasteriser where there is no GPU.
    case gl
    /// Glaze's own code on the CPU, which needs no driver.
    case software
  }

  /// What draws: `gl` or `software`.
  public let backend: Backend
  /// What draws and, after an automatic choice, why, in one line or a few.
  public let deviceDescription: String
  /// The device and how it was found; nil for the software backend.
  package let choice: DeviceChoice?
  /// What the planner may do for speed, for roots that are not remembered.
  package var optimizations: Optimizations

  /// What may be kept between frames, in bytes; default 256 MiB; less than 0 is 0.
  ///
  /// A quarter is for whole frames that the next ones are drawn over, three sixteenths each for targets
  /// that wait to be drawn into again, for images as the backend draws them, and for rasterized and blurred
  /// layers and shadows, an eighth for what paths cover, and a sixteenth for tables of shadows. What was not
  /// used for longest goes first. What the last frame used stays until the next, whatever it takes. A smaller budget makes
  /// frames slower, never different: with 0 every frame is drawn whole. Layers and what they hold are not
  /// counted, nor what a frame needs while it is drawn. Glaze's own choice.
  public var memoryBudget: Int {
    get { memory.total }
    set {
      // A frame beyond the budget would stay until something is drawn over it.
      if newValue < memory.total { for state in states { release(state.giveUpFrame()) } }
      memory = MemoryBudget(total: newValue)
      switch activeBackend {
      case .gl(let gl): gl.memory = memory
      case .software(let renderer): renderer.memory = memory
      }
      for state in states { state.memory = memory }
    }
  }
  private var memory = MemoryBudget.standard

  let activeBackend: ActiveBackend
  /// Least recently drawn first; few, since each keeps its layers alive.
  private var states: [RootState] = []
  private static let rememberedRoots = 8

  /// The backend in use.
  enum ActiveBackend {
    case gl(GLBackend)
    case software(SoftwareRenderer)
  }

  /// Makes a renderer.
  ///
  /// `auto` keeps to OpenGL where only a software rasteriser offers it, so that pictures come from
  /// the same code everywhere; a device asked for by name is never replaced by the CPU.
  ///
  /// - Parameters:
  ///   - backend: what draws; `auto` by default.
  ///   - device: as `glaze devices` names it (`egl:0`, `surfaceless`, `software`,
  ///     `/dev/dri/renderD128`); `auto` by default. The software backend ignores it.
  ///   - programCache: a folder where programs of OpenGL are kept for later processes, whose first frames
  ///     come earlier; made when it is missing. It holds 16 MB at most. What cannot be read or written
  ///     there is no error. nil, the default, keeps none; `standardProgramCache` is what the command
  ///     uses. Glaze's own choice.
  /// - Throws: `GlazeError` when OpenGL is wanted and there is none,
  ///   `GlazeError` for a name that cannot be read.
  public convenience init(
    backend: Backend = .auto, device: String = "auto", programCache: URL? = nil
  ) throws(GlazeError) {
    let selection: DeviceSelection
    do throws(DeviceSelectionError) {
      selection = try DeviceSelection(parsing: device)
    } catch {
      throw .unknownDevice(error)
    }
    try self.init(
      backend: backend, selection: selection, optimizations: .all,
      programFolder: programCache?.path)
  }

  /// - Parameter pending: a context for the selection that is being made already; nil makes one.
  package init(
    backend: Backend, selection: DeviceSelection, optimizations: Optimizations,
    pending: PendingContext? = nil, programFolder: String? = nil
  ) throws(GlazeError) {
    self.optimizations = optimizations
    let programs =
      optimizations.contains(.programBinaries)
      ? programFolder.map { ProgramStore(folder: $0) } : nil
    if backend != .software {
      do throws(GlazeError) {
        let gl = try Self.makeGL(selection, pending, programs)
        activeBackend = .gl(gl)
        self.backend = .gl
        choice = gl.context.choice
        deviceDescription = "OpenGL: \(gl.context.device.summary) (\(gl.context.choice.reason))"
        return
      } catch {
        guard backend == .auto, case .auto = selection.request, error.isMissingDevice else {
          throw error
        }
        deviceDescription = "software backend on the CPU: \(error)"
      }
    } else {
      deviceDescription = "software backend on the CPU (asked for)"
    }
    activeBackend = .software(SoftwareRenderer())
    self.backend = .software
    choice = nil
  }

  private static func makeGL(
    _ selection: DeviceSelection, _ pending: PendingContext?, _ programs: ProgramStore?
  ) throws(GlazeError) -> GLBackend {
    let context: Context
    do throws(ContextError) {
      // In two lines, since ?? forgets the type of the error.
      if let pending { context = try pending.wait() } else { context = try Context(selection) }
    } catch {
      throw .noDevice(error)
    }
    return try GLBackend(context, programs: programs)
  }

  /// Programs that the renderer has made; 0 for the software backend.
  package var programCount: Int {
    if case .gl(let gl) = activeBackend { gl.programCount } else { 0 }
  }

  /// What the backend does for a plan when nothing of it is there yet, as text.
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

  /// How often the driver was told to draw something in the last frame; 0 for the software backend.
  package var drawCallCount: Int {
    if case .gl(let gl) = activeBackend { gl.drawCallCount } else { 0 }
  }

  /// Draws a layer with its sublayers.
  ///
  /// The layer fills the picture: its own position is ignored, its transform is not.
  ///
  /// - Parameters:
  ///   - layer: the root of what is drawn; its superlayers have no effect.
  ///   - size: pixels of the picture, in the middle of which the layer lies as large as it can; nil
  ///     takes the layer's bounds times `scale`, rounded.
  ///   - scale: pixels per point; not used with a size.
  ///   - background: lies behind the layer; nil is transparent.
  ///   - isGeometryFlipped: whether y points down around the layer, as on iOS.
  ///   - time: the moment that is drawn, in seconds of media time; nil is `CACurrentMediaTime()`.
  ///     What changed in the layers is committed first, at the same time, so that an animation that
  ///     is new shows its beginning: `commit(_:isGeometryFlipped:at:)` lets it begin earlier.
  /// - Throws: `GlazeError` when the picture would be empty or too large, or OpenGL fails.
  public func render(
    _ layer: CALayer, size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil,
    isGeometryFlipped: Bool = true, at time: CFTimeInterval? = nil
  ) throws(GlazeError) -> CGImage {
    let fit = try Canvas.Fit(size: size, scale: scale)
    let frame = try frame(
      of: layer, fit: fit, background: background, isGeometryFlipped: isGeometryFlipped,
      at: time)
    return CGImage(
      width: frame.pixels.width, height: frame.pixels.height,
      premultipliedRGBA: frame.pixels.bytes)
  }

  /// Commits what changed in a layer with its sublayers, and draws nothing.
  ///
  /// Animations that are new begin at this time. Later frames of the same layer are functions of what
  /// was committed and of their time alone: they may be drawn in any order.
  ///
  /// ```swift
  /// renderer.commit(layer, at: 0)
  /// for frame in 0..<60 { try save(renderer.render(layer, at: Double(frame) / 60)) }
  /// ```
  ///
  /// - Parameters:
  ///   - layer: the root, as for `render`.
  ///   - isGeometryFlipped: as for `render`.
  ///   - time: media time in seconds; nil is `CACurrentMediaTime()`.
  public func commit(
    _ layer: CALayer, isGeometryFlipped: Bool = true, at time: CFTimeInterval? = nil
  ) {
    state(of: layer, isGeometryFlipped: isGeometryFlipped).commit(at: time)
    TransactionStack.existing?.callWaiting()
  }

  /// Draws a layer and tells what it took.
  ///
  /// - Parameters:
  ///   - size: what fills the picture, in points; nil takes the layer's bounds.
  ///   - time: the moment that is drawn, and that of the commit before, in seconds of media time; nil
  ///     is `CACurrentMediaTime()`.
  ///   - readsBack: whether the caller wants the pixels; if not, the frame has none, and a device's stay
  ///     where they are.
  ///   - memory: is used again for the pixels when it has the right size.
  package func frame(
    of layer: CALayer, size: CGSize? = nil, fit: Canvas.Fit, background: CGColor?,
    isGeometryFlipped: Bool, at time: CFTimeInterval? = 0, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory()
  ) throws(GlazeError) -> Frame {
    var statistics = FrameStatistics()
    // Completion blocks and delegates may do anything, so they are called when the frame is done.
    defer { TransactionStack.existing?.callWaiting() }
    let canvas = try Canvas(
      size: size ?? layer.bounds.size, fit: fit, maximumDimension: maximumDimension)
    let state = state(of: layer, isGeometryFlipped: isGeometryFlipped)
    let plan = state.plan(
      canvas, at: time, background: background, dithers: dithers, drawsOver: true,
      statistics: &statistics)
    if timesPasses { statistics.passNames = state.passNames(of: plan, at: time) }
    do throws(GlazeError) {
      let pixels = try execute(
        plan, over: state.takePixels(), readsBack: readsBack, reusing: memory,
        statistics: &statistics)
      state.keep(pixels, of: plan)
      statistics.count(plan)
      obeyBudget(plan, &statistics)
      // What nobody else holds is drawn over in place.
      let seen = readsBack ? pixels : PixelBuffer(width: 0, height: 0, bytes: [])
      return Frame(
        pixels: seen, plan: plan, statistics: statistics,
        notices: state.takeNotices())
    } catch {
      // What the plan wanted to be kept may not be there.
      release(state.forgetPictures())
      throw error
    }
  }

  /// Gives up what is beyond the budget, of the roots that were drawn the longest ago first, and
  /// counts what is kept.
  private func obeyBudget(_ plan: FramePlan, _ statistics: inout FrameStatistics) {
    var kept = activeBackend.kept
    var isOnDevice = false
    if case .gl = activeBackend { isOnDevice = true }
    let planners = memory[.pictures] + memory[.masks] + memory[.shadowTables]
    var layers = 0
    for state in states.reversed() {
      // The root of this frame sees to it itself.
      if layers + state.kept.total.bytes > planners,
        state !== states.last
      {
        release(state.forgetPictures())
      }
      layers += state.kept.total.bytes
      for owner in CacheOwner.allCases { kept[owner] += state.kept[owner] }
      let frame = state.frameBytes(isOnDevice: isOnDevice)
      if frame > 0, kept[.frames].bytes + frame > memory[.frames] {
        release(state.giveUpFrame())
      } else if frame > 0 {
        kept[.frames] += CacheStatistics(count: 1, bytes: frame)
      }
    }
    statistics.kept = kept
    // What planners let go of comes with their plans.
    let evictions = activeBackend.kept.total.evictions
    statistics.evictions = plan.released.count + evictions - countedEvictions
    countedEvictions = evictions
  }

  private var countedEvictions = 0

  /// How many framebuffers OpenGL holds; for tests.
  package var framebufferCount: Int? {
    if case .gl(let gl) = activeBackend { gl.framebufferCount } else { nil }
  }

  /// Plans a picture of a layer for any backend, and draws nothing.
  ///
  /// - Parameter time: the moment that is planned, in seconds after the commit.
  package static func plan(
    of layer: CALayer, size: CGSize? = nil, fit: Canvas.Fit, background: CGColor?,
    isGeometryFlipped: Bool, optimizations: Optimizations, at time: CFTimeInterval = 0
  ) throws(GlazeError) -> FramePlan {
    var statistics = FrameStatistics()
    let canvas = try Canvas(size: size ?? layer.bounds.size, fit: fit)
    let state = RootState(layer, isGeometryFlipped: isGeometryFlipped, optimizations: optimizations)
    state.commit(at: 0)
    return state.plan(
      canvas, at: time, background: background, dithers: true, statistics: &statistics)
  }

  /// Whether gradients and wide shadows hide their steps of 8 bits under an ordered pattern; default true.
  ///
  /// The pattern depends on a pixel's place alone: a frame is the same every time. Shadows are wide when
  /// the standard deviation of their blur is at least 24 pixels. Glaze's own choice.
  public var dithers = true

  /// Whether changes of layers that were drawn are animated by themselves; default true, as Apple's.
  ///
  /// If false, changes show in the next frame, unless delegates and `actions` say otherwise. Programs that
  /// draw pictures one by one want that. Glaze's own choice.
  public var animatesChanges = true {
    didSet { for state in states { state.animatesChanges = animatesChanges } }
  }

  /// Whether frames tell when each of their passes ran.
  ///
  /// Where the device has no timers each pass is waited for.
  package var timesPasses = false

  /// Whether times of passes come from the device itself.
  package var hasTimers: Bool {
    if case .gl(let gl) = activeBackend { gl.hasTimers } else { false }
  }

  /// What pictures may not exceed, in words.
  package var limits: String {
    "\(maximumDimension) pixels on a side, \(Canvas.maximumPixelCount >> 20) megapixels"
  }

  /// The largest side of a picture that the backend can draw, in pixels.
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

  private func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool = true,
    reusing memory: SpareMemory = SpareMemory(), statistics: inout FrameStatistics
  ) throws(GlazeError) -> PixelBuffer {
    // Taken out, so that whoever draws over it is the only one who holds it.
    var previous = previous
    return try activeBackend.execute(
      plan, over: previous.take(), readsBack: readsBack, timesPasses: timesPasses,
      reusing: memory, statistics: &statistics)
  }

  func release(_ pictures: [UInt64]) {
    if pictures.isEmpty { return }
    switch activeBackend {
    case .gl(let gl): gl.release(pictures)
    case .software(let renderer): renderer.release(pictures)
    }
  }

  /// Has the next frame of a layer drawn whole, though most of it may be as it was.
  package func forgetFrame(of layer: CALayer) {
    for state in states where state.root === layer { state.forgetFrame() }
  }

  /// Lets go of what is remembered of a layer that will not be drawn again.
  ///
  /// A renderer holds on to the last few roots that it drew; no need to call this for those.
  public func forget(_ layer: CALayer) {
    for state in states where state.root === layer { release(state.forgetPictures()) }
    states.removeAll { $0.root === layer }
  }

  /// The state of a root, which becomes the most recent one.
  func state(of layer: CALayer, isGeometryFlipped: Bool) -> RootState {
    let known = states.firstIndex { $0.root === layer }.map { states.remove(at: $0) }
    if let known, known.isGeometryFlipped == isGeometryFlipped {
      states.append(known)
      return known
    }
    if let known { release(known.forgetPictures()) }
    let state = RootState(layer, isGeometryFlipped: isGeometryFlipped, optimizations: optimizations)
    state.animatesChanges = animatesChanges
    state.memory = memory
    if states.count == Self.rememberedRoots {
      release(states.removeFirst().forgetPictures())
    }
    states.append(state)
    return state
  }
}

extension Renderer.ActiveBackend {
  /// What the backend keeps.
  var kept: KeptStatistics {
    switch self {
    case .gl(let gl): gl.kept
    case .software(let renderer): renderer.kept
    }
  }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - previous: the frame that it is drawn over.
  ///   - memory: is used again for the pixels when it has the right size.
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
