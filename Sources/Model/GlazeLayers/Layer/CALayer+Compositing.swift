public import Foundation
import GlazeGeometry

// Compositing of a layer and its sublayers with the content behind it.
extension CALayer {
  /// A Boolean value that indicates whether `opacity` applies to the layer and its sublayers as a
  /// group; default true.
  public final var allowsGroupOpacity: Bool {
    get { state.flags[.allowsGroupOpacity] }
    set {
      change("allowsGroupOpacity", .appearance, allowsGroupOpacity != newValue) {
        state.flags[.allowsGroupOpacity] = newValue
      }
    }
  }

  /// The filter that blends the layer with the content behind it: a `CAFilter` or the name of its
  /// type, such as `"multiplyBlendMode"`; nil is source over; default nil.
  ///
  /// The content behind it is that of the nearest layer above that is drawn as a group. An unknown
  /// type is source over. The filter of a mask is ignored.
  public final var compositingFilter: Any? {
    get { objects.compositingFilter }
    set {
      change("compositingFilter", .effects, !isSame(compositingFilter, newValue)) {
        setCompositingFilter(newValue)
      }
    }
  }

  /// The filters that are applied to the image of the layer and its sublayers, in order: an array
  /// of `CAFilter`; default nil.
  ///
  /// Filters are copied when they are set here; change them by key path, such as
  /// `filters.NAME.inputRadius`. A filter of an unknown type is skipped.
  public final var filters: [Any]? {
    get { objects.filters }
    set { change("filters", .effects, !isSame(filters, newValue)) { setFilters(newValue) } }
  }

  /// The filters that are applied to the image behind the layer, in order: an array of `CAFilter`;
  /// default nil.
  ///
  /// The result shows inside the layer's rounded bounds, under everything that the layer draws, and
  /// fades with the layer. Content behind a group that contains the layer is included.
  public final var backgroundFilters: [Any]? {
    get { objects.backgroundFilters }
    set {
      change("backgroundFilters", .effects, !isSame(backgroundFilters, newValue)) {
        setBackgroundFilters(newValue)
      }
    }
  }

  /// A Boolean value that indicates whether the layer is cached as a bitmap; default false.
  public final var shouldRasterize: Bool {
    get { state.flags[.shouldRasterize] }
    set {
      change("shouldRasterize", .effects, shouldRasterize != newValue) {
        state.flags[.shouldRasterize] = newValue
      }
    }
  }

  /// The number of pixels per point of the cached bitmap; drawn as 1 unless above 0; default 1.
  public final var rasterizationScale: CGFloat {
    get { state.rasterizationScale }
    set {
      change("rasterizationScale", .effects, rasterizationScale != newValue) {
        state.rasterizationScale = newValue
      }
    }
  }

  /// The edges that are antialiased if `allowsEdgeAntialiasing` is true; default all four.
  public final var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { CAEdgeAntialiasingMask(rawValue: UInt32(state.edgeAntialiasingMask)) }
    set {
      change("edgeAntialiasingMask", .appearance, edgeAntialiasingMask != newValue) {
        state.edgeAntialiasingMask = UInt8(truncatingIfNeeded: newValue.rawValue & 15)
      }
    }
  }

  /// A Boolean value that indicates whether edges are antialiased; default true, as on macOS.
  public final var allowsEdgeAntialiasing: Bool {
    get { state.flags[.allowsEdgeAntialiasing] }
    set {
      change("allowsEdgeAntialiasing", .appearance, allowsEdgeAntialiasing != newValue) {
        state.flags[.allowsEdgeAntialiasing] = newValue
      }
    }
  }
}
