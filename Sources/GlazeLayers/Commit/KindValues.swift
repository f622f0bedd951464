import Foundation
import GlazeGeometry
import GlazeTree

// What layers of some classes draw, as values.

extension LayerShape {
  /// nil for a path that shows nothing.
  init?(_ layer: CAShapeLayer) {
    guard let path = layer.path, !path.isEmpty else { return nil }
    let fill = layer.fillColor?.shown
    let stroke = layer.lineWidth > 0 ? layer.strokeColor?.shown : nil
    guard fill != nil || stroke != nil else { return nil }
    self.init(
      path: path, fill: fill, fillRule: layer.fillRule == .evenOdd ? .evenOdd : .winding,
      stroke: stroke, strokeStyle: StrokeStyle(layer))
  }
}

extension StrokeStyle {
  fileprivate init(_ layer: CAShapeLayer) {
    let cap: CGLineCap =
      switch layer.lineCap {
      case .round: .round
      case .square: .square
      default: .butt
      }
    let join: CGLineJoin =
      switch layer.lineJoin {
      case .round: .round
      case .bevel: .bevel
      default: .miter
      }
    self.init(
      width: layer.lineWidth, cap: cap, join: join, miterLimit: layer.miterLimit,
      dashLengths: (layer.lineDashPattern ?? []).map { CGFloat($0.doubleValue) },
      dashPhase: layer.lineDashPhase, trimStart: layer.strokeStart, trimEnd: layer.strokeEnd)
  }
}

extension LayerReplicator {
  /// nil when the sublayers are shown once and as they are.
  init?(_ layer: CAReplicatorLayer) {
    let color = layer.instanceColor?.extendedSRGB ?? .one
    let isPlain = layer.instanceCount == 1 && color == .one
    guard !isPlain, layer.instanceTransform.isFinite else { return nil }
    self.init(
      count: max(layer.instanceCount, 0), transform: layer.instanceTransform, color: color,
      colorOffset: SIMD4(
        layer.instanceRedOffset, layer.instanceGreenOffset, layer.instanceBlueOffset,
        layer.instanceAlphaOffset))
  }
}
