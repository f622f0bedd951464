public import Foundation
import GlazeGeometry

// How the picture of a layer and its sublayers meets what is behind it.
extension CALayer {
  /// Whether `opacity` acts on the layer and its sublayers as one picture; default true.
  public final var allowsGroupOpacity: Bool {
    get { state.flags[.allowsGroupOpacity] }
    set {
      change("allowsGroupOpacity", .appearance, allowsGroupOpacity != newValue) {
        state.flags[.allowsGroupOpacity] = newValue
      }
    }
  }

  /// How the layer mixes with what is behind it: a `CAFilter` or the name of its type, such as
  /// `"multiplyBlendMode"`; nil is source over; default nil.
  ///
  /// It meets the picture of the nearest layer above that is drawn apart. A type that is not known
  /// is source over. That of a mask is ignored.
  public final var compositingFilter: Any? {
    get { objects.compositingFilter }
    set {
      change("compositingFilter", .effects, !isSame(compositingFilter, newValue)) {
        setCompositingFilter(newValue)
      }
    }
  }

  /// What the picture of the layer and its sublayers passes through, in order: `CAFilter`s;
  /// default nil.
  ///
  /// Filters count as they are when they are set here; change them by key path, such as
  /// `filters.NAME.inputRadius`. A type that is not known is left out.
  public final var filters: [Any]? {
    get { objects.filters }
    set { change("filters", .effects, !isSame(filters, newValue)) { setFilters(newValue) } }
  }

  /// What the picture behind the layer passes through, in order: `CAFilter`s; default nil.
  ///
  /// It shows inside of the layer's rounded bounds, under all that the layer draws, and fades with the
  /// layer. What lies behind a group around the layer counts, too.
  public final var backgroundFilters: [Any]? {
    get { objects.backgroundFilters }
    set {
      change("backgroundFilters", .effects, !isSame(backgroundFilters, newValue)) {
        setBackgroundFilters(newValue)
      }
    }
  }

  /// Whether the layer is kept as a bitmap; default false.
  public final var shouldRasterize: Bool {
    get { state.flags[.shouldRasterize] }
    set {
      change("shouldRasterize", .effects, shouldRasterize != newValue) {
        state.flags[.shouldRasterize] = newValue
      }
    }
  }

  /// Pixels per point of that bitmap; drawn as 1 unless above 0; default 1.
  public final var rasterizationScale: CGFloat {
    get { state.rasterizationScale }
    set {
      change("rasterizationScale", .effects, rasterizationScale != newValue) {
        state.rasterizationScale = newValue
      }
    }
  }

  /// Which edges are anti-aliased, where `allowsEdgeAntialiasing`; default all four.
  public final var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { CAEdgeAntialiasingMask(rawValue: UInt32(state.edgeAntialiasingMask)) }
    set {
      change("edgeAntialiasingMask", .appearance, edgeAntialiasingMask != newValue) {
        state.edgeAntialiasingMask = UInt8(truncatingIfNeeded: newValue.rawValue & 15)
      }
    }
  }

  /// Whether edges are anti-aliased at all; default true, as on macOS.
  public final var allowsEdgeAntialiasing: Bool {
    get { state.flags[.allowsEdgeAntialiasing] }
    set {
      change("allowsEdgeAntialiasing", .appearance, allowsEdgeAntialiasing != newValue) {
        state.flags[.allowsEdgeAntialiasing] = newValue
      }
    }
  }
}
