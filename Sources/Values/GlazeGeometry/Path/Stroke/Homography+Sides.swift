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
