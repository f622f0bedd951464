import CGlazeShaders
import COpenGL
import GlazePlan

/// Masks of paths in shared buffers, kept from frame to frame, so that many paths are one draw.
///
/// A mask lies in a buffer row by row, with texels of nothing around it. Reading a buffer is simpler for
/// a rasterizer in software than reading a texture is, which has levels and may lie in any order.
struct MaskPool {
  /// The least and the most bytes of a page, but for larger masks.
  private static let sizes = (64 << 10)...(4 << 20)
  /// Places up to here are whole numbers in floating point.
  private static let mostExact = 1 << 24
  private static let margin = MaskTiles.margin

  /// A buffer that is filled from its first byte on.
  private struct Page {
    var buffer: GLuint = 0
    var texture: GLuint = 0
    var size: Int
    var used = 0

    /// Finds room; nil when there is none.
    mutating func place(_ bytes: Int) -> Int? {
      guard used + bytes <= size else { return nil }
      defer { used += bytes }
      return used
    }
  }

  fileprivate struct Entry {
    var page: Int
    /// The place of the mask's first texel.
    var first: Int
    /// From a row to the next.
    var stride: Int
    /// Nil where masks are drawn whole.
    var tiles: MaskTiles?
    /// The parts that hold something, when somebody asked.
    var strips: [MaskTiles.Strip]?
  }

  /// A draw of masks as it reads from a page.
  struct Draw {
    var range: Range<Int>
    var texture: GLuint
    /// Whether `range` is of squares.
    var hasSquares: Bool
  }

  /// The instances of a plan's draws of masks, as they read from pages.
  struct Coverages {
    var instances: [CoverageInstance] = []
    var squares: [CoverageSquare] = []
    /// For each of the plan's draws, or empty when there are no masks.
    var draws: [Draw] = []
  }

  private var pages: [Page] = []
  private var entries: [UInt64: Entry] = [:]
  /// Which of the entries stay.
  private(set) var ledger = CacheLedger<UInt64>(budget: MemoryBudget.standard.maskTextures)
  /// Bytes that were sent to the driver.
  var uploadedBytes = 0
  /// Whether squares of masks are drawn as points.
  private var hasPoints = false

  /// Bytes that may be kept.
  var budget: Int {
    get { ledger.budget }
    set { ledger.budget = newValue }
  }

  /// Bytes of a page that is not too large for what may be kept.
  private var pageSize: Int {
    min(max(budget, Self.sizes.lowerBound), Self.sizes.upperBound)
  }

  /// Bytes of all pages.
  var bytes: Int { pages.reduce(0) { $0 + $1.size } }

  /// Draws squares of masks as points from now on, if the driver draws points that are large enough.
  mutating func usePoints() {
    hasPoints = largestPoint() >= MaskTiles.largest
    // As rows of pixels are counted here.
    glPointParameteri(glEnum(GL_POINT_SPRITE_COORD_ORIGIN), GL_LOWER_LEFT)
  }

  /// Puts a plan's masks into buffers, after those that are to go made room for them.
  ///
  /// - Throws: `GLError.tooLarge` for a mask that the driver has no buffer for.
  mutating func prepare(_ plan: FramePlan) throws -> Coverages {
    ledger.beginFrame(isPart: plan.damage != nil)
    var (used, new) = (0, 0)
    for mask in plan.masks {
      let bytes = Self.bytes(of: mask)
      used += bytes
      if !ledger.use(mask.identity) { new += bytes }
    }
    forgetOld(used: used, new: new)
    guard !plan.masks.isEmpty else { return Coverages() }
    let limit = integer(GL_MAX_TEXTURE_BUFFER_SIZE)
    for mask in plan.masks where entries[mask.identity] == nil {
      try add(mask, looksForParts: plan.isSpecialized, limit: limit)
    }
    var result = Coverages()
    result.draws = Array(
      repeating: Draw(range: 0..<0, texture: 0, hasSquares: false), count: plan.draws.count)
    var squares: [MaskTiles.Square] = []
    for pass in plan.passes {
      let target = plan.targets[pass.target]
      for index in pass.draws {
        if case .coverage(let mask) = plan.draws[index].kind {
          result.draws[index] = prepare(
            plan.draws[index], of: plan.masks[mask], into: target, plan, &squares, &result)
        }
      }
    }
    return result
  }

  mutating func removeAll() {
    for page in pages { Self.delete(page) }
    pages = []
    entries = [:]
    ledger.removeAll()
  }

  // MARK: Draws

  private mutating func prepare(
    _ draw: FramePlan.Draw, of mask: FramePlan.Mask, into target: FramePlan.Target,
    _ plan: FramePlan, _ squares: inout [MaskTiles.Square], _ result: inout Coverages
  ) -> Draw {
    guard let entry = entries[mask.identity] else {
      return Draw(range: 0..<0, texture: 0, hasSquares: false)
    }
    let texture = pages[entry.page].texture
    let hasSquares =
      hasPoints && draw.clipCount == 0 && pages[entry.page].size <= Self.mostExact
      && draw.instances.allSatisfy { plan.coverages[$0].shows(mask, in: target) }
    if let tiles = entry.tiles, hasSquares {
      let start = result.squares.count
      for index in draw.instances {
        let instance = plan.coverages[index]
        squares.removeAll(keepingCapacity: true)
        tiles.appendSquares(
          x: Int(instance.source.x), y: Int(instance.source.y), targetWidth: target.width,
          targetHeight: target.height, to: &squares)
        entry.append(squares, instance, to: &result.squares)
      }
      return Draw(range: start..<result.squares.count, texture: texture, hasSquares: true)
    }
    let strips = entry.strips ?? entry.tiles?.strips() ?? [mask.whole]
    entries[mask.identity]?.strips = strips
    let start = result.instances.count
    for index in draw.instances {
      entry.append(strips, plan.coverages[index], to: &result.instances)
    }
    return Draw(range: start..<result.instances.count, texture: texture, hasSquares: false)
  }

  // MARK: Pages

  private mutating func forgetOld(used: Int, new: Int) {
    for identity in ledger.evict(before: new) { entries[identity] = nil }
    emptyPages()
    // Holes are not filled, pages are as a whole: when there is no room for what is new, all goes that
    // the frame does not need.
    if pages.reduce(new, { $0 + $1.used }) > budget {
      for identity in ledger.evictUnused() { entries[identity] = nil }
      emptyPages()
    }
    // When little of the pages is in use, or they are more than may be kept and than this frame needs,
    // they begin anew.
    let page = pageSize
    // Then the driver may hold both for a while.
    let soon = ledger.bytes + new
    if bytes > 4 * soon + 2 * page || bytes > max(budget, 2 * used + page) { removeAll() }
  }

  /// Has pages of which nothing is left filled from their first byte on.
  private mutating func emptyPages() {
    let live = Set(entries.values.map(\.page))
    for index in pages.indices where !live.contains(index) { pages[index].used = 0 }
  }

  /// What a mask takes with its margin: the texels beside a row are those before the next.
  private static func bytes(of mask: FramePlan.Mask) -> Int {
    (mask.height + 2 * margin) * (mask.width + margin) + margin
  }

  private mutating func add(
    _ mask: FramePlan.Mask, looksForParts: Bool, limit: Int
  ) throws {
    let bytes = Self.bytes(of: mask)
    guard bytes <= limit else {
      throw GLError.tooLarge(
        what: "a path of \(mask.width) x \(mask.height) pixels", size: bytes, limit: limit)
    }
    let (page, place) = room(bytes, limit: limit)
    let stride = mask.width + Self.margin
    let first = Self.margin * stride + Self.margin
    glBindBuffer(glEnum(GL_TEXTURE_BUFFER), pages[page].buffer)
    let memory = glMapBufferRange(
      glEnum(GL_TEXTURE_BUFFER), place, bytes,
      GLbitfield(GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT))
    guard let memory else { throw GLError.memory(bytes: bytes) }
    let texels = UnsafeMutableRawBufferPointer(start: memory, count: bytes)
    Self.write(mask, to: texels, first: first, stride: stride)
    glUnmapBuffer(glEnum(GL_TEXTURE_BUFFER))
    uploadedBytes += bytes
    entries[mask.identity] = Entry(
      page: page, first: place + first, stride: stride,
      tiles: looksForParts ? MaskTiles(mask) : nil)
    ledger.add(mask.identity, bytes: bytes)
  }

  private static func write(
    _ mask: FramePlan.Mask, to texels: UnsafeMutableRawBufferPointer, first: Int, stride: Int
  ) {
    mask.bytes.withUnsafeBytes { bytes in
      guard let from = bytes.baseAddress, let to = texels.baseAddress else { return }
      (to).initializeMemory(as: UInt8.self, repeating: 0, count: first)
      for y in 0..<mask.height {
        let row = to + first + y * stride
        row.copyMemory(from: from + y * mask.width, byteCount: mask.width)
        (row + mask.width).initializeMemory(as: UInt8.self, repeating: 0, count: margin)
      }
      let end = first + mask.height * stride
      (to + end).initializeMemory(as: UInt8.self, repeating: 0, count: texels.count - end)
    }
  }

  private mutating func room(_ bytes: Int, limit: Int) -> (page: Int, place: Int) {
    for index in pages.indices {
      if let place = pages[index].place(bytes) { return (index, place) }
    }
    var page = Page(size: max(min(pageSize, limit), bytes))
    glGenBuffers(1, &page.buffer)
    glBindBuffer(glEnum(GL_TEXTURE_BUFFER), page.buffer)
    glBufferData(glEnum(GL_TEXTURE_BUFFER), page.size, nil, glEnum(GL_DYNAMIC_DRAW))
    glGenTextures(1, &page.texture)
    glActiveTexture(glEnum(GL_TEXTURE0 + Program.textureUnit))
    glBindTexture(glEnum(GL_TEXTURE_BUFFER), page.texture)
    glTexBuffer(glEnum(GL_TEXTURE_BUFFER), glEnum(GL_R8), page.buffer)
    page.used = bytes
    pages.append(page)
    return (pages.count - 1, 0)
  }

  private static func delete(_ page: Page) {
    var page = page
    glDeleteTextures(1, &page.texture)
    glDeleteBuffers(1, &page.buffer)
  }
}

extension FramePlan.Mask {
  /// All of it.
  fileprivate var whole: MaskTiles.Strip { MaskTiles.Strip(x: 0..<width, y: 0..<height) }
}

extension CoverageInstance {
  /// The corners of its polygon, an upright rectangle.
  var corners: (low: SIMD2<Float>, high: SIMD2<Float>) {
    (
      pointwiseMin(quad01.lowHalf, quad23.lowHalf), pointwiseMax(quad01.lowHalf, quad23.lowHalf)
    )
  }

  /// Whether all of the mask that lies in a target is drawn.
  fileprivate func shows(_ mask: FramePlan.Mask, in target: FramePlan.Target) -> Bool {
    let (low, high) = corners
    let end = source.lowHalf + SIMD2(Float(mask.width), Float(mask.height))
    let size = SIMD2(Float(target.width), Float(target.height))
    return all(low .<= pointwiseMax(source.lowHalf, .zero))
      && all(high .>= pointwiseMin(end, size))
  }
}

extension MaskPool.Entry {
  /// Adds an instance for each strip that the instance lets be seen.
  fileprivate func append(
    _ strips: [MaskTiles.Strip], _ instance: CoverageInstance,
    to list: inout [CoverageInstance]
  ) {
    let (low, high) = instance.corners
    let origin = instance.source.lowHalf
    var part = instance
    part.source = SIMD4(origin.x, origin.y, Float(first), Float(stride))
    for strip in strips {
      let a = SIMD2(Float(strip.x.lowerBound), Float(strip.y.lowerBound)) + origin
      let b = SIMD2(Float(strip.x.upperBound), Float(strip.y.upperBound)) + origin
      let (low, high) = (pointwiseMax(a, low), pointwiseMin(b, high))
      guard low.x < high.x, low.y < high.y else { continue }
      part.quad01 = SIMD4(low.x, low.y, high.x, low.y)
      part.quad23 = SIMD4(high.x, high.y, low.x, high.y)
      list.append(part)
    }
  }

  /// Adds an instance for each square.
  fileprivate func append(
    _ squares: [MaskTiles.Square], _ instance: CoverageInstance,
    to list: inout [CoverageSquare]
  ) {
    let origin = instance.source.lowHalf
    for square in squares {
      let (x, y, size) = (Int(square.x), Int(square.y), Int(square.size))
      let half = Float(size) / 2
      list.append(
        CoverageSquare(
          place: SIMD4(
            origin.x + Float(x) + half, origin.y + Float(y) + half,
            Float(first + y * stride + x), Float(stride << 6 + size)),
          color: instance.color))
    }
  }
}
