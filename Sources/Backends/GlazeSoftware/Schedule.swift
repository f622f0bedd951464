import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// The order in which the passes of a plan are drawn.
///
/// A pass whose target is composited over one other pass, pixel by pixel and once, waits for that
/// pass, which draws it band by band. Its pixels are then still in the cache when they are
/// composited, no memory for the whole target is needed, and threads need not wait for each other
/// between the two.
struct Schedule {
  /// For each pass, itself and the passes that it draws; empty where another one draws it.
  private(set) var groups: [[Int]]
  /// For each pass, the bands of its target.
  private(set) var bands: [Bands]
  /// For each target, the pass that uses it last.
  private(set) var lastUse: [Int]

  /// - Parameters:
  ///   - defers: false draws all passes in turn.
  ///   - workers: The number of threads.
  init(_ plan: borrowing FramePlan, defers: Bool, workers: Int) {
    lastUse = plan.targets.map(\.lastPass)
    bands = plan.passes.map {
      let target = plan.targets[$0.target]
      return Bands(
        width: target.width, height: target.height, workers: plan.isSmall($0) ? 1 : workers)
    }
    // A single pass, as most small frames have, waits for nothing.
    if plan.passes.count == 1 {
      groups = [[0]]
      return
    }
    groups = plan.passes.map { _ in [] }
    let uses = plan.targetUses()
    // The index of the pass that draws each pass.
    var drawn = Array(plan.passes.indices)
    for (index, pass) in plan.passes.enumerated().reversed() {
      if defers, Self.canWait(index, plan, uses), let reader = uses[pass.target].reader,
        let row = plan.row(of: pass.target, in: plan.draws[reader.draw])
      {
        drawn[index] = drawn[reader.pass]
        let height = plan.targets[pass.target].height
        bands[index] = bands[reader.pass].at(row: row, height: height)
      }
      groups[drawn[index]].append(index)
      for draw in plan.draws[pass.draws] {
        for source in draw.kind.sources { lastUse[source] = max(lastUse[source], drawn[index]) }
      }
    }
  }

  /// Whether a target is read pixel by pixel, by one instance.
  private static func isReadOnce(_ use: FramePlan.TargetUse, _ plan: FramePlan) -> Bool {
    guard use.readCount == 1, let reader = use.reader else { return false }
    let draw = plan.draws[reader.draw]
    guard case .target = draw.kind.reads else { return false }
    return draw.instances.count == 1
  }

  private static func canWait(
    _ index: Int, _ plan: FramePlan, _ uses: [FramePlan.TargetUse]
  ) -> Bool {
    let pass = plan.passes[index]
    let target = plan.targets[pass.target]
    guard pass.target != 0, target.key == nil, !target.isCached, pass.clearColor != nil,
      uses[pass.target].passCount == 1, isReadOnce(uses[pass.target], plan)
    else { return false }
    // Its sources must still be unchanged at that time, and cheap to read in parts.
    return plan.draws[pass.draws].allSatisfy { draw in
      if case .surroundings = draw.kind.reads { return false }
      return draw.kind.sources.allSatisfy { uses[$0].lastPass < index }
    }
  }
}

extension Schedule {
  /// A text with one line for each step: textures, then each pass that is drawn in turn with the
  /// passes that it draws, and the targets whose memory is allocated and released.
  func text(of plan: FramePlan) -> String {
    var lines = plan.textures.enumerated().map { number, texture in
      "prepare texture \(number) \(texture.image.width)x\(texture.image.height)"
        + (texture.minification == .trilinear
          ? " with its halvings" : texture.level > 0 ? " halved \(texture.level) times" : "")
    }
    var isTaken = plan.targets.map(\.isCached)
    for (number, pass) in plan.passes.enumerated() where !groups[number].isEmpty {
      if pass.target > 0, !isTaken[pass.target] {
        let target = plan.targets[pass.target]
        lines.append("take target \(pass.target) \(target.width)x\(target.height)")
        isTaken[pass.target] = true
      }
      lines.append(
        "draw pass \(number) into target \(pass.target), \(text(of: bands[number]))"
          + (plan.isSmall(pass) ? ", by one worker" : ""))
      for window in pass.target == 0 ? plan.damage ?? [] : [] {
        lines.append("  inside \(window.x),\(window.y) \(window.width)x\(window.height)")
      }
      for other in groups[number].dropFirst() {
        lines.append("  with pass \(other), \(text(of: bands[other]))")
      }
      for (target, last) in lastUse.enumerated().dropFirst()
      where last == number && isTaken[target] {
        lines.append(
          plan.targets[target].key == nil ? "give target \(target)" : "keep target \(target)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Describes bands as in "9 bands of 128 rows", with the rows of the first when it has fewer.
  private func text(of bands: Bands) -> String {
    let text = "\(bands.count) \(bands.count == 1 ? "band" : "bands") of \(bands.bandHeight) rows"
    return bands.offset == 0 ? text : text + ", the first of \(bands.rows(of: 0).count)"
  }
}

extension FramePlan {
  /// The pixels of one color, and the instances, that one thread draws while others are woken and waited for.
  private static let small = (fill: Double(1 << 20), instances: 512)

  /// Whether waking other threads would cost more than drawing a pass.
  func isSmall(_ pass: Pass) -> Bool {
    let pixels = drawnPixels(of: pass.target)
    let count = draws[pass.draws].reduce(0) { $0 + $1.instances.count }
    if Double(pixels) + fillBound.area < Self.small.fill, count < Self.small.instances {
      return true
    }
    return pixels < 16_384 && count < 64
  }

  /// The pixels of a target that are drawn: those of the damage, where it is known.
  private func drawnPixels(of target: Int) -> Int {
    if target == 0, let damage { return damage.reduce(0) { $0 + $1.width * $1.height } }
    return targets[target].width * targets[target].height
  }

  /// The row on which the first row of a target lies, where a draw of one instance reads it pixel
  /// by pixel.
  fileprivate func row(of target: Int, in draw: Draw) -> Int? {
    guard let index = draw.instances.first,
      case .target(let source, _) = draw.kind.reads
    else { return nil }
    let origins = draw.kind.instance.origins(index, in: self)
    return Int(GlazeLayer.place(source == target ? origins.source.y : origins.mask.y))
  }
}
