public import Foundation
public import GlazeDrawing

/// An object that supplies a layer's contents, layout and actions.
///
/// All methods are optional: each has a default implementation that reports "not implemented".
///
/// Observed: Apple header CALayer.h.
public protocol CALayerDelegate: AnyObject {
  /// Supplies `contents` in place of drawing; called by `CALayer.display()`.
  func display(_ layer: CALayer)
  /// Draws the content of the layer in its coordinates; called by `CALayer.draw(in:)`.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Prepares a layer that is about to be drawn.
  func layerWillDraw(_ layer: CALayer)
  /// Lays out the sublayers; called by `CALayer.layoutSublayers()`.
  func layoutSublayers(of layer: CALayer)
  /// Returns the action for an event; nil continues the search, `NSNull()` ends it without an
  /// action.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Reports "not implemented": the layer continues with its own drawing.
  public func display(_ layer: CALayer) { layer.delegateLacksMethod = true }
  /// Reports "not implemented": the contents of the layer stay.
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.delegateLacksMethod = true }
  /// Does nothing, as "not implemented".
  public func layerWillDraw(_ layer: CALayer) {}
  /// Reports "not implemented": the layer calls its layout manager.
  public func layoutSublayers(of layer: CALayer) { layer.delegateLacksMethod = true }
  /// Returns nil, as "not implemented": the search continues.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// An algorithm that lays out sublayers.
///
/// Observed: Apple header CALayer.h. All methods are optional.
public protocol CALayoutManager: AnyObject {
  /// Returns the size that the layer prefers, in points.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Discards the values that were computed for the layer.
  func invalidateLayout(of layer: CALayer)
  /// Lays out the sublayers of the layer.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// Returns the size of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Does nothing.
  public func layoutSublayers(of layer: CALayer) {}
}

/// An object that responds to a change of a layer's property.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: The key of the change, often the name of a property.
  ///   - anObject: The layer.
  ///   - dict: Further information about the event, or nil.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
  /// Does nothing: as an action, `NSNull` ends the search.
  public func run(
    forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?
  ) {}
}
