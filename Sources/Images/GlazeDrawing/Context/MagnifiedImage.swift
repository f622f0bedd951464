import Foundation
import GlazeGeometry

/// An image that is shown at its size or larger, mixed as Core Graphics does.
///
/// Along each axis two pixels are mixed, with weights for eighths of the distance between them. The
/// weights were derived from layers that Apple's `render(in:)` drew 1.68 and 2 times as large; they
/// reproduce all pixels within the rounding.
struct MagnifiedImage {
  /// The weight of the farther pixel, for each eighth of the distance.
  private static let shares: [Float] = [0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 7 / 8, 15 / 16, 1]

  private let pixels: [UInt8]
  private let width: Int
  private let height: Int
  private let toPixels: CGAffineTransform
  /// The scale from 255 levels to the result.
  private let scale: Float

  /// - Parameter toPixels: the transform from the raster to the image's pixels.
  /// - Returns: nil for an image that is a mask or is reduced.
  init?(_ image: CGImage, toPixels: CGAffineTransform, alpha: CGFloat) {
    let step = max(
      hypot(toPixels.a.native, toPixels.b.native), hypot(toPixels.c.native, toPixels.d.native))
    guard !image.isMask, step <= 1 + 1e-6 else { return nil }
    pixels = image.pixels
    (width, height) = (image.width, image.height)
    self.toPixels = toPixels
    scale = Float(min(max(alpha.native, 0), 1)) / 255
  }

  /// Returns the premultiplied color of a pixel.
  func color(x: Int, y: Int) -> SIMD4<Float> {
    let p = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(toPixels)
    let (column, right) = Self.place(p.x.native)
    let (row, down) = Self.place(p.y.native)
    let above = texel(column, row) * (1 - right) + texel(column + 1, row) * right
    let below = texel(column, row + 1) * (1 - right) + texel(column + 1, row + 1) * right
    return (above * (1 - down) + below * down) * scale
  }

  /// Returns the pixel before a position, and the weight of the next one.
  private static func place(_ at: Double) -> (Int, Float) {
    let before = (at - 0.5).rounded(.down)
    let eighth = ((at - 0.5 - before) * 8).rounded(.toNearestOrAwayFromZero)
    return (Int(clamping: min(max(before, -1), 1e9)), shares[min(Int(clamping: eighth), 8)])
  }

  private func texel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let i = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 4
    return SIMD4(Float(pixels[i]), Float(pixels[i + 1]), Float(pixels[i + 2]), Float(pixels[i + 3]))
  }
}
