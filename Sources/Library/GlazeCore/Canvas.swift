package import Foundation
import GlazeGeometry
package import GlazePlan
package import GlazeTree

/// How a root layer is placed on an image.
///
/// The root fills the image: its own position is ignored, its transform is not.
package struct Canvas: Sendable, Equatable {
  /// How the size of the image is determined.
  package enum Fit: Sendable, Equatable {
    /// Pixels per point; the sides of the image are rounded to integers.
    case scale(Double)
    /// An image of the given size in pixels, with the root centered in it as large as it fits.
    case pixels(width: Int, height: Int)

    /// Makes a fit from the size of an image in pixels, which is rounded; nil uses the scale.
    init(size: CGSize?, scale: CGFloat) throws(GlazeError) {
      guard let size else {
        self = .scale(Double(scale))
        return
      }
      let (w, h) = (Double(size.width).rounded(), Double(size.height).rounded())
      guard w > 0, h > 0, w <= 1e15, h <= 1e15 else { throw .emptyCanvas(size) }
      self = .pixels(width: Int(clamping: w), height: Int(clamping: h))
    }
  }

  /// The largest side, in pixels.
  package static let maximumDimension = 32_768
  /// The largest product of the sides, in pixels: 1 GiB of RGBA.
  package static let maximumPixelCount = 256 << 20

  package var width: Int
  package var height: Int
  /// Pixels per point.
  package var scale: Double
  /// The part of the image on the left and at the top that the root does not fill, in pixels.
  package var margin: CGPoint

  /// Computes the size of an image and the place of the root on it.
  ///
  /// - Parameters:
  ///   - size: the size of the area that fills the image, in points.
  ///   - fit: how the size of the image is determined.
  ///   - maximumDimension: the largest side that the backend can draw, in pixels.
  /// - Throws: `GlazeError` for a size that is empty, not finite or too large.
  package init(
    size: CGSize, fit: Fit, maximumDimension: Int = Self.maximumDimension
  ) throws(GlazeError) {
    let (w, h) = (Double(size.width), Double(size.height))
    guard w > 0, h > 0, w.isFinite, h.isFinite else { throw .emptyCanvas(size) }
    switch fit {
    case .scale(let scale):
      guard scale > 0, scale.isFinite else { throw .invalidScale(scale) }
      self.scale = scale
      margin = .zero
      (width, height) = (Self.pixels(w * scale), Self.pixels(h * scale))
    case .pixels(let width, let height):
      guard width > 0, height > 0 else { throw .emptyCanvas(CGSize(width: width, height: height)) }
      (self.width, self.height) = (width, height)
      scale = min(Double(width) / w, Double(height) / h)
      // Integers, so that edges which lie on pixels at this scale stay there.
      margin = CGPoint(
        x: ((Double(width) - w * scale) / 2).rounded(.down),
        y: ((Double(height) - h * scale) / 2).rounded(.down))
    }
    let limit = min(maximumDimension, Self.maximumDimension)
    guard width <= limit, height <= limit else {
      throw .canvasTooLarge(width: width, height: height, limit: .dimension(limit))
    }
    guard width * height <= Self.maximumPixelCount else {
      throw .canvasTooLarge(
        width: width, height: height, limit: .pixelCount(Self.maximumPixelCount))
    }
  }

  /// Returns a length in pixels: at least one, and at most what an Int holds.
  private static func pixels(_ length: Double) -> Int {
    Int(clamping: min(max(length.rounded(), 1), 1e15))
  }

  /// Returns the viewport for a tree whose root fills the canvas.
  ///
  /// In trees whose y axis points up, the bottom of the root lies on the bottom of the canvas.
  ///
  /// - Parameter background: premultiplied, sRGB encoded.
  package func viewport(for tree: LayerTree, background: SIMD4<Float>) -> Viewport {
    Viewport(
      width: width, height: height, transform: transform(for: tree), background: background)
  }

  /// Returns the transform from the space that the root is placed in to pixels.
  private func transform(for tree: LayerTree) -> CGAffineTransform {
    guard let root = tree.nodes.first else { return .identity }
    // The corner with the smallest coordinates of the root's frame, without its transform.
    let x = Double(root.position.x) - Double(root.anchorPoint.x) * Double(root.bounds.width)
    let y = Double(root.position.y) - Double(root.anchorPoint.y) * Double(root.bounds.height)
    let (left, top) = (Double(margin.x), Double(margin.y))
    if tree.isGeometryFlipped {
      return CGAffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: left - scale * x, ty: top - scale * y)
    }
    let bottom = Double(height) - top
    return CGAffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: left - scale * x, ty: bottom + scale * y)
  }
}
