import Foundation
import GlazeGeometry
import GlazeLayers
import GlazePlan

// Changes that must leave nothing behind when they are taken back.
extension CheckSubject {
  /// Enough to move every kind of slot in the side tables.
  private static let changedLayers = 64

  /// Draws, changes layers, draws, changes them back and draws: first their values, then their order.
  ///
  /// - Returns: the last picture, or the first that is not as it was before.
  func drawPatched(_ renderer: Renderer) throws(RenderError) -> PixelBuffer {
    let before = try drawRemembered(renderer)
    let layers = changedLayers
    for change in [Self.changeValues, Self.changeOrder] {
      let restore = CATransaction.withoutActions { layers.map(change) }
      let changed = Result { () throws(RenderError) in try drawRemembered(renderer) }
      CATransaction.withoutActions { for restore in restore { restore() } }
      _ = try changed.get()
      let after = try drawRemembered(renderer)
      if after != before { return after }
    }
    return before
  }

  /// Layers from all over the tree.
  private var changedLayers: [CALayer] {
    let all = root.withDescendants
    let step = max(1, all.count / Self.changedLayers)
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  /// Changes what a patched node holds, and returns what changes it back.
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

  /// Changes which sublayers there are and in which order, and returns what changes it back.
  private static func changeOrder(of layer: CALayer) -> () -> Void {
    let sublayers = layer.sublayers
    // What leaves the tree loses its animations.
    let leaving = sublayers?.last?.withDescendants.allSatisfy { $0.animationKeys() == nil } ?? true
    layer.sublayers = sublayers.map { [CALayer()] + $0.dropLast(leaving ? 1 : 0).reversed() }
    return { layer.sublayers = sublayers }
  }
}

extension CALayer {
  /// The layer and everything below it but masks, in preorder.
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
