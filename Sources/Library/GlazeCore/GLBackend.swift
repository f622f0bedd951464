import GlazeEGL
import GlazeGL
import GlazeLowering
import GlazePlan

/// Where a backend gets its context from.
enum ContextSource {
  /// A context that Glaze made, which is current only while Glaze works, so that a renderer may
  /// move from thread to thread.
  case own(Context, GLFunctions)
  /// The context that was current when the backend was made, and that must be current whenever it
  /// works.
  case host(HostContext)

  /// A context that Glaze made.
  static func own(_ context: Context) throws(GlazeError) -> ContextSource {
    do {
      let functions = try context.driver.whileHeld {
        try context.whileCurrent { try GLFunctions() }
      }
      return .own(context, functions)
    } catch let error as ContextError {
      throw .noDevice(error)
    } catch {
      throw .unusableDevice(name: context.device.summary, reason: "\(error)")
    }
  }

  /// The properties of the context.
  var traits: ContextTraits {
    switch self {
    case .own(_, let functions): functions.traits
    case .host(let host): host.traits.context
    }
  }

  /// Whether images of EGL's current display can be used in the context.
  var isOfEGL: Bool {
    if case .host(let host) = self { host.isOfEGL } else { true }
  }

  /// The lock that every user of the driver holds.
  var driver: DriverLock {
    switch self {
    case .own(let context, _): context.driver
    case .host(let host): host.driver
    }
  }

  /// Runs `body` with the context current, and restores a host's state; the driver is not held.
  func whileCurrent<Result>(_ body: (HostState?) throws -> Result) throws -> Result {
    switch self {
    case .own(let context, let functions):
      try context.whileCurrent { try functions.whileUsed { try body(nil) } }
    case .host(let host): try host.whileCurrent(body)
    }
  }

  /// Runs `body` with the context current and the driver held.
  func whileHeld<Result>(_ body: (HostState?) throws -> Result) throws -> Result {
    try driver.whileHeld { try whileCurrent(body) }
  }
}

/// Executes plans in an OpenGL context.
final class GLBackend {
  private(set) var source: ContextSource
  private(set) var traits: DeviceTraits
  var maximumDimension: Int { traits.largestSurface }
  /// Nil after the context was lost, until the next one is made, and during deinitialization.
  private var renderer: GLRenderer?
  private let programs: ProgramStore?
  /// Cached images to free when the context is current again.
  private var releasedImages: [UInt64] = []
  /// The budget for memory that is retained between frames.
  var memory = MemoryBudget.standard { didSet { renderer?.memory = memory } }
  /// Whether passes are named for debuggers.
  var namesPasses = false
  /// Signals when the last frame in a shared target is drawn; nil when it is drawn already.
  var fence: FrameFence?
  /// Replaces the reset status that the next renderer reads, in tests.
  var resetStatus: (() -> UInt32)? {
    didSet { if let resetStatus { renderer?.resetStatus = resetStatus } }
  }

  /// Makes a backend with a context of its own.
  convenience init(_ context: Context, programs: ProgramStore?) throws(GlazeError) {
    try self.init(ContextSource.own(context), programs)
  }

  /// Makes a backend in the context that is current.
  convenience init(
    inCurrentContext programs: ProgramStore?, of library: OpenGLLibrary? = nil
  ) throws(GlazeError) {
    let host = try HostContext(library)
    try self.init(.host(host), programs)
    namesPasses = host.traits.isForDebugging
  }

  private init(_ source: ContextSource, _ programs: ProgramStore?) throws(GlazeError) {
    (self.source, self.programs) = (source, programs)
    let renderer = try Self.makeRenderer(source, programs)
    self.renderer = renderer
    traits = renderer.traits
  }

  private static func makeRenderer(
    _ source: ContextSource, _ programs: ProgramStore?
  ) throws(GlazeError) -> GLRenderer {
    do {
      return try source.whileHeld { _ in
        let rasteriser = source.traits.renderer.flatMap { SoftwareRasteriser(renderer: $0) }
        let renderer = GLRenderer(
          source.traits, isRasteriser: rasteriser != nil, programs: programs)
        if source.isOfEGL { renderer.importer = SharedImages(source.traits) }
        return renderer
      }
    } catch let error as ContextError {
      throw .noDevice(error)
    } catch {
      throw .unusableDevice(name: source.name, reason: "\(error)")
    }
  }

  deinit {
    // Without its context the renderer would delete objects of another one.
    switch source {
    case .own:
      do {
        try source.whileHeld { _ in renderer = nil }
      } catch {
        // The device is lost with everything on it.
        renderer?.abandon()
      }
    case .host(let host):
      if let renderer = renderer.take() { host.release(renderer) }
    }
  }

  /// Frees images that a planner used: now, or when the context is current again.
  func release(_ keys: [UInt64]) {
    guard renderer != nil else { return }
    releasedImages += keys
    try? whileCurrent { _ in }
  }

  /// The memory that is retained between frames.
  var cacheUsage: CacheUsage { renderer?.cacheUsage ?? CacheUsage() }
  /// For tests.
  var framebufferCount: Int { renderer?.framebufferCount ?? 0 }
  var programCount: Int { renderer?.programCount ?? 0 }
  var drawCallCount: Int { renderer?.drawCallCount ?? 0 }

  /// Whether the driver has timer queries.
  var hasTimers: Bool { renderer?.hasTimers ?? false }

  func execute(
    _ plan: FramePlan, over previous: consuming PixelBuffer? = nil, readsBack: Bool,
    timesPasses: Bool, reusing memory: SpareMemory, statistics: inout FrameStatistics
  ) throws(GlazeError) -> PixelBuffer {
    // Passed as an optional, because a closure could only copy it.
    var previous = previous
    let start = ContinuousClock.now
    let pixels = try whileCurrent { renderer in
      renderer.timesPasses = timesPasses
      let pixels = try renderer.execute(
        plan, over: previous.take(), readsBack: readsBack, reusing: memory)
      statistics.execute -= renderer.readbackTime
      statistics.readback += renderer.readbackTime
      statistics.encode = renderer.encodeTime
      statistics.uploadedBytes = renderer.uploadedBytes
      if timesPasses { statistics.passTimes = renderer.passTimes }
      return pixels
    }
    statistics.execute += ContinuousClock.now - start
    return pixels
  }

  /// Draws a plan, and shows the frame on a target of the host.
  func execute(
    _ plan: FramePlan, _ presentation: Presentation, on target: HostTarget,
    passNames: [String] = [], statistics: inout FrameStatistics
  ) throws(GlazeError) {
    let start = ContinuousClock.now
    try enter { renderer, state in
      renderer.passNames = passNames
      try renderer.execute(
        plan, presentation, on: target, bound: state?.drawFramebuffer ?? 0)
      if target.isShared {
        fence = sharedImages(of: renderer)?.images.fence().map(FrameFence.init)
        if fence == nil { renderer.finish() }
      }
      statistics.encode = renderer.encodeTime
      statistics.uploadedBytes = renderer.uploadedBytes
    }
    statistics.execute += ContinuousClock.now - start
  }

  // MARK: Sharing

  private func sharedImages(of renderer: GLRenderer) -> SharedImages? {
    renderer.importer as? SharedImages
  }

  /// Whether the device, and not the CPU, must draw into a dma-buf.
  ///
  /// A driver may import dma-bufs in general but not this one: software drivers cannot use foreign
  /// memory. Only buffers that the CPU could write are tried.
  func drawsInto(_ buffer: DMABuffer) -> Bool {
    guard renderer.flatMap(sharedImages)?.images.importsBuffers == true else { return false }
    guard buffer.modifier == DMABuffer.linear else { return true }
    let isImported = try? whileCurrent { renderer in
      guard let shared = sharedImages(of: renderer) else { return false }
      for image in try shared.images(of: buffer) { shared.destroy(image) }
      return true
    }
    return isImported ?? false
  }

  /// Makes a texture and an EGLImage of it, which other programs can read.
  func makeShared(
    width: Int, height: Int, _ depth: OutputColor.Depth
  ) throws(GlazeError) -> (
    renderer: GLRenderer, shared: SharedImages, texture: UInt32, image: UnsafeMutableRawPointer
  ) {
    try whileCurrent { renderer in
      guard [.bits8, .bits10, .half].contains(depth) else {
        throw GlazeError.unshared(
          "a surface has 8 bits, 10 bits or half floats, not \(depth)")
      }
      guard let shared = sharedImages(of: renderer) else {
        throw GlazeError.unshared("the context was not made by EGL")
      }
      let texture = try renderer.makeTexture(width: width, height: height, depth)
      do throws(EGLImages.Failure) {
        return (renderer, shared, texture, try shared.images.image(ofTexture: texture))
      } catch {
        renderer.discard(texture: texture)
        throw GlazeError.unshared(error.reason)
      }
    }
  }

  /// Runs `body` with the context current on this thread, and the driver held.
  func whileCurrent<Result>(
    _ body: (GLRenderer) throws -> Result
  ) throws(GlazeError) -> Result {
    try enter { renderer, _ in try body(renderer) }
  }

  /// Runs `body` with the context current on this thread.
  ///
  /// `body` holds the driver whenever it uses the renderer, and in between may wait for threads that
  /// draw.
  func whileCurrentInSteps<Result>(
    _ body: (GLRenderer, DriverLock) throws -> Result
  ) throws(GlazeError) -> Result {
    try withRenderer { renderer in
      try source.whileCurrent { _ in
        source.driver.whileHeld { free(in: renderer) }
        return try body(renderer, source.driver)
      }
    }
  }

  private func enter<Result>(
    _ body: (GLRenderer, HostState?) throws -> Result
  ) throws(GlazeError) -> Result {
    try withRenderer { renderer in
      try source.whileHeld { state in
        free(in: renderer)
        return try body(renderer, state)
      }
    }
  }

  /// Frees what was released while the context was not current.
  private func free(in renderer: GLRenderer) {
    renderer.release(releasedImages)
    releasedImages = []
  }

  /// Runs `body` with a usable renderer, and converts its errors into `GlazeError`.
  private func withRenderer<Result>(
    _ body: (GLRenderer) throws -> Result
  ) throws(GlazeError) -> Result {
    let renderer = try usableRenderer()
    do {
      return try body(renderer)
    } catch let error as GLError {
      if case .shader = error { throw GlazeError(.noDevice, "\(error)") }
      if case .image = error { throw GlazeError(.unsupportedContents, "\(error)") }
      if case .target(let target, _) = error, target.isShared {
        throw GlazeError(.unsupportedTarget, "\(error)")
      }
      guard case .lostContext = error else { throw .drawing("\(error)") }
      loseContext()
      throw .lostContext("\(error)")
    } catch let error as ContextError {
      guard error.isLoss else { throw .noDevice(error) }
      loseContext()
      throw .lostContext("\(error)")
    } catch let error as GlazeError {
      throw error
    } catch {
      throw .drawing("\(error)")
    }
  }

  // MARK: Lost contexts

  /// Abandons the context with everything in it.
  ///
  /// A host calls this, too, when it detects the loss first.
  func loseContext() {
    renderer?.abandon()
    renderer = nil
    releasedImages = []
  }

  /// Returns the renderer, or a new one if the context was lost.
  ///
  /// The new one is in another context of Glaze, or in the one that the host has made current since.
  private func usableRenderer() throws(GlazeError) -> GLRenderer {
    if let renderer { return renderer }
    switch source {
    case .own(let context, _):
      let successor: Context
      do throws(ContextError) {
        successor = try context.successor()
      } catch {
        throw .noDevice(error)
      }
      source = try .own(successor)
    case .host(let host): source = .host(try HostContext(host.library))
    }
    let renderer = try Self.makeRenderer(source, programs)
    renderer.memory = memory
    if let resetStatus { renderer.resetStatus = resetStatus }
    traits = renderer.traits
    self.renderer = renderer
    return renderer
  }
}

extension ContextSource {
  /// How Glaze's own context was found.
  var choice: DeviceChoice? {
    if case .own(let context, _) = self { context.choice } else { nil }
  }

  /// A description of the context, for people.
  var name: String {
    switch self {
    case .own(let context, _): context.device.summary
    case .host(let host): "\(host.id)"
    }
  }
}

extension ContextError {
  /// Whether a context existed and is lost.
  fileprivate var isLoss: Bool {
    rejections.contains { rejection in
      rejection.reason == .cannotMakeCurrent(.contextLost)
    }
  }
}
