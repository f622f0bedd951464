import Foundation
import GlazeGeometry
package import GlazePlan

/// The differences that two images may have and still count as equal.
package struct ImageTolerance: Sendable, Equatable {
  /// The largest deviation of a channel of any pixel, in levels of 0...255.
  package var deviation: Int
  /// The part of all pixels that may deviate more, in 0...1; above 0, a few may deviate in any
  /// image.
  package var outliers: Double
  /// The reason why the images may differ, for people.
  package var reason: String

  package init(deviation: Int, outliers: Double = 0, because reason: String) {
    self.deviation = deviation
    self.outliers = outliers
    self.reason = reason
  }

  /// Returns the number of pixels of an image that may deviate more.
  ///
  /// Ties come in small groups, however small the image is.
  package func outlierCount(of pixelCount: Int) -> Int {
    outliers > 0 ? Int(clamping: outliers * Double(pixelCount)) + 8 : 0
  }

  /// No bit may differ.
  package static let exact = ImageTolerance(deviation: 0, because: "the same arithmetic")
}

/// A position in an image, in pixels from its top left corner.
package struct PixelPlace: Sendable, Equatable, CustomStringConvertible {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  package var description: String { "(\(x), \(y))" }
}

/// The differences between two images.
package struct ImageComparison: Sendable, Equatable {
  /// The number of pixels that deviate by each number of levels, 0...255; a pixel counts with its
  /// worst channel.
  package private(set) var counts = [Int](repeating: 0, count: 256)
  /// The largest deviation of any channel, in levels.
  package private(set) var largest = 0
  /// The first pixel that deviates the most, in reading order.
  package private(set) var worst = PixelPlace(x: 0, y: 0)
  /// Whether the images have the same size; if not, nothing else is known.
  package private(set) var isSameSize: Bool
  private let pixelCount: Int

  /// Compares pixel by pixel, in 8 bits of the range of the images' own encoding.
  ///
  /// - Complexity: O(bytes), with little more than `memcmp` for equal rows.
  package init(_ expected: PixelBuffer, _ actual: PixelBuffer) {
    pixelCount = expected.width * expected.height
    isSameSize = expected.width == actual.width && expected.height == actual.height
    guard isSameSize else { return }
    let rowBytes = expected.width * 4
    expected.inBytes.bytes.withUnsafeBytes { a in
      actual.inBytes.bytes.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return }
        for y in 0..<expected.height {
          let (p, q) = (a + y * rowBytes, b + y * rowBytes)
          if memcmp(p, q, rowBytes) == 0 {
            counts[0] += expected.width
          } else {
            compareRow(y, p, q, width: expected.width)
          }
        }
      }
    }
  }

  private mutating func compareRow(
    _ y: Int, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, width: Int
  ) {
    let (a, b) = (
      a.assumingMemoryBound(to: UInt8.self), b.assumingMemoryBound(to: UInt8.self)
    )
    for x in 0..<width {
      var deviation = 0
      for index in x * 4..<x * 4 + 4 where a[index] != b[index] {
        deviation = max(deviation, abs(Int(a[index]) - Int(b[index])))
      }
      counts[deviation] += 1
      if deviation > largest {
        largest = deviation
        worst = PixelPlace(x: x, y: y)
      }
    }
  }

  /// Returns the number of pixels that deviate by more levels than the given number.
  package func count(above deviation: Int) -> Int {
    deviation >= 255 ? 0 : counts[(max(deviation, -1) + 1)...].reduce(0, +)
  }

  /// Returns whether the images count as equal.
  package func isWithin(_ tolerance: ImageTolerance) -> Bool {
    isSameSize && count(above: tolerance.deviation) <= tolerance.outlierCount(of: pixelCount)
  }
}

extension PixelBuffer {
  /// The pixel at a position: premultiplied red, green, blue, alpha.
  package subscript(place: PixelPlace) -> SIMD4<UInt8> {
    let start = (place.y * width + place.x) * 4
    return SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
  }

  /// Returns an image of the differences, in black on white: darker is more; one level is visible.
  ///
  /// - Parameter other: an image of the same size.
  package func differenceImage(to other: PixelBuffer) -> PixelBuffer {
    var result = [UInt8](repeating: 255, count: bytes.count)
    guard other.bytes.count == bytes.count else {
      return PixelBuffer(width: width, height: height, bytes: result)
    }
    for start in stride(from: 0, to: bytes.count, by: 4) {
      var deviation = 0
      for index in start..<start + 4 {
        deviation = max(deviation, abs(Int(bytes[index]) - Int(other.bytes[index])))
      }
      guard deviation > 0 else { continue }
      // One level is hard to see, so the shade starts there and grows fourfold.
      let shade = UInt8(max(0, 200 - 4 * deviation))
      for index in start..<start + 3 { result[index] = shade }
    }
    return PixelBuffer(width: width, height: height, bytes: result)
  }
}
