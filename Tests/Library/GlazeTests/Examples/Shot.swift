import Examples
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// An image whose pixels are read at positions in points.
struct Shot {
  let pixels: PixelBuffer

  /// - Parameters:
  ///   - time: seconds after the commit, long enough that earlier changes have settled.
  ///   - isFlipped: whether y points down.
  init(
    _ root: CALayer, _ backend: Renderer.Backend, at time: Double = 100, isFlipped: Bool = true
  ) throws {
    let renderer = try RootRenderer(backend: backend)
    renderer.dithers = false
    try renderer.commit(root, isGeometryFlipped: isFlipped, at: 0)
    pixels = try renderer.frame(
      of: root,
      background: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1),
      isGeometryFlipped: isFlipped, at: time
    ).pixels
  }

  /// Returns red, green and blue of the pixel at a point, 0...255.
  subscript(x: Double, y: Double) -> SIMD3<Int> {
    let i = (Int(clamping: y) * pixels.width + Int(clamping: x)) * 4
    return SIMD3(Int(pixels.bytes[i]), Int(pixels.bytes[i + 1]), Int(pixels.bytes[i + 2]))
  }

  /// Returns the number of pixels that have nearly this color.
  func count(_ color: SIMD3<Double>, within distance: Int = 3) -> Int {
    var count = 0
    for y in 0..<pixels.height {
      for x in 0..<pixels.width where isNear(self[Double(x), Double(y)], color, distance) {
        count += 1
      }
    }
    return count
  }

  /// Returns the range of drawn pixels on white in a row or column.
  func ink(row y: Int, _ columns: Range<Int>) -> ClosedRange<Int>? {
    let inked = columns.filter { self[Double($0), Double(y)].wrappedSum() < 750 }
    return inked.first.flatMap { first in inked.last.map { first...$0 } }
  }

  func ink(column x: Int, _ rows: Range<Int>) -> ClosedRange<Int>? {
    let inked = rows.filter { self[Double(x), Double($0)].wrappedSum() < 750 }
    return inked.first.flatMap { first in inked.last.map { first...$0 } }
  }
}

/// Returns whether a pixel has a color with components in 0...1.
func isNear(_ pixel: SIMD3<Int>, _ color: SIMD3<Double>, _ distance: Int = 3) -> Bool {
  (0..<3).allSatisfy { abs(Double(pixel[$0]) - color[$0] * 255) <= Double(distance) }
}

/// Fails unless a pixel has a color with components in 0...1.
func expect(
  _ pixel: SIMD3<Int>, _ color: SIMD3<Double>, within distance: Int = 3,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    isNear(pixel, color, distance), "\(pixel) is not \(color * 255)",
    sourceLocation: sourceLocation)
}

extension SIMD3<Double> {
  static let white = SIMD3(1, 1, 1)
  static let black = SIMD3(0, 0, 0)
  static let red = SIMD3(1, 0, 0)
  static let blue = SIMD3(0, 0, 1)
  static let yellow = SIMD3(1, 1, 0)
  static let gray = SIMD3(0.75, 0.75, 0.75)
}
