public import Foundation

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
/// Stored with Apple's defaults; the gradient is not drawn yet.
///
/// Observed: Apple header CAGradientLayer.h.
open class CAGradientLayer: CALayer {
  private struct GradientState {
    var colors: [Any]?
    var locations: [NSNumber]?
    var startPoint: CGPoint = CGPoint(x: 0.5, y: 0)
    var endPoint: CGPoint = CGPoint(x: 0.5, y: 1)
    var type: CAGradientLayerType = .axial
  }

  private final var gradient = GradientState()

  /// The colours, `CGColor`s; default nil, nothing.
  open var colors: [Any]? {
    get { gradient.colors }
    set {
      gradient.colors = newValue
      noteChange(.undrawn)
    }
  }

  /// Where each colour lies, ascending in 0...1; default nil, spread evenly.
  open var locations: [NSNumber]? {
    get { gradient.locations }
    set {
      gradient.locations = newValue
      noteChange(.undrawn)
    }
  }

  /// Where location 0 lies, in unit coordinates of the bounds; default (0.5, 0).
  open var startPoint: CGPoint {
    get { gradient.startPoint }
    set {
      gradient.startPoint = newValue
      noteChange(.undrawn)
    }
  }

  /// Where location 1 lies, in unit coordinates of the bounds; default (0.5, 1).
  open var endPoint: CGPoint {
    get { gradient.endPoint }
    set {
      gradient.endPoint = newValue
      noteChange(.undrawn)
    }
  }

  /// How colours spread; default `axial`.
  open var type: CAGradientLayerType {
    get { gradient.type }
    set {
      gradient.type = newValue
      noteChange(.undrawn)
    }
  }

  package override class var propertyTable: PropertyTable { .gradientLayer }
}
