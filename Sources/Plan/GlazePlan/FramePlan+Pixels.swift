import CGlazeShaders
import GlazeGeometry

extension FramePlan {
  /// The number of pixels that the frame touches: the areas of the polygons of all instances, and
  /// those of the cleared targets, or of their windows.
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
    let own = area.isFinite && area < 1e15 ? Int(clamping: area) : 0
    return underlays.reduce(own) { $0 + $1.touchedPixels }
  }

  /// The corners of an instance of a kind.
  package func polygon(_ kind: Kind, _ index: Int) -> (SIMD4<Float>, SIMD4<Float>) {
    kind.instance.polygon(index, in: self)
  }

  /// The bytes of the instances that draws draw, with their clips and stops: the upload apart from
  /// images.
  package var byteCount: Int {
    draws.reduce(0) { $0 + $1.instances.count * $1.kind.instance.stride }
      + clips.count * MemoryLayout<RoundedBox>.stride
      + stops.count * MemoryLayout<GradientStop>.stride
  }

  /// Returns half the cross product of the diagonals.
  private static func area(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Double {
    let (x1, y1) = (Double(b.x - a.x), Double(b.y - a.y))
    let (x2, y2) = (Double(b.z - a.z), Double(b.w - a.w))
    return abs(x1 * y2 - x2 * y1) / 2
  }
}
