import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Cuts groups of round boxes into squares of the frame's grid.
///
/// Rasterizers that work on blocks of 4 x 4 pixels draw squares on that grid in the fewest.
///
/// In a square each box covers all pixels, none, or it may cover some in part. What lies under the last
/// opaque one that covers all does not show, and what is left of those that cover all, up to the first that
/// does not, is one colour.
struct SquareCutter {
  /// A group may have so many, and a square may show so many of them.
  static let mostBoxes = 16
  private static let mostShown = 7
  /// Pixels a side of the largest squares.
  static let largest = 32
  private static let block = 64
  private static let least = 8
  private static let mostMixed = 16
  /// Squares in which too many boxes show are cut down to this.
  private static let leastDeep = 2

  /// What a square and each of its pixels cost with the programs of `SquareSchedule`, in nanoseconds, as
  /// measured with llvmpipe.
  private static let squareCosts: [Float] = [120, 200, 300, 450]
  private static let pixelCosts: [Float] = [2.1, 4, 7.5, 14]

  /// What is asked of a box.
  private struct Side {
    /// Of a pixel: `x * center.x + y * center.y + z` is its place along the box's first side, from its
    /// middle; w: how far half a pixel of a square's side may reach there.
    var along: SIMD4<Float>
    /// Likewise along the second.
    var across: SIMD4<Float>
    /// x, y: the corners' centres; z: their radius, with half a pixel.
    var reach: SIMD4<Float>
    /// What holds the box.
    var low: SIMD2<Float>
    var high: SIMD2<Float>
    /// Of a pixel that it covers: what a target of 8 bits holds.
    var color: SIMD4<Float>
  }

  /// Which boxes a square shows, by bits.
  private struct Content {
    /// Those that may cover some pixels in part.
    var part: UInt32
    /// Those that cover all.
    var full: UInt32
    /// Those of both that are composited for each pixel.
    var shown: UInt32
    /// Those of `full` that make up what lies under them.
    var under: UInt32

    init(part: UInt32, full: UInt32, opaque: UInt32) {
      let hiding = full & opaque
      // From the last one on that hides what lies under it.
      let visible: UInt32 =
        hiding == 0 ? .max : .max << UInt32(31 - hiding.leadingZeroBitCount)
      (self.part, self.full) = (part & visible, full & visible)
      let above: UInt32 =
        self.part == 0 ? 0 : .max << UInt32(self.part.trailingZeroBitCount)
      shown = (self.part | self.full) & above
      under = self.full & ~above
    }

    var isEmpty: Bool { part | full == 0 }

    /// About what drawing it as one square costs.
    func cost(_ size: Int) -> Float {
      if isEmpty { return 0 }
      let kind = SquareSchedule.kind(shown.nonzeroBitCount)
      return squareCosts[kind] + pixelCosts[kind] * Float(size * size)
    }
  }

  private var width = 0
  private var height = 0
  /// Of the frame, where it is drawn in part.
  private var windows: [PixelWindow]?
  // Of the group that is cut.
  private var sides: [Side] = []
  private var opaque: UInt32 = 0
  private var first = 0
  private var opacity: Float = 1
  /// Whether a square showed too many boxes.
  private var isTooDeep = false

  mutating func begin(_ plan: FramePlan) {
    (width, height) = (plan.targets[0].width, plan.targets[0].height)
    windows = plan.damage
  }

  /// Cuts a group, unless some square shows too many boxes.
  ///
  /// - Returns: Whether it was cut.
  mutating func cut(
    _ draw: FramePlan.Draw, _ leaf: LeafTargets.Leaf, _ plan: FramePlan, _ boxes: inout [GroupBox],
    _ schedule: inout SquareSchedule
  ) -> Bool {
    let window = leaf.window
    opacity = plan.composites[draw.instances.lowerBound].source.z
    first = boxes.count
    sides.removeAll(keepingCapacity: true)
    opaque = 0
    isTooDeep = false
    for draw in plan.draws[plan.passes[leaf.pass].draws] {
      for index in draw.instances {
        let isPiece =
          index > draw.instances.lowerBound && plan.boxes[index].goesOn(with: plan.boxes[index - 1])
        if !isPiece { add(plan.boxes[index], of: window, &boxes) }
      }
    }
    let mark = schedule.count
    let mask = ~(Self.block - 1)
    for y in stride(from: window.y & mask, to: window.y + window.height, by: Self.block) {
      for x in stride(from: window.x & mask, to: window.x + window.width, by: Self.block)
      where !isTooDeep && isWanted(x, y) {
        let near = near(x, y)
        if near != 0 { drawParts(x, y, Self.block, near, full: 0, &schedule) }
      }
    }
    if isTooDeep {
      boxes.removeLast(boxes.count - first)
      schedule.removeLast(schedule.count - mark)
      return false
    }
    schedule.extendBounds(to: window)
    return true
  }

  private mutating func add(
    _ box: BoxInstance, of window: PixelWindow, _ boxes: inout [GroupBox]
  ) {
    let shift = SIMD2(Float(window.x), Float(window.y))
    let (shape, radius) = (box.shape, box.shape.corners.x)
    var item = GroupBox(
      rowX: shape.rowX, rowY: shape.rowY,
      extent: SIMD4(shape.extent.x, shape.extent.y, radius, opacity), fill: box.fill * box.params.w)
    item.rowX.w += shift.x
    item.rowY.w += shift.y
    boxes.append(item)
    let scale = 1 / (item.rowX.x * item.rowX.x + item.rowX.y * item.rowX.y).squareRoot()
    let origin = SIMD2(item.rowX.w, item.rowY.w)
    let (x, y) = box.corners(around: 1)
    let (low, high) = (SIMD2(x.min(), y.min()), SIMD2(x.max(), y.max()))
    let side = Side(
      along: Self.row(item.rowX * scale, origin), across: Self.row(item.rowY * scale, origin),
      reach: SIMD4(
        (shape.extent.x - radius) * scale, (shape.extent.y - radius) * scale, radius * scale + 0.5,
        0),
      low: low + shift, high: high + shift,
      color: (item.fill * 255).rounded(.toNearestOrEven))
    if side.color.w == 255 { opaque |= 1 << UInt32(sides.count) }
    sides.append(side)
  }

  private static func row(_ row: SIMD4<Float>, _ origin: SIMD2<Float>) -> SIMD4<Float> {
    SIMD4(row.x, row.y, row.z - row.x * origin.x - row.y * origin.y, abs(row.x) + abs(row.y))
  }

  private func isWanted(_ x: Int, _ y: Int) -> Bool {
    guard let windows else { return true }
    return windows.contains {
      x < $0.x + $0.width && $0.x < x + Self.block && y < $0.y + $0.height && $0.y < y + Self.block
    }
  }

  private func near(_ x: Int, _ y: Int) -> UInt32 {
    let low = SIMD2(Float(x), Float(y))
    let high = low + Float(Self.block)
    var result: UInt32 = 0
    for (index, side) in sides.enumerated()
    where side.low.x < high.x && side.high.x > low.x && side.low.y < high.y && side.high.y > low.y {
      result |= 1 << UInt32(index)
    }
    return result
  }

  // MARK: Squares

  /// Which boxes cover the quarters of a square in part, and which cover all of them.
  ///
  /// - Parameters:
  ///   - near: The boxes that are asked for.
  ///   - full: Those that cover all of the square.
  private func quarters(
    _ x: Int, _ y: Int, _ size: Int, _ near: UInt32, full: UInt32
  ) -> (part: SIMD4<UInt32>, full: SIMD4<UInt32>) {
    let half = Float(size / 2)
    let centerX = Float(x) + 0.5 * half + SIMD4(0, half, 0, half)
    let centerY = Float(y) + 0.5 * half + SIMD4(0, 0, half, half)
    // From its centre to its outermost pixels'.
    let extent = 0.5 * (half - 1)
    let zero = SIMD4<Float>()
    var part = SIMD4<UInt32>()
    var full = SIMD4<UInt32>(repeating: full)
    var rest = near
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      let side = sides[index]
      let bit = SIMD4<UInt32>(repeating: 1 << UInt32(index))
      let placeX = side.along.x * centerX + side.along.y * centerY + side.along.z
      let placeY = side.across.x * centerX + side.across.y * centerY + side.across.z
      // Outwards from the centre of the corner's circle.
      let outX = placeX.replacing(with: -placeX, where: placeX .< 0) - side.reach.x
      let outY = placeY.replacing(with: -placeY, where: placeY .< 0) - side.reach.y
      let (spreadX, spreadY) = (extent * side.along.w, extent * side.across.w)
      let mostX = (outX + spreadX).replacing(with: zero, where: outX .< -spreadX)
      let mostY = (outY + spreadY).replacing(with: zero, where: outY .< -spreadY)
      let inner = side.reach.z - 1 - Self.tolerance
      let isFull = mostX * mostX + mostY * mostY .<= inner * inner
      let nearX = outX.replacing(with: zero, where: outX .< 0)
      let nearY = outY.replacing(with: zero, where: outY .< 0)
      let outer = side.reach.z + Self.tolerance
      let around = outer + extent * 1.41422
      let isOut =
        (outX .> outer + spreadX) .| (outY .> outer + spreadY)
        .| (nearX * nearX + nearY * nearY .> around * around)
      full.replace(with: full | bit, where: isFull)
      part.replace(with: part | bit, where: .!(isFull .| isOut))
    }
    return (part, full)
  }

  /// More than places of pixels may be wrong by.
  private static let tolerance: Float = 0.02

  /// Draws the quarters of a square.
  private mutating func drawParts(
    _ x: Int, _ y: Int, _ size: Int, _ near: UInt32, full: UInt32,
    _ schedule: inout SquareSchedule
  ) {
    let half = size / 2
    let (part, full) = quarters(x, y, size, near, full: full)
    for quarter in 0..<4 {
      draw(
        x + (quarter & 1) * half, y + (quarter >> 1) * half, half,
        Content(part: part[quarter], full: full[quarter], opaque: opaque), &schedule)
    }
  }

  /// Draws a square as one or as many.
  private mutating func draw(
    _ x: Int, _ y: Int, _ size: Int, _ content: Content, _ schedule: inout SquareSchedule
  ) {
    guard !content.isEmpty, x < width, y < height, !isTooDeep else { return }
    // Devices draw no points whose centres lie outside of the frame.
    let fits = 2 * x + size < 2 * width && 2 * y + size < 2 * height
    let count = content.shown.nonzeroBitCount
    if fits, count == 0 || (size <= Self.least && count <= Self.mostShown) {
      append(x, y, size, content, &schedule)
    } else if count > Self.mostShown && size <= Self.leastDeep {
      isTooDeep = true
    } else if size == 1 {
      append(x, y, size, content, &schedule)
    } else if !fits || size > Self.mostMixed || count > Self.mostShown {
      drawParts(x, y, size, content.part, full: content.full, &schedule)
    } else {
      drawBest(x, y, size, content, &schedule)
    }
  }

  /// Draws a square as one or as four, whichever costs less.
  private mutating func drawBest(
    _ x: Int, _ y: Int, _ size: Int, _ content: Content, _ schedule: inout SquareSchedule
  ) {
    let half = size / 2
    let (part, full) = quarters(x, y, size, content.part, full: content.full)
    let a = Content(part: part[0], full: full[0], opaque: opaque)
    let b = Content(part: part[1], full: full[1], opaque: opaque)
    let c = Content(part: part[2], full: full[2], opaque: opaque)
    let d = Content(part: part[3], full: full[3], opaque: opaque)
    guard a.cost(half) + b.cost(half) + c.cost(half) + d.cost(half) < content.cost(size) else {
      return append(x, y, size, content, &schedule)
    }
    draw(x, y, half, a, &schedule)
    draw(x + half, y, half, b, &schedule)
    draw(x, y + half, half, c, &schedule)
    draw(x + half, y + half, half, d, &schedule)
  }

  private func append(
    _ x: Int, _ y: Int, _ size: Int, _ content: Content, _ schedule: inout SquareSchedule
  ) {
    var base = SIMD4<Float>()
    var rest = content.under
    while rest != 0 {
      let color = sides[rest.trailingZeroBitCount].color
      rest &= rest - 1
      base = color + (base * (255 - color.w) * Self.per255).rounded(.toNearestOrEven)
    }
    let middle = Float(size) * 0.5
    var square = GroupSquare(
      place: SIMD4(Float(x) + middle, Float(y) + middle, 0, Float(size)), base: base)
    let shown = content.shown
    if shown == 0 {
      square.base = base * Float(1.0 / 255) * opacity
    } else {
      let shift = shown.trailingZeroBitCount
      square.place.z = Float(first + shift)
      square.place.w += Float((shown >> UInt32(shift)) << 6)
    }
    schedule.append(square, x, y, size, shown: shown.nonzeroBitCount)
  }

  /// As llvmpipe divides by 255 where it blends; see group.frag.
  private static let per255: Float = 0.0039215107
}
