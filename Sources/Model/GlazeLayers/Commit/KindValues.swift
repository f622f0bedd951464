import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree

// The values of some classes of layers, and what they draw.

/// The values that only a layer's class has.
enum KindValues {
  case none
  case shape(ShapeValues)
  case gradient(GradientValues)
  case replicator(ReplicatorValues)
  case emitter(LayerEmitter)
}

/// The values of a shape layer.
struct ShapeValues {
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

/// The values of a gradient layer.
struct GradientValues {
  var colors: [Any]?
  var locations: [NSNumber]?
  var startPoint = CGPoint(x: 0.5, y: 0)
  var endPoint = CGPoint(x: 0.5, y: 1)
  var type: CAGradientLayerType = .axial
}

/// The values of a replicator.
struct ReplicatorValues {
  var instanceCount: Int = 1
  var preservesDepth: Bool = false
  var instanceDelay: CFTimeInterval = 0
  var instanceTransform: CATransform3D = .identity
  var instanceColor: CGColor? = .white
  var instanceRedOffset: Float = 0
  var instanceGreenOffset: Float = 0
  var instanceBlueOffset: Float = 0
  var instanceAlphaOffset: Float = 0
}

extension LayerShape {
  /// Creates the values; nil for a path that shows nothing.
  init?(_ shape: ShapeValues) {
    guard let path = shape.path, !path.isEmpty else { return nil }
    let fill = shape.fillColor.flatMap { $0.drawsPattern ? nil : $0.shown }
    let stroke = shape.strokeColor.flatMap {
      shape.lineWidth > 0 && !$0.drawsPattern ? $0.shown : nil
    }
    guard fill != nil || stroke != nil else { return nil }
    self.init(
      path: path, fill: fill, fillRule: shape.fillRule == .evenOdd ? .evenOdd : .winding,
      stroke: stroke, strokeStyle: StrokeStyle(shape))
  }
}

extension StrokeStyle {
  init(_ shape: ShapeValues) {
    let cap: CGLineCap =
      switch shape.lineCap {
      case .round: .round
      case .square: .square
      default: .butt
      }
    let join: CGLineJoin =
      switch shape.lineJoin {
      case .round: .round
      case .bevel: .bevel
      default: .miter
      }
    self.init(
      width: shape.lineWidth, cap: cap, join: join, miterLimit: shape.miterLimit,
      dashLengths: (shape.lineDashPattern ?? []).map { CGFloat($0.doubleValue) },
      dashPhase: shape.lineDashPhase, trimStart: shape.strokeStart, trimEnd: shape.strokeEnd)
  }
}

extension LayerReplicator {
  /// Creates the values; nil if the sublayers are shown once and unchanged.
  init?(_ values: ReplicatorValues) {
    let color = values.instanceColor?.extendedSRGB ?? .one
    let isPlain = values.instanceCount == 1 && color == .one
    guard !isPlain, values.instanceTransform.isFinite else { return nil }
    self.init(
      count: max(values.instanceCount, 0), transform: values.instanceTransform, color: color,
      colorOffset: SIMD4(
        values.instanceRedOffset, values.instanceGreenOffset, values.instanceBlueOffset,
        values.instanceAlphaOffset))
  }
}

extension KindValues {
  var gradient: LayerGradient? {
    guard case .gradient(let values) = self else { return nil }
    return LayerGradient(
      colors: values.colors, locations: values.locations, start: values.startPoint,
      end: values.endPoint, type: values.type)
  }

  var shape: LayerShape? {
    if case .shape(let values) = self { LayerShape(values) } else { nil }
  }

  var replicator: LayerReplicator? {
    if case .replicator(let values) = self { LayerReplicator(values) } else { nil }
  }

  var emitter: LayerEmitter? {
    if case .emitter(let values) = self { values } else { nil }
  }
}

extension CALayer {
  /// The gradient with which the class fills the bounds; nil if there is no visible one.
  final var shownGradient: LayerGradient? { kindValues.gradient }

  /// The path that the class draws; nil if there is no visible one.
  final var shownShape: LayerShape? { kindValues.shape }
}
