import Foundation
import GlazeGeometry

/// Draws paths, and gives access to the coverage.
struct Cover {
  var clip = PixelWindow(x: 0, y: 0, width: 64, height: 64)
  var map = Homography.identity
  var result: PathCoverage?

  init(
    _ path: CGPath, _ style: PathStyle = .fill(.winding), map: Homography = .identity,
    clip: PixelWindow = PixelWindow(x: 0, y: 0, width: 64, height: 64)
  ) {
    self.clip = clip
    self.map = map
    result = PathRasterizer().coverage(of: path.elements, style: style, map: map, clip: clip)
  }

  /// The sum over all pixels, in pixels.
  var area: Double {
    Double(result?.bytes.reduce(0) { $0 + Int($1) } ?? 0) / 255
  }

  /// The greatest value.
  var most: UInt8 { result?.bytes.max() ?? 0 }

  /// Returns the value of a pixel of the clip; 0 outside the mask.
  subscript(x: Int, y: Int) -> UInt8 {
    guard let result else { return 0 }
    let (column, row) = (x - result.window.x, y - result.window.y)
    guard (0..<result.window.width).contains(column), (0..<result.window.height).contains(row)
    else { return 0 }
    return result.bytes[row * result.window.width + column]
  }
}

extension CGPath {
  /// Makes a polygon, or an open line.
  static func lines(_ points: [(Double, Double)], isClosed: Bool = false) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if isClosed { path.closeSubpath() }
    return path
  }

  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> CGPath {
    CGPath(
      ellipseIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius),
      transform: nil)
  }
}
