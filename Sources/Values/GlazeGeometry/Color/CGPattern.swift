public import Foundation

/// How the cells of a pattern are fitted to pixels.
///
/// Observed: Apple header CGPattern.h; the raw values are Apple's.
public enum CGPatternTiling: Int32, Sendable, Hashable {
  /// The cell keeps its exact shape; the distance between cells may vary by a pixel.
  case noDistortion = 0
  /// The cell may be distorted so that the distance between cells is constant.
  case constantSpacingMinimalDistortion = 1
  /// The distance between cells is constant.
  case constantSpacing = 2
}

/// An image that is repeated over an area.
///
/// Apple's pattern calls back to draw its cell. Glaze's contains the drawn cell, so that a pattern
/// is a value that can be passed between threads.
///
/// Source: Glaze's own choice; the meaning of the parameters is Apple's (CGPattern.h).
public final class CGPattern: Sendable {
  /// The drawn cell.
  public let image: CGImage
  /// The rectangle that the cell fills, in pattern space.
  public let bounds: CGRect
  /// The transform from pattern space to the space in which it is painted.
  public let matrix: CGAffineTransform
  /// The horizontal distance from cell to cell, in pattern space.
  public let xStep: CGFloat
  /// The vertical distance from cell to cell, in pattern space.
  public let yStep: CGFloat
  /// How cells are fitted to pixels.
  public let tiling: CGPatternTiling
  /// A Boolean value that indicates whether the cell has its own colors; otherwise only its alpha
  /// counts.
  public let isColored: Bool

  /// The mean color of the cell: unpremultiplied sRGB and alpha.
  let meanColor: SIMD4<Double>

  /// Makes a pattern from a drawn cell; nil when a step is zero or not finite.
  public init?(
    image: CGImage, bounds: CGRect, matrix: CGAffineTransform = .identity,
    xStep: CGFloat, yStep: CGFloat, tiling: CGPatternTiling = .constantSpacing,
    isColored: Bool = true
  ) {
    guard xStep != 0, yStep != 0, xStep.isFinite, yStep.isFinite else { return nil }
    self.image = image
    self.bounds = bounds
    self.matrix = matrix
    self.xStep = xStep
    self.yStep = yStep
    self.tiling = tiling
    self.isColored = isColored
    meanColor = Self.mean(of: image)
  }

  /// Alternating white and light gray squares, which show where an image is transparent.
  package static let checkerboard: CGPattern? = {
    let (light, dark): ([UInt8], [UInt8]) = ([255, 255, 255, 255], [221, 221, 221, 255])
    let image = CGImage(
      width: 2, height: 2, premultipliedRGBA: light + dark + dark + light, isOpaque: true)
    let cell = CGRect(x: 0, y: 0, width: 16, height: 16)
    return CGPattern(image: image, bounds: cell, xStep: 16, yStep: 16)
  }()

  private static func mean(of image: CGImage) -> SIMD4<Double> {
    var sum = SIMD4<Int>.zero
    image.pixels.withUnsafeBufferPointer { pixels in
      for i in stride(from: 0, to: pixels.count, by: 4) {
        sum &+= SIMD4(Int(pixels[i]), Int(pixels[i + 1]), Int(pixels[i + 2]), Int(pixels[i + 3]))
      }
    }
    guard sum.w > 0 else { return .zero }
    let alpha: Double = Double(sum.w) / Double(255 * image.width * image.height)
    let weight = Double(sum.w)
    return SIMD4(
      Double(sum.x) / weight, Double(sum.y) / weight, Double(sum.z) / weight, alpha)
  }
}
