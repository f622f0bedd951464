import Foundation
import GlazeGeometry
import GlazeLayers
import GlazePlan

// Changes that must leave nothing behind when they are undone.
extension CheckSubject {
  /// Enough layers to move every kind of slot in the side tables.
  private static let changedLayers = 64

  /// Draws, changes layers, draws, undoes the changes and draws: first their values, then their
  /// order.
  ///
  /// - Returns: the last image, or the first that differs from the image before the change.
  func drawPatched(_ session: RenderSession) throws(GlazeError) -> PixelBuffer {
    let before = try frame(of: session)
    let layers = changedLayers
    for change in [Self.changeValues, Self.changeOrder] {
      let restore = CATransaction.withoutActions { layers.map(change) }
      let changed = Result { () throws(GlazeError) in try frame(of: session) }
      CATransaction.withoutActions { for restore in restore { restore() } }
      _ = try changed.get()
      let after = try frame(of: session)
      if after != before { return after }
    }
    return before
  }

  /// Changes one layer after the other, and draws each time over the previous frame and from
  /// scratch.
  ///
  /// - Returns: the first two images that differ, or else the last two.
  func drawDamaged(
    _ renderer: Renderer
  ) throws(GlazeError) -> (whole: PixelBuffer, over: PixelBuffer) {
    let session = try session(renderer)
    let first = try frame(of: session)
    var images = (whole: first, over: first)
    try changingLayers(count: 8) { () throws(GlazeError) in
      images.over = try frame(of: session)
      session.forgetFrame()
      images.whole = try frame(of: session)
      return images.whole == images.over
    }
    return images
  }

  // MARK: Between frames

  /// Few enough that it takes no longer than the other variants.
  private static let sequenceLayers = 3

  /// Draws frames, with a change between them, without some optimizations.
  func drawSequence(
    _ renderer: Renderer, without options: Optimizations
  ) throws(GlazeError) -> [PixelBuffer] {
    let optimizations = renderer.optimizations
    renderer.optimizations = optimizations.subtracting(options)
    defer { renderer.optimizations = optimizations }
    let session = try session(renderer)
    var images: [PixelBuffer] = []
    try changingLayers(count: Self.sequenceLayers) { () throws(GlazeError) in
      images.append(try frame(of: session))
      return true
    }
    return images
  }

  /// Returns the plans of the same frames.
  func planSequence(_ optimizations: Optimizations) -> [FramePlan] {
    let planner = RootPlanner(
      root, isGeometryFlipped: isGeometryFlipped, optimizations: optimizations)
    planner.limits = options.limits
    var statistics = FrameStatistics()
    var plans: [FramePlan] = []
    changingLayers(count: Self.sequenceLayers) {
      let planned = try? planner.plan(at: 0, drawsOver: true, statistics: &statistics) { _ in
        viewport
      }
      if let planned { plans.append(planned.plan) }
      return planned != nil
    }
    return plans
  }

  /// Changes a layer and undoes the change, then changes another layer in another way, and so on.
  ///
  /// - Parameter body: called at first and after each step; false ends it.
  private func changingLayers<Failure: Error>(
    count: Int, _ body: () throws(Failure) -> Bool
  ) throws(Failure) {
    guard try body() else { return }
    for (index, layer) in someLayers(count).enumerated() {
      let restore = CATransaction.withoutActions { Self.damage[index % Self.damage.count](layer) }
      let result = Result { () throws(Failure) in try body() }
      CATransaction.withoutActions(restore)
      guard try result.get(), try body() else { return }
    }
  }

  /// Changes that are visible in few pixels; each returns a closure that undoes it.
  private static let damage: [@Sendable (CALayer) -> () -> Void] = [
    { layer in
      let old = layer.position
      layer.position.x += 5
      return { layer.position = old }
    },
    { layer in
      let old = layer.opacity
      layer.opacity = old / 2
      return { layer.opacity = old }
    },
    { layer in
      let old = layer.backgroundColor
      layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 1, alpha: 0.7)
      return { layer.backgroundColor = old }
    },
    { layer in
      let old = layer.transform
      layer.transform = CATransform3DRotate(old, 0.2, 0, 0, 1)
      return { layer.transform = old }
    },
    { layer in
      let old = layer.isHidden
      layer.isHidden = !old
      return { layer.isHidden = old }
    },
    { layer in
      let old = layer.zPosition
      layer.zPosition = old + 3
      return { layer.zPosition = old }
    },
  ]

  private var changedLayers: [CALayer] { someLayers(Self.changedLayers) }

  /// Returns layers from all over the tree, the last ones first.
  private func someLayers(_ count: Int) -> [CALayer] {
    let all = Array(root.withDescendants.reversed())
    let step = max(1, all.count / count)
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  /// Changes the values that a patched node holds, and returns a closure that restores them.
  private static func changeValues(of layer: CALayer) -> () -> Void {
    let (bounds, position, transform) = (layer.bounds, layer.position, layer.transform)
    let (color, contents, opacity) = (layer.backgroundColor, layer.contents, layer.opacity)
    let (borderWidth, radius, clips) = (layer.borderWidth, layer.cornerRadius, layer.masksToBounds)
    layer.bounds.size.width += 7
    layer.position.y += 3
    layer.transform = CATransform3DRotate(transform, 0.3, 1, 1, 1)
    layer.backgroundColor = color == nil ? CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5) : nil
    layer.contents = nil
    layer.opacity = opacity / 2
    layer.borderWidth = borderWidth > 0 ? 0 : 2
    layer.cornerRadius = radius + 3
    layer.masksToBounds = !clips
    return {
      (layer.bounds, layer.position, layer.transform) = (bounds, position, transform)
      (layer.backgroundColor, layer.contents, layer.opacity) = (color, contents, opacity)
      (layer.borderWidth, layer.cornerRadius) = (borderWidth, radius)
      layer.masksToBounds = clips
    }
  }

  /// Changes the sublayers and their order, and returns a closure that restores them.
  private static func changeOrder(of layer: CALayer) -> () -> Void {
    let sublayers = layer.sublayers
    // A layer that leaves the tree loses its animations.
    let leaving = sublayers?.last?.withDescendants.allSatisfy { $0.animationKeys() == nil } ?? true
    layer.sublayers = sublayers.map { [CALayer()] + $0.dropLast(leaving ? 1 : 0).reversed() }
    return { layer.sublayers = sublayers }
  }
}

extension CALayer {
  /// The layer and everything below it except masks, in preorder.
  final var withDescendants: [CALayer] {
    var all: [CALayer] = []
    var pending = [self]
    while let layer = pending.popLast() {
      all.append(layer)
      pending += (layer.sublayers ?? []).reversed()
    }
    return all
  }
}
