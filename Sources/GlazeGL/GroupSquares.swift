import CGlazeShaders
import COpenGL
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Groups of boxes that are composited without a target of their own, in registers.
///
/// A group is cut into squares, in each of which few boxes show in part. A square is drawn as a point that
/// composites its boxes as a target of 8 bits would, to the last bit, and blends with the frame once.
/// llvmpipe takes half as long for that as for drawing a target and reading it.
///
/// A group qualifies when its target is a leaf and holds nothing but round boxes of one colour that nothing
/// cuts or clips. Groups that follow each other are drawn together.
struct GroupSquares {
  /// Squares that one program draws.
  struct Run {
    var variant: Variant
    var range: Range<Int>
    /// What they may touch.
    var bounds: SIMD4<Float>
  }

  /// The programs take 25 ms to make: they are made when so many pixels of groups were drawn that there
  /// will be more.
  static let leastPixels = 2_000_000
  /// Pixels a side of the largest frame whose places are precise enough for the cutter.
  private static let largest = 1 << 14

  /// For the device.
  private(set) var squares: [GroupSquare] = []
  private(set) var boxes: [GroupBox] = []

  private var runs: [Run] = []
  /// For each of the plan's draws, the runs that are drawn in its place; or empty when there are none.
  private var draws: [Range<Int>?] = []
  /// Whether a target is not drawn; or empty when all are.
  private var isFolded: [Bool] = []
  /// What qualified so far; counted until it is enough.
  private var pixels = 0
  private var hasPoints = false
  private var cutter = SquareCutter()
  private var schedule = SquareSchedule()

  /// How many groups are drawn.
  var count: Int { isFolded.reduce(0) { $0 + ($1 ? 1 : 0) } }

  /// Whether a target is not needed.
  func hasTarget(_ target: Int) -> Bool { isFolded.isEmpty ? false : isFolded[target] }

  /// What is drawn in place of a draw; nil for the draw itself.
  func runs(ofDraw draw: Int) -> ArraySlice<Run>? {
    draws.isEmpty ? nil : draws[draw].map { runs[$0] }
  }

  /// Draws squares from now on, if the driver draws points that are large enough.
  mutating func usePoints() {
    var sizes: [GLfloat] = [0, 0]
    glGetFloatv(glEnum(GL_POINT_SIZE_RANGE), &sizes)
    hasPoints = sizes[1] >= GLfloat(SquareCutter.largest)
  }

  /// Decides which of a plan's groups are drawn square by square, and cuts them.
  mutating func prepare(_ plan: FramePlan, _ leaves: LeafTargets) {
    if !draws.isEmpty {
      squares.removeAll(keepingCapacity: true)
      boxes.removeAll(keepingCapacity: true)
      (runs, draws, isFolded) = ([], [], [])
    }
    let frame = plan.targets[0]
    guard plan.cutsGroups, hasPoints, !leaves.isEmpty, frame.format == .unorm8,
      max(frame.width, frame.height) <= Self.largest
    else { return }
    findGroups(plan, leaves)
    guard !draws.isEmpty, !plan.sharesPrograms || pixels >= Self.leastPixels else {
      return draws = []
    }
    isFolded = Array(repeating: false, count: plan.targets.count)
    cutter.begin(plan)
    schedule.begin(width: frame.width, height: frame.height)
    for pass in plan.passes where pass.target == 0 { cutGroups(pass, plan, leaves) }
  }

  /// Marks the draws of groups that qualify.
  private mutating func findGroups(_ plan: FramePlan, _ leaves: LeafTargets) {
    for (index, draw) in plan.draws.enumerated() {
      guard case .composite(let target, mask: nil) = draw.kind, let leaf = leaves[target],
        plan.isGroupOfBoxes(draw, leaf)
      else { continue }
      if draws.isEmpty { draws = Array(repeating: nil, count: plan.draws.count) }
      draws[index] = 0..<0
      if pixels < Self.leastPixels { pixels += leaf.window.width * leaf.window.height }
    }
  }

  private mutating func cutGroups(
    _ pass: FramePlan.Pass, _ plan: FramePlan, _ leaves: LeafTargets
  ) {
    /// Where the groups begin that are drawn together.
    var first: Int?
    for index in pass.draws {
      if draws[index] != nil, case .composite(let target, _) = plan.draws[index].kind,
        let leaf = leaves[target], cutter.cut(plan.draws[index], leaf, plan, &boxes, &schedule)
      {
        isFolded[target] = true
        if first == nil { first = index }
        continue
      }
      draws[index] = nil
      if let group = first { draws[group] = finish() }
      first = nil
    }
    if let group = first { draws[group] = finish() }
  }

  private mutating func finish() -> Range<Int> {
    let start = runs.count
    schedule.take(into: &squares, &runs)
    return start..<runs.count
  }
}

extension FramePlan {
  /// Whether a draw lays a target of nothing but plain boxes over the frame, whole.
  fileprivate func isGroupOfBoxes(_ draw: Draw, _ leaf: LeafTargets.Leaf) -> Bool {
    guard draw.instances.count == 1, draw.clipCount == 0, leaf.window.x >= 0, leaf.window.y >= 0
    else { return false }
    let composite = composites[draw.instances.lowerBound]
    let (low, high) = (composite.quad01.lowHalf, composite.quad23.lowHalf)
    let source = composite.source
    guard composite.quad01 == SIMD4(low.x, low.y, high.x, low.y),
      composite.quad23 == SIMD4(high.x, high.y, low.x, high.y),
      source.lowHalf == source.lowHalf.rounded(.down), source.z >= 0, source.z <= 1
    else { return false }
    // What of the target shows. Beyond the frame it does not matter.
    let far = Float.greatestFiniteMagnitude
    let (first, last) = (low - source.lowHalf, high - source.lowHalf)
    let shown = SIMD4(
      low.x <= 0 ? -far : first.x, low.y <= 0 ? -far : first.y,
      high.x >= Float(targets[0].width) ? far : last.x,
      high.y >= Float(targets[0].height) ? far : last.y)
    var count = 0
    for draw in draws[passes[leaf.pass].draws] {
      guard case .box = draw.kind, draw.clipCount == 0 else { return false }
      count += draw.instances.count
      guard count <= SquareCutter.mostBoxes,
        boxes[draw.instances].allSatisfy({ $0.isPlain && $0.lies(in: shown) })
      else { return false }
    }
    return count > 0
  }
}

extension BoxInstance {
  /// Whether the box is a whole round one of one colour.
  fileprivate var isPlain: Bool {
    guard params.x == 0, shape.simpleShape() == .round,
      shape.rowX.w == shape.rowX.w.rounded(.down), shape.rowY.w == shape.rowY.w.rounded(.down)
    else { return false }
    let fill = fill * params.w
    return fill.min() >= 0 && fill.max() <= fill.w && fill.w <= 1 && isUncut
  }

  fileprivate func lies(in area: SIMD4<Float>) -> Bool {
    let low = pointwiseMin(
      pointwiseMin(quad01.lowHalf, quad01.highHalf), pointwiseMin(quad23.lowHalf, quad23.highHalf))
    let high = pointwiseMax(
      pointwiseMax(quad01.lowHalf, quad01.highHalf), pointwiseMax(quad23.lowHalf, quad23.highHalf))
    return low.x >= area.x && low.y >= area.y && high.x <= area.z && high.y <= area.w
  }

  /// Whether the polygon holds every pixel that the shape covers: all corners lie half a pixel outside.
  private var isUncut: Bool {
    let (rx, ry) = (shape.rowX, shape.rowY)
    let unit = (rx.x * rx.x + rx.y * rx.y).squareRoot()
    let x = SIMD4(quad01.x, quad01.z, quad23.x, quad23.z) - rx.w
    let y = SIMD4(quad01.y, quad01.w, quad23.y, quad23.w) - ry.w
    // Along the order of the corners, towards the outside.
    let outX = (rx.x * x + rx.y * y + rx.z) * SIMD4(-1, 1, 1, -1)
    let outY = (ry.x * x + ry.y * y + ry.z) * SIMD4(-1, -1, 1, 1)
    return outX.min() >= shape.extent.x + 0.5 * unit && outY.min() >= shape.extent.y + 0.5 * unit
  }
}
