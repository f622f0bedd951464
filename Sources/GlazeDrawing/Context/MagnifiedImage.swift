import Foundation
import GlazeGeometry

/// An image at places of the raster that is shown at its size or larger, mixed as Core Graphics does.
///
/// Along each axis two pixels are mixed, by shares that go in eighths of the way from one to the other. The shares
/// come from layers that Apple's `render(in:)` drew 1.68 and 2 times as large: all pixels within the rounding.
struct MagnifiedImage {
  /// What the farther pixel counts, for each eighth of the way to it.
  private static let shares: [Float] = [0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 7 / 8, 15 / 16, 1]

  private let pixels: [UInt8]
  private let width: Int
  private let height: Int
  private let toPixels: CGAffineTransform
  /// What 255 levels become.
  private let scale: Float

  /// - Parameter toPixels: from the raster to the image's pixels.
  /// - Returns: nil for an image that is a mask, has more than 8 bits, or is shown smaller.
  init?(_ image: CGImage, toPixels: CGAffineTransform, alpha: CGFloat) {
    let step = max(
      hypot(toPixels.a.native, toPixels.b.native), hypot(toPixels.c.native, toPixels.d.native))
    guard !image.isMask, image.deepPixels == nil, step <= 1 + 1e-6 else { return nil }
    pixels = image.pixels
    (width, height) = (image.width, image.height)
    self.toPixels = toPixels
    scale = Float(min(max(alpha.native, 0), 1)) / 255
  }

  /// The premultiplied color of a pixel.
  func color(x: Int, y: Int) -> SIMD4<Float> {
    let p = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(toPixels)
    let (column, right) = Self.place(p.x.native)
    let (row, down) = Self.place(p.y.native)
    let above = texel(column, row) * (1 - right) + texel(column + 1, row) * right
    let below = texel(column, row + 1) * (1 - right) + texel(column + 1, row + 1) * right
    return (above * (1 - down) + below * down) * scale
  }

  /// The pixel before a place, and what the one behind it counts.
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
