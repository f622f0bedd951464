import CGlazeShaders
import GlazeGeometry

extension FramePlan {
  /// Pixels that the frame touches: the areas of the polygons of all instances, and those of the targets
  /// that are cleared, or of their windows.
  ///
  /// - Complexity: O(n) in the instances.
  package var touchedPixels: Int {
    var area = 0.0
    for pass in passes {
      if pass.clearColor != nil {
        let target = targets[pass.target]
        let whole = PixelWindow(x: 0, y: 0, width: target.width, height: target.height)
        for window in pass.target == 0 ? damage ?? [whole] : [whole] {
          area += Double(window.width) * Double(window.height)
        }
      }
      for draw in draws[pass.draws] {
        for index in draw.instances {
          let (first, second) = polygon(draw.kind, index)
          area += Self.area(first, second)
        }
      }
    }
    let own = area.isFinite && area < 1e15 ? Int(area) : 0
    return underlays.reduce(own) { $0 + $1.touchedPixels }
  }

  /// The corners of an instance of a kind.
  package func polygon(_ kind: Kind, _ index: Int) -> (SIMD4<Float>, SIMD4<Float>) {
    switch kind {
    case .rectangle: rectangles[index].polygon
    case .box: (boxes[index].quad01, boxes[index].quad23)
    case .image, .picture: (images[index].quad01, images[index].quad23)
    case .maskedImage: (maskedImages[index].quad01, maskedImages[index].quad23)
    case .particle: particles[index].polygon
    case .composite: (composites[index].quad01, composites[index].quad23)
    case .colorMatrix: (colorMatrices[index].quad01, colorMatrices[index].quad23)
    case .blur: (blurs[index].quad01, blurs[index].quad23)
    case .shadow: (shadows[index].quad01, shadows[index].quad23)
    case .gradient: (gradients[index].quad01, gradients[index].quad23)
    case .coverage: (coverages[index].quad01, coverages[index].quad23)
    }
  }

  /// Half the cross product of the diagonals.
  private static func area(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Double {
    let (x1, y1) = (Double(b.x - a.x), Double(b.y - a.y))
    let (x2, y2) = (Double(b.z - a.z), Double(b.w - a.w))
    return abs(x1 * y2 - x2 * y1) / 2
  }
}

extension RectangleInstance {
  /// The corners of what holds all pixels that may be touched.
  fileprivate var polygon: (SIMD4<Float>, SIMD4<Float>) {
    let (low, high) = (edges.lowHalf - 0.5, edges.highHalf + 0.5)
    return (SIMD4(low.x, low.y, high.x, low.y), SIMD4(high.x, high.y, low.x, high.y))
  }
}

extension ParticleInstance {
  /// The corners of the picture, in pixels.
  fileprivate var polygon: (SIMD4<Float>, SIMD4<Float>) {
    func corner(_ u: Float, _ v: Float) -> SIMD2<Float> {
      let step = SIMD2(axes.x, axes.y) * u + SIMD2(axes.z, axes.w) * v
      return SIMD2(center.x, center.y) + step / (1 + u * center.z + v * center.w)
    }
    return (
      SIMD4(lowHalf: corner(-1, -1), highHalf: corner(1, -1)),
      SIMD4(lowHalf: corner(1, 1), highHalf: corner(-1, 1))
    )
  }
}
