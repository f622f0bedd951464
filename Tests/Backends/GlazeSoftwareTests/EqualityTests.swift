import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Random plans, whose image must not depend on the rendering path.
@Suite struct EqualityTests {
  @Test(arguments: 0..<12)
  func shortCutsDoNotShow(seed: Int) throws {
    let plan = RandomPlan(seed: seed).plan(instances: 60)
    let image = try render(plan)
    let difference = image.difference(from: try render(plan, shortCuts: false))
    #expect(difference.worst == 0, "seed \(seed): \(difference)")
  }

  @Test(arguments: 0..<4)
  func processorsDoNotShow(seed: Int) throws {
    let plan = RandomPlan(seed: 100 + seed).plan(instances: 60)
    let image = try render(plan)
    let difference = image.difference(from: try renderBaseline(plan))
    #expect(difference.worst == 0, "seed \(seed): \(difference)")
  }

  @Test(arguments: 0..<12)
  func masksTakeShortCutsThatDoNotShow(seed: Int) throws {
    let plan = RandomPlan(seed: 400 + seed).plan(instances: 60, kinds: 4)
    #expect(!plan.maskedImages.isEmpty)
    let image = try render(plan)
    let difference = image.difference(from: try render(plan, shortCuts: false))
    #expect(difference.worst == 0, "seed \(seed): \(difference)")
    #expect(try renderBaseline(plan) == image)
  }

  @Test func threadsDoNotShow() throws {
    let plan = RandomPlan(seed: 200).plan(instances: 150)
    let image = try render(plan)
    for threads in [2, 3, 16] {
      #expect(try render(plan, threads: threads) == image)
    }
  }

  @Test(arguments: 0..<8)
  func boxesAreThoseOfTheShaders(seed: Int) throws {
    let plan = RandomPlan(seed: 300 + seed).plan(instances: 12, kinds: 1)
    let difference = try render(plan).difference(from: Reference.render(plan))
    // One step of coverage, and one rounding for each instance below.
    #expect(difference.worst <= 2, "seed \(seed): \(difference)")
  }

  @Test(arguments: 0..<8)
  func fillsUnderBordersAreThoseOfTheShaders(seed: Int) throws {
    var plan = RandomPlan(seed: 500 + seed).plan(instances: 12, kinds: 1)
    for index in plan.boxes.indices { plan.boxes[index].borderWidth *= -1 }
    #expect(plan.boxes.contains { $0.isUnderBorder })
    let image = try render(plan)
    let difference = image.difference(from: Reference.render(plan))
    // Under an opaque border a step of coverage can be a large part of the fill that remains.
    #expect(difference.worst <= 8, "seed \(seed): \(difference)")
    #expect(try render(plan, shortCuts: false) == image)
    #expect(try renderBaseline(plan) == image)
  }

  @Test(arguments: 0..<8)
  func fillsUnderTheirBordersAreOneBoxWithThem(seed: Int) throws {
    let joined = RandomPlan(seed: 600 + seed).plan(instances: 1, kinds: 1)
    guard var box = joined.boxes.first else { return }
    box.params = SIMD4(1 + Float(seed) / 2, 0, 0, 1)
    var (below, above) = (box, box)
    below.borderWidth = -box.borderWidth
    above.fill = .zero
    func image(_ boxes: [BoxInstance]) throws -> PixelBuffer {
      var plan = FramePlan(width: 96, height: 96, clear: .white)
      for box in boxes { plan.add(box) }
      return try render(plan)
    }
    let difference = try image([below, above]).difference(from: image([box]))
    #expect(difference.worst <= 2, "seed \(seed): \(difference)")
  }
}

/// Random instances of all kinds; the same for the same seed.
struct RandomPlan {
  private var state: UInt64
  private let size = 96
  private let image: CGImage

  init(seed: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    image = makeImage(24, 17) { x, y in
      let alpha = UInt8((x * 11 + y * 7) % 256)
      return SIMD4(alpha / 2, alpha / 3, UInt8(Int(alpha) * (x % 2)), alpha)
    }
  }

  private mutating func random(_ range: ClosedRange<Double>) -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound
      + Double(state >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }

  private mutating func chance(_ probability: Double) -> Bool { random(0...1) < probability }

  private mutating func color() -> SIMD4<Float> {
    let alpha = chance(0.4) ? 1 : random(0...1)
    return SIMD4(
      Float(random(0...alpha)), Float(random(0...alpha)), Float(random(0...alpha)), Float(alpha))
  }

  mutating func shape() -> Shape {
    var half = SIMD2(random(0.2...40), random(0.2...40))
    let x = random(-10...Double(size + 10))
    let y = random(-10...Double(size + 10))
    var shape = Shape(half: half)
    switch Int(clamping: random(0...4.99)) {
    case 0:
      half = half.rounded(.up)
      shape.half = half
      shape.matrix = .affine(1, 0, 0, 1, x.rounded(), y.rounded())
    case 1: shape.matrix = .affine(random(0.3...2), 0, 0, random(0.3...2), x, y)
    case 2: shape.matrix = .rotation(random(0...7), at: x, y)
    case 3:
      shape.matrix = .affine(
        random(-2...2), random(-2...2), random(-2...2), random(-2...2), x, y)
    default:
      let matrix = Matrix.rotation(random(0...7), at: x, y)
      shape.matrix = Matrix(
        m: matrix.m.prefix(6) + [random(-0.01...0.01), random(-0.01...0.01), 1])
    }
    let limit = min(half.x, half.y)
    for corner in 0..<4 where chance(0.6) { shape.corners[corner] = Float(random(0...limit)) }
    if chance(0.5) { shape.corners = SIMD4(repeating: shape.corners.x) }
    if chance(0.3) { shape.exponent = 3.3418 }
    if chance(0.3) { shape.softEdges = Float(Int(clamping: random(0...15))) }
    return shape
  }

  private mutating func clip() -> RoundedBox {
    if chance(0.3) {
      let angle = random(0...7)
      return RoundedBox(
        rowX: SIMD4(Float(cos(angle)), Float(sin(angle)), Float(random(-20...20)), 48),
        rowY: SIMD4(0, 0, 0, 48), rowW: .zero, extent: SIMD4(0, 0, chance(0.5) ? 1 : 0, 0),
        corners: .zero)
    }
    var shape = shape()
    shape.half *= 2
    return shape.box
  }

  func plan(instances: Int, kinds: Int = 3) -> FramePlan {
    var copy = self
    return copy.makePlan(instances: instances, kinds: kinds)
  }

  private mutating func makePlan(instances: Int, kinds: Int) -> FramePlan {
    var plan = FramePlan(width: size, height: size, clear: color())
    if kinds > 1 {
      for _ in 0..<10 { plan.add(BoxInstance(shape(), fill: color())) }
      plan.startFrame(width: size, height: size, clear: color())
    }
    for _ in 0..<12 { plan.clips.append(clip()) }
    for _ in 0..<instances {
      let first = Int(clamping: random(0...8))
      let clips = first..<first + (chance(0.5) ? 0 : Int(clamping: random(0...3.99)))
      switch Int(clamping: random(0...(Double(kinds) - 0.01))) {
      case 0: addBox(to: &plan, clips: clips)
      case 1: addImage(to: &plan, clips: clips)
      case 3: addMaskedImage(to: &plan, clips: clips)
      default: addComposite(to: &plan, clips: clips)
      }
    }
    return plan
  }

  private mutating func addBox(to plan: inout FramePlan, clips: Range<Int>) {
    plan.add(
      BoxInstance(
        shape(), fill: chance(0.1) ? .zero : color(), border: color(),
        width: chance(0.5) ? Float(random(0...12)) : 0,
        opacity: chance(0.5) ? 1 : Float(random(0...1)), clips: clips))
  }

  private mutating func addImage(to plan: inout FramePlan, clips: Range<Int>) {
    var shape = shape()
    if chance(0.3) {
      shape = .rectangle(random(-10...80).rounded(), random(-10...80).rounded(), 24, 17)
    }
    let filters = TextureFilter.allCases
    plan.add(
      ImageInstance(
        shape, image: image, color: chance(0.5) ? .one : color(),
        bias: chance(0.3) ? Float(random(-2...2)) : 0,
        clamping: chance(0.7) ? SIMD4(0, 0, 1, 1) : SIMD4(0.2, 0.3, 0.8, 0.6), clips: clips),
      texture: FramePlan.Texture(
        image: image, minification: filters[Int(clamping: random(0...2.99))],
        magnification: filters[Int(clamping: random(0...2.99))]))
  }

  private mutating func addMaskedImage(to plan: inout FramePlan, clips: Range<Int>) {
    let filters = TextureFilter.allCases
    let texture = FramePlan.Texture(
      image: image, minification: filters[Int(clamping: random(0...2.99))],
      magnification: filters[Int(clamping: random(0...2.99))])
    var instance = MaskedImageInstance(
      shape(), image: image, color: chance(0.5) ? .one : color(), isTwice: chance(0.5),
      clips: clips)
    instance.maskX = SIMD4(Float(random(-0.1...0.1)), Float(random(-0.1...0.1)), 0.5, 0)
    instance.maskY = SIMD4(Float(random(-0.1...0.1)), Float(random(-0.1...0.1)), 0.5, 0)
    if chance(0.5) {
      instance.mask = SIMD4(Float(image.width), Float(image.height), 0, 0)
      return plan.add(instance, texture: texture, mask: texture)
    }
    instance.params.x = Float(Int(clamping: random(1...3.99)))
    instance.params.w = Float(Int(clamping: random(2...4.99)))
    instance.mask = SIMD4(
      Float(random(0...1)), Float(random(0...1)), Float(random(0...1)), Float(random(0...1)))
    instance.places = SIMD4(0, 0.2, 0.7, 1.1)
    instance.maskY.w = Float(random(-1...1))
    plan.add(instance, texture: texture, mask: nil)
  }

  private mutating func addComposite(to plan: inout FramePlan, clips: Range<Int>) {
    let quad = shape().quad()
    plan.add(
      CompositeInstance(
        quad01: quad.0, quad23: quad.1,
        source: SIMD4(
          Float(random(-20...20).rounded()), Float(random(-20...20).rounded()),
          chance(0.5) ? 1 : Float(random(0...1)), 0),
        mask: .zero, params: SIMD4(0, Float(clips.lowerBound), Float(clips.count), 0)), target: 1)
  }
}
