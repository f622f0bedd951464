import Foundation
import GlazeGeometry
import GlazeTree

// How wide a kernel makes a Gaussian of the wanted width, with what drawing blurs by itself.

/// Where the pixels of a picture that is blurred come to lie in the frame, or in the bitmap around it.
enum PixelGrid {
  /// On the frame's pixels, or two by two in each: their means, and nothing is resampled.
  case aligned
  /// Anywhere, sampled linearly; so many of them to a pixel of the frame.
  case free(perPixel: Double)

  /// The standard deviation of the kernel, of the texels that it samples, for one that is wanted; both in
  /// pixels of the picture.
  func kernel(for sigma: Double) -> Double {
    switch self {
    case .aligned:
      return Self.kernel(betweenSquares: sigma)
    case .free(let perPixel):
      // A pixel of the frame ought to blur by a twelfth of its square. What soft edges and linear samples
      // blur instead is between nothing and three twelfths of a pixel of the picture, as edges happen to
      // lie: with one twelfth none is far off.
      let pixel = perPixel >= 1 ? perPixel * perPixel : 0
      let variance = sigma * sigma
      return max(variance + (pixel - 1) / 12, variance / 4).squareRoot()
    }
  }

  /// The kernel of a blur between pixels that are squares.
  ///
  /// What one gives to another is the mean, over that, of a square that is blurred. The kernel whose samples
  /// stand in the ratio of the first two of these means comes within a level of all.
  private static func kernel(betweenSquares sigma: Double) -> Double {
    guard sigma > 0.01 else { return 0 }
    /// A step, integrated twice: so its second difference is a mean of means.
    func ramp(_ x: Double) -> Double {
      let t = x / sigma
      return x * (1 + erf(t * 0.5.squareRoot())) / 2
        + sigma * exp(-t * t / 2) / (2 * Double.pi).squareRoot()
    }
    let same = ramp(1) - 2 * ramp(0) + ramp(-1)
    let next = ramp(2) - 2 * ramp(1) + ramp(0)
    return (0.5 / log(same / next)).squareRoot()
  }
}

extension Bitmap {
  /// Blurs above this standard deviation, in pixels of the bitmap, are drawn at a lower scale.
  private static let largestSigma = 4.0
  /// Where pixels are resampled, blurs below this one are drawn at a higher scale: what resampling blurs
  /// by itself would show.
  private static let smallestSigma = 2.0
  /// Pixels to one of the frame in each direction, at most.
  private static let finest = 4.0
  /// Pixels of a bitmap that is finer than the frame, at most.
  private static let mostFinePixels = 4e6

  /// A bitmap for what is blurred: no finer than the blur needs, and as fine as it needs to be exact.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation, in the plane.
  ///   - center: Where the plane's scale counts.
  ///   - isOutline: Whether a path is drawn, whose edges lie anywhere between pixels.
  init?(
    blurring extent: CGRect, sigma: Double, around center: CGPoint, isOutline: Bool = false,
    context: PlaneContext, reach: Double
  ) {
    let pixels = context.homography.largestScale(at: center)
    let parts = [1.0, 2].first { context.homography.isOnPixels(pixels, parts: $0) }
    var scale = sigma > 0 ? min(pixels, Self.largestSigma / sigma) : pixels
    if sigma * pixels < Self.smallestSigma, isOutline || parts != 1 {
      let wanted = parts != nil ? 2 : min(Self.smallestSigma / (sigma * pixels), Self.finest)
      let seen = context.visiblePart(of: extent, reach: reach)
      let area = (seen.width * seen.height).native
      scale = max(pixels, min(wanted * pixels, (Self.mostFinePixels / area).squareRoot()))
    }
    self.init(extent: extent, scale: scale, margin: 1, context: context, reach: reach)
    let perPixel = self.scale / pixels
    let isAligned = parts != nil && (perPixel == parts || perPixel == 2)
    grid = isAligned ? .aligned : .free(perPixel: perPixel)
  }
}

extension Homography {
  /// Whether a grid through the plane's origin, of so many lines to a unit, lies on the frame's pixels, when
  /// these are cut into parts.
  fileprivate func isOnPixels(_ scale: Double, parts: Double) -> Bool {
    guard isAffine, isAxisAligned else { return false }
    let sides = SIMD2(max(abs(xx), abs(xy)), max(abs(yx), abs(yy))) / scale - 1
    let origin = SIMD2(xw, yw) * parts
    let off = origin - origin.rounded(.toNearestOrAwayFromZero)
    return max(abs(sides.x), abs(sides.y)) < 1e-5 && max(abs(off.x), abs(off.y)) < 1e-3
  }
}
