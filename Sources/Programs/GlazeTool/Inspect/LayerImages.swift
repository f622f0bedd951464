import Foundation
import Glaze
import GlazeCore
import GlazeGeometry
import GlazePlan
import GlazeTree

/// The images of single layers of a frame, and the cost of the frame without them.
struct LayerImages {
  let frame: PlannedFrame
  let renderer: Renderer

  /// The largest numbers of layers that are drawn alone, and that are omitted to measure their cost.
  static let limit = 400
  static let costLimit = 60
  private static let runs = 3
  /// The approximate number of parts of the cost map, and the approximate smallest side of a part in pixels.
  private static let parts = 200.0
  private static let leastSide = 8.0

  /// Returns the image of a layer alone, through the groups, masks and clips around it.
  func plate(of node: Int) throws -> InspectReport.Patch? {
    let plan = frame.plan(of: frame.tree.showing(only: node), background: false)
    guard plan.excess == nil, !plan.draws.isEmpty else { return nil }
    let image = try renderer.pixels(of: plan)
    return try .init(image, over: .clear(width: image.width, height: image.height))
  }

  /// Plans and draws a tree, and returns the CPU time of the drawing thread in milliseconds, on which other
  /// processes have little effect.
  private func time(_ tree: LayerTree) throws -> Double {
    let start = ProcessClock.thread
    _ = try renderer.pixels(of: frame.plan(of: tree))
    return ProcessClock.thread - start
  }

  /// The time of the whole image, in milliseconds: the fastest of some runs.
  func milliseconds() throws -> Double {
    // The first run fills the caches of images.
    _ = try time(frame.tree)
    return try (0..<Self.runs).map { _ in try time(frame.tree) }.min() ?? 0
  }

  /// Returns the time that the image saves with another tree.
  ///
  /// Both are drawn alternately, so that other processes affect both.
  private func saving(of tree: LayerTree) throws -> Saving {
    try Saving {
      try time(frame.tree)
    } rest: {
      try time(tree)
    }
  }

  /// Returns the cost that the frame saves without a layer and its sublayers.
  func cost(of node: Int) throws -> InspectReport.Cost {
    var tree = frame.tree
    tree.nodes[node].flags.insert(.isHidden)
    let (whole, rest) = (frame.plan, frame.plan(of: tree))
    let saving = try saving(of: tree)
    return InspectReport.Cost(
      milliseconds: saving.milliseconds, uncertainty: saving.uncertainty,
      passes: whole.passes.count - rest.passes.count,
      instances: whole.instanceCount - rest.instanceCount,
      pixels: whole.touchedPixels - rest.touchedPixels)
  }

  /// Returns the time that the frame saves without the cause of a layer's passes.
  func cost(of effect: PassCauses.Effect, of node: Int) throws -> Saving {
    try saving(of: frame.tree.without(effect, of: node))
  }

  /// Returns the times to draw parts of the image, each planned alone.
  func costMap() throws -> InspectReport.CostMap {
    let (width, height) = (frame.viewport.width, frame.viewport.height)
    let side = max(Self.leastSide, (Double(width * height) / Self.parts).squareRoot())
    func count(_ length: Int) -> Int { max(1, Int(clamping: (Double(length) / side).rounded())) }
    let (columns, rows) = (count(width), count(height))
    var map = InspectReport.CostMap(columns: columns, rows: rows, milliseconds: [])
    for row in 0..<rows {
      for column in 0..<columns {
        let (x, y) = (width * column / columns, height * row / rows)
        let window = PixelWindow(
          x: x, y: y, width: width * (column + 1) / columns - x,
          height: height * (row + 1) / rows - y)
        let area = Double(window.width * window.height)
        map.milliseconds.append(try (drawing(window) / area * 1e8).rounded() / 100)
      }
    }
    return map
  }

  /// Returns the time to draw a part of the image, in milliseconds: the fastest of some runs.
  private func drawing(_ window: PixelWindow) throws -> Double {
    let plan = frame.plan(of: frame.tree, in: window)
    return try (0..<Self.runs).map { _ in
      let start = ProcessClock.thread
      _ = try renderer.pixels(of: plan)
      return ProcessClock.thread - start
    }.min() ?? 0
  }
}

extension FramePlan {
  var instanceCount: Int { draws.reduce(0) { $0 + $1.instances.count } }
}

extension LayerTree {
  /// Returns the tree with only one visible layer, and the effects of the layers around it.
  func showing(only node: Int) -> LayerTree {
    var tree = self
    tree.versions = []
    func hideSublayers(of parent: Int, but shown: Int) {
      var child = firstSublayer(of: parent)
      while child < Int(nodes[parent].subtreeEnd) {
        if child != shown { tree.nodes[child].flags.insert(.isHidden) }
        child = Int(nodes[child].subtreeEnd)
      }
    }
    hideSublayers(of: node, but: -1)
    var child = node
    while nodes[child].parent >= 0 {
      let parent = Int(nodes[child].parent)
      if child >= firstSublayer(of: parent) { hideSublayers(of: parent, but: child) }
      tree.nodes[parent].backgroundColor = .zero
      if tree.nodes[parent].slots >= 0 {
        var slots = tree.slots(of: parent)
        (slots.contents, slots.border, slots.shadow) = (-1, -1, -1)
        (slots.gradient, slots.shape, slots.emitter) = (-1, -1, -1)
        tree.slots[Int(tree.nodes[parent].slots)] = slots
      }
      child = parent
    }
    return tree
  }

  /// Returns the outline of a node's bounds, in pixels; empty if it lies behind the eye.
  func outline(of node: Int, toPixels: CGAffineTransform) -> [[Double]] {
    guard let map = map(from: node, to: -1) else { return [] }
    let h = Homography(toPixels) * map
    let bounds = nodes[node].bounds
    let corners: [(x: Double, y: Double, w: Double)] = [
      (bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.maxX, bounds.maxY),
      (bounds.minX, bounds.maxY),
    ].map { corner in
      let (x, y) = (Double(corner.0), Double(corner.1))
      return (
        h.xx * x + h.xy * y + h.xw, h.yx * x + h.yy * y + h.yw, h.wx * x + h.wy * y + h.ww
      )
    }
    // Points nearer than this are clipped, as in the renderer.
    let nearest = 1e-3
    var result: [[Double]] = []
    for index in corners.indices {
      let (p, q) = (corners[index], corners[(index + 1) % corners.count])
      if p.w >= nearest { result.append([p.x / p.w, p.y / p.w]) }
      guard (p.w >= nearest) != (q.w >= nearest) else { continue }
      let t = (nearest - p.w) / (q.w - p.w)
      result.append([
        (p.x + (q.x - p.x) * t) / nearest, (p.y + (q.y - p.y) * t) / nearest,
      ])
    }
    return result.allSatisfy { $0.allSatisfy { $0.isFinite && abs($0) < 1e7 } } ? result : []
  }
}
