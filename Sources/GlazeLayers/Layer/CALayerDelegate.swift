public import Foundation
public import GlazeDrawing

/// What a layer asks of its owner.
///
/// All methods are optional: each has a default that stands for "not implemented".
///
/// Observed: Apple header CALayer.h.
public protocol CALayerDelegate: AnyObject {
  /// Supplies `contents` in place of drawing; called by `CALayer.display()`.
  func display(_ layer: CALayer)
  /// Draws what the layer shows, in its coordinates; called by `CALayer.draw(in:)`.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Prepares a layer that is about to be drawn.
  func layerWillDraw(_ layer: CALayer)
  /// Lays out the sublayers; called by `CALayer.layoutSublayers()`.
  func layoutSublayers(of layer: CALayer)
  /// Chooses the action for an event; nil goes on searching, `NSNull()` stops with nothing.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Stands for "not implemented": the layer goes on with its own drawing.
  public func display(_ layer: CALayer) { layer.delegateLacksMethod = true }
  /// Stands for "not implemented": the layer keeps the contents that it has.
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.delegateLacksMethod = true }
  /// Stands for "not implemented".
  public func layerWillDraw(_ layer: CALayer) {}
  /// Stands for "not implemented": the layer asks its layout manager.
  public func layoutSublayers(of layer: CALayer) { layer.delegateLacksMethod = true }
  /// Stands for "not implemented": the search goes on.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// An algorithm that places sublayers.
///
/// Observed: Apple header CALayer.h. All methods are optional.
public protocol CALayoutManager: AnyObject {
  /// The size that the layer would like, in points.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Forgets what was computed for the layer.
  func invalidateLayout(of layer: CALayer)
  /// Places the sublayers of the layer.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// The size of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  /// Forgets nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Places nothing.
  public func layoutSublayers(of layer: CALayer) {}
}

/// Something that happens when a layer's property changes.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: The key of the change, often the name of a property.
  ///   - anObject: The layer.
  ///   - dict: More about the event, or nil.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
  /// Does nothing: as an action, `NSNull` ends the search.
  public func run(
    forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?
  ) {}
}
