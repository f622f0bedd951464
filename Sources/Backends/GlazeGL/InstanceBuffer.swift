import COpenGL
import GlazeLowering
import GlazePlan

/// The buffers to which a frame's instances, clips and stops are uploaded.
struct InstanceBuffer {
  private var instances: GLuint = 0
  private var clips = WordTexture()
  private var stops = WordTexture()
  /// The vertex arrays for instances, by the number of their words, created on demand; for points
  /// each instance is a vertex.
  private var vertexArrays: [GLuint] = []
  private var pointArrays: [GLuint] = []
  /// The capacity of the instance buffer, in bytes.
  private var capacity = 0
  /// Whether the layout of vertices is set apart from their buffer.
  private let hasVertexBindings: Bool
  /// Whether an earlier frame may still be drawn.
  var isShared = false

  init(_ traits: ContextTraits) {
    hasVertexBindings = traits.hasVertexBindings
    glGenBuffers(1, &instances)
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
    try uploadInstances(list, of: plan)
    try plan.clips.withUnsafeBytes {
      try clips.upload($0, "clips", unit: TextureUnit.clips, isShared: isShared)
    }
    try plan.stops.withUnsafeBytes {
      try stops.upload($0, "stops", unit: TextureUnit.stops, isShared: isShared)
    }
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
      bind(&pointArrays[words], words: words, divisor: 0)
    } else {
      bind(&vertexArrays[words], words: words, divisor: 1)
    }
    if hasVertexBindings {
      glBindVertexBuffer(0, instances, GLintptr(offset), GLsizei(key.kind.stride))
    } else {
      point(words: words, offset: offset, stride: key.kind.stride)
    }
    if key.drawsPoints {
      glDrawArrays(glEnum(GL_POINTS), 0, GLsizei(count))
    } else {
      glDrawArraysInstanced(glEnum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(count))
    }
  }

  private func bind(_ array: inout GLuint, words: Int, divisor: GLuint) {
    if array != 0 { return glBindVertexArray(array) }
    glGenVertexArrays(1, &array)
    glBindVertexArray(array)
    for word in 0..<GLuint(words) {
      glEnableVertexAttribArray(word)
      guard hasVertexBindings else {
        glVertexAttribDivisor(word, divisor)
        continue
      }
      glVertexAttribFormat(word, 4, glEnum(GL_FLOAT), GLboolean(GL_FALSE), word * 16)
      glVertexAttribBinding(word, 0)
    }
    if hasVertexBindings { glVertexBindingDivisor(0, divisor) }
  }

  /// Sets where the attributes of the vertex array begin.
  private func point(words: Int, offset: Int, stride: Int) {
    glBindBuffer(glEnum(GL_ARRAY_BUFFER), instances)
    for word in 0..<words {
      glVertexAttribPointer(
        GLuint(word), 4, glEnum(GL_FLOAT), GLboolean(GL_FALSE), GLsizei(stride),
        UnsafeRawPointer(bitPattern: offset + word * 16))
    }
  }
}
