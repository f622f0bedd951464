import Foundation
import GlazeDrawing
import GlazeGeometry

/// The resource files of the tests.
enum Resource {
  private static let folder = Bundle.module.bundleURL.appendingPathComponent("Resources")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func image(
    _ name: String, as meaning: ImageDecoder.Meaning = .color
  ) throws -> CGImage {
    try ImageDecoder.decode(bytes(name), name: name, as: meaning)
  }
}

/// Straight red, green, blue, alpha.
typealias Pixel = SIMD4<UInt8>

extension Pixel {
  /// The color times alpha, rounded to nearest.
  var premultiplied: Pixel {
    var result = self
    for channel in 0..<3 {
      let product: Int = Int(self[channel]) * Int(self[3])
      result[channel] = UInt8((product * 2 + 255) / 510)
    }
    return result
  }
}

/// Makes the bytes of an image from a formula.
func bytes(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(width * height * 4)
  for y in 0..<height {
    for x in 0..<width {
      let pixel = pixel(x, y)
      for channel in 0..<4 { bytes.append(pixel[channel]) }
    }
  }
  return bytes
}

/// Returns the largest difference between bytes at the same index; nil when the counts differ.
func largestDifference(_ first: [UInt8], _ second: [UInt8]) -> Int? {
  guard first.count == second.count else { return nil }
  return zip(first, second).map { abs(Int($0) - Int($1)) }.max()
}
