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

  private var timer = PassTimer()
  private var programs: [Program.Key: Program] = [:]
  private var textures = TexturePool()
  private var masks = MaskPool()
  private var targets = TargetPool()
  private var tables = ShadowTables()
  private var buffers: InstanceBuffers
  private var readback: Readback

  /// A frame that the driver has been told to draw.
  package struct PendingFrame {
    fileprivate let framebuffer: TargetPool.Framebuffer
    fileprivate let copy: Readback.Copy
  }

  /// A frame that is being drawn.
  private struct Work {
    var plan: FramePlan
    var samplers: [(texture: GLuint, sampler: GLuint)]
    var masks: [GLuint]
    /// Framebuffers of the targets that hold something, by the targets' numbers.
    var live: [TargetPool.Framebuffer?]
  }

  /// Prepares the current context.
  ///
  /// - Throws: `GLError.noContext` when there is none, or when it is older than OpenGL 4.3.
  package init() throws {
    guard let text = glGetString(glEnum(GL_VERSION)) else {
      throw GLError.noContext(found: "missing")
    }
    guard integer(GL_MAJOR_VERSION) * 10 + integer(GL_MINOR_VERSION) >= 43 else {
      throw GLError.noContext(found: "OpenGL \(String(cString: text))")
    }
    maximumSize = min(integer(GL_MAX_TEXTURE_SIZE), integer(GL_MAX_VIEWPORT_DIMS))
    buffers = InstanceBuffers()
    readback = Readback()
  }

  deinit {
    textures.removeAll()
    masks.removeAll()
    targets.removeAll()
    tables.removeAll()
    for program in programs.values { glDeleteProgram(program.id) }
    buffers.delete()
    timer.delete()
    readback.delete()
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
    reusing memory: consuming [UInt8] = []
  ) throws -> PixelBuffer {
    let start = ContinuousClock.now
    let target = plan.targets[0]
    (readbackTime, encodeTime, uploadedBytes) = (.zero, .zero, 0)
    if target.isKept, plan.passes.isEmpty, plan.released.isEmpty {
      if !readsBack { return PixelBuffer(width: 0, height: 0, bytes: []) }
      if let previous { return previous }
    }
    targets.beginFrame()
    let frame: TargetPool.Framebuffer
    if let known = target.key.flatMap({ targets.picture($0) }) {
      frame = known
    } else {
      if target.isKept { throw GLError.missingPicture(target: 0) }
      frame = try targets.take(0, target, limit: maximumSize)
      if let key = target.key { targets.keep(frame, as: key) }
    }
    defer { if target.key == nil { targets.give(back: frame) } }
    try draw(plan, into: frame)
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
    let frame = try targets.take(0, plan.targets[0], limit: maximumSize)
    do {
      try draw(plan, into: frame)
      return PendingFrame(framebuffer: frame, copy: try readback.begin(frame))
    } catch {
      targets.give(back: frame)
      throw error
    }
  }

  /// Waits for a frame and takes its pixels.
  ///
  /// - Parameter memory: is used again for the pixels when it has the right size.
  package func finish(
    _ frame: PendingFrame, reusing memory: consuming [UInt8] = []
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

  private func draw(_ plan: FramePlan, into frame: TargetPool.Framebuffer) throws {
    for _ in 0..<8 where glGetError() == 0 { break }
    try buffers.upload(plan)
    textures.uploadedBytes = 0
    masks.uploadedBytes = 0
    defer { uploadedBytes = buffers.size + textures.uploadedBytes + masks.uploadedBytes }
    var work = Work(
      plan: plan, samplers: try textures.prepare(plan, limit: maximumSize),
      masks: try masks.prepare(plan.masks, limit: maximumSize),
      live: Array(repeating: nil, count: plan.targets.count))
    work.live[0] = frame
    defer {
      for (number, framebuffer) in work.live.enumerated().dropFirst() {
        if let framebuffer, !plan.targets[number].isKept { targets.give(back: framebuffer) }
      }
      for key in plan.released { targets.release(key) }
    }
    for (number, target) in plan.targets.enumerated().dropFirst() where target.isKept {
      guard let picture = target.key.flatMap(targets.picture) else {
        throw GLError.missingPicture(target: number)
      }
      work.live[number] = picture
    }
    glDisable(glEnum(GL_BLEND))
    if plan.isSpecialized { try tables.prepare(plan.shadows) }
    glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA))
    glDisable(glEnum(GL_SCISSOR_TEST))
    glDisable(glEnum(GL_DEPTH_TEST))
    glDisable(glEnum(GL_CULL_FACE))
    if timesPasses { timer.begin() }
    for (index, pass) in plan.passes.enumerated() {
      try begin(pass, &work)
      if pass.target == 0, let damage = plan.damage {
        try draw(pass, inside: damage, work)
      } else {
        clear(pass)
        for draw in plan.draws[pass.draws] { try self.draw(draw, target: pass.target, work) }
      }
      if timesPasses { timer.mark() }
      try checkError(pass: index, node: pass.node)
      for (number, target) in plan.targets.enumerated().dropFirst() where target.lastPass == index {
        guard let framebuffer = work.live[number] else { continue }
        if let key = target.key {
          if !target.isKept { targets.keep(framebuffer, as: key) }
        } else {
          targets.give(back: framebuffer)
        }
        work.live[number] = nil
      }
    }
  }

  private func begin(_ pass: FramePlan.Pass, _ work: inout Work) throws {
    let target = work.plan.targets[pass.target]
    if work.live[pass.target] == nil {
      work.live[pass.target] = try targets.take(pass.target, target, limit: maximumSize)
    }
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), work.live[pass.target]?.id ?? 0)
    glViewport(0, 0, GLsizei(target.width), GLsizei(target.height))
  }

  /// Runs a pass into the frame once for each part of it that changes.
  private func draw(
    _ pass: FramePlan.Pass, inside windows: [PixelWindow], _ work: Work
  ) throws {
    glEnable(glEnum(GL_SCISSOR_TEST))
    defer { glDisable(glEnum(GL_SCISSOR_TEST)) }
    for window in windows {
      glScissor(
        GLint(window.x), GLint(window.y), GLsizei(window.width), GLsizei(window.height))
      clear(pass)
      for draw in work.plan.draws[pass.draws] { try self.draw(draw, target: 0, work) }
    }
  }

  private func clear(_ pass: FramePlan.Pass) {
    if let color = pass.clearColor {
      glClearColor(color.x, color.y, color.z, color.w)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }
  }

  private func draw(_ draw: FramePlan.Draw, target: Int, _ work: Work) throws {
    // First, since a new copy takes the place of whatever is bound.
    let adds = draw.addsUp
    let backdrop =
      draw.blendMode == .sourceOver || adds ? nil : try copyBackdrop(target, work)
    let kind = bindSources(of: draw, work)
    if let backdrop {
      let program = try use(kind, draw, [], target, work)
      glUniform1i(program.mode, GLint(draw.blendMode.rawValue))
      glDisable(glEnum(GL_BLEND))
      buffers.draw(kind, draw.instances)
      targets.give(back: backdrop)
    } else {
      kind == .blur ? glDisable(glEnum(GL_BLEND)) : glEnable(glEnum(GL_BLEND))
      if adds { glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE)) }
      try drawRuns(of: draw, kind, target, work)
      if adds { glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA)) }
    }
  }

  /// Draws instances that one program can draw at a time, in order.
  private func drawRuns(
    of draw: FramePlan.Draw, _ kind: Program.Kind, _ target: Int, _ work: Work
  ) throws {
    guard work.plan.isSpecialized else {
      _ = try use(kind, draw, [], target, work)
      return buffers.draw(kind, draw.instances)
    }
    if case .particle(let textures) = draw.kind {
      let variant = work.plan.variant(ofParticles: draw, textures)
      _ = try use(kind, draw, variant, target, work)
      return buffers.draw(kind, draw.instances)
    }
    var start = draw.instances.lowerBound
    while start < draw.instances.upperBound {
      let (variant, table) = variant(of: start, draw, work)
      var end = start + 1
      while end < draw.instances.upperBound, self.variant(of: end, draw, work) == (variant, table) {
        end += 1
      }
      if table != 0 { bind(table, unit: Program.textureUnit, sampler: 0) }
      _ = try use(kind, draw, variant, target, work)
      buffers.draw(kind, start..<end)
      start = end
    }
  }

  /// The variant of the program that draws an instance, and the table that it reads.
  private func variant(
    of index: Int, _ draw: FramePlan.Draw, _ work: Work
  ) -> (Variant, table: GLuint) {
    let variant = work.plan.variant(of: index, draw)
    guard variant.contains(.table), draw.kind == .shadow else { return (variant, 0) }
    let table = tables.table(for: work.plan.shadows[index])
    return table == 0 ? ([], 0) : (variant, table)
  }

  private func use(
    _ kind: Program.Kind, _ draw: FramePlan.Draw, _ variant: Variant, _ target: Int, _ work: Work
  ) throws -> Program {
    let key = Program.Key(kind: kind, clips: draw.clipCount, variant: variant)
    let program = try programs[key] ?? Program(key)
    programs[key] = program
    let size = work.plan.targets[target]
    program.use(width: size.width, height: size.height)
    return program
  }

  /// Binds what a draw samples.
  ///
  /// - Returns: The kind of program that draws it.
  private func bindSources(of draw: FramePlan.Draw, _ work: Work) -> Program.Kind {
    func bindTarget(_ target: Int, unit: GLint = Program.textureUnit, sampler: GLuint = 0) {
      bind(work.live[target]?.texture ?? 0, unit: unit, sampler: sampler)
    }
    switch draw.kind {
    case .box: return .box
    case .shadow: return .shadow
    case .gradient: return .gradient
    case .image(let texture):
      bind(
        work.samplers[texture].texture, unit: Program.textureUnit,
        sampler: work.samplers[texture].sampler)
      return .image
    case .particle(let list):
      for (index, unit) in ([Program.textureUnit] + Program.moreTextureUnits).enumerated() {
        // Where there are fewer, the first stands for the rest, which nothing reads.
        let pair = work.samplers[Int(list[index] >= 0 ? list[index] : list[0])]
        bind(pair.texture, unit: unit, sampler: pair.sampler)
      }
      return .particle
    case .coverage(let mask):
      bind(work.masks[mask], unit: Program.textureUnit, sampler: 0)
      return .coverage
    case .picture(let target):
      bindTarget(target, sampler: textures.pictureSampler())
      return .image
    case .composite(let target, let mask):
      bindTarget(target)
      if let mask { bindTarget(mask, unit: Program.maskUnit) }
      return draw.blendMode == .sourceOver ? .composite : .blend
    case .colorMatrix(let target):
      bindTarget(target)
      return .colorMatrix
    case .blur(let target):
      bindTarget(target)
      return .blur
    }
  }

  private func bind(_ texture: GLuint, unit: GLint, sampler: GLuint) {
    glActiveTexture(glEnum(GL_TEXTURE0 + unit))
    glBindTexture(glEnum(GL_TEXTURE_2D), texture)
    glBindSampler(GLuint(unit), sampler)
  }

  /// Copies what a target holds, so that a draw into it may read it, and binds the copy.
  private func copyBackdrop(_ target: Int, _ work: Work) throws -> TargetPool.Framebuffer {
    let size = work.plan.targets[target]
    let copy = try targets.take(target, size, limit: maximumSize)
    let texture = glEnum(GL_TEXTURE_2D)
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), work.live[target]?.id ?? 0)
    glCopyImageSubData(
      work.live[target]?.texture ?? 0, texture, 0, 0, 0, 0, copy.texture, texture, 0, 0, 0, 0,
      GLsizei(size.width), GLsizei(size.height), 1)
    bind(copy.texture, unit: Program.backdropUnit, sampler: 0)
    return copy
  }

  private func checkError(pass: Int, node: Int32) throws {
    let code = glGetError()
    guard code == 0 else { throw GLError.driver(code: code, pass: pass, node: node) }
  }
}
