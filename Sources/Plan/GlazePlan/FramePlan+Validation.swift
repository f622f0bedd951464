import CGlazeShaders
import GlazeGeometry
import GlazeTree

/// An error in a plan, made by its author.
package enum FramePlanError: Error, Equatable, CustomStringConvertible {
  /// The frame's format does not suit its output.
  case frameFormat(FramePlan.PixelFormat)
  /// A pass, draw or instance refers to something that the plan does not have.
  case brokenReference(pass: Int, draw: Int?, what: String)
  /// A draw reads, or a pass continues, a target that no earlier pass has drawn.
  case undrawnTarget(pass: Int, draw: Int?, target: Int)
  /// A draw requests something that is not allowed in plans.
  case unsupported(pass: Int, draw: Int, what: String)

  package var description: String {
    switch self {
    case .frameFormat(let format):
      "the frame's format does not suit its output: \(format)"
    case .brokenReference(let pass, let draw, let what):
      "\(Self.place(pass, draw)) refers to \(what), which is not in the plan"
    case .undrawnTarget(let pass, let draw, let target):
      "\(Self.place(pass, draw)) reads target \(target), which no earlier pass has drawn"
    case .unsupported(let pass, let draw, let what):
      "\(Self.place(pass, draw)) has \(what)"
    }
  }

  private static func place(_ pass: Int, _ draw: Int?) -> String {
    "pass \(pass)\(draw.map { ", draw \($0)" } ?? "")"
  }
}

extension FramePlan {
  /// Throws when the plan refers to something that it lacks, so that backends need not check.
  ///
  /// Sizes of targets are checked by the backends, each of which has its own limits.
  /// - Complexity: O(passes + draws + instances) without rectangles; takes no memory.
  package func validate() throws(FramePlanError) {
    for underlay in underlays { try underlay.validate() }
    if let frame = targets.first,
      (frame.format == .unorm8) == output.isDeep || frame.format == .alpha16
    {
      throw .frameFormat(frame.format)
    }
    for (index, pass) in passes.enumerated() {
      guard targets.indices.contains(pass.target) else {
        throw .brokenReference(pass: index, draw: nil, what: "target \(pass.target)")
      }
      guard pass.draws.lowerBound >= 0, pass.draws.upperBound <= draws.count else {
        throw .brokenReference(pass: index, draw: nil, what: "draws \(pass.draws)")
      }
      if pass.clearColor == nil && !isDrawn(pass.target, before: index) {
        throw .undrawnTarget(pass: index, draw: nil, target: pass.target)
      }
      for draw in pass.draws { try validate(draw: draw, ofPass: index) }
    }
  }

  /// Whether a target has content when a pass begins; the target itself records which pass draws it
  /// first.
  private func isDrawn(_ target: Int, before pass: Int) -> Bool {
    let first = targets[target].firstPass
    return targets[target].isCached
      || (first >= 0 && first < pass && passes[first].target == target)
  }

  private func validate(draw index: Int, ofPass pass: Int) throws(FramePlanError) {
    let draw = draws[index]
    if let what = brokenReference(of: draw.kind.reads) {
      throw .brokenReference(pass: pass, draw: index, what: what)
    }
    let (source, mask) = draw.kind.sourceAndMask
    if let source { try validate(source: source, ofDraw: index, pass) }
    if let mask { try validate(source: mask, ofDraw: index, pass) }
    if draw.blendMode != .sourceOver, !draw.addsUp {
      guard case .composite = draw.kind else {
        throw .unsupported(
          pass: pass, draw: index, what: "blend mode \(draw.blendMode), which only composites have")
      }
    }
    if draw.clipCount < 0 || draw.clipCount > draw.kind.mostClips {
      throw .unsupported(
        pass: pass, draw: index,
        what: "\(draw.clipCount) clips; at most \(draw.kind.mostClips) are supported")
    }
    let kind = draw.kind.instance
    if draw.instances.lowerBound < 0 || draw.instances.upperBound > kind.count(in: self) {
      throw .brokenReference(pass: pass, draw: index, what: "instances \(draw.instances)")
    }
    // Rectangles do not refer to anything.
    if draw.kind == .rectangle { return }
    if let what = kind.missing(of: draw, in: self) {
      throw .brokenReference(pass: pass, draw: index, what: what)
    }
    if let what = kind.unsupported(draw.instances, in: self) {
      throw .unsupported(pass: pass, draw: index, what: what)
    }
    let readsAlpha = isAlphaAlone(source) || isAlphaAlone(mask)
    let drawsAlpha = isAlphaAlone(passes[pass].target)
    if readsAlpha || drawsAlpha, let what = unsupported(draw, drawsAlpha: drawsAlpha) {
      throw .unsupported(pass: pass, draw: index, what: what)
    }
  }

  private func isAlphaAlone(_ target: Int?) -> Bool {
    target.map { targets[$0].format == .alpha16 } ?? false
  }

  /// Describes a draw into a target of alpha alone, or of one, if it needs other components; nil if
  /// not.
  private func unsupported(_ draw: Draw, drawsAlpha: Bool) -> String? {
    switch draw.kind {
    case .blur where drawsAlpha:
      // The shader cannot ask for the format.
      if blurs[draw.instances].allSatisfy({ $0.isAlphaOnly }) { return nil }
    case .bitmap where !drawsAlpha:
      if images[draw.instances].allSatisfy({ $0.takesAlpha }) { return nil }
    default: break
    }
    return "\(draw.kind) with a target of alpha alone"
  }

  private func validate(
    source target: Int, ofDraw draw: Int, _ pass: Int
  ) throws(FramePlanError) {
    if !targets.indices.contains(target) || target == passes[pass].target {
      throw .brokenReference(pass: pass, draw: draw, what: "target \(target)")
    }
    if !isDrawn(target, before: pass) {
      throw .undrawnTarget(pass: pass, draw: draw, target: target)
    }
  }

  /// The texture or mask that a draw reads but that does not exist; nil when all exist.
  private func brokenReference(of reads: Reads) -> String? {
    switch reads {
    case .textures(let list):
      if list[0] < 0 { return "texture \(list[0])" }
      return (0..<4).first { list[$0] >= textures.count }.map { "texture \(list[$0])" }
    case .mask(let mask):
      let isThere =
        masks.indices.contains(mask)
        && masks[mask].bytes.count == masks[mask].width * masks[mask].height
      return isThere ? nil : "mask \(mask)"
    case .nothing, .bitmap, .target, .surroundings, .shadowTables: return nil
    }
  }
}
