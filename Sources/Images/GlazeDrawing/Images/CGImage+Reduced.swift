package import GlazeGeometry

extension CGImage {
  /// Returns the image reduced until its longer side is no longer than `side`; each pixel is the
  /// mean of those that it covers.
  ///
  /// - Complexity: O(pixels).
  package func reduced(toSide side: Int) -> CGImage {
    let longer = max(width, height)
    guard side > 0, side < longer else { return self }
    let (newWidth, newHeight) = (max(1, width * side / longer), max(1, height * side / longer))
    // Rows are reduced horizontally first, then added up.
    let source = pixels
    var sums = [SIMD4<Float>](repeating: .zero, count: newWidth)
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 4)
    let columns = Self.shares(of: width, in: newWidth)
    for rows in Self.shares(of: height, in: newHeight) {
      for index in sums.indices { sums[index] = .zero }
      for (y, rowWeight) in rows {
        for (index, pieces) in columns.enumerated() {
          for (x, weight) in pieces {
            let place = (y * width + x) * 4
            let pixel = SIMD4(
              Float(source[place]), Float(source[place + 1]), Float(source[place + 2]),
              Float(source[place + 3]))
            sums[index] += pixel * (weight * rowWeight)
          }
        }
      }
      for sum in sums {
        for channel in 0..<4 {
          result.append(UInt8(clamping: min(255, max(0, sum[channel] + 0.5))))
        }
      }
    }
    return CGImage(width: newWidth, height: newHeight, premultipliedRGBA: result)
  }

  /// Returns, for each reduced pixel, the indices of the covered pixels with their weights, which
  /// add up to 1.
  private static func shares(of count: Int, in fewer: Int) -> [[(Int, Float)]] {
    let step = Double(count) / Double(fewer)
    return (0..<fewer).map { index in
      let (start, end) = (Double(index) * step, Double(index + 1) * step)
      let last = min(count, Int(clamping: end.rounded(.up)))
      return (Int(clamping: start)..<last).map { pixel in
        let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
        return (pixel, Float(covered / step))
      }
    }
  }
}
