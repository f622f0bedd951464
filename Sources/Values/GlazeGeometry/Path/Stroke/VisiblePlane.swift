extension Homography {
  /// The half planes `x * side.x + y * side.y + side.z >= 0` of the plane whose intersection a
  /// rectangle of pixels shows: its four sides, and the plane in front of the camera.
  ///
  /// - Parameter nearPlane: The least distance from the camera.
  package func sides(
    from low: SIMD2<Double>, to high: SIMD2<Double>, nearPlane: Double
  ) -> InlineArray<5, SIMD3<Double>> {
    let (x, y, w) = (SIMD3(xx, xy, xw), SIMD3(yx, yy, yw), SIMD3(wx, wy, ww))
    return [
      x - low.x * w, high.x * w - x, y - low.y * w, high.y * w - y, w - SIMD3(0, 0, nearPlane),
    ]
  }
}

/// The part of a plane that a window of pixels shows.
///
/// Outside of it only the winding of outlines matters, so lines there need neither bends nor round
/// joins: without this, the cost of a line would grow with its length and not with what is seen.
struct VisiblePlane {
  private let sides: InlineArray<5, SIMD3<Double>>

  /// All of the plane.
  static let everywhere = VisiblePlane(sides: InlineArray(repeating: .zero))

  private init(sides: InlineArray<5, SIMD3<Double>>) { self.sides = sides }

  /// The part that a window shows, with an edge of a pixel, in front of the camera.
  init(_ map: Homography, window: PixelWindow) {
    let low = SIMD2(Double(window.x), Double(window.y))
    let size = SIMD2(Double(window.width), Double(window.height))
    sides = map.sides(from: low - 1, to: low + size + 1, nearPlane: PixelOutline.nearPlane)
  }

  /// Whether a box of the plane lies outside of one of the half planes.
  @inline(__always)
  func hides(from least: SIMD2<Double>, to most: SIMD2<Double>) -> Bool {
    for index in sides.indices {
      let side = sides[index]
      let x = side.x * (side.x > 0 ? most.x : least.x)
      let y = side.y * (side.y > 0 ? most.y : least.y)
      if x + y + side.z < 0 { return true }
    }
    return false
  }
}
