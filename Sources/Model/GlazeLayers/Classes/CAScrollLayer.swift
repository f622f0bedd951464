public import Foundation

/// The directions in which a scroll layer scrolls.
///
/// Observed: Apple's headers.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a mode from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No scrolling.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along both.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// The values of a layer that scrolls.
struct ScrollRecord: ClassRecord, AnimatedRecord {
  var scrollMode: CAScrollLayerScrollMode = .both
}

/// A layer that shows a part of its sublayers by moving the origin of its bounds.
///
/// `masksToBounds` is true by default.
///
/// Observed: Apple header CAScrollLayer.h.
open class CAScrollLayer: CALayer {
  private final var scrolling = ScrollRecord()

  /// The directions in which `scroll(to:)` may move; default `both`.
  open var scrollMode: CAScrollLayerScrollMode {
    get { scrolling.scrollMode }
    set {
      change("scrollMode", .undrawn, scrollMode != newValue) { scrolling.scrollMode = newValue }
    }
  }

  /// Creates a scroll layer that clips.
  public override init() {
    super.init()
    state.flags[.masksToBounds] = true
  }

  /// Creates a layer that stands for another.
  public override init(layer: Any) {
    super.init(layer: layer)
    state.flags[.masksToBounds] = true
  }

  /// Reads a scroll layer from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Makes a point in the layer's coordinates the origin of its bounds, as far as the mode allows.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    bounds.origin = origin
  }

  /// Scrolls by the least distance that makes a rectangle in the layer's coordinates visible; if it
  /// is larger than the bounds, its min edge becomes visible.
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

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { scrolling }
    set { if let record = newValue as? ScrollRecord { scrolling = record } }
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .scroll }
}
