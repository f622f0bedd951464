import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

// Masks of paths are read from pages. A path without clips is covered by squares around its mask's
// content; a clipped one by strips.

extension Lowering {
  mutating func addCoverage(
    _ draw: FramePlan.Draw, _ mask: FramePlan.Mask, of pass: FramePlan.Pass,
    _ steps: inout [Step]
  ) {
    guard let entry = residency.masks.entry(of: mask) else { return }
    let target = plan.targets[pass.target]
    let hasSquares =
      traits.largestPoint >= MaskTiles.largest && draw.clipCount == 0 && entry.isExact
      && draw.instances.allSatisfy { plan.coverages[$0].shows(mask, in: target) }
    let range: Range<Int>
    let kind: ProgramKind
    if let tiles = entry.tiles, hasSquares {
      (kind, range) = (.coverageSquare, addSquares(of: tiles, at: entry.place, draw, target))
    } else {
      kind = .coverage
      let strips = residency.masks.strips(of: mask)
      range = list.coverages.append(strips, of: plan.coverages[draw.instances], at: entry.place)
    }
    if range.isEmpty { return }
    append(
      Run(
        key: ProgramKey(kind, clips: draw.clipCount), blend: .sourceOver,
        sources: .init(first: .init(kind: .maskPage, index: Int32(entry.place.page))),
        ranges: [range], bounds: [plan.bounds(of: draw.instances, draw.kind)]), &steps)
  }

  private mutating func addSquares(
    of tiles: MaskTiles, at place: MaskPlace, _ draw: FramePlan.Draw, _ target: FramePlan.Target
  ) -> Range<Int> {
    let start = list.coverageSquares.count
    var squares: [MaskTiles.Square] = []
    for index in draw.instances {
      let instance = plan.coverages[index]
      let origin = instance.source.lowHalf
      squares.removeAll(keepingCapacity: true)
      tiles.appendSquares(
        x: Int(clamping: origin.x), y: Int(clamping: origin.y), targetWidth: target.width,
        targetHeight: target.height,
        to: &squares)
      for square in squares {
        let (x, y, size) = (Int(square.x), Int(square.y), Int(square.size))
        let half = Float(size) / 2
        list.coverageSquares.append(
          CoverageSquare(
            place: SIMD4(
              origin.x + Float(x) + half, origin.y + Float(y) + half,
              Float(place.first + y * place.stride + x), Float(place.stride << 6 + size)),
            color: instance.color))
      }
    }
    return start..<list.coverageSquares.count
  }

  mutating func addMaskedGradients(
    _ draw: FramePlan.Draw, _ mask: FramePlan.Mask, of pass: FramePlan.Pass,
    _ steps: inout [Step]
  ) {
    guard let entry = residency.masks.entry(of: mask) else { return }
    let strips = residency.masks.strips(of: mask)
    for index in draw.instances {
      let range = list.maskedGradients.append(
        strips, of: plan.maskedGradients[index...index], at: entry.place)
      if range.isEmpty { continue }
      append(
        Run(
          key: ProgramKey(
            .maskedGradient, clips: draw.clipCount,
            plan.variant(of: index, draw, into: pass.target)), blend: .sourceOver,
          sources: .init(first: .init(kind: .maskPage, index: Int32(entry.place.page))),
          ranges: [range], bounds: [plan.bounds(of: index..<index + 1, draw.kind)]), &steps)
    }
  }
}

extension Array where Element: SourceInstance {
  /// Adds an instance for each strip that is visible through an instance.
  fileprivate mutating func append(
    _ strips: [MaskTiles.Strip], of instances: ArraySlice<Element>, at place: MaskPlace
  ) -> Range<Int> {
    let start = count
    for instance in instances {
      var part = instance
      let (low, high) = part.corners
      let origin = part.source.lowHalf
      part.source = SIMD4(origin.x, origin.y, Float(place.first), Float(place.stride))
      for strip in strips {
        let a = SIMD2(Float(strip.x.lowerBound), Float(strip.y.lowerBound)) + origin
        let b = SIMD2(Float(strip.x.upperBound), Float(strip.y.upperBound)) + origin
        let (low, high) = (pointwiseMax(a, low), pointwiseMin(b, high))
        guard low.x < high.x, low.y < high.y else { continue }
        part.quad01 = SIMD4(low.x, low.y, high.x, low.y)
        part.quad23 = SIMD4(high.x, high.y, low.x, high.y)
        append(part)
      }
    }
    return start..<count
  }
}

extension SourceInstance {
  /// The corners of its polygon, which is an upright rectangle.
  fileprivate var corners: (low: SIMD2<Float>, high: SIMD2<Float>) {
    (
      pointwiseMin(quad01.lowHalf, quad23.lowHalf), pointwiseMax(quad01.lowHalf, quad23.lowHalf)
    )
  }
}

extension CoverageInstance {
  /// Whether the whole part of the mask in a target is drawn.
  fileprivate func shows(_ mask: FramePlan.Mask, in target: FramePlan.Target) -> Bool {
    let (low, high) = corners
    let end = source.lowHalf + SIMD2(Float(mask.width), Float(mask.height))
    let size = SIMD2(Float(target.width), Float(target.height))
    return all(low .<= pointwiseMax(source.lowHalf, .zero))
      && all(high .>= pointwiseMin(end, size))
  }
}
