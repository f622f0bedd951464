import CGlazeShaders
import COpenGL
import GlazeLowering
import GlazePlan

/// The buffers to which a frame's instances, clips and stops are uploaded.
struct InstanceBuffer {
  private var instances: GLuint = 0
  private var clips = TexelBuffer()
  private var stops = TexelBuffer()
  /// The vertex arrays for instances, by the number of their words, created on demand; for points
  /// each instance is a vertex.
  private var vertexArrays: [GLuint] = []
  private var pointArrays: [GLuint] = []
  /// The capacity of the instance buffer, in bytes.
  private var capacity = 0
  private let texelLimit: Int
  /// Whether an earlier frame may still be drawn.
  var isShared = false

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
    let most = integer(GL_MAX_VERTEX_ATTRIBS)
    vertexArrays = Array(repeating: 0, count: most + 1)
    pointArrays = vertexArrays
  }

  mutating func delete() {
    for var array in vertexArrays + pointArrays { glDeleteVertexArrays(1, &array) }
    glDeleteBuffers(1, &instances)
    clips.delete()
    stops.delete()
  }

  /// Uploads all instances, clips and stops.
  mutating func upload(_ list: CommandList, of plan: FramePlan) throws {
    let words =
      max(
        plan.clips.count * MemoryLayout<RoundedBox>.stride,
        plan.stops.count * MemoryLayout<GradientStop>.stride) / 16
    guard words <= texelLimit else {
      throw GLError.tooLarge(what: "the list of clips or stops", size: words, limit: texelLimit)
    }
    try uploadInstances(list, of: plan)
    plan.clips.withUnsafeBytes { clips.upload($0, unit: TextureUnit.clips) }
    plan.stops.withUnsafeBytes { stops.upload($0, unit: TextureUnit.stops) }
  }

  private mutating func uploadInstances(_ list: CommandList, of plan: FramePlan) throws {
    reserve(list.instanceBytes)
    if list.instanceBytes == 0 { return }
    let memory = glMapBufferRange(
      glEnum(GL_ARRAY_BUFFER), 0, list.instanceBytes,
      GLbitfield(GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT))
    guard var to = memory else {
      // The capacity may be smaller than requested: the next frame requests it again.
      capacity = 0
      throw GLError.memory(bytes: list.instanceBytes)
    }
    for segment in list.segments {
      let stride = segment.kind.stride
      let count = segment.range.count * stride
      list.withBytes(of: segment.kind, of: plan) { bytes in
        guard let base = bytes.baseAddress else { return }
        to.copyMemory(from: base + segment.range.lowerBound * stride, byteCount: count)
      }
      to += count
    }
    glUnmapBuffer(glEnum(GL_ARRAY_BUFFER))
  }

  private mutating func reserve(_ bytes: Int) {
    glBindBuffer(glEnum(GL_ARRAY_BUFFER), instances)
    // If an earlier frame may still read the buffer, a new one is allocated. Otherwise it is
    // overwritten, since new memory would have to be mapped page by page.
    guard isShared || bytes > capacity || bytes < capacity / 4 else { return }
    capacity = max(bytes, 4096)
    glBufferData(
      glEnum(GL_ARRAY_BUFFER), GLsizeiptr(capacity), nil, glEnum(GL_STREAM_DRAW))
  }

  /// Draws instances with the current shader program.
  ///
  /// - Parameter offset: The offset of the first instance, in bytes.
  mutating func draw(_ key: ProgramKey, offset: Int, count: Int) {
    let words = key.kind.words
    if key.drawsPoints {
      Self.bind(&pointArrays[words], words: words, divisor: 0)
    } else {
      Self.bind(&vertexArrays[words], words: words, divisor: 1)
    }
    glBindVertexBuffer(0, instances, GLintptr(offset), GLsizei(key.kind.stride))
    if key.drawsPoints {
      glDrawArrays(glEnum(GL_POINTS), 0, GLsizei(count))
    } else {
      glDrawArraysInstanced(glEnum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(count))
    }
  }

  private static func bind(_ array: inout GLuint, words: Int, divisor: GLuint) {
    if array != 0 { return glBindVertexArray(array) }
    glGenVertexArrays(1, &array)
    glBindVertexArray(array)
    for word in 0..<GLuint(words) {
      glEnableVertexAttribArray(word)
      glVertexAttribFormat(word, 4, glEnum(GL_FLOAT), GLboolean(GL_FALSE), word * 16)
      glVertexAttribBinding(word, 0)
    }
    glVertexBindingDivisor(0, divisor)
  }
}
