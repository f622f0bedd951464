import CGlazeShaders
import COpenGL
import GlazePlan

/// The buffers that a plan's arrays are uploaded to.
struct InstanceBuffers {
  private var instances: GLuint = 0
  private var clips = TexelBuffer()
  private var stops = TexelBuffer()
  private var vertexArrays: [GLuint] = []
  /// Rectangles, and squares of masks, as vertices of their own.
  private var pointArray: GLuint = 0
  /// Where each kind's instances begin, in bytes.
  private var offsets: [Int] = []
  /// Where the squares of masks begin, in bytes.
  private var squaresOffset = 0
  /// Bytes of the last upload.
  private(set) var size = 0
  /// Whether an earlier frame may still be drawn.
  var isShared = false
  /// Bytes that the instances' buffer has room for.
  private var capacity = 0
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

  /// Instances that are not quite the plan's.
  private struct Moved {
    var composites: [CompositeInstance]
    var coverages: [CoverageInstance]
    var boxes: [BoxInstance]
  }

  init() {
    texelLimit = integer(GL_MAX_TEXTURE_BUFFER_SIZE)
    glGenBuffers(1, &instances)
    clips.make()
    stops.make()
    for kind in Program.Kind.allCases { vertexArrays.append(Self.vertexArray(kind, divisor: 1)) }
    pointArray = Self.vertexArray(.rectangle, divisor: 0)
  }

  mutating func delete() {
    for var array in vertexArrays { glDeleteVertexArrays(1, &array) }
    glDeleteVertexArrays(1, &pointArray)
    glDeleteBuffers(1, &instances)
    clips.delete()
    stops.delete()
  }

  /// Uploads all instances, clips and stops.
  ///
  /// - Parameters:
  ///   - composites: The plan's, as they read from pages.
  ///   - coverages: The plan's, likewise.
  ///   - boxes: The plan's, and what is drawn like them.
  mutating func upload(
    _ plan: FramePlan, composites: [CompositeInstance], coverages: MaskPool.Coverages,
    boxes: [BoxInstance]
  ) throws {
    let moved = Moved(
      composites: composites, coverages: coverages.instances, boxes: boxes)
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
      if kind != .blend { withBytes(of: kind, in: plan, moved) { size += $0.count } }
    }
    squaresOffset = size
    size += coverages.squares.count * MemoryLayout<CoverageSquare>.stride
    let target = glEnum(GL_ARRAY_BUFFER)
    glBindBuffer(target, instances)
    // What an earlier frame may still read is left to it. Else it is written over: new memory would have
    // to be mapped page by page.
    if isShared || size > capacity || size < capacity / 4 {
      capacity = max(size, 4096)
      glBufferData(target, GLsizeiptr(capacity), nil, glEnum(GL_STREAM_DRAW))
    }
    for kind in Program.Kind.allCases where kind != .blend {
      withBytes(of: kind, in: plan, moved) { bytes in
        guard !bytes.isEmpty else { return }
        glBufferSubData(
          target, GLintptr(offsets[kind.rawValue]), GLsizeiptr(bytes.count), bytes.baseAddress)
      }
    }
    coverages.squares.withUnsafeBytes { bytes in
      guard !bytes.isEmpty else { return }
      glBufferSubData(target, GLintptr(squaresOffset), GLsizeiptr(bytes.count), bytes.baseAddress)
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

  /// Draws some rectangles, or some squares of masks, as points with the program in use.
  func drawPoints(_ kind: Program.Kind, _ range: Range<Int>) {
    glBindVertexArray(pointArray)
    let offset = kind == .coverage ? squaresOffset : offsets[kind.rawValue]
    // Both are of two words.
    glBindVertexBuffer(0, instances, GLintptr(offset), GLsizei(Program.Kind.rectangle.stride))
    glEnable(glEnum(GL_PROGRAM_POINT_SIZE))
    glDrawArrays(glEnum(GL_POINTS), GLint(range.lowerBound), GLsizei(range.count))
  }

  private func withBytes(
    of kind: Program.Kind, in plan: FramePlan, _ moved: Moved,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    switch kind {
    case .rectangle: plan.rectangles.withUnsafeBytes(body)
    case .box: moved.boxes.withUnsafeBytes(body)
    case .image: plan.images.withUnsafeBytes(body)
    case .composite, .blend: moved.composites.withUnsafeBytes(body)
    case .colorMatrix: plan.colorMatrices.withUnsafeBytes(body)
    case .blur: plan.blurs.withUnsafeBytes(body)
    case .shadow: plan.shadows.withUnsafeBytes(body)
    case .gradient: plan.gradients.withUnsafeBytes(body)
    case .coverage: moved.coverages.withUnsafeBytes(body)
    case .particle: plan.particles.withUnsafeBytes(body)
    case .maskedImage: plan.maskedImages.withUnsafeBytes(body)
    }
  }

  private static func vertexArray(_ kind: Program.Kind, divisor: GLuint) -> GLuint {
    var id: GLuint = 0
    glGenVertexArrays(1, &id)
    glBindVertexArray(id)
    for word in 0..<GLuint(kind.words) {
      glEnableVertexAttribArray(word)
      glVertexAttribFormat(word, 4, glEnum(GL_FLOAT), GLboolean(GL_FALSE), word * 16)
      glVertexAttribBinding(word, 0)
    }
    glVertexBindingDivisor(0, divisor)
    return id
  }
}
