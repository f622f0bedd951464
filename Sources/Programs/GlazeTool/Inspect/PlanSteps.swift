import CGlazeShaders
import Glaze
import GlazeCore
import GlazeGeometry
import GlazePlan
import GlazeTree

/// A frame plan that is drawn step by step, with the change of each draw.
struct PlanSteps {
  private(set) var steps: [InspectReport.Step] = []
  /// The first step of each pass.
  private(set) var firstSteps: [Int] = []
  /// The final content of each target.
  private(set) var images: [PixelBuffer]
  /// The number of instances per step: 1, or more if there would be too many steps.
  let instancesPerStep: Int

  static let limit = 200
  /// The largest number of shown passes besides the last one; each needs at least one step.
  static let passLimit = 100
  /// The largest number of bytes of the images of all steps, before compression.
  private static let pixelLimit = 200_000_000

  init(_ plan: FramePlan, _ renderer: Renderer) throws {
    let plan = plan.withoutKeys
    let cuts = plan.cuts
    let pixels = max(1, plan.targets.first.map { $0.width * $0.height } ?? 1)
    let most = min(Self.limit, max(10, Self.pixelLimit / pixels))
    instancesPerStep = max(1, (cuts.count + most - 1) / most)
    images = plan.targets.map { .clear(width: $0.width, height: $0.height) }
    firstSteps = plan.passes.map { _ in 0 }
    var left = instancesPerStep
    var details: [String] = []
    var began = Set<Int>()
    for (index, cut) in cuts.enumerated() {
      if began.insert(cut.pass).inserted { firstSteps[cut.pass] = steps.count }
      details.append(cut.title(in: plan))
      left -= 1
      let isLast = index + 1 == cuts.count || cuts[index + 1].pass != cut.pass
      guard left <= 0 || isLast else { continue }
      left = instancesPerStep
      let target = plan.passes[cut.pass].target
      let image = try renderer.pixels(of: plan.cut(after: cut))
      steps.append(
        InspectReport.Step(
          pass: cut.pass, title: Self.title(details), details: Array(details.prefix(40)),
          patch: try .init(image, over: images[target])))
      images[target] = image
      details = []
    }
  }

  static func shows(pass: Int, of plan: FramePlan) -> Bool {
    pass < passLimit || pass == plan.passes.count - 1
  }

  private static func title(_ details: [String]) -> String {
    details.count == 1 ? details[0] : "\(details[0]), and \(details.count - 1) more"
  }
}

extension FramePlan {
  /// A position in a plan to stop at.
  struct Cut {
    var pass: Int
    /// The draw; nil is before the first draw of the pass.
    var draw: Int?
    /// The index of the last drawn instance, in the list of the draw's kind.
    var instance = 0

    func title(in plan: FramePlan) -> String {
      guard let draw else { return plan.passes[pass].clearColor == nil ? "goes on" : "clears" }
      let kind = plan.draws[draw].kind.instance
      let text = kind.texts(instance..<instance + 1, in: plan).first ?? ""
      return text.isEmpty ? kind.name : "\(kind.name) \(text)"
    }
  }

  /// The positions to stop at: the start of each shown pass, and after each of its instances.
  fileprivate var cuts: [Cut] {
    passes.indices.filter { PlanSteps.shows(pass: $0, of: self) }.flatMap { pass in
      [Cut(pass: pass)]
        + passes[pass].draws.flatMap { draw in
          draws[draw].instances.map { Cut(pass: pass, draw: draw, instance: $0) }
        }
    }
  }

  /// Returns the plan without images that are cached for later frames.
  fileprivate var withoutKeys: FramePlan {
    var plan = self
    for index in plan.targets.indices { plan.targets[index].key = nil }
    plan.released = []
    return plan
  }

  /// Returns the plan up to a position; its result is the target of that position.
  func cut(after cut: Cut) -> FramePlan {
    var plan = self
    plan.passes = Array(passes[...cut.pass])
    let first = passes[cut.pass].draws.lowerBound
    if let draw = cut.draw {
      plan.passes[cut.pass].draws = first..<draw + 1
      plan.draws[draw].instances = draws[draw].instances.lowerBound..<cut.instance + 1
    } else {
      plan.passes[cut.pass].draws = first..<first
    }
    plan.deliver(passes[cut.pass].target)
    return plan
  }

  /// Makes the frame a copy of a target.
  private mutating func deliver(_ target: Int) {
    // Targets other than the frame exist for the draws that read them.
    guard target != 0, var draw = draws.first, var pass = passes.first else { return }
    // The old frame moves to the end, where a target may be read.
    let frame = targets.count
    targets.append(targets[0])
    for index in passes.indices where passes[index].target == 0 { passes[index].target = frame }
    for index in draws.indices { draws[index].kind.rename(0, to: frame) }
    let (width, height) = (targets[target].width, targets[target].height)
    (targets[0].width, targets[0].height) = (width, height)
    (targets[0].firstPass, targets[0].lastPass) = (passes.count, passes.count)
    let size = SIMD2(Float(width), Float(height))
    let number: Int
    if targets[target].format == .alpha16 {
      images.append(ImageInstance(alphaOf: size))
      (draw.kind, number) = (.bitmap(target: target), images.count - 1)
    } else {
      var copy = CompositeInstance()
      (copy.quad01, copy.quad23) = (SIMD4(0, 0, size.x, 0), SIMD4(size.x, size.y, 0, size.y))
      copy.source = SIMD4(0, 0, 1, 0)
      composites.append(copy)
      (draw.kind, number) = (.composite(target: target, mask: nil), composites.count - 1)
    }
    (draw.blendMode, draw.instances, draw.clipCount) = (.sourceOver, number..<number + 1, 0)
    draws.append(draw)
    (pass.target, pass.clearColor) = (0, .zero)
    pass.draws = draws.count - 1..<draws.count
    passes.append(pass)
  }
}

extension ImageInstance {
  /// Makes a copy of a target of alpha alone, in black.
  fileprivate init(alphaOf size: SIMD2<Float>) {
    self.init()
    (quad01, quad23) = (SIMD4(0, 0, size.x, 0), SIMD4(size.x, size.y, 0, size.y))
    shape.rowX = SIMD4(1, 0, 0, 0)
    shape.rowY = SIMD4(0, 1, 0, 0)
    shape.rowW = SIMD4(0, 0, 1, 2)
    shape.extent = SIMD4(size.x, size.y, 0, 0)
    mapping = SIMD4(1 / size.x, 1 / size.y, 0, 0)
    let far = Float.greatestFiniteMagnitude
    clamping = SIMD4(-far, -far, far, far)
    color = SIMD4(0, 0, 0, 1)
    texture = SIMD4(size.x, size.y, Float(TRANSPARENT_OUTSIDE), 0)
    takeAlpha(dithers: false)
  }
}

extension FramePlan.Kind {
  /// Replaces a target that is read by another.
  fileprivate mutating func rename(_ old: Int, to new: Int) {
    func renamed(_ target: Int) -> Int { target == old ? new : target }
    switch self {
    case .bitmap(let target): self = .bitmap(target: renamed(target))
    case .composite(let target, let mask):
      self = .composite(target: renamed(target), mask: mask.map(renamed))
    case .colorMatrix(let target): self = .colorMatrix(target: renamed(target))
    case .blur(let target): self = .blur(target: renamed(target))
    default: break
    }
  }
}
