import CGlazeKernels
import GlazeGeometry

// These functions map rows of a target to a source that lies under it: texel = pixel - xy.

extension Pixels {
  /// The rows of a target in those of a source at `origin`: texel = pixel - xy.
  func moved(to origin: SIMD4<Float>) -> Pixels {
    let y = Int(GlazeLayer.place(origin.y))
    return Pixels(start - y, end - y)
  }
}

extension GlazeLayer {
  /// The integer of an origin's coordinate, limited to the distance at which sources can lie under
  /// a target.
  static func place(_ coordinate: Float) -> Int32 {
    let limit = Float(2 * SoftwareRenderer.largestSide)
    return Int32(clamping: max(-limit, min(limit, coordinate)))
  }

  /// - Parameter origin: x, y: texel = pixel - xy.
  init(_ surface: TargetSurface, at origin: SIMD4<Float>) {
    self.init(surface: surface.view, x: Self.place(origin.x), y: Self.place(origin.y))
  }
}
