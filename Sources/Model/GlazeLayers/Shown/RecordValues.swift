import Foundation
import GlazeDrawing
import GlazeGeometry
package import GlazeTree

// The values of some classes of layers, as drawn.

extension LayerShape {
  /// Creates the values; nil for a path that shows nothing.
  package init?(_ shape: borrowing ShapeRecord) {
    guard let path = shape.path, !path.isEmpty else { return nil }
    let fill = shape.fillColor.flatMap(Self.visible)
    let stroke = shape.lineWidth > 0 ? shape.strokeColor.flatMap(Self.visible) : nil
    guard fill != nil || stroke != nil else { return nil }
    self.init(
      path: path, fill: fill, fillRule: shape.fillRule == .evenOdd ? .evenOdd : .winding,
      stroke: stroke, strokeStyle: StrokeStyle(shape))
  }

  /// The color of an item that shows something: a layer with a clear fill has one item, not two.
  private static func visible(_ color: CGColor) -> SIMD4<Float>? {
    guard !color.drawsPattern else { return nil }
    let shown = color.shown
    return shown.w > 0 ? shown : nil
  }
}

extension StrokeStyle {
  package init(_ shape: borrowing ShapeRecord) {
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
  package init?(_ values: borrowing ReplicatorRecord) {
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

extension CALayer {
  /// The gradient with which the class fills the bounds; nil if there is no visible one.
  package final var shownGradient: LayerGradient? {
    (classRecord as? GradientRecord).flatMap(LayerGradient.init)
  }

  /// The path that the class draws; nil if there is no visible one.
  package final var shownShape: LayerShape? {
    (classRecord as? ShapeRecord).flatMap(LayerShape.init)
  }
}
