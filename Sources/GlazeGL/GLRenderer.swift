import CGlazeShaders
import COpenGL
package import GlazePlan

/// Executes frame plans in the OpenGL context that is current on this thread.
///
/// It decides nothing: the plan says everything. Use it, and release it, with that context current.
package final class GLRenderer {
  /// The largest picture that the driver can draw, in pixels a side.
  package let maximumSize: Int

  /// How long the last frame took from the end of its drawing until its pixels were in memory.
  package private(set) var readbackTime = Duration.zero

  private var programs: [Program?]
  private var textures = TexturePool()
  private var targets = TargetPool()
  private var vertexArrays: [GLuint] = []
  private var instanceBuffer: GLuint = 0
  private var clipBuffer: GLuint = 0
  private var clipTexture: GLuint = 0
  private let clipLimit: Int

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
    clipLimit = integer(GL_MAX_TEXTURE_BUFFER_SIZE) * 16 / MemoryLayout<RoundedBox>.stride
    programs = Array(repeating: nil, count: Program.Kind.allCases.count * 5)
    glGenBuffers(1, &instanceBuffer)
    glGenBuffers(1, &clipBuffer)
    glGenTextures(1, &clipTexture)
    for kind in Program.Kind.allCases { vertexArrays.append(Self.vertexArray(kind)) }
  }

  deinit {
    textures.removeAll()
    targets.removeAll()
    for case let program? in programs { glDeleteProgram(program.id) }
    for var array in vertexArrays { glDeleteVertexArrays(1, &array) }
    glDeleteBuffers(1, &instanceBuffer)
    glDeleteBuffers(1, &clipBuffer)
    glDeleteTextures(1, &clipTexture)
  }

  /// Draws a plan and reads the frame back.
  package func execute(_ plan: FramePlan) throws -> PixelBuffer {
    targets.beginFrame()
    let frame = try targets.take(0, plan.targets[0], limit: maximumSize)
    defer { targets.give(back: frame) }
    try draw(plan, into: frame.id)
    return read(frame)
  }

  // MARK: Frames

  private func draw(_ plan: FramePlan, into framebuffer: GLuint) throws {
    for _ in 0..<8 where glGetError() == 0 { break }
    let offsets = try upload(plan)
    let samplers = try textures.prepare(plan, limit: maximumSize)
    glEnable(glEnum(GL_BLEND))
    glBlendFunc(glEnum(GL_ONE), glEnum(GL_ONE_MINUS_SRC_ALPHA))
    glDisable(glEnum(GL_SCISSOR_TEST))
    glDisable(glEnum(GL_DEPTH_TEST))
    glDisable(glEnum(GL_CULL_FACE))
    var live: [TargetPool.Framebuffer?] = Array(repeating: nil, count: plan.targets.count)
    defer { for case let framebuffer? in live { targets.give(back: framebuffer) } }
    for (index, pass) in plan.passes.enumerated() {
      if pass.target != 0 {
        live[pass.target] = try targets.take(
          pass.target, plan.targets[pass.target], limit: maximumSize)
      }
      glBindFramebuffer(glEnum(GL_FRAMEBUFFER), live[pass.target]?.id ?? framebuffer)
      let target = plan.targets[pass.target]
      glViewport(0, 0, GLsizei(target.width), GLsizei(target.height))
      let color = pass.clearColor
      glClearColor(color.x, color.y, color.z, color.w)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      for draw in plan.draws[pass.draws] {
        try self.draw(draw, target: target, offsets: offsets, samplers: samplers, live: live)
      }
      try checkError(pass: index, node: pass.node)
      for (number, target) in plan.targets.enumerated() where target.lastPass == index {
        guard let framebuffer = live[number] else { continue }
        targets.give(back: framebuffer)
        live[number] = nil
      }
    }
  }

  private func draw(
    _ draw: FramePlan.Draw, target: FramePlan.Target, offsets: [Int],
    samplers: [(texture: GLuint, sampler: GLuint)], live: [TargetPool.Framebuffer?]
  ) throws {
    let kind: Program.Kind
    switch draw.kind {
    case .box: kind = .box
    case .image(let texture):
      kind = .image
      bind(samplers[texture].texture, sampler: samplers[texture].sampler)
    case .composite(let source):
      kind = .composite
      bind(live[source]?.texture ?? 0, sampler: 0)
    }
    let program = try program(kind, clips: draw.clipCount)
    glUseProgram(program.id)
    glUniform4f(program.projection, 2 / Float(target.width), 2 / Float(target.height), -1, -1)
    glBindVertexArray(vertexArrays[kind.rawValue])
    glBindVertexBuffer(
      0, instanceBuffer, GLintptr(offsets[kind.rawValue]), GLsizei(kind.stride))
    glDrawArraysInstancedBaseInstance(
      glEnum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(draw.instances.count),
      GLuint(draw.instances.lowerBound))
  }

  private func bind(_ texture: GLuint, sampler: GLuint) {
    glActiveTexture(glEnum(GL_TEXTURE0 + Program.textureUnit))
    glBindTexture(glEnum(GL_TEXTURE_2D), texture)
    glBindSampler(GLuint(Program.textureUnit), sampler)
  }

  private func read(_ frame: TargetPool.Framebuffer) -> PixelBuffer {
    let count = frame.width * frame.height * 4
    glBindFramebuffer(glEnum(GL_FRAMEBUFFER), frame.id)
    glPixelStorei(glEnum(GL_PACK_ALIGNMENT), 4)
    // Reading waits for the drawing anyway; so the two can be told apart.
    glFinish()
    let start = ContinuousClock.now
    defer { readbackTime = ContinuousClock.now - start }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      glReadPixels(
        0, 0, GLsizei(frame.width), GLsizei(frame.height), glEnum(GL_RGBA),
        glEnum(GL_UNSIGNED_BYTE), buffer.baseAddress)
      initialized = count
    }
    return PixelBuffer(width: frame.width, height: frame.height, bytes: bytes)
  }

  private func checkError(pass: Int, node: Int32) throws {
    let code = glGetError()
    guard code == 0 else { throw GLError.driver(code: code, pass: pass, node: node) }
  }

  // MARK: Buffers and programs

  /// Uploads instances and clips.
  ///
  /// - Returns: Where each kind's instances begin, in bytes.
  private func upload(_ plan: FramePlan) throws -> [Int] {
    guard plan.clips.count <= clipLimit else {
      throw GLError.tooLarge(what: "the list of clips", size: plan.clips.count, limit: clipLimit)
    }
    let sizes = [
      plan.boxes.count * Program.Kind.box.stride, plan.images.count * Program.Kind.image.stride,
      plan.composites.count * Program.Kind.composite.stride,
    ]
    let target = glEnum(GL_ARRAY_BUFFER)
    glBindBuffer(target, instanceBuffer)
    glBufferData(
      target, GLsizeiptr(max(sizes.reduce(0, +), 16)), nil, glEnum(GL_STREAM_DRAW))
    let offsets = [0, sizes[0], sizes[0] + sizes[1]]
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
      guard !bytes.isEmpty else { return }
      glBufferSubData(target, GLintptr(offset), GLsizeiptr(bytes.count), bytes.baseAddress)
    }
    plan.boxes.withUnsafeBytes { put($0, at: offsets[0]) }
    plan.images.withUnsafeBytes { put($0, at: offsets[1]) }
    plan.composites.withUnsafeBytes { put($0, at: offsets[2]) }
    if !plan.clips.isEmpty { uploadClips(plan) }
    return offsets
  }

  private func uploadClips(_ plan: FramePlan) {
    glBindBuffer(glEnum(GL_TEXTURE_BUFFER), clipBuffer)
    plan.clips.withUnsafeBytes {
      glBufferData(
        glEnum(GL_TEXTURE_BUFFER), GLsizeiptr($0.count), $0.baseAddress, glEnum(GL_STREAM_DRAW))
    }
    glActiveTexture(glEnum(GL_TEXTURE0 + Program.clipUnit))
    glBindTexture(glEnum(GL_TEXTURE_BUFFER), clipTexture)
    glTexBuffer(glEnum(GL_TEXTURE_BUFFER), glEnum(GL_RGBA32F), clipBuffer)
  }

  private func program(_ kind: Program.Kind, clips: Int) throws -> Program {
    let index = kind.rawValue * 5 + clips
    if let program = programs[index] { return program }
    let program = try Program(kind, clips: clips)
    programs[index] = program
    return program
  }

  private static func vertexArray(_ kind: Program.Kind) -> GLuint {
    var id: GLuint = 0
    glGenVertexArrays(1, &id)
    glBindVertexArray(id)
    for word in 0..<GLuint(kind.words) {
      glEnableVertexAttribArray(word)
      glVertexAttribFormat(word, 4, glEnum(GL_FLOAT), GLboolean(GL_FALSE), word * 16)
      glVertexAttribBinding(word, 0)
    }
    glVertexBindingDivisor(0, 1)
    return id
  }
}
