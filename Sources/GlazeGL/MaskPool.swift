import CGlazeShaders
import COpenGL
import GlazePlan

/// Masks of paths in shared textures, kept from frame to frame, so that many paths are one draw.
struct MaskPool {
  /// The longest and the shortest side of a page, in texels; the longest is no power of two, which would
  /// have all rows meet in the same lines of caches.
  private static let sides = 256...1984
  /// A side of the tiles that are looked at for whether they hold anything, in texels.
  private static let tile = 32

  /// A texture that is filled in rows from the top.
  private struct Page {
    var texture: GLuint
    var width: Int
    var height: Int
    var x = 0
    var y = 0
    var rowHeight = 0

    /// Finds room; nil when there is none.
    mutating func place(_ width: Int, _ height: Int) -> SIMD2<Int>? {
      if x + width > self.width { (x, y, rowHeight) = (0, y + rowHeight, 0) }
      guard x + width <= self.width, y + height <= self.height else { return nil }
      defer {
        x += width
        rowHeight = max(rowHeight, height)
      }
      return SIMD2(x, y)
    }
  }

  /// A rectangle of a mask, in its texels.
  fileprivate struct Part {
    var minX, minY, maxX, maxY: Float
  }

  fileprivate struct Entry {
    var page: Int
    var place: SIMD2<Int>
    var area: Int
    /// The parts that hold something.
    var parts: [Part]
  }

  /// The instances of a plan's draws of masks, as they read from pages.
  struct Coverages {
    var instances: [CoverageInstance] = []
    /// For each of the plan's draws, or empty when there are no masks.
    var draws: [(range: Range<Int>, texture: GLuint)] = []
  }

  private var pages: [Page] = []
  private var entries: [UInt64: Entry] = [:]
  /// Which of the entries stay.
  private(set) var ledger = CacheLedger<UInt64>(budget: MemoryBudget.standard.maskTextures)
  /// Bytes that were sent to the driver.
  var uploadedBytes = 0

  /// Bytes that may be kept.
  var budget: Int {
    get { ledger.budget }
    set { ledger.budget = newValue }
  }

  /// A side of a page that is not too large for what may be kept.
  private var side: Int {
    let side = Int(Double(budget).squareRoot())
    return min(max(side, Self.sides.lowerBound), Self.sides.upperBound)
  }

  /// Bytes of all pages.
  var bytes: Int { pages.reduce(0) { $0 + $1.width * $1.height } }

  /// Puts a plan's masks into textures, after those that are to go made room for them.
  ///
  /// - Throws: `GLError.tooLarge` for a mask that the driver has no texture for.
  mutating func prepare(_ plan: FramePlan, limit: Int) throws -> Coverages {
    ledger.beginFrame(isPart: plan.damage != nil)
    var (used, new) = (0, 0)
    for mask in plan.masks {
      let area = mask.width * mask.height
      used += area
      if !ledger.use(mask.identity) { new += area }
    }
    forgetOld(used: used, new: new)
    for mask in plan.masks where entries[mask.identity] == nil {
      try add(mask, looksForParts: plan.isSpecialized, limit: limit)
    }
    guard !plan.masks.isEmpty else { return Coverages() }
    var result = Coverages()
    for draw in plan.draws {
      let start = result.instances.count
      var texture: GLuint = 0
      if case .coverage(let mask) = draw.kind, let entry = entries[plan.masks[mask].identity] {
        texture = pages[entry.page].texture
        for index in draw.instances { entry.append(plan.coverages[index], to: &result.instances) }
      }
      result.draws.append((start..<result.instances.count, texture))
    }
    return result
  }

  mutating func removeAll() {
    for page in pages { Self.delete(page) }
    pages = []
    entries = [:]
    ledger.removeAll()
  }

  private mutating func forgetOld(used: Int, new: Int) {
    for identity in ledger.evict(before: new) { entries[identity] = nil }
    var live = Set(entries.values.map(\.page))
    // Holes are not filled: when little of the pages is in use, or they are more than may be kept and
    // than this frame needs, they begin anew.
    let page = side * side
    if bytes > 4 * ledger.bytes + 2 * page || bytes > max(budget, 2 * used + page) {
      removeAll()
      live = []
    }
    for index in pages.indices where !live.contains(index) {
      (pages[index].x, pages[index].y, pages[index].rowHeight) = (0, 0, 0)
    }
  }

  private mutating func add(
    _ mask: FramePlan.Mask, looksForParts: Bool, limit: Int
  ) throws {
    let larger = max(mask.width, mask.height)
    guard larger <= limit else {
      throw GLError.tooLarge(
        what: "a path of \(mask.width) x \(mask.height) pixels", size: larger, limit: limit)
    }
    let (page, place) = room(mask.width, mask.height, limit: limit)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), pages[page].texture)
    glPixelStorei(glEnum(GL_UNPACK_ALIGNMENT), 1)
    mask.bytes.withUnsafeBytes {
      glTexSubImage2D(
        glEnum(GL_TEXTURE_2D), 0, GLint(place.x), GLint(place.y), GLsizei(mask.width),
        GLsizei(mask.height), glEnum(GL_RED), glEnum(GL_UNSIGNED_BYTE), $0.baseAddress)
    }
    glPixelStorei(glEnum(GL_UNPACK_ALIGNMENT), 4)
    uploadedBytes += mask.bytes.count
    let whole = Part(minX: 0, minY: 0, maxX: Float(mask.width), maxY: Float(mask.height))
    entries[mask.identity] = Entry(
      page: page, place: place, area: mask.width * mask.height,
      parts: looksForParts ? Self.parts(of: mask) : [whole])
    ledger.add(mask.identity, bytes: mask.width * mask.height)
  }

  private mutating func room(
    _ width: Int, _ height: Int, limit: Int
  ) -> (page: Int, place: SIMD2<Int>) {
    for index in pages.indices {
      if let place = pages[index].place(width, height) { return (index, place) }
    }
    let side = min(side, limit)
    var page = Page(texture: 0, width: max(side, width), height: max(side, height))
    glGenTextures(1, &page.texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), page.texture)
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), 1, glEnum(GL_R8), GLsizei(page.width), GLsizei(page.height))
    // The page is at least as large.
    let place = page.place(width, height) ?? .zero
    pages.append(page)
    return (pages.count - 1, place)
  }

  private static func delete(_ page: Page) {
    var texture = page.texture
    glDeleteTextures(1, &texture)
  }

  /// The tiles that are not empty, neighbours in a row as one.
  private static func parts(of mask: FramePlan.Mask) -> [Part] {
    let columns = (mask.width + tile - 1) / tile
    var result: [Part] = []
    var isUsed = [Bool](repeating: false, count: columns)
    mask.bytes.withUnsafeBytes { bytes in
      for top in stride(from: 0, to: mask.height, by: tile) {
        let bottom = min(top + tile, mask.height)
        for column in 0..<columns {
          let range = (column * tile)..<min((column + 1) * tile, mask.width)
          isUsed[column] = (top..<bottom).contains { y in
            let row = y * mask.width
            var sum: UInt8 = 0
            for x in range { sum |= bytes[row + x] }
            return sum != 0
          }
        }
        append(rowOf: isUsed, top, bottom, mask.width, to: &result)
      }
    }
    return result
  }

  private static func append(
    rowOf isUsed: [Bool], _ top: Int, _ bottom: Int, _ width: Int, to parts: inout [Part]
  ) {
    var column = 0
    while column < isUsed.count {
      guard isUsed[column] else {
        column += 1
        continue
      }
      let first = column
      while column < isUsed.count, isUsed[column] { column += 1 }
      parts.append(
        Part(
          minX: Float(first * tile), minY: Float(top), maxX: Float(min(column * tile, width)),
          maxY: Float(bottom)))
    }
  }
}

extension MaskPool.Entry {
  /// Adds an instance for each part that its polygon, an upright rectangle, lets be seen.
  fileprivate func append(_ instance: CoverageInstance, to list: inout [CoverageInstance]) {
    let first = instance.quad01.lowHalf
    let third = instance.quad23.lowHalf
    let (low, high) = (pointwiseMin(first, third), pointwiseMax(first, third))
    var part = instance
    part.source -= SIMD4(Float(place.x), Float(place.y), 0, 0)
    for rect in parts {
      let a = pointwiseMax(SIMD2(rect.minX, rect.minY) + instance.source.lowHalf, low)
      let b = pointwiseMin(SIMD2(rect.maxX, rect.maxY) + instance.source.lowHalf, high)
      guard a.x < b.x, a.y < b.y else { continue }
      part.quad01 = SIMD4(a.x, a.y, b.x, a.y)
      part.quad23 = SIMD4(b.x, b.y, a.x, b.y)
      list.append(part)
    }
  }
}
