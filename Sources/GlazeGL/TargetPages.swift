import CGlazeShaders
import GlazePlan
import GlazeTree

/// Small targets that share one framebuffer: a change of framebuffer costs more than drawing most of
/// them.
///
/// A target qualifies when one pass draws it and only composites without masks in the frame itself
/// read it, pixel on pixel and nothing beyond its edges.
struct TargetPages {
  /// The width of the page, no power of two, which would have all rows meet in the same lines of caches;
  /// its largest height; and the most pixels of a target.
  private static let width = 2000
  private static let limit = 4096
  private static let largest = 512 * 512

  /// Where each target's first pixel lies in the page; nil for those with a framebuffer of their own.
  private(set) var places: [SIMD2<Int32>?] = []
  /// The page as a target, under which the pool keeps it.
  private(set) var page: FramePlan.Target
  /// The plan's composites, as they read from the page.
  private(set) var composites: [CompositeInstance]

  /// - Parameter sizeLimit: The largest side of a framebuffer.
  init(_ plan: FramePlan, sizeLimit: Int) {
    composites = plan.composites
    page = plan.targets[0]
    guard plan.isSpecialized, plan.targets.count > 2, sizeLimit >= Self.limit else { return }
    let qualified = Self.qualified(plan)
    guard qualified.count(where: { $0 }) > 1 else { return }
    places = Array(repeating: nil, count: plan.targets.count)
    place(plan, qualified)
    for draw in plan.draws {
      guard case .composite(let target, _) = draw.kind, let place = places[target] else { continue }
      for index in draw.instances { composites[index].source -= Self.shift(place) }
    }
  }

  /// Where a target lies in the page; nil when it does not.
  func place(of target: Int) -> SIMD2<Int32>? { places.isEmpty ? nil : places[target] }

  private static func shift(_ place: SIMD2<Int32>) -> SIMD4<Float> {
    SIMD4(Float(place.x), Float(place.y), 0, 0)
  }

  private static func qualified(_ plan: FramePlan) -> [Bool] {
    var result = plan.targets.map { target in
      target.key == nil && target.format == .unorm8 && target.width <= width
        && target.width * target.height <= largest
    }
    result[0] = false
    var passCounts = Array(repeating: 0, count: plan.targets.count)
    for pass in plan.passes {
      passCounts[pass.target] += 1
      for draw in plan.draws[pass.draws] {
        if draw.blendMode != .sourceOver { result[pass.target] = false }
        let isSimple =
          pass.target == 0
          && draw.instances.allSatisfy {
            plan.variant(of: $0, draw, into: 0).contains(.simple)
          }
        // With masks a page gained nothing.
        if case .composite(_, mask: nil) = draw.kind, isSimple { continue }
        for target in draw.kind.sources { result[target] = false }
      }
    }
    for (target, count) in passCounts.enumerated() where count != 1 { result[target] = false }
    return result
  }

  /// Puts targets side by side, in rows.
  private mutating func place(_ plan: FramePlan, _ qualified: [Bool]) {
    var (x, y, rowHeight) = (0, 0, 0)
    for (index, target) in plan.targets.enumerated() where qualified[index] {
      if x + target.width > Self.width { (x, y, rowHeight) = (0, y + rowHeight, 0) }
      guard y + target.height <= Self.limit else { continue }
      places[index] = SIMD2(Int32(x), Int32(y))
      x += target.width
      rowHeight = max(rowHeight, target.height)
    }
    // In steps, so that a framebuffer fits many frames.
    page.height = (y + rowHeight + 255) / 256 * 256
    page.width = Self.width
    page.format = .unorm8
    page.key = nil
  }
}
