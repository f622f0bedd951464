public import Foundation
public import GlazeGeometry

extension CALayer {
  /// The color of the shadow; default opaque black; nil casts no shadow.
  public final var shadowColor: CGColor? {
    get { objects.shadowColor }
    set {
      change("shadowColor", .shadow, shadowColor != newValue) { objects.shadowColor = newValue }
    }
  }

  /// The opacity of the shadow; clamped to 0...1 when drawn; default 0, no shadow.
  public final var shadowOpacity: Float {
    get { state.shadowOpacity }
    set {
      change("shadowOpacity", .shadow, shadowOpacity != newValue) { state.shadowOpacity = newValue }
    }
  }

  /// The offset of the shadow from the layer, in points of the layer; default (0, -3), which is
  /// upwards if y points down.
  public final var shadowOffset: CGSize {
    get { state.shadowOffset }
    set {
      change("shadowOffset", .shadow, shadowOffset != newValue) { state.shadowOffset = newValue }
    }
  }

  /// The radius of the shadow's blur, in points: a Gaussian whose standard deviation is 0.945 times
  /// the radius; a negative radius is drawn as 0; default 3.
  public final var shadowRadius: CGFloat {
    get { state.shadowRadius }
    set {
      change("shadowRadius", .shadow, shadowRadius != newValue) { state.shadowRadius = newValue }
    }
  }

  /// The outline that casts the shadow, in the layer's coordinates; default nil: the layer's alpha
  /// channel.
  public final var shadowPath: CGPath? {
    get { objects.shadowPath }
    set {
      change("shadowPath", .shadow, shadowPath != newValue) {
        // Apple copies it, too: later changes of a mutable path have no effect.
        objects.shadowPath = newValue is CGMutablePath ? newValue?.copy() : newValue
      }
    }
  }
}
