import CGlazeShaders
import Foundation
import Glaze
import GlazeCore
import GlazeEGL
import GlazeGL
import GlazeGeometry
import GlazePlan
import GlazeSoftware
import GlazeTree

/// Plans with arbitrary numbers: the plan of a scene with all kinds of instances, changed in
/// places.
///
/// The validation defines which plans are valid, and both backends must draw every valid plan.
enum PlanFuzzing {
  static func draw(_ bytes: [UInt8]) {
    var editor = PlanEditor(base, FuzzBytes(bytes))
    editor.edit()
    let plan = editor.plan
    let pixels = try? software.execute(plan)
    guard let context, let renderer else { return }
    do {
      try context.makeCurrent()
      _ = try functions?.whileUsed { try renderer.execute(plan) }
    } catch {
      // If both reject a plan, the reason is its size.
      if pixels != nil { FuzzTarget.fail("OpenGL does not draw what the CPU draws: \(error)") }
    }
  }

  private nonisolated(unsafe) static let software = SoftwareRenderer(threads: 1)
  // Plans are drawn on the CPU only where OpenGL is missing.
  private static let context = try? Context()
  private nonisolated(unsafe) static let renderer: GLRenderer? = {
    functions.map { functions in
      functions.whileUsed { GLRenderer(functions.traits, isRasteriser: true) }
    }
  }()
  private static let functions: GLFunctions? = {
    try? context?.makeCurrent()
    return try? GLFunctions()
  }()

  private static let base: FramePlan = {
    do {
      let path = "Tests/Fuzz/plan.json"
      let document = try Document(contentsOf: URL(fileURLWithPath: path))
      let plan = try PlannedFrame(
        of: document.rootLayer, options: document.renderOptions, optimizations: .all, at: 0.8
      ).plan
      try plan.validate()
      let missing = PlanEditor.kinds.filter { $0.count(in: plan) == 0 }
      if !missing.isEmpty { FuzzTarget.fail("\(path) has no \(missing.map { $0.name })") }
      return plan
    } catch {
      FuzzTarget.fail("\(error)")
    }
  }()
}

/// Changes numbers of a plan.
private struct PlanEditor {
  var plan: FramePlan
  private var bytes: FuzzBytes

  init(_ plan: FramePlan, _ bytes: FuzzBytes) { (self.plan, self.bytes) = (plan, bytes) }

  static let kinds: [any PlanInstance.Type] = [
    RectangleInstance.self, BoxInstance.self, ImageInstance.self, MaskedImageInstance.self,
    ParticleInstance.self, CompositeInstance.self, ColorMatrixInstance.self, BlurInstance.self,
    ShadowInstance.self, CoverageInstance.self, GradientInstance.self, CheckerboardInstance.self,
    MaskedGradientInstance.self,
  ]

  mutating func edit() {
    let switches = bytes.byte()
    plan.isSpecialized = switches & 1 == 0
    plan.isSorted = switches & 2 == 0
    plan.sharesPrograms = switches & 4 == 0
    for _ in 0..<64 where !bytes.isEmpty {
      let legal = plan
      editOnce()
      // Undoes a change that validation rejects.
      if (try? plan.validate()) == nil { plan = legal }
    }
  }

  private mutating func editOnce() {
    switch bytes.index(16) {
    case 0: editDraw()
    case 1: editKind()
    case 2: editTarget()
    case 3: editPass()
    case 4: bytes.change(&plan.clips)
    case 5: bytes.change(&plan.stops)
    case 6: swapDraws()
    default:
      if let kind = bytes.one(of: Self.kinds) { editInstance(kind) }
    }
  }

  private mutating func editInstance<Instance: PlanInstance>(_ kind: Instance.Type) {
    var list: [Instance] = []
    kind.change(&plan) { swap(&list, &$0) }
    bytes.change(&list)
    kind.change(&plan) { swap(&list, &$0) }
  }

  private mutating func small() -> Int { Int(Int8(bitPattern: bytes.byte())) }

  private mutating func range() -> Range<Int> {
    let (start, count) = (small(), Int(bytes.byte() % 16))
    return start..<start + count
  }

  private mutating func editDraw() {
    guard !plan.draws.isEmpty else { return }
    let draw = bytes.index(plan.draws.count)
    switch bytes.index(3) {
    case 0: plan.draws[draw].instances = range()
    case 1: plan.draws[draw].blendMode = bytes.one(of: BlendMode.allCases) ?? .sourceOver
    default: plan.draws[draw].clipCount = small()
    }
  }

  private mutating func editKind() {
    guard !plan.draws.isEmpty else { return }
    let draw = bytes.index(plan.draws.count)
    let (first, second) = (small() / 8, small() / 8)
    let kinds: [FramePlan.Kind] = [
      .rectangle, .box, .image(texture: first), .maskedImage(texture: first, mask: second),
      .maskedImage(texture: first, mask: nil),
      .particle(textures: SIMD4(Int32(first), Int32(second), -1, 0)), .bitmap(target: first),
      .composite(target: first, mask: second), .composite(target: first, mask: nil),
      .colorMatrix(target: first), .blur(target: first), .shadow, .gradient, .coverage(mask: first),
      .maskedGradient(mask: first), .checkerboard,
    ]
    plan.draws[draw].kind = kinds[bytes.index(kinds.count)]
    plan.draws[draw].instances = range()
  }

  private mutating func editTarget() {
    guard !plan.targets.isEmpty else { return }
    let target = bytes.index(plan.targets.count)
    switch bytes.index(4) {
    case 0: plan.targets[target].width = small()
    case 1: plan.targets[target].height = small()
    case 2: plan.targets[target].format = bytes.oneIn(2) ? .float16 : .unorm8
    default: plan.targets[target].firstPass = small()
    }
  }

  private mutating func editPass() {
    guard !plan.passes.isEmpty else { return }
    let pass = bytes.index(plan.passes.count)
    switch bytes.index(5) {
    case 0: plan.passes[pass].target = small() / 8
    case 1: plan.passes[pass].clearColor = nil
    case 2:
      plan.passes[pass].clearColor = SIMD4(
        bytes.float(), bytes.float(), bytes.float(), bytes.float())
    case 3: plan.passes[pass].draws = range()
    default: plan.passes.swapAt(pass, bytes.index(plan.passes.count))
    }
  }

  private mutating func swapDraws() {
    guard !plan.draws.isEmpty else { return }
    plan.draws.swapAt(bytes.index(plan.draws.count), bytes.index(plan.draws.count))
  }
}
