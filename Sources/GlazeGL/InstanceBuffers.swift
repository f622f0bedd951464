import CGlazeShaders
import COpenGL
import GlazePlan

/// The buffers that a plan's arrays are uploaded to.
struct InstanceBuffers {
  private var instances: GLuint = 0
  private var clips = TexelBuffer()
  private var stops = TexelBuffer()
  private var vertexArrays: [GLuint] = []
  /// Where each kind's instances begin, in bytes.
  private var offsets: [Int] = []
  /// Bytes of the last upload.
  private(set) var size = 0
  private let texelLimit: Int

  /// A buffer that shaders read as an array of words.
  private struct TexelBuffer {
    var buffer: GLuint = 0
    var texture: GLuint = 0

    mutating func make() {
      glGenBuffers(1, &buffer)
      glGenTextures(1, &texture)
    }

    mutating func delete() {
      glDeleteBuffers(1, &buffer)
      glDeleteTextures(1, &texture)
    }

    func upload(_ bytes: UnsafeRawBufferPointer, unit: GLint) {
      guard !bytes.isEmpty else { return }
      glBindBuffer(glEnum(GL_TEXTURE_BUFFER), buffer)
      glBufferData(
        glEnum(GL_TEXTURE_BUFFER), GLsizeiptr(bytes.count), bytes.baseAddress,
        glEnum(GL_STREAM_DRAW))
      glActiveTexture(glEnum(GL_TEXTURE0 + unit))
      glBindTexture(glEnum(GL_TEXTURE_BUFFER), texture)
      glTexBuffer(glEnum(GL_TEXTURE_BUFFER), glEnum(GL_RGBA32F), buffer)
    }
  }

  init() {
    texelLimit = integer(GL_MAX_TEXTURE_BUFFER_SIZE)
    glGenBuffers(1, &instances)
    clips.make()
    stops.make()
    for kind in Program.Kind.allCases { vertexArrays.append(Self.vertexArray(kind)) }
  }

  mutating func delete() {
    for var array in vertexArrays { glDeleteVertexArrays(1, &array) }
    glDeleteBuffers(1, &instances)
    clips.delete()
    stops.delete()
  }

  /// Uploads all instances, clips and stops.
  mutating func upload(_ plan: FramePlan) throws {
    let words =
      max(
        plan.clips.count * MemoryLayout<RoundedBox>.stride,
        plan.stops.count * MemoryLayout<GradientStop>.stride) / 16
    guard words <= texelLimit else {
      throw GLError.tooLarge(what: "the list of clips or stops", size: words, limit: texelLimit)
    }
    offsets.removeAll(keepingCapacity: true)
    size = 0
    for kind in Program.Kind.allCases {
      offsets.append(kind == .blend ? offsets[Program.Kind.composite.rawValue] : size)
      if kind != .blend { withBytes(of: kind, in: plan) { size += $0.count } }
    }
    let target = glEnum(GL_ARRAY_BUFFER)
    glBindBuffer(target, instances)
    glBufferData(target, GLsizeiptr(max(size, 16)), nil, glEnum(GL_STREAM_DRAW))
    for kind in Program.Kind.allCases where kind != .blend {
      withBytes(of: kind, in: plan) { bytes in
        guard !bytes.isEmpty else { return }
        glBufferSubData(
          target, GLintptr(offsets[kind.rawValue]), GLsizeiptr(bytes.count), bytes.baseAddress)
      }
    }
    size += plan.clips.count * MemoryLayout<RoundedBox>.stride
    size += plan.stops.count * MemoryLayout<GradientStop>.stride
    plan.clips.withUnsafeBytes { clips.upload($0, unit: Program.clipUnit) }
    plan.stops.withUnsafeBytes { stops.upload($0, unit: Program.stopUnit) }
  }

  /// Draws some of a kind's instances with the program in use.
  func draw(_ kind: Program.Kind, _ range: Range<Int>) {
    glBindVertexArray(vertexArrays[kind.rawValue])
    glBindVertexBuffer(0, instances, GLintptr(offsets[kind.rawValue]), GLsizei(kind.stride))
    glDrawArraysInstancedBaseInstance(
      glEnum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(range.count), GLuint(range.lowerBound))
  }

  private func withBytes(
    of kind: Program.Kind, in plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    switch kind {
    case .box: plan.boxes.withUnsafeBytes(body)
    case .image: plan.images.withUnsafeBytes(body)
    case .composite, .blend: plan.composites.withUnsafeBytes(body)
    case .colorMatrix: plan.colorMatrices.withUnsafeBytes(body)
    case .blur: plan.blurs.withUnsafeBytes(body)
    case .shadow: plan.shadows.withUnsafeBytes(body)
    case .gradient: plan.gradients.withUnsafeBytes(body)
    case .coverage: plan.coverages.withUnsafeBytes(body)
    case .particle: plan.particles.withUnsafeBytes(body)
    }
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
