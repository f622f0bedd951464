import GlazeGeometry
public import Foundation

// Scrolling through the nearest scroll layer above a layer.
extension CALayer {
  /// Scrolls the nearest scroll layer above, so that a point of this layer becomes its origin.
  public final func scroll(_ p: CGPoint) {
    guard let scroller = enclosingScrollLayer else { return }
    scroller.scroll(to: scroller.convert(p, from: self))
  }

  /// Scrolls the nearest scroll layer above by the least distance that makes a rectangle of this
  /// layer visible.
  public final func scrollRectToVisible(_ r: CGRect) {
    guard let scroller = enclosingScrollLayer else { return }
    scroller.scroll(to: scroller.convert(r, from: self))
  }

  /// The part of the bounds that the nearest scroll layer above shows; all of it if there is none.
  public final var visibleRect: CGRect {
    guard let scroller = enclosingScrollLayer else { return bounds }
    return convert(scroller.bounds, from: scroller).clipped(to: bounds)
  }

  final var enclosingScrollLayer: CAScrollLayer? {
    var next = owner
    while let layer = next {
      if let scroller = layer as? CAScrollLayer { return scroller }
      next = layer.owner
    }
    return nil
  }
}
