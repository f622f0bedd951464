public import Foundation
import GlazeGeometry

/// The geometry of a gradient.
///
/// Observed: Apple's headers.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a type from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The colors change along the line from start to end.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// The colors change outwards from the start, as an ellipse.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// The colors change around the start.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// The values of a gradient layer.
package struct GradientRecord: ClassRecord, AnimatedRecord {
  var colors: [Any]?
  var locations: [NSNumber]?
  var startPoint = CGPoint(x: 0.5, y: 0)
  var endPoint = CGPoint(x: 0.5, y: 1)
  var type: CAGradientLayerType = .axial
}

/// A layer that fills its rounded bounds with a gradient of colors.
///
/// The gradient is drawn over the background and under the contents.
///
/// Observed: Apple header CAGradientLayer.h.
open class CAGradientLayer: CALayer {
  private(set) final var gradient = GradientRecord()

  /// The colors, as `CGColor`s; anything else is skipped; default nil, no gradient.
  ///
  /// They are interpolated in sRGB encoding, unpremultiplied. A single color fills the bounds.
  open var colors: [Any]? {
    get { gradient.colors }
    set { change("colors", .kind, !isSame(colors, newValue)) { gradient.colors = newValue } }
  }

  /// The location of each color, ascending in 0...1; default nil, evenly spaced.
  ///
  /// If their count is not that of the colors, the colors are evenly spaced. A location that
  /// descends is drawn as the one before it, one outside 0...1 as the nearer end.
  open var locations: [NSNumber]? {
    get { gradient.locations }
    set { change("locations", .kind, locations != newValue) { gradient.locations = newValue } }
  }

  /// The point of location 0, in unit coordinates of the bounds; default (0.5, 0).
  open var startPoint: CGPoint {
    get { gradient.startPoint }
    set { change("startPoint", .kind, startPoint != newValue) { gradient.startPoint = newValue } }
  }

  /// The point of location 1, in unit coordinates of the bounds; default (0.5, 1).
  open var endPoint: CGPoint {
    get { gradient.endPoint }
    set { change("endPoint", .kind, endPoint != newValue) { gradient.endPoint = newValue } }
  }

  /// The geometry of the gradient; default `axial`, also for unknown names.
  ///
  /// A radial gradient shows nothing if its end lies directly above, below or next to its start.
  open var type: CAGradientLayerType {
    get { gradient.type }
    set { change("type", .kind, type != newValue) { gradient.type = newValue } }
  }

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { gradient }
    set { if let record = newValue as? GradientRecord { gradient = record } }
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .gradient }
}
