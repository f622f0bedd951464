package import GlazeGeometry

/// A path that a layer fills and strokes, in the layer's coordinates.
package struct LayerShape: Sendable, Equatable {
  package var path: CGPath
  /// The fill color, unpremultiplied and sRGB encoded; nil when the path is not filled.
  package var fill: SIMD4<Float>?
  package var fillRule: CGPathFillRule
  /// The stroke color, unpremultiplied and sRGB encoded; nil when the path is not stroked.
  package var stroke: SIMD4<Float>?
  package var strokeStyle: StrokeStyle

  package init(
    path: CGPath, fill: SIMD4<Float>?, fillRule: CGPathFillRule = .winding,
    stroke: SIMD4<Float>? = nil, strokeStyle: StrokeStyle = StrokeStyle()
  ) {
    self.path = path
    self.fill = fill
    self.fillRule = fillRule
    self.stroke = stroke
    self.strokeStyle = strokeStyle
  }
}

/// How a layer's sublayers are repeated.
package struct LayerReplicator: Sendable, Equatable {
  /// The number of copies, including the source; not negative.
  package var count: Int
  /// The transform from one copy to the next, about the replicator's anchor.
  package var transform: CATransform3D
  /// The factor of the first copy's color: unpremultiplied, sRGB encoded.
  package var color: SIMD4<Float>
  /// The value that is added to the color with each copy.
  package var colorOffset: SIMD4<Float>
  /// The number of nodes that each copy has of its own, stored copy after copy.
  ///
  /// It is 0 when all copies share the same nodes. Delayed copies have nodes of their own.
  package var copyStride: Int32 = 0

  package init(
    count: Int, transform: CATransform3D = CATransform3DIdentity, color: SIMD4<Float> = .one,
    colorOffset: SIMD4<Float> = .zero
  ) {
    self.count = count
    self.transform = transform
    self.color = color
    self.colorOffset = colorOffset
  }

  /// The nodes of a copy, among those below the replicator.
  package func nodes(of copy: Int, in all: Range<Int>) -> Range<Int> {
    guard copyStride > 0 else { return all }
    let first = min(all.lowerBound + copy * Int(copyStride), all.upperBound)
    return first..<min(first + Int(copyStride), all.upperBound)
  }

  /// The factor of a copy's color, in 0...1.
  package func tint(of copy: Int) -> SIMD4<Float> {
    (color + colorOffset * Float(copy)).clamped(lowerBound: .zero, upperBound: .one)
  }
}
