public import Foundation
import GlazeGeometry

/// How the colours of a gradient spread.
///
/// Observed: Apple's headers.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along the line from start to end.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// Outwards from the start, as an ellipse.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Around the start.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// A layer that fills its rounded bounds with colours that run into each other.
///
/// The colours lie over the background and under the contents.
///
/// Observed: Apple header CAGradientLayer.h.
open class CAGradientLayer: CALayer {
  private final var gradient = GradientValues()

  /// The colours, `CGColor`s; anything else is skipped; default nil, nothing.
  ///
  /// They run into each other in sRGB's encoding, unpremultiplied. One colour fills the bounds.
  open var colors: [Any]? {
    get { gradient.colors }
    set { change("colors", .kind, !isSame(colors, newValue)) { gradient.colors = newValue } }
  }

  /// Where each colour lies, ascending in 0...1; default nil, spread evenly.
  ///
  /// As many as there are colours, else they are spread evenly. One that descends is drawn as the
  /// one before it, one outside 0...1 as the nearer end.
  open var locations: [NSNumber]? {
    get { gradient.locations }
    set { change("locations", .kind, locations != newValue) { gradient.locations = newValue } }
  }

  /// Where location 0 lies, in unit coordinates of the bounds; default (0.5, 0).
  open var startPoint: CGPoint {
    get { gradient.startPoint }
    set { change("startPoint", .kind, startPoint != newValue) { gradient.startPoint = newValue } }
  }

  /// Where location 1 lies, in unit coordinates of the bounds; default (0.5, 1).
  open var endPoint: CGPoint {
    get { gradient.endPoint }
    set { change("endPoint", .kind, endPoint != newValue) { gradient.endPoint = newValue } }
  }

  /// How colours spread; default `axial`, also for unknown names.
  ///
  /// A radial gradient whose end lies straight above or beside its start shows nothing.
  open var type: CAGradientLayerType {
    get { gradient.type }
    set { change("type", .kind, type != newValue) { gradient.type = newValue } }
  }

  override var kindValues: KindValues { .gradient(gradient) }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .gradient }
}
