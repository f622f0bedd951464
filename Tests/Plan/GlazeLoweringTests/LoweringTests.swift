import Foundation
import Glaze
import GlazeGeometry
import GlazeLowering
import GlazePlan
import Testing

/// The commands of plans.
@Suite struct LoweringTests {
  @Test func whatIsThereIsNotMadeAgain() throws {
    let plan = try plan(of: photos(2))
    var residency = Residency()
    let cold = try plan.lowered(for: .llvmpipe, &residency)
    #expect(cold.count { if case .makeImage = $0 { true } else { false } } == 2)
    let warm = try plan.lowered(for: .llvmpipe, &residency)
    #expect(warm.count { if case .makeImage = $0 { true } else { false } } == 0)
    #expect(
      warm.commands == cold.commands.filter { if case .makeImage = $0 { false } else { true } })
    #expect(warm.uploadedBytes < cold.uploadedBytes)
  }

  @Test func theSameInputsGiveTheSameCommands() throws {
    let plan = try plan(of: photos(3))
    var (a, b) = (Residency(), Residency())
    let list = try plan.lowered(for: .llvmpipe, &a)
    #expect(try plan.lowered(for: .llvmpipe, &b) == list)
  }

  @Test func imagesThatAreNotUsedGoWhenThereIsNoRoom() throws {
    var residency = Residency()
    residency.memory = MemoryBudget(total: 0)
    _ = try plan(of: photos(2)).lowered(for: .llvmpipe, &residency)
    let list = try plan(of: canvas(50, 50)).lowered(for: .llvmpipe, &residency)
    #expect(list.count { if case .deleteImage = $0 { true } else { false } } == 2)
    #expect(residency.statistics.total.bytes == 0)
  }

  /// Two roots that are drawn alternately do not write their tables again in each frame.
  @Test func tablesOfShadowsStayForEachPlan() throws {
    let plans = try [4.0, 9].map { radius in
      let root = canvas(100, 100)
      let layer = box(CGRect(x: 30, y: 30, width: 40, height: 40))
      layer.shadowOpacity = 1
      layer.shadowRadius = radius
      layer.cornerRadius = 6
      root.addSublayer(layer)
      return try plan(of: root)
    }
    #expect(plans.allSatisfy { !$0.shadowTables.looks.isEmpty })
    var residency = Residency()
    func made(_ index: Int) throws -> [Int] {
      try plans[index].lowered(for: .llvmpipe, &residency).commands.compactMap {
        if case .makeShadowTables(let slot, _) = $0 { slot } else { nil }
      }
    }
    #expect(try [0, 1, 0, 1].map(made) == [[0], [1], [], []])
    #expect(
      residency.statistics[.deviceShadowTables].bytes
        == plans.reduce(0) { $0 + $1.shadowTables.texels.count * 4 })
    residency.memory = MemoryBudget(total: 0)
    let list = try plan(of: canvas(9, 9)).lowered(for: .llvmpipe, &residency)
    #expect(list.count { if case .deleteShadowTables = $0 { true } else { false } } == 2)
    #expect(residency.statistics[.deviceShadowTables].count == 0)
  }

  @Test func instancesOfOneProgramAreOneDraw() throws {
    let page = photos(2, times: 32)
    let sorted = try lowered(plan(of: page))
    let apart = try lowered(plan(of: page, Optimizations.all.subtracting(.sort)))
    #expect(sorted.drawCount == 2)
    #expect(apart.drawCount == 64)
    #expect(sorted.instanceBytes == apart.instanceBytes)
  }

  /// A small first frame shares a shader program; a later or large one has a program for each
  /// shape.
  @Test func programsFollowFromThePageAndWhatIsThere() throws {
    func page(_ side: CGFloat) -> CALayer {
      let root = canvas(side, side)
      for (index, radius) in [0.0, 20].enumerated() {
        let layer = box(CGRect(x: 3, y: 5, width: side - 10, height: side - 30))
        layer.transform = CATransform3DMakeRotation(0.01 * Double(index + 1), 0, 0, 1)
        layer.cornerRadius = radius
        root.addSublayer(layer)
      }
      return root
    }
    var residency = Residency()
    let small = try plan(of: page(200))
    #expect(try small.lowered(for: .llvmpipe, &residency).programs.count == 1)
    #expect(try small.lowered(for: .llvmpipe, &residency).programs.count == 2)
    #expect(try lowered(plan(of: page(1600))).programs.count == 2)
  }

  private func pageOfGroups() -> CALayer {
    let root = canvas(300, 200)
    for index in 0..<12 {
      let group = CALayer()
      group.frame = CGRect(x: index % 6 * 48, y: index / 6 * 90, width: 40, height: 60)
      group.opacity = 0.5
      for x in [0.0, 10] {
        group.addSublayer(box(CGRect(x: x, y: 5, width: 25, height: 40)))
      }
      root.addSublayer(group)
    }
    return root
  }

  /// Plans that no planner makes: draws without a pass, which nothing validates, and empty draws.
  @Test func drawsOfNoPassAndOfNothingDrawNothing() throws {
    let legal = try plan(of: pageOfGroups())
    let index = try #require(
      legal.draws.firstIndex { if case .composite = $0.kind { true } else { false } })
    var more = legal
    more.draws.append(legal.draws[index])
    more.draws[legal.draws.count].instances = 1000..<1001
    try more.validate()
    #expect(try lowered(more) == lowered(legal))
    var less = legal
    less.draws[index].instances = legal.composites.count..<legal.composites.count
    try less.validate()
    #expect(try lowered(less).instanceBytes < lowered(legal).instanceBytes)
  }

  /// Groups are drawn next to each other into the atlas, and the frame continues once for each row.
  @Test func smallGroupsShareASurface() throws {
    let root = pageOfGroups()
    let list = try lowered(plan(of: root))
    #expect(list.surfaces.count == 2)
    #expect(list.count { if case .clear = $0 { true } else { false } } == 2)
    let general = try lowered(plan(of: root, Optimizations.all.subtracting(.specialize)))
    #expect(general.surfaces.count == 13)
  }

  /// Blending reads a copy of its target that is not larger than the blended area; surfaces are
  /// reused.
  @Test func blendingCopiesWhatItTouches() throws {
    let root = canvas(300, 200)
    // Content that blends inside a group is drawn separately.
    root.allowsGroupBlending = false
    for x in [10.0, 150] {
      let layer = box(CGRect(x: x, y: 20, width: 30, height: 40))
      layer.compositingFilter = "multiplyBlendMode"
      root.addSublayer(layer)
    }
    let list = try lowered(plan(of: root))
    let windows = list.commands.compactMap { command in
      if case .copy(0, _, let window) = command { window } else { nil }
    }
    #expect(windows.map(\.x) == [10, 150])
    #expect(windows.allSatisfy { $0.width <= 32 && $0.height <= 42 })
    // The frame, the layer's image, and the copy.
    #expect(list.surfaces.count <= 4)
  }

  @Test func manyInstancesAreFlushedInPieces() throws {
    let root = canvas(1000, 1000)
    for index in 0..<40_000 {
      root.addSublayer(
        box(CGRect(x: Double(index % 200) * 5, y: Double(index / 200) * 5, width: 4.5, height: 4)))
    }
    let list = try lowered(plan(of: root))
    #expect(list.count { if case .flush = $0 { true } else { false } } == 1)
    #expect(list.drawCount == 5)
    #expect(list.segments.count == 1)
    // A GPU's driver sends its commands itself.
    var gpu = DeviceTraits.llvmpipe
    gpu.isRasteriser = false
    var residency = Residency()
    let whole = try plan(of: root).lowered(for: gpu, &residency)
    #expect(!whole.commands.contains { if case .flush = $0 { true } else { false } })
    #expect(whole.drawCount == 1)
    #expect(whole.segments == list.segments)
  }

  @Test func aDeviceThatIsTooSmallSaysSo() throws {
    let small = DeviceTraits(largestSurface: 256, mostTexels: 1 << 16, largestPoint: 64)
    var residency = Residency()
    let plan = try plan(of: canvas(300, 200))
    #expect(throws: LoweringError.self) { _ = try plan.lowered(for: small, &residency) }
  }

  /// Devices draw the same instances, as points or as polygons.
  @Test func devicesWithoutLargePointsDrawPolygons() throws {
    let root = canvas(400, 300)
    for index in 0..<300 {
      root.addSublayer(
        box(CGRect(x: index % 20 * 20, y: index / 20 * 20, width: 10, height: 10)))
    }
    let plan = try plan(of: root)
    var (a, b) = (Residency(), Residency())
    // The first frame draws all shapes with one program.
    for _ in 0..<2 { _ = try plan.lowered(for: .llvmpipe, &a) }
    for _ in 0..<2 { _ = try plan.lowered(for: .llvmpipe, &b) }
    var pointless = DeviceTraits.llvmpipe
    pointless.largestPoint = 1
    let points = try plan.lowered(for: .llvmpipe, &a)
    let polygons = try plan.lowered(for: pointless, &b)
    #expect(points.programs.allSatisfy { $0.drawsPoints })
    #expect(!polygons.programs.contains { $0.drawsPoints })
    #expect(points.segments == polygons.segments)
  }
}

// MARK: Scenes

private func plan(of root: CALayer, _ optimizations: Optimizations = .all) throws -> FramePlan {
  try Renderer.plan(
    of: root, options: RenderOptions(background: .white), optimizations: optimizations)
}

private func lowered(_ plan: FramePlan) throws -> CommandList {
  var residency = Residency()
  return try plan.lowered(for: .llvmpipe, &residency)
}

private func canvas(_ width: CGFloat, _ height: CGFloat) -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  return root
}

private func box(_ frame: CGRect) -> CALayer {
  let layer = CALayer()
  layer.frame = frame
  layer.backgroundColor = CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.5)
  return layer
}

/// Images that alternate, none of which overlap.
private func photos(_ count: Int, times: Int = 1) -> CALayer {
  let images = (0..<count).map { index in
    let texel = [UInt8(40 + index), 90, 20, 255]
    return CGImage(width: 2, height: 2, premultipliedRGBA: texel + texel + texel + texel)
  }
  let root = canvas(200, 200)
  for index in 0..<count * times {
    let layer = CALayer()
    layer.frame = CGRect(x: index % 10 * 20 + 2, y: index / 10 * 20 + 2, width: 15, height: 13)
    layer.contents = images[index % count]
    root.addSublayer(layer)
  }
  return root
}

extension CommandList {
  fileprivate func count(_ isCounted: (Command) -> Bool) -> Int { commands.count(where: isCounted) }
}
