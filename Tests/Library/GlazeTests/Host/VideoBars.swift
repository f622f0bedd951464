import GlazeGeometry

/// Bars of 8 pixels, each of one color, as planes of video.
enum VideoBars {
  /// Returns a row of luma and a row of chroma, as in NV12, or in P010 with 10 bits.
  ///
  /// - Parameters:
  ///   - bars: The numbers of R, G and B of each bar, in 0...1.
  ///   - weights: The parts of red and blue in the luma.
  static func rows(
    _ bars: [SIMD3<Double>], _ weights: (red: Double, blue: Double), isDeep: Bool
  ) -> (luma: [UInt8], chroma: [UInt8]) {
    let unit = isDeep ? 4.0 : 1
    func code(_ value: Double) -> [UInt8] {
      let rounded = UInt16(clamping: value.rounded())
      return isDeep
        ? [UInt8(truncatingIfNeeded: rounded << 6), UInt8(clamping: rounded >> 2)]
        : [UInt8(clamping: rounded)]
    }
    var (luma, chroma): ([UInt8], [UInt8]) = ([], [])
    for bar in bars {
      let green = 1 - weights.red - weights.blue
      let y = weights.red * bar.x + green * bar.y + weights.blue * bar.z
      for _ in 0..<8 { luma += code((16 + 219 * y) * unit) }
      for _ in 0..<4 {
        chroma += code((128 + 224 * (bar.z - y) / (2 * (1 - weights.blue))) * unit)
        chroma += code((128 + 224 * (bar.x - y) / (2 * (1 - weights.red))) * unit)
      }
    }
    return (luma, chroma)
  }
}
