import Foundation
import GlazeAnimation
import GlazeGeometry

extension ImageMix {
  /// The mix as one image that has the larger width and the larger height of the two.
  ///
  /// Mixing here, once per frame, is exact for any transparency; drawing one image over the other
  /// would be exact only for opaque images, and every backend would need a third way of blending.
  /// Deep images have 8 bits per component while they fade.
  ///
  /// - Complexity: O(pixels).
  var image: CGImage {
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    let (width, height) = (max(start.width, end.width), max(start.height, end.height))
    let (a, b) = (
      start.sampled(width: width, height: height), end.sampled(width: width, height: height)
    )
    let weight = UInt32(clamping: (fraction * 65536).rounded())
    let pixels = [UInt8](unsafeUninitializedCapacity: a.count) { out, count in
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in
          for index in 0..<a.count {
            let sum = UInt32(a[index]) * (65536 - weight) + UInt32(b[index]) * weight
            out[index] = UInt8(truncatingIfNeeded: (sum + 32768) >> 16)
          }
        }
      }
      count = a.count
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: pixels,
      isOpaque: start.isOpaque && end.isOpaque ? true : nil)
  }
}

extension CGImage {
  /// Returns the pixels of the image at another size, with linear filtering between texels.
  fileprivate func sampled(width: Int, height: Int) -> [UInt8] {
    if width == self.width, height == self.height { return pixels }
    let columns = Self.places(width, of: self.width)
    let rows = Self.places(height, of: self.height)
    var result = [UInt8](repeating: 0, count: width * height * 4)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        for channel in 0..<4 {
          func texel(_ x: Int, _ y: Int) -> Double {
            Double(pixels[(y * self.width + x) * 4 + channel])
          }
          let top =
            texel(column.low, row.low) * (1 - column.part) + texel(column.high, row.low)
            * column.part
          let bottom =
            texel(column.low, row.high) * (1 - column.part)
            + texel(column.high, row.high) * column.part
          result[(y * width + x) * 4 + channel] = UInt8(
            clamping: (top * (1 - row.part) + bottom * row.part).rounded())
        }
      }
    }
    return result
  }

  /// Returns the texels around the middle of each pixel of one axis, and the weight of the second.
  private static func places(_ count: Int, of length: Int) -> [(low: Int, high: Int, part: Double)]
  {
    (0..<count).map { index in
      let place = (Double(index) + 0.5) * Double(length) / Double(count) - 0.5
      let low = min(max(place.rounded(.down), 0), Double(length - 1))
      let part = min(max(place - low, 0), 1)
      return (Int(clamping: low), min(Int(clamping: low) + 1, length - 1), part)
    }
  }
}
