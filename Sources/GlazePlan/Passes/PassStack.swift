import CGlazeShaders
import Foundation
import GlazeTree

/// The plan while it grows: the passes that are open, innermost last, and the arrays that they fill.
///
/// Everything is in the frame's pixels until its pass ends; then the pass's bounds are known, and what
/// it drew moves to the pixels of a target that is no larger.
struct PassStack {
  private struct OpenPass {
    var node: Int32
    var opacity: Float
    /// Where the pass's picture is drawn into.
    var outer: PlaneContext?
    var bounds = PixelRect.null
    var draws: [FramePlan.Draw] = []
    var clips: [Range<Int>] = []
  }

  private(set) var plan = FramePlan()
  private var open: [OpenPass] = []
  private var textureIndices: [FramePlan.Texture: Int] = [:]
  private var clipRun: (top: Int32, count: Int32, pass: Int, first: Int)?
  private let batches: Bool
  /// The frame, in pixels.
  let frameBounds: PixelRect

  init(viewport: Viewport, batches: Bool) {
    self.batches = batches
    frameBounds = PixelRect(
      minX: 0, minY: 0, maxX: Double(viewport.width), maxY: Double(viewport.height))
    plan.targets = [
      .init(width: viewport.width, height: viewport.height, firstPass: 0, lastPass: 0)
    ]
    open = [OpenPass(node: 0, opacity: 1)]
  }

  // MARK: Instances

  mutating func add(_ instance: BoxInstance, bounds: PixelRect) {
    plan.boxes.append(instance)
    record(.box, end: plan.boxes.count, clips: Int(instance.params.z), bounds)
  }

  mutating func add(_ instance: ImageInstance, texture: Int, bounds: PixelRect) {
    plan.images.append(instance)
    record(.image(texture: texture), end: plan.images.count, clips: Int(instance.params.z), bounds)
  }

  mutating func add(texture: FramePlan.Texture) -> Int {
    if let index = textureIndices[texture] { return index }
    plan.textures.append(texture)
    textureIndices[texture] = plan.textures.count - 1
    return plan.textures.count - 1
  }

  private mutating func record(
    _ kind: FramePlan.Kind, end: Int, clips: Int, _ bounds: PixelRect
  ) {
    let pass = open.count - 1
    open[pass].bounds.formUnion(bounds)
    let last = open[pass].draws.count - 1
    if batches, last >= 0, open[pass].draws[last].kind == kind,
      open[pass].draws[last].instances.upperBound == end - 1
    {
      let start = open[pass].draws[last].instances.lowerBound
      open[pass].draws[last].instances = start..<end
      open[pass].draws[last].clipCount = max(open[pass].draws[last].clipCount, clips)
    } else {
      open[pass].draws.append(.init(kind: kind, instances: (end - 1)..<end, clipCount: clips))
    }
  }

  // MARK: Clips

  /// Makes the clips of a context available to instances of the innermost pass.
  ///
  /// - Parameter isNeeded: Whether a clip may touch the instance.
  /// - Returns: Index of the first clip, and their number.
  mutating func clips(
    of context: PlaneContext, in list: ClipList, isNeeded: (RoundedBox) -> Bool
  ) -> (first: Int, count: Int) {
    guard context.clipDepth > 0 else { return (0, 0) }
    var needed = 0
    list.boxes(from: context.clips, count: context.clipDepth) { if isNeeded($0) { needed += 1 } }
    guard needed > 0 else { return (0, 0) }
    let isWhole = needed == Int(context.clipDepth)
    if isWhole, let run = clipRun, run.top == context.clips, run.count == context.clipDepth,
      run.pass == open.count
    {
      return (run.first, needed)
    }
    let first = plan.clips.count
    list.boxes(from: context.clips, count: context.clipDepth) { box in
      if isNeeded(box) { plan.clips.append(box) }
    }
    open[open.count - 1].clips.append(first..<plan.clips.count)
    if isWhole { clipRun = (context.clips, context.clipDepth, open.count, first) }
    return (first, needed)
  }

  // MARK: Passes

  /// Begins a transient picture that will be laid over the current one through `outer`'s clips.
  mutating func begin(node: Int32, opacity: Float, outer: PlaneContext) {
    open.append(OpenPass(node: node, opacity: opacity, outer: outer))
    clipRun = nil
  }

  /// Ends the innermost pass and draws its picture into the one below; nothing when it is empty.
  ///
  /// - Parameter folds: Whether clips that hold the whole picture are dropped.
  mutating func end(clips list: ClipList, folds: Bool) {
    let pass = open.removeLast()
    clipRun = nil
    guard let outer = pass.outer, !pass.draws.isEmpty else { return }
    let bounds = pass.bounds.intersection(outer.bounds).intersection(frameBounds).outset(by: 0)
    guard !bounds.isEmpty else { return }
    let target = plan.targets.count
    let origin = SIMD2(Float(bounds.minX), Float(bounds.minY))
    move(pass, by: origin)
    close(pass, target: target, origin: origin)
    plan.targets.append(
      .init(
        width: Int(bounds.maxX - bounds.minX), height: Int(bounds.maxY - bounds.minY),
        firstPass: plan.passes.count - 1, lastPass: plan.passes.count - 1))
    let quad = Quad(bounds)
    let run = clips(of: outer, in: list) { !(folds && $0.surelyCovers(quad)) }
    var instance = CompositeInstance()
    instance.quad01 = quad.first
    instance.quad23 = quad.second
    instance.source = SIMD4(origin.x, origin.y, pass.opacity, 0)
    instance.params = SIMD4(0, Float(run.first), Float(run.count), 0)
    plan.composites.append(instance)
    record(
      .composite(target: target, mask: nil), end: plan.composites.count, clips: run.count, bounds)
  }

  /// Ends the frame's own pass.
  mutating func finish(background: SIMD4<Float>) -> FramePlan {
    close(open.removeLast(), target: 0, origin: .zero)
    plan.passes[plan.passes.count - 1].clearColor = background
    for (index, pass) in plan.passes.enumerated() {
      for draw in plan.draws[pass.draws] {
        for target in draw.kind.sources { plan.targets[target].lastPass = index }
      }
    }
    plan.targets[0].firstPass = plan.passes.count - 1
    plan.targets[0].lastPass = plan.passes.count - 1
    return plan
  }

  private mutating func close(_ pass: OpenPass, target: Int, origin: SIMD2<Float>) {
    let first = plan.draws.count
    plan.draws.append(contentsOf: pass.draws)
    plan.passes.append(
      .init(
        target: target, clearColor: .zero, draws: first..<plan.draws.count,
        origin: SIMD2(Int32(origin.x), Int32(origin.y)), node: pass.node))
  }

  private mutating func move(_ pass: OpenPass, by origin: SIMD2<Float>) {
    let shift = SIMD4(origin.x, origin.y, origin.x, origin.y)
    for draw in pass.draws {
      for index in draw.instances {
        switch draw.kind {
        case .box:
          plan.boxes[index].quad01 -= shift
          plan.boxes[index].quad23 -= shift
          plan.boxes[index].shape.move(by: origin)
        case .image, .picture:
          plan.images[index].quad01 -= shift
          plan.images[index].quad23 -= shift
          plan.images[index].shape.move(by: origin)
        case .composite:
          plan.composites[index].quad01 -= shift
          plan.composites[index].quad23 -= shift
          plan.composites[index].source -= SIMD4(origin.x, origin.y, 0, 0)
          plan.composites[index].mask -= SIMD4(origin.x, origin.y, 0, 0)
        case .colorMatrix:
          plan.colorMatrices[index].quad01 -= shift
          plan.colorMatrices[index].quad23 -= shift
          plan.colorMatrices[index].source -= SIMD4(origin.x, origin.y, 0, 0)
        case .blur:
          plan.blurs[index].quad01 -= shift
          plan.blurs[index].quad23 -= shift
          plan.blurs[index].source -= SIMD4(origin.x, origin.y, 0, 0)
        case .shadow:
          plan.shadows[index].quad01 -= shift
          plan.shadows[index].quad23 -= shift
          plan.shadows[index].shape.move(by: origin)
        case .gradient:
          plan.gradients[index].quad01 -= shift
          plan.gradients[index].quad23 -= shift
          plan.gradients[index].shape.move(by: origin)
        }
      }
    }
    for range in pass.clips {
      for index in range { plan.clips[index].move(by: origin) }
    }
  }
}

extension RoundedBox {
  fileprivate mutating func move(by origin: SIMD2<Float>) {
    rowX.w -= origin.x
    rowY.w -= origin.y
  }
}
