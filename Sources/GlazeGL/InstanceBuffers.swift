import CGlazeShaders
import COpenGL
import GlazePlan

/// The buffers that a plan's arrays are uploaded to.
struct InstanceBuffers {
  private var instances: GLuint = 0
  private var clips = TexelBuffer()
  private var stops = TexelBuffer()
  private var groupBoxes = TexelBuffer()
  private var vertexArrays: [GLuint] = []
  /// Rectangles, and squares of masks, as vertices of their own.
  private var pointArray: GLuint = 0
  /// Where each kind's instances begin, in bytes.
  private var offsets: [Int] = []
  /// Where the squares of masks begin, in bytes.
  private var squaresOffset = 0
  /// Where the instances of runs are gathered, in bytes, from the first that is free on.
  private var gathering = 0..<0
  /// Bytes of the last upload.
  private(set) var size = 0
  /// Calls of the driver that drew something since the last upload.
  private(set) var drawCallCount = 0
  /// Whether an earlier frame may still be drawn.
  var isShared = false
  /// Bytes that the instances' buffer has room for.
  private var capacity = 0
  /// What was uploaded, for runs that gather some of it; nil between frames.
  private var uploaded: Uploaded?
  private var gathered: [UInt8] = []
  private let texelLimit: Int
  /// Bytes of instances that a frame gathers at most.
  private static let mostGathered = 1 << 20

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

  /// A plan, and the instances that are not quite its.
  private struct Uploaded {
    var plan: FramePlan
    var composites: [CompositeInstance]
    var coverages: [CoverageInstance]
    var boxes: [BoxInstance]
    var groups: [GroupSquare]
    var stamps: [StampCorner]

    func withBytes(
      of kind: Program.Kind, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
      switch kind {
      case .rectangle: plan.rectangles.withUnsafeBytes(body)
      case .box: boxes.withUnsafeBytes(body)
      case .image: plan.images.withUnsafeBytes(body)
      case .composite, .blend: composites.withUnsafeBytes(body)
      case .colorMatrix: plan.colorMatrices.withUnsafeBytes(body)
      case .blur: plan.blurs.withUnsafeBytes(body)
      case .shadow: plan.shadows.withUnsafeBytes(body)
      case .gradient: plan.gradients.withUnsafeBytes(body)
      case .coverage: coverages.withUnsafeBytes(body)
      case .particle: plan.particles.withUnsafeBytes(body)
      case .maskedImage: plan.maskedImages.withUnsafeBytes(body)
      case .group: groups.withUnsafeBytes(body)
      case .stamp: stamps.withUnsafeBytes(body)
      }
    }
  }

  /// The boxes of groups, as a texture.
  var groupBoxTexels: GLuint { groupBoxes.texture }

  init() {
    texelLimit = integer(GL_MAX_TEXTURE_BUFFER_SIZE)
    glGenBuffers(1, &instances)
    clips.make()
    stops.make()
    groupBoxes.make()
    for kind in Program.Kind.allCases {
      vertexArrays.append(Self.vertexArray(kind, divisor: kind == .stamp ? 0 : 1))
    }
    pointArray = Self.vertexArray(.rectangle, divisor: 0)
  }

  mutating func delete() {
    for var array in vertexArrays { glDeleteVertexArrays(1, &array) }
    glDeleteVertexArrays(1, &pointArray)
    glDeleteBuffers(1, &instances)
    clips.delete()
    stops.delete()
    groupBoxes.delete()
  }

  /// Uploads all instances, clips and stops.
  ///
  /// - Parameters:
  ///   - composites: The plan's, as they read from pages.
  ///   - coverages: The plan's, likewise.
  ///   - boxes: The plan's, and what is drawn like them.
  mutating func upload(
    _ plan: FramePlan, composites: [CompositeInstance], coverages: MaskPool.Coverages,
    boxes: [BoxInstance], groups: GroupSquares, stamps: [StampCorner]
  ) throws {
    let words =
      max(
        plan.clips.count * MemoryLayout<RoundedBox>.stride,
        plan.stops.count * MemoryLayout<GradientStop>.stride) / 16
    guard words <= texelLimit else {
      throw GLError.tooLarge(what: "the list of clips or stops", size: words, limit: texelLimit)
    }
    let uploaded = Uploaded(
      plan: plan, composites: composites, coverages: coverages.instances, boxes: boxes,
      groups: groups.squares, stamps: stamps)
    self.uploaded = uploaded
    offsets.removeAll(keepingCapacity: true)
    (size, drawCallCount) = (0, 0)
    for kind in Program.Kind.allCases {
      offsets.append(kind == .blend ? offsets[Program.Kind.composite.rawValue] : size)
      if kind != .blend { uploaded.withBytes(of: kind) { size += $0.count } }
    }
    squaresOffset = size
    size += coverages.squares.count * MemoryLayout<CoverageSquare>.stride
    // Each instance is drawn once in a frame, but for those in several of its changing parts.
    gathering = size..<(size + min(size, Self.mostGathered))
    let target = glEnum(GL_ARRAY_BUFFER)
    glBindBuffer(target, instances)
    // What an earlier frame may still read is left to it. Else it is written over: new memory would have
    // to be mapped page by page.
    let needed = gathering.upperBound
    if isShared || needed > capacity || needed < capacity / 4 {
      capacity = max(needed, 4096)
      glBufferData(target, GLsizeiptr(capacity), nil, glEnum(GL_STREAM_DRAW))
    }
    for kind in Program.Kind.allCases where kind != .blend {
      uploaded.withBytes(of: kind) { bytes in
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
    size += groups.boxes.count * MemoryLayout<GroupBox>.stride
    plan.clips.withUnsafeBytes { clips.upload($0, unit: Program.clipUnit) }
    plan.stops.withUnsafeBytes { stops.upload($0, unit: Program.stopUnit) }
    groups.boxes.withUnsafeBytes { groupBoxes.upload($0, unit: Program.textureUnit) }
  }

  /// Forgets the plan, so that nothing of it has a second owner.
  mutating func endFrame() { uploaded = nil }

  /// Draws some of a kind's instances with the program in use.
  mutating func draw(_ kind: Program.Kind, _ range: Range<Int>) {
    draw(kind, range, from: offsets[kind.rawValue])
  }

  /// Draws instances from several places as one range, if there is room to put them side by side: a
  /// call costs a driver as much as some hundred pixels.
  ///
  /// - Returns: Whether there was.
  mutating func drawGathered(
    _ kind: Program.Kind, _ ranges: [Range<Int>]
  ) -> Bool {
    let count = ranges.reduce(0) { $0 + $1.count }
    let bytes = count * kind.stride
    guard bytes <= gathering.count, let uploaded else { return false }
    gathered.removeAll(keepingCapacity: true)
    uploaded.withBytes(of: kind) { all in
      for range in ranges {
        let place = range.lowerBound * kind.stride..<range.upperBound * kind.stride
        gathered.append(contentsOf: UnsafeRawBufferPointer(rebasing: all[place]))
      }
    }
    glBindBuffer(glEnum(GL_ARRAY_BUFFER), instances)
    glBufferSubData(
      glEnum(GL_ARRAY_BUFFER), GLintptr(gathering.lowerBound), GLsizeiptr(bytes), gathered)
    draw(kind, 0..<count, from: gathering.lowerBound)
    gathering = (gathering.lowerBound + bytes)..<gathering.upperBound
    return true
  }

  private mutating func draw(_ kind: Program.Kind, _ range: Range<Int>, from offset: Int) {
    drawCallCount += 1
    glBindVertexArray(vertexArrays[kind.rawValue])
    glBindVertexBuffer(0, instances, GLintptr(offset), GLsizei(kind.stride))
    glDrawArraysInstancedBaseInstance(
      glEnum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(range.count), GLuint(range.lowerBound))
  }

  /// Draws some rectangles, or some squares of masks, as points with the program in use.
  mutating func drawPoints(_ kind: Program.Kind, _ range: Range<Int>) {
    glBindVertexArray(pointArray)
    let offset = kind == .coverage ? squaresOffset : offsets[kind.rawValue]
    drawCallCount += 1
    // Both are of two words.
    glBindVertexBuffer(0, instances, GLintptr(offset), GLsizei(Program.Kind.rectangle.stride))
    glEnable(glEnum(GL_PROGRAM_POINT_SIZE))
    glDrawArrays(glEnum(GL_POINTS), GLint(range.lowerBound), GLsizei(range.count))
  }

  /// Draws rectangles of stamps with the program in use.
  ///
  /// - Parameter range: Of their corners.
  mutating func drawStamps(_ range: Range<Int>) {
    glBindVertexArray(vertexArrays[Program.Kind.stamp.rawValue])
    glBindVertexBuffer(
      0, instances, GLintptr(offsets[Program.Kind.stamp.rawValue]),
      GLsizei(Program.Kind.stamp.stride))
    let starts = stride(from: range.lowerBound, to: range.upperBound, by: StampPool.cornersOfCall)
    let firsts = starts.map(GLint.init)
    let counts = starts.map { GLsizei(min(StampPool.cornersOfCall, range.upperBound - $0)) }
    drawCallCount += firsts.count
    glMultiDrawArrays(glEnum(GL_TRIANGLES), firsts, counts, GLsizei(firsts.count))
  }

  /// Draws triangles without area.
  func drawNothing(_ kind: Program.Kind) {
    glBindVertexArray(vertexArrays[kind.rawValue])
    glBindVertexBuffer(0, instances, 0, 0)
    glDrawArrays(glEnum(GL_TRIANGLES), 0, 6)
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
