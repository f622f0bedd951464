/// The part of a plane that a window of pixels shows.
///
/// Outside of it only the winding of outlines matters, so lines there need neither bends nor round
/// joins: without this, the cost of a line would grow with its length and not with what is seen.
struct VisiblePlane {
  /// The half planes `x * line.x + y * line.y + line.z >= 0` whose intersection is visible.
  private var lines: [SIMD3<Double>] = []

  /// All of the plane.
  static let everywhere = VisiblePlane()

  private init() {}

  /// The part that a window shows, with an edge of a pixel, in front of the camera.
  init(_ map: Homography, window: PixelWindow) {
    let (left, top) = (Double(window.x) - 1, Double(window.y) - 1)
    let (right, bottom) = (left + Double(window.width) + 2, top + Double(window.height) + 2)
    let x = SIMD3(map.xx, map.xy, map.xw)
    let y = SIMD3(map.yx, map.yy, map.yw)
    let w = SIMD3(map.wx, map.wy, map.ww)
    lines = [x - left * w, right * w - x, y - top * w, bottom * w - y]
    if !map.isAffine { lines.append(w - SIMD3(0, 0, PixelOutline.nearPlane)) }
  }

  /// Whether a box of the plane lies outside of one of the half planes.
  func hides(from least: SIMD2<Double>, to most: SIMD2<Double>) -> Bool {
    for line in lines {
      let x = line.x * (line.x > 0 ? most.x : least.x)
      let y = line.y * (line.y > 0 ? most.y : least.y)
      if x + y + line.z < 0 { return true }
    }
    return false
  }
}
