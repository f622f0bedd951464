public import Foundation
public import GlazeGeometry

extension CALayer {
  /// The colour of the shadow; default opaque black; nil casts none.
  public final var shadowColor: CGColor? {
    get { objects.shadowColor }
    set {
      change("shadowColor", .shadow, shadowColor != newValue) { objects.shadowColor = newValue }
    }
  }

  /// The opacity of the shadow; drawn as if in 0...1; default 0, no shadow.
  public final var shadowOpacity: Float {
    get { state.shadowOpacity }
    set {
      change("shadowOpacity", .shadow, shadowOpacity != newValue) { state.shadowOpacity = newValue }
    }
  }

  /// How far the shadow lies from the layer, in points of the layer; default (0, -3), so upwards
  /// where y points down.
  public final var shadowOffset: CGSize {
    get { state.shadowOffset }
    set {
      change("shadowOffset", .shadow, shadowOffset != newValue) { state.shadowOffset = newValue }
    }
  }

  /// How far the shadow is blurred, in points: by a Gaussian whose standard deviation is 0.945 of it;
  /// drawn as if not negative; default 3.
  public final var shadowRadius: CGFloat {
    get { state.shadowRadius }
    set {
      change("shadowRadius", .shadow, shadowRadius != newValue) { state.shadowRadius = newValue }
    }
  }

  /// The outline that casts the shadow, in the layer's coordinates; default nil, what is painted.
  public final var shadowPath: CGPath? {
    get { objects.shadowPath }
    set {
      change("shadowPath", .shadow, shadowPath != newValue) {
        // Apple copies it, too: what becomes of a mutable path later does not show.
        objects.shadowPath = newValue is CGMutablePath ? newValue?.copy() : newValue
      }
    }
  }
}
