import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// Layers of one item that are drawn through the paths that mask them in one instance, and those that are not.
struct CutoutTests {
  private let path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 60, height: 40), transform: nil)
  private let ink = SIMD4<Float>(0, 0, 0, 1)

  private func gradient(mask: Layer) -> Layer {
    box(50, 50, 100, 80, fill: clear).with {
      $0.gradient = LayerGradient(
        kind: .axial,
        stops: [
          LayerGradient.Stop(location: 0, color: SIMD4(1, 0, 0, 1)),
          LayerGradient.Stop(location: 1, color: SIMD4(0, 0, 1, 1)),
        ], start: CGPoint(x: 0, y: 0.5), end: CGPoint(x: 1, y: 0.5))
      $0.mask = [mask]
    }
  }

  private func mask(_ change: (inout LayerShape) -> Void = { _ in }) -> Layer {
    box(0, 0, 100, 80, fill: clear).with {
      var shape = LayerShape(path: path, fill: ink)
      change(&shape)
      $0.shape = shape
    }
  }

  private func page(_ layers: Layer...) -> Layer {
    box(0, 0, 400, 300, fill: clear).with { $0.sublayers = layers }
  }

  @Test func gradientAndPathAreOneInstance() throws {
    let layer = gradient(mask: mask())
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.draws.map(\.kind) == [.maskedGradient(mask: 0)])
    let instance = try #require(plan.maskedGradients.first)
    #expect(instance.isCovered && instance.stops.w == 1)
    #expect(instance.source.lowHalf == instance.quad01.lowHalf)
    #expect(self.plan(page(layer), Optimizations.all.subtracting(.foldMasks)).passes.count == 3)
  }

  @Test func linesAreMasksToo() {
    let line = mask {
      $0.fill = nil
      $0.stroke = ink
    }
    #expect(plan(page(gradient(mask: line).rotated(0.4))).passes.count == 1)
  }

  @Test func masksFade() {
    var layer = gradient(
      mask: mask { $0.fill = SIMD4(1, 0, 0, 0.5) }.with { $0.node.opacity = 0.5 })
    layer.node.opacity = 0.8
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.maskedGradients.map(\.stops.w) == [0.2])
  }

  @Test func onlyOnePathFolds() {
    let both = gradient(mask: mask { $0.stroke = ink })
    let background = gradient(mask: mask().with { $0.node.backgroundColor = ink })
    let aliased = gradient(mask: mask()).with { $0.node.softEdges = 0 }
    let coloured = gradient(mask: mask()).with { $0.node.backgroundColor = ink }
    for layer in [both, background, aliased, coloured] {
      #expect(plan(page(layer)).maskedGradients.isEmpty)
    }
  }

  @Test func boxesAroundTheirMaskArePaths() throws {
    var layer = box(50, 50, 100, 80, fill: SIMD4(0, 1, 0, 0.5))
    layer.mask = [mask { $0.fill = SIMD4(1, 0, 0, 0.5) }]
    layer.node.opacity = 0.5
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.draws.map(\.kind) == [.coverage(mask: 0)])
    #expect(plan.coverages.map(\.color) == [SIMD4(0, 0.125, 0, 0.125)])
    #expect(self.plan(page(layer), Optimizations.all.subtracting(.foldMasks)).passes.count == 3)
  }

  @Test func edgesInAPathAreClips() {
    var layer = box(50, 50, 60.5, 80)
    layer.mask = [mask()]
    let clipped = gradient(
      mask: mask().with {
        $0.node.bounds.size.width = 40.5
        $0.node.flags.insert(.masksToBounds)
      })
    let boxed = plan(page(layer))
    #expect(boxed.passes.count == 1 && boxed.coverages.map(\.params.z) == [1])
    let plan = plan(page(clipped))
    #expect(plan.passes.count == 1 && plan.maskedGradients.map(\.params.z) == [1])
  }

  // MARK: Several paths

  private func triangle() -> Layer {
    box(50, 50, 100, 80, fill: clear).with {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 0))
      path.addLine(to: CGPoint(x: 90, y: 20))
      path.addLine(to: CGPoint(x: 30, y: 70))
      $0.shape = LayerShape(path: path, fill: SIMD4(1, 0, 0, 0.5))
    }
  }

  @Test func coverageOfAllPathsIsMultiplied() throws {
    let own = try #require(plan(page(triangle())).masks.first)
    let other = try #require(plan(page(gradient(mask: mask()))).masks.first)
    var layer = triangle()
    layer.mask = [mask()]
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.draws.map(\.kind) == [.coverage(mask: 0)])
    let product = try #require(plan.masks.first)
    #expect(plan.masks.count == 1)
    // The triangle begins at (50, 50), and the ellipse 10 pixels beside it.
    #expect(plan.coverages.map(\.source.lowHalf) == [SIMD2(60, 60)])
    #expect(product.width == 60 && product.height == 40)
    var differing = 0
    for y in 0..<product.height {
      for x in 0..<product.width {
        let expected =
          Double(own.bytes[(y + 10) * own.width + x + 10])
          * Double(other.bytes[y * other.width + x])
        if abs(expected / 255 - Double(product.bytes[y * product.width + x])) > 0.5 {
          differing += 1
        }
      }
    }
    #expect(differing == 0 && product.bytes.contains(255) && product.bytes.contains(0))
    #expect(self.plan(page(layer), Optimizations.all.subtracting(.foldMasks)).passes.count == 3)
  }

  @Test func groupsAndMasksOfMasksFold() {
    var inner = triangle()
    inner.node.opacity = 0.5
    var hidden = triangle()
    hidden.node.flags.insert(.isHidden)
    var masked = mask()
    masked.mask = [mask { $0.fill = SIMD4(0, 0, 0, 0.5) }]
    let layer = box(20, 20, 200, 200, fill: clear).with {
      $0.sublayers = [hidden, box(3, 0, 10, 10, fill: clear).with { $0.sublayers = [inner] }]
      $0.mask = [box(30, 30, 10, 10, fill: clear).with { $0.sublayers = [masked] }]
      $0.node.opacity = 0.8
    }
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1 && plan.masks.count == 1)
    #expect(
      plan.coverages.map { ($0.color * 1000).rounded(.toNearestOrEven) } == [SIMD4(100, 0, 0, 100)])
    var two = layer
    two.sublayers.append(triangle())
    #expect(self.plan(page(two)).passes.count > 1)
  }

  /// Finding them takes no more steps than they have masks, however deep those are.
  @Test func layersBehindManyMasksTakePasses() {
    func nest(_ depth: Int) -> Layer {
      guard depth > 0 else { return mask() }
      return box(0, 0, 100, 80, fill: clear).with {
        $0.mask = [nest(depth - 1)]
        $0.sublayers = [mask()]
      }
    }
    func passes(_ depth: Int) -> Int {
      plan(page(triangle().with { $0.mask = [nest(depth)] })).passes.count
    }
    #expect(passes(3) == 1 && passes(7) == 1)
    #expect(passes(12) > 1 && passes(200) > 100)
  }

  @Test func productsAreCached() throws {
    var layer = triangle()
    layer.mask = [mask()]
    var planner = FramePlanner()
    let viewport = Viewport(width: 400, height: 300)
    let first = planner.plan(tree(page(layer)), viewport: viewport)
    let again = planner.plan(tree(page(layer)), viewport: viewport)
    #expect(first.masks == again.masks && first.masks.first?.bytes.isEmpty == false)
    layer.node.position.x += 7
    #expect(planner.plan(tree(page(layer)), viewport: viewport).masks == first.masks)
    layer.mask[0].node.position.x += 7
    #expect(planner.plan(tree(page(layer)), viewport: viewport).masks != first.masks)
  }

  @Test func nothingIsDrawnWherePathsHaveNothingInCommon() {
    var layer = triangle()
    layer.mask = [mask().with { $0.node.position.x += 200 }]
    #expect(plan(page(layer)).draws.isEmpty)
    layer.mask = [mask().with { $0.node.opacity = 0 }]
    #expect(plan(page(layer)).draws.isEmpty)
  }

  private func plan(_ root: Layer, _ optimizations: Optimizations = .all) -> FramePlan {
    var planner = FramePlanner(optimizations: optimizations)
    return planner.plan(tree(root), viewport: Viewport(width: 400, height: 300))
  }
}
