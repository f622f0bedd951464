import CGlazeKernels
import GlazeGeometry

// Where targets lie under others: texel = pixel - xy.

extension Pixels {
  /// Rows of a target in those of a source that lies at `origin`: texel = pixel - xy.
  func moved(to origin: SIMD4<Float>) -> Pixels {
    let y = Int(GlazeLayer.place(origin.y))
    return Pixels(start - y, end - y)
  }
}

extension GlazeLayer {
  /// Of a coordinate of an origin; farther away than this nothing lies under a target.
  static func place(_ coordinate: Float) -> Int32 {
    let limit = Float(2 * SoftwareRenderer.largestSide)
    return Int32(clamping: max(-limit, min(limit, coordinate)))
  }

  /// - Parameter origin: x, y: texel = pixel - xy.
  init(_ surface: TargetSurface, at origin: SIMD4<Float>) {
    self.init(surface: surface.view, x: Self.place(origin.x), y: Self.place(origin.y))
  }
}
