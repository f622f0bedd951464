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

  /// Whether a target is not drawn, as squares stand for it.
  func folds(_ target: Int) -> Bool { isFolded.isEmpty ? false : isFolded[target] }

  /// What is drawn in place of a draw; nil for the draw itself.
  func runs(ofDraw draw: Int) -> ArraySlice<Run>? {
    draws.isEmpty ? nil : draws[draw].map { runs[$0] }
  }

  /// Draws squares from now on, if the driver draws points that are large enough.
  mutating func usePoints() {
    hasPoints = largestPoint() >= SquareCutter.largest
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
    var (count, others) = (0, 0)
    for (index, draw) in plan.draws.enumerated() {
      guard case .composite(let target, mask: nil) = draw.kind, let leaf = leaves[target] else {
        continue
      }
      guard plan.isGroupOfBoxes(draw, leaf) else {
        others += 1
        continue
      }
      if draws.isEmpty { draws = Array(repeating: nil, count: plan.draws.count) }
      draws[index] = 0..<0
      count += 1
      if pixels < Self.leastPixels { pixels += leaf.window.width * leaf.window.height }
    }
    // Going from one way of drawing to the other and back costs more than it saves.
    if count < others { draws = [] }
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
    let frame = SIMD4(
      -source.x, -source.y, Float(targets[0].width) - source.x, Float(targets[0].height) - source.y)
    var count = 0
    for draw in draws[passes[leaf.pass].draws] {
      guard case .box = draw.kind, draw.clipCount == 0 else { return false }
      var index = draw.instances.lowerBound
      while index < draw.instances.upperBound {
        guard let next = endOfPlainBox(index, draw.instances, shown: shown, frame: frame) else {
          return false
        }
        index = next
        count += 1
      }
    }
    return (1...SquareCutter.mostBoxes).contains(count)
  }

  /// The first instance after a box, of which the frame's edges may have made several.
  ///
  /// - Returns: nil when it is no plain box or something else cuts it.
  private func endOfPlainBox(
    _ index: Int, _ range: Range<Int>, shown: SIMD4<Float>, frame: SIMD4<Float>
  ) -> Int? {
    let box = boxes[index]
    guard box.isPlain, box.lies(in: shown) else { return nil }
    if box.isUncut { return index + 1 }
    var end = index + 1
    var area = box.polygonArea
    while end < range.upperBound, boxes[end].goesOn(with: box) {
      guard boxes[end].lies(in: shown) else { return nil }
      area += boxes[end].polygonArea
      end += 1
    }
    let (least, most) = (box.area(around: 0.5, in: frame), box.area(around: 0.52, in: frame))
    return area >= least - 0.1 && area <= most + 0.1 ? end : nil
  }
}
