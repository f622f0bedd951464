public import Foundation

/// The directions in which a scroll layer scrolls.
///
/// Observed: Apple's headers.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not at all.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along both.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// A layer that shows a part of its sublayers by moving the origin of its bounds.
///
/// `masksToBounds` is true by default.
///
/// Observed: Apple header CAScrollLayer.h.
open class CAScrollLayer: CALayer {
  /// The directions in which `scroll(to:)` may move; default `both`.
  open var scrollMode: CAScrollLayerScrollMode = .both {
    didSet { noteChange(.undrawn, "scrollMode") }
  }

  /// Makes a scroll layer that clips.
  public override init() {
    super.init()
    state.flags[.masksToBounds] = true
  }

  /// Makes a layer that stands for another.
  public override init(layer: Any) {
    super.init(layer: layer)
    state.flags[.masksToBounds] = true
  }

  /// Reads a scroll layer from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Makes a point of the layer's coordinates the origin of its bounds, as far as the mode allows.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    bounds.origin = origin
  }

  /// Scrolls as little as makes a rectangle of the layer's coordinates visible; where it is larger
  /// than the bounds, its min edge.
  open func scroll(to r: CGRect) {
    let box = bounds
    scroll(
      to: CGPoint(
        x: Self.origin(box.minX, box.width, showing: r.minX, r.width),
        y: Self.origin(box.minY, box.height, showing: r.minY, r.height)))
  }

  private static func origin(
    _ origin: CGFloat, _ length: CGFloat, showing start: CGFloat, _ extent: CGFloat
  ) -> CGFloat {
    if extent > length || start < origin { return start }
    return max(origin, start + extent - length)
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .scroll }
}
