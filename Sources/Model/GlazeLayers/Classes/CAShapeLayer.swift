public import Foundation
public import GlazeGeometry

/// The rule that determines the inside of a path.
///
/// Observed: Apple's headers.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a rule from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The points that the path winds around.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// The points whose rays cross the path an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The ends of a line.
///
/// Observed: Apple's headers.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a cap from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The line ends at its end point.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// A half circle about the end point.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// A square that extends half the line width beyond the end point.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The corners of a line.
///
/// Observed: Apple's headers.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a join from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sharp, up to the miter limit.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// An arc.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// A beveled corner.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// The values of a shape layer.
package struct ShapeRecord: ClassRecord, AnimatedRecord {
  var path: CGPath?
  var fillColor: CGColor? = .black
  var fillRule: CAShapeLayerFillRule = .nonZero
  var strokeColor: CGColor?
  var strokeStart: CGFloat = 0
  var strokeEnd: CGFloat = 1
  var lineWidth: CGFloat = 1
  var miterLimit: CGFloat = 10
  var lineCap: CAShapeLayerLineCap = .butt
  var lineJoin: CAShapeLayerLineJoin = .miter
  var lineDashPhase: CGFloat = 0
  var lineDashPattern: [NSNumber]?
}

/// A layer that fills and strokes a path.
///
/// The path is first filled and then stroked; it may extend outside the bounds.
///
/// Observed: Apple header CAShapeLayer.h.
open class CAShapeLayer: CALayer {
  private(set) final var shape = ShapeRecord()

  /// The path, in the layer's coordinates; default nil, nothing.
  ///
  /// Animated between paths of equal elements (a line paired with a curve becomes one), the end
  /// points of segments move straight, and the handles of curves rotate and change their length, as
  /// in Apple's images.
  open var path: CGPath? {
    get { shape.path }
    set {
      change("path", .kind, path != newValue) {
        // Later changes of a mutable path have no effect.
        shape.path = newValue is CGMutablePath ? newValue?.copy() : newValue
      }
    }
  }

  /// The fill color; default opaque black; nil fills nothing.
  open var fillColor: CGColor? {
    get { shape.fillColor }
    set { change("fillColor", .kind, fillColor != newValue) { shape.fillColor = newValue } }
  }

  /// The rule that determines the inside; default `nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { shape.fillRule }
    set { change("fillRule", .kind, fillRule != newValue) { shape.fillRule = newValue } }
  }

  /// The stroke color; default nil, no line.
  open var strokeColor: CGColor? {
    get { shape.strokeColor }
    set { change("strokeColor", .kind, strokeColor != newValue) { shape.strokeColor = newValue } }
  }

  /// Where the line starts, as a fraction of the path's length; default 0.
  ///
  /// Curves count with their true length, and are cut at the parameter that equals the fraction, as
  /// in Apple's images.
  open var strokeStart: CGFloat {
    get { shape.strokeStart }
    set { change("strokeStart", .kind, strokeStart != newValue) { shape.strokeStart = newValue } }
  }

  /// Where the line ends, as a fraction of the path's length; default 1.
  ///
  /// See `strokeStart`.
  open var strokeEnd: CGFloat {
    get { shape.strokeEnd }
    set { change("strokeEnd", .kind, strokeEnd != newValue) { shape.strokeEnd = newValue } }
  }

  /// The width of the line, in points; default 1.
  open var lineWidth: CGFloat {
    get { shape.lineWidth }
    set { change("lineWidth", .kind, lineWidth != newValue) { shape.lineWidth = newValue } }
  }

  /// The maximum length of a miter, in line widths; default 10.
  open var miterLimit: CGFloat {
    get { shape.miterLimit }
    set { change("miterLimit", .kind, miterLimit != newValue) { shape.miterLimit = newValue } }
  }

  /// The ends of the line; default `butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { shape.lineCap }
    set { change("lineCap", .kind, lineCap != newValue) { shape.lineCap = newValue } }
  }

  /// The corners of the line; default `miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { shape.lineJoin }
    set { change("lineJoin", .kind, lineJoin != newValue) { shape.lineJoin = newValue } }
  }

  /// The offset of the line's start in the dash pattern, in points; default 0.
  open var lineDashPhase: CGFloat {
    get { shape.lineDashPhase }
    set {
      change("lineDashPhase", .kind, lineDashPhase != newValue) { shape.lineDashPhase = newValue }
    }
  }

  /// The alternating lengths of dashes and gaps, in points; default nil, no gaps.
  ///
  /// Each subpath restarts the pattern. If a closed subpath begins and ends inside a dash, both
  /// parts form one dash with a join at the corner. Source: PDF Reference 1.7, 4.3.2, the imaging
  /// model of Core Graphics.
  open var lineDashPattern: [NSNumber]? {
    get { shape.lineDashPattern }
    set {
      change("lineDashPattern", .kind, lineDashPattern != newValue) {
        shape.lineDashPattern = newValue
      }
    }
  }

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { shape }
    set { if let record = newValue as? ShapeRecord { shape = record } }
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .shape }
}
