import CGlazeShaders
import COpenGL
import GlazePlan
import GlazeTree

/// What paths cover, kept in the colours that they are drawn with.
///
/// llvmpipe has a second way to draw, by whole rows where the other goes by blocks of 4 x 4 pixels: for
/// upright rectangles that show texels as they are, in framebuffers with blue first. It takes a fifth of the
/// time. A tile of the frame is drawn so when nothing else is in it; so a frame is drawn with stamps alone,
/// or without.
///
/// A frame qualifies when it holds nothing but paths of one colour that nothing clips, most of them as in
/// the frame before, and rectangles of whole pixels. Stamps have the bytes that the shader would have
/// written, and are blended like these.
struct StampPool {
  /// A mask in a colour.
  fileprivate struct Key: Hashable {
    /// The mask's identity; nil for all of a square.
    var mask: UInt64?
    var color: SIMD4<Float>
  }

  /// A stamp that a frame needs.
  private struct Wanted {
    var key: Key
    /// Of the plan's masks.
    var mask: Int?
  }

  /// A rectangle of a mask, and where it lies on a page.
  private struct Part {
    var x, y, width, height: Int32
    var page: Int32
    var u, v: Int32
  }

  /// A texture that is filled with squares, row by row.
  private struct Page {
    var texture: GLuint
    var rows: Int
    /// Squares that are in use, from the first on.
    var used = 0
    /// How many parts lie on it.
    var parts = 0

    var bytes: Int { rows * StampPool.squaresOfRow * StampPool.bytesOfSquare }
    var room: Int { rows * StampPool.squaresOfRow - used }
  }

  /// Stamps that are still to be made.
  struct Missing {
    fileprivate var stamps: [(key: Key, mask: Int?, strips: [MaskTiles.Strip])] = []
    fileprivate var squares = 0
  }

  /// Rectangles that lie on one page.
  struct Run {
    /// Of their corners.
    var range: Range<Int>
    var texture: GLuint
  }

  /// Pixels a side of the squares that are left out when they hold nothing.
  ///
  /// Smaller ones leave out more and become more rectangles, each of which costs as much as 300 pixels.
  private static let side = 8
  private static let bytesOfSquare = side * side * 4
  private static let squaresOfRow = 256
  /// Of a page: memory that is freed somewhere else has room for pages that are no larger.
  private static let rows = 16...64
  /// Bytes of pages that may hold nothing, beyond half of them.
  private static let mostKeptInVain = 4 << 20
  /// More rectangles than these are drawn faster as points.
  private static let mostRectangles = 1024
  /// Drivers look for rectangles in what they take at once: llvmpipe in 1,020 corners, or 1,024 before.
  static let cornersOfCall = 160 * 6
  /// After so many pixels of frames that qualify there will be more, and the program and stamps pay.
  static let leastPixels = 2_000_000

  /// For the device: six corners a rectangle.
  private(set) var corners: [StampCorner] = []
  /// Bytes that were sent to the driver.
  private(set) var uploadedBytes = 0
  /// Which of the stamps stay.
  private var ledger = CacheLedger<Key>(budget: MemoryBudget.standard.maskTextures)

  /// Whether the driver has that way to draw: llvmpipe has it for processors with SSE.
  private let isFaster: Bool
  private var stamps: [Key: [Part]] = [:]
  private var pages: [Page?] = []
  /// The page that is being filled.
  private var current = 0
  /// What the last frame drew, if it qualified.
  private var last: Set<Key> = []
  /// What qualified so far; counted until it is enough.
  private var pixels = 0
  /// How many frames do without, since stamps would take more than may be kept.
  private var pause = 0
  private var runs: [Run] = []
  /// For each of the plan's draws.
  private var draws: [Range<Int>] = []

  /// Bytes that may be kept.
  var budget: Int {
    get { ledger.budget }
    set {
      ledger.budget = newValue
      pause = 0
    }
  }
  /// Bytes of all pages.
  var bytes: Int { pages.reduce(0) { $0 + ($1?.bytes ?? 0) } }
  var count: Int { ledger.count }
  var evictions: Int { ledger.evictions }

  init() {
    #if arch(x86_64)
      isFaster = Readback.rasteriser.contains("llvmpipe")
    #else
      isFaster = false
    #endif
  }

  /// How many rectangles are drawn.
  var rectangleCount: Int { corners.count / 6 }

  /// What is drawn in place of a draw.
  func runs(ofDraw draw: Int) -> ArraySlice<Run> { runs[draws[draw]] }

  mutating func removeAll() {
    for page in pages { if let page { Self.delete(page) } }
    (pages, stamps, last) = ([], [:], [])
    ledger.removeAll()
  }

  // MARK: Frames

  /// What a frame lacks to be drawn with stamps; nil when it is drawn without.
  ///
  /// - Parameter isPossible: Whether blue comes first in the frame, or can.
  mutating func missing(in plan: FramePlan, isPossible: Bool) -> Missing? {
    uploadedBytes = 0
    corners.removeAll(keepingCapacity: true)
    (runs, draws) = ([], [])
    pause = max(0, pause - 1)
    ledger.beginFrame(isPart: plan.damage != nil)
    let wanted = isFaster && isPossible ? wanted(by: plan) : nil
    defer { last = Set((wanted ?? []).lazy.map(\.key)) }
    if let wanted, pays(wanted, plan), let result = missing(of: wanted, plan) { return result }
    makeRoom(for: 0)
    return nil
  }

  /// Whether so much of a frame is what earlier ones drew that it is worth to make the rest.
  private mutating func pays(_ wanted: [Wanted], _ plan: FramePlan) -> Bool {
    var (area, newArea) = (0, 0)
    for stamp in wanted {
      guard let mask = stamp.mask else { continue }
      let pixels = plan.masks[mask].width * plan.masks[mask].height
      area += pixels
      if stamps[stamp.key] == nil, !last.contains(stamp.key) { newArea += pixels }
    }
    guard 4 * newArea <= area else { return false }
    if pixels < Self.leastPixels { pixels += area }
    return (!plan.sharesPrograms || pixels >= Self.leastPixels) && pause == 0
  }

  /// Makes what a frame lacks, and says how it is drawn.
  mutating func prepare(_ plan: FramePlan, _ missing: Missing) {
    make(missing, plan)
    for pass in plan.passes { append(pass, plan) }
  }

  /// What a frame that qualifies wants, in the order that it is drawn in; nil when it does not qualify.
  private func wanted(by plan: FramePlan) -> [Wanted]? {
    guard plan.isSpecialized, plan.keepsStamps, !plan.masks.isEmpty,
      plan.rectangles.count <= Self.mostRectangles,
      plan.targets[0].format == .unorm8, plan.passes.allSatisfy({ $0.target == 0 })
    else { return nil }
    var result: [Wanted] = []
    var known: Set<Key> = []
    for pass in plan.passes {
      for index in pass.draws {
        let draw = plan.draws[index]
        guard draw.clipCount == 0, draw.blendMode == .sourceOver else { return nil }
        for instance in draw.instances {
          guard let stamp = stamp(draw.kind, instance, plan) else { return nil }
          if known.insert(stamp.key).inserted { result.append(stamp) }
        }
      }
    }
    return result
  }

  /// What stands for an instance; nil when nothing does.
  private func stamp(_ kind: FramePlan.Kind, _ instance: Int, _ plan: FramePlan) -> Wanted? {
    switch kind {
    case .coverage(let mask):
      let key = Key(mask: plan.masks[mask].identity, color: plan.coverages[instance].color)
      return Wanted(key: key, mask: mask)
    case .rectangle:
      let edges = plan.edges(ofRectangle: instance)
      guard edges == edges.rounded(.down) else { return nil }
      return Wanted(key: Key(color: plan.rectangles[instance].color))
    default: return nil
    }
  }

  // MARK: Draws

  private mutating func append(_ pass: FramePlan.Pass, _ plan: FramePlan) {
    if draws.isEmpty { draws = Array(repeating: 0..<0, count: plan.draws.count) }
    let target = plan.targets[0]
    let size = SIMD2(Float(target.width), Float(target.height))
    for index in pass.draws {
      let draw = plan.draws[index]
      let first = runs.count
      for instance in draw.instances {
        guard let key = stamp(draw.kind, instance, plan)?.key, let parts = stamps[key] else {
          continue
        }
        if key.mask == nil, let part = parts.first {
          append(part, filling: plan.edges(ofRectangle: instance), startsRun: runs.count == first)
          continue
        }
        let coverage = plan.coverages[instance]
        let (low, high) = coverage.corners
        for part in parts {
          append(
            part, at: coverage.source.lowHalf, inside: pointwiseMax(low, .zero),
            pointwiseMin(high, size), startsRun: runs.count == first)
        }
      }
      draws[index] = first..<runs.count
    }
  }

  private mutating func append(
    _ part: Part, at origin: SIMD2<Float>, inside low: SIMD2<Float>, _ high: SIMD2<Float>,
    startsRun: Bool
  ) {
    let first = origin + SIMD2(Float(part.x), Float(part.y))
    let a = pointwiseMax(first, low)
    let b = pointwiseMin(first + SIMD2(Float(part.width), Float(part.height)), high)
    let toTexel = SIMD2(Float(part.u), Float(part.v)) - first
    append(part.page, a, b, texels: a + toTexel, b + toTexel, startsRun: startsRun)
  }

  private mutating func append(_ part: Part, filling edges: SIMD4<Float>, startsRun: Bool) {
    let texel = SIMD2(Float(part.u), Float(part.v)) + Float(Self.side) / 2
    append(part.page, edges.lowHalf, edges.highHalf, texels: texel, texel, startsRun: startsRun)
  }

  /// Adds the corners of two triangles, of which drivers make a rectangle.
  private mutating func append(
    _ page: Int32, _ a: SIMD2<Float>, _ b: SIMD2<Float>, texels s: SIMD2<Float>,
    _ t: SIMD2<Float>, startsRun: Bool
  ) {
    guard a.x < b.x, a.y < b.y, let page = pages[Int(page)] else { return }
    let perTexel = 1 / SIMD2(Float(Self.squaresOfRow * Self.side), Float(page.rows * Self.side))
    let (s, t) = (s * perTexel, t * perTexel)
    let start = corners.count
    let topLeft = StampCorner(place: SIMD4(a.x, a.y, s.x, s.y))
    let bottomRight = StampCorner(place: SIMD4(b.x, b.y, t.x, t.y))
    corners.append(topLeft)
    corners.append(StampCorner(place: SIMD4(b.x, a.y, t.x, s.y)))
    corners.append(bottomRight)
    corners.append(topLeft)
    corners.append(bottomRight)
    corners.append(StampCorner(place: SIMD4(a.x, b.y, s.x, t.y)))
    if !startsRun, let last = runs.indices.last, runs[last].texture == page.texture {
      runs[last].range = runs[last].range.lowerBound..<corners.count
    } else {
      runs.append(Run(range: start..<corners.count, texture: page.texture))
    }
  }

  // MARK: Stamps

  /// - Returns: nil when all that the frame wants is more than may be kept.
  private mutating func missing(of wanted: [Wanted], _ plan: FramePlan) -> Missing? {
    // Little of the pages is in use: they begin anew.
    if bytes > 2 * ledger.bytes + Self.mostKeptInVain { removeAll() }
    var result = Missing()
    for stamp in wanted where !ledger.use(stamp.key) {
      let square = MaskTiles.Strip(x: 0..<Self.side, y: 0..<Self.side)
      let strips = stamp.mask.map { MaskTiles(plan.masks[$0]).strips(side: Self.side) }
      result.squares += (strips ?? [square]).reduce(0) { $0 + Self.squares($1.x.count) }
      result.stamps.append((stamp.key, stamp.mask, strips ?? [square]))
    }
    if result.stamps.isEmpty { return result }
    let kept = wanted.reduce(0) { $0 + Self.bytes(of: stamps[$1.key] ?? []) }
    if kept + result.squares * Self.bytesOfSquare <= budget { return result }
    removeAll()
    pause = CacheLedger<Key>.patience
    return nil
  }

  private mutating func make(_ missing: Missing, _ plan: FramePlan) {
    var squares = missing.squares
    makeRoom(for: squares * Self.bytesOfSquare)
    for (key, mask, strips) in missing.stamps {
      let parts = strips.flatMap { place($0, &squares) }
      upload(parts, of: mask.map { plan.masks[$0] }, key.color)
      stamps[key] = parts
      ledger.add(key, bytes: Self.bytes(of: parts))
    }
  }

  private static func squares(_ pixels: Int) -> Int { (pixels + side - 1) / side }

  private static func bytes(of parts: [Part]) -> Int {
    parts.reduce(0) { $0 + squares(Int($1.width)) } * bytesOfSquare
  }

  private mutating func makeRoom(for bytes: Int) {
    for key in ledger.evict(before: bytes) {
      for part in stamps.removeValue(forKey: key) ?? [] { pages[Int(part.page)]?.parts -= 1 }
    }
    for (index, page) in pages.enumerated() {
      guard let page, page.parts == 0 else { continue }
      Self.delete(page)
      pages[index] = nil
    }
  }

  /// Finds places for a strip.
  ///
  /// - Parameter squares: How many are still to be placed, this strip's included.
  private mutating func place(_ strip: MaskTiles.Strip, _ squares: inout Int) -> [Part] {
    var result: [Part] = []
    var x = strip.x.lowerBound
    while x < strip.x.upperBound {
      if current >= pages.count || (pages[current]?.room ?? 0) == 0 { addPage(for: squares) }
      guard let page = pages[current] else { break }
      let column = page.used % Self.squaresOfRow
      let width = min(strip.x.upperBound - x, (Self.squaresOfRow - column) * Self.side)
      result.append(
        Part(
          x: Int32(x), y: Int32(strip.y.lowerBound), width: Int32(width),
          height: Int32(strip.y.count), page: Int32(current), u: Int32(column * Self.side),
          v: Int32(page.used / Self.squaresOfRow * Self.side)))
      pages[current]?.used += Self.squares(width)
      pages[current]?.parts += 1
      squares -= Self.squares(width)
      x += width
    }
    return result
  }

  private mutating func addPage(for squares: Int) {
    let rows = (squares + Self.squaresOfRow - 1) / Self.squaresOfRow
    var page = Page(
      texture: 0, rows: min(max(rows, Self.rows.lowerBound), Self.rows.upperBound))
    glGenTextures(1, &page.texture)
    glActiveTexture(glEnum(GL_TEXTURE0 + Program.textureUnit))
    let target = glEnum(GL_TEXTURE_2D)
    glBindTexture(target, page.texture)
    glTexParameteri(target, glEnum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    TargetPool.makeBlueFirst(
      width: Self.squaresOfRow * Self.side, height: page.rows * Self.side)
    current = pages.firstIndex { $0 == nil } ?? pages.count
    if current == pages.count { pages.append(page) } else { pages[current] = page }
  }

  private static func delete(_ page: Page) {
    var texture = page.texture
    glDeleteTextures(1, &texture)
  }

  // MARK: Pixels

  /// - Parameter mask: nil is all there.
  private mutating func upload(
    _ parts: [Part], of mask: FramePlan.Mask?, _ color: SIMD4<Float>
  ) {
    let pixels = (0...255).map { Self.pixel(color, coverage: $0) }
    var texels: [UInt32] = []
    glActiveTexture(glEnum(GL_TEXTURE0 + Program.textureUnit))
    for part in parts {
      texels.removeAll(keepingCapacity: true)
      for y in Int(part.y)..<Int(part.y + part.height) {
        guard let mask else {
          texels += repeatElement(pixels[255], count: Int(part.width))
          continue
        }
        let first = y * mask.width + Int(part.x)
        for byte in mask.bytes[first..<first + Int(part.width)] {
          texels.append(pixels[Int(byte)])
        }
      }
      glBindTexture(glEnum(GL_TEXTURE_2D), pages[Int(part.page)]?.texture ?? 0)
      glTexSubImage2D(
        glEnum(GL_TEXTURE_2D), 0, part.u, part.v, part.width, part.height, glEnum(GL_BGRA),
        glEnum(GL_UNSIGNED_INT_8_8_8_8_REV), texels)
      uploadedBytes += texels.count * 4
    }
  }

  /// What the shader of coverage makes of a texel in a target of 8 bits, blue in the lowest byte.
  private static func pixel(_ color: SIMD4<Float>, coverage: Int) -> UInt32 {
    let faded = color * (Float(coverage) * (1 / 255))
    let levels = (faded.clamped(lowerBound: .zero, upperBound: .one) * 255)
      .rounded(.toNearestOrEven)
    let bytes = SIMD4<UInt32>(levels)
    return bytes.w << 24 | bytes.x << 16 | bytes.y << 8 | bytes.z
  }
}

extension FramePlan {
  /// What of a rectangle lies in the frame: minimum and maximum x and y.
  fileprivate func edges(ofRectangle index: Int) -> SIMD4<Float> {
    let size = SIMD2(Float(targets[0].width), Float(targets[0].height))
    return rectangles[index].edges.clamped(
      lowerBound: .zero, upperBound: SIMD4(lowHalf: size, highHalf: size))
  }
}
