import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazePlan

/// The limits on frames, and the number of steps of planning.
@Suite struct LimitTests {
  /// A tree that needs a given amount of a limited resource, and the node that requires it.
  private struct Need {
    var layer: Layer
    var number: Int
    var node: Int32
  }

  /// The limits that planning checks; text is laid out before, and time is not a number of objects.
  private static let ofPlans = RenderLimits.Name.allCases.filter {
    $0 != .text && $0 != .milliseconds
  }

  private static func need(_ name: RenderLimits.Name) -> Need {
    let page = { (layers: [Layer]) in
      box(0, 0, 100, 100, fill: clear).with { $0.sublayers = layers }
    }
    switch name {
    case .layers:
      let copies = repeated(10, box(0, 0, 4, 4))
      return Need(layer: page([copies]), number: 12, node: 1)
    case .instances:
      return Need(layer: page([box(0, 0, 9, 9), turned(), turned()]), number: 3, node: 3)
    case .pieces:
      let planes = [0.5, -0.5].map { box(0, 0, 50, 50).rotated($0, y: 1) }
      return Need(layer: page(planes), number: 3, node: 0)
    case .passes:
      let group = box(0, 0, 20, 20, box(5, 5, 20, 20), turned()).with { $0.node.opacity = 0.5 }
      return Need(layer: page([group]), number: 2, node: 1)
    case .memory:
      let group = box(0, 0, 20, 20, box(5, 5, 5, 5).rotated(0.5)).with { $0.node.opacity = 0.5 }
      return Need(layer: page([group]), number: 20 * 20 * 4, node: 1)
    case .fill:
      // Pixels outside of the frame and under another layer do not count.
      let hidden = box(0, 0, 90, 90, fill: clear, box(5, 5, 80, 80))
      let layers = [hidden, box(0, 0, 100, 100), box(-50, 10, 100, 10), box(10, 40, 50, 50)]
      return Need(layer: page(layers), number: 100 * 100 + 50 * 10 + 50 * 50, node: 3)
    case .segments:
      let path = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
      let shape = box(0, 0, 20, 20, fill: clear).with {
        $0.shape = LayerShape(path: path, fill: black)
      }
      return Need(layer: page([box(0, 0, 1, 1), shape]), number: 5, node: 2)
    case .stops:
      let stops = (0..<7).map { LayerGradient.Stop(location: Float($0) / 7, color: black) }
      let gradient = LayerGradient(
        kind: .axial, stops: stops, start: .zero, end: CGPoint(x: 1, y: 1))
      return Need(
        layer: page([box(0, 0, 9, 9).with { $0.gradient = gradient }]), number: 7, node: 1)
    case .particles:
      let emitters = (0..<2).map { _ in
        box(0, 0, 50, 50, fill: clear).with { $0.emitter = .of(rate: 50, lifetime: 1) }
      }
      return Need(layer: page(emitters), number: 100, node: 2)
    case .pixels:
      let images = [4, 4, 6].map { CGImage.square($0) }
      let boxes = (images + [images[0]]).map { image in
        box(0, 0, 9, 9).with { $0.contents = LayerContents(image: image) }
      }
      return Need(layer: page(boxes), number: 4 * 4 * 2 + 6 * 6, node: 3)
    case .nesting:
      return Need(layer: page([box(0, 0, 9, 9, box(0, 0, 5, 5))]), number: 3, node: 2)
    case .text, .milliseconds: preconditionFailure("not checked by planning")
    }
  }

  private static func turned() -> Layer { box(30, 30, 20, 20).rotated(0.3) }

  private static func repeated(_ count: Int, _ layers: Layer...) -> Layer {
    box(0, 0, 9, 9, fill: clear).with {
      $0.replicator = LayerReplicator(
        count: count, transform: CATransform3DMakeTranslation(3, 0, 0))
      $0.sublayers = layers
    }
  }

  private func plan(_ root: Layer, _ limits: [RenderLimits.Name: Int] = [:]) -> FramePlan {
    var planner = FramePlanner()
    for (name, number) in limits { planner.limits[name] = number }
    return planner.plan(tree(root), viewport: Viewport(width: 100, height: 100))
  }

  @Test(arguments: ofPlans) func isObserved(name: RenderLimits.Name) {
    let need = Self.need(name)
    let whole = plan(need.layer)
    #expect(whole.excess == nil && !whole.passes.isEmpty)
    // Masks are distinguished by numbers that no other planner uses.
    let enough = plan(need.layer, [name: need.number])
    #expect(enough.excess == nil && enough.passes == whole.passes && enough.draws == whole.draws)
    let less = plan(need.layer, [name: need.number - 1])
    #expect(less.excess == LimitExcess(name, limit: need.number - 1, node: need.node))
    #expect(less.passes.isEmpty && less.targets.isEmpty)
  }

  @Test func planningEndsInTime() {
    let excess = plan(box(0, 0, 50, 50), [.milliseconds: 0]).excess
    #expect(excess?.name == .milliseconds && excess?.limit == 0)
    #expect(plan(box(0, 0, 50, 50), [.milliseconds: .max]).excess == nil)
  }

  @Test("A pixel counts as often as it takes longer than one of a plain color")
  func pixelsCountByWhatTheyCost() {
    let plain = box(0, 0, 20, 20)
    func gradient(_ count: Int) -> Layer {
      let stops = (0..<count).map {
        LayerGradient.Stop(location: Float($0) / Float(count), color: black)
      }
      return plain.with {
        $0.gradient = LayerGradient(
          kind: .axial, stops: stops, start: .zero, end: CGPoint(x: 1, y: 1))
      }
    }
    let image = plain.with { $0.contents = LayerContents(image: .square(4)) }
    let multiplied = plain.with {
      $0.effects = LayerEffects()
      $0.effects?.blendMode = .multiply
    }
    let layers = [
      (plain, 1), (plain.with { $0.node.cornerRadius = 4 }, 2),
      (gradient(4), 4), (gradient(7), 8), (gradient(9), 20), (image, 8), (multiplied, 9),
    ]
    for (layer, cost) in layers {
      let number = cost * 20 * 20
      let page = box(0, 0, 100, 100, fill: clear, layer)
      let enough = plan(page, [.fill: (number + 4 * 20 * 20) * 2])
      #expect(enough.excess == nil && enough.filledPixels >= number, "\(cost)")
      #expect(plan(page, [.fill: number - 1]).excess?.name == .fill, "\(cost)")
    }
  }

  @Test func defaultsAreAboveZero() {
    for name in RenderLimits.Name.allCases { #expect(RenderLimits()[name] >= 1 << 15) }
    var limits = RenderLimits()
    limits[.layers] = -5
    #expect(limits[.layers] == 0)
  }

  // MARK: Copies

  @Test func copiesOfNothingTakeNoTime() {
    let hidden = box(0, 0, 9, 9).with { $0.node.flags.insert(.isHidden) }
    let faded = box(0, 0, 9, 9).with { $0.node.opacity = 0 }
    let deep = Self.repeated(1_000_000_000, hidden, faded).rotated(0.5, y: 1)
    for layer in [Self.repeated(1_000_000_000, hidden), Self.repeated(1_000_000_000), deep] {
      let plan = plan(box(0, 0, 100, 100, fill: clear, layer))
      #expect(plan.excess == nil && plan.boxes.isEmpty && plan.rectangles.isEmpty)
    }
  }

  @Test func copiesOfCopiesAreCounted() {
    var layer = box(0, 0, 1, 1)
    for _ in 0..<30 { layer = Self.repeated(2, layer) }
    #expect(plan(layer).excess?.name == .layers)
    #expect(plan(Self.repeated(1_000_000_000, box(0, 0, 1, 1))).excess?.name == .layers)
    let far = Self.repeated(.max, Self.repeated(.max, box(0, 0, 1, 1)))
    #expect(plan(far).excess?.name == .layers)
  }

  // MARK: Filters

  @Test func blursInARowAreOne() {
    func blurred(_ radii: [Double]) -> FramePlan {
      var effects = LayerEffects()
      effects.filters = radii.map { .gaussianBlur(radius: $0) }
      return plan(box(0, 0, 100, 100, fill: clear, Self.turned().with { $0.effects = effects }))
    }
    let many = blurred(Array(repeating: 0.125, count: 1024))
    #expect(many.blurs.count == 2 && many.targets.count <= 4)
    #expect(many.blurs.allSatisfy { !$0.isAlphaOnly })
    #expect(blurred([3, 4]).blurs == blurred([5]).blurs)
  }

  // MARK: Counts

  @Test("100,000 layers with a rectangle each: the list is copied when it grows by a quarter")
  func rectanglesGrowTheirListSeldom() {
    var passes = PassStack(
      viewport: Viewport(width: 9, height: 9), limits: RenderLimits(), batches: true,
      occludes: false)
    var capacities: Set<Int> = []
    for _ in 0..<100_000 {
      var run = passes.beginRectangles()
      passes.makeRoomForRectangle(ofAtMost: 1)
      let rect = PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
      passes.add(RectangleInstance(), rect, of: 0, to: &run)
      passes.end(run)
      capacities.insert(passes.plan.rectangles.capacity)
    }
    #expect(capacities.count < 64)
  }

  @Test("the extents of 2,000 nested layers equal those of a walk, without one walk each")
  func extentsOfNestedLayersAreKnown() {
    var nested = LayerTree()
    for index in 0..<2000 {
      var node = LayerNode()
      node.parent = Int32(index - 1)
      node.subtreeEnd = 2000
      node.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      node.position = CGPoint(x: 3, y: 2)
      nested.nodes.append(node)
    }
    let known = nested.extentsOfLargeSubtrees()
    #expect(known.count == 2000 - 256)
    for index in [0, 1000, 1700] {
      #expect(known[index] == nested.planeExtent(of: index))
    }
  }
}
