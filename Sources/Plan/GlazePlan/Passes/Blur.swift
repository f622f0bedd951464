import Foundation
import GlazeGeometry
import GlazeTree

// The width of the kernel that gives a Gaussian of the desired width, together with the blur that
// drawing itself adds.

/// The position of a blurred image's pixels in the frame, or in the bitmap around it.
enum PixelGrid {
  /// The pixels coincide with the frame's, or two by two lie in each, which is their mean; nothing
  /// is resampled.
  case aligned
  /// The pixels lie anywhere and are sampled linearly; a number of them fit in a pixel of the
  /// frame.
  case free(perPixel: Double)

  /// The standard deviation of the kernel over the texels that it samples, for a desired one; both
  /// in pixels of the image.
  func kernel(for sigma: Double) -> Double {
    switch self {
    case .aligned:
      return Self.kernel(betweenSquares: sigma)
    case .free(let perPixel):
      // A pixel of the frame should blur by a twelfth of its square. Antialiased edges and linear
      // samples instead blur by between zero and three twelfths of a pixel of the image, depending
      // on the position of the edges. One twelfth is close to all of these.
      let pixel = perPixel >= 1 ? perPixel * perPixel : 0
      let variance = sigma * sigma
      return max(variance + (pixel - 1) / 12, variance / 4).squareRoot()
    }
  }

  /// The kernel of a blur between pixels that are squares.
  ///
  /// The contribution of one pixel to another is the mean of a blurred square over that pixel. The
  /// kernel whose samples have the ratio of the first two of these means is within one level of all
  /// of them.
  private static func kernel(betweenSquares sigma: Double) -> Double {
    guard sigma > 0.01 else { return 0 }
    /// A step, integrated twice: its second difference is a mean of means.
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
  /// The largest standard deviation, in pixels of the bitmap; wider blurs are drawn at a lower
  /// scale.
  private static let largestSigma = 4.0
  /// The smallest standard deviation where pixels are resampled.
  ///
  /// Narrower blurs are drawn at a higher scale, since the blur of the resampling would be visible.
  private static let smallestSigma = 2.0
  /// The most pixels for each pixel of the frame, in each direction.
  private static let finest = 4.0
  /// The most pixels of a bitmap that is finer than the frame.
  private static let mostFinePixels = 4e6

  /// Creates a bitmap for blurred content: no finer than the blur needs, and fine enough to be
  /// exact.
  ///
  /// - Parameters:
  ///   - sigma: The standard deviation, in the plane.
  ///   - center: The point at which the plane's scale is measured.
  ///   - isOutline: Whether content is drawn whose edges may lie anywhere between pixels; only narrow blurs ask.
  init?(
    blurring extent: CGRect, sigma: Double, around center: CGPoint,
    isOutline: @autoclosure () -> Bool,
    context: PlaneContext, reach: Double
  ) {
    let pixels = context.homography.largestScale(at: center)
    let parts = [1.0, 2].first { context.homography.isOnPixels(pixels, parts: $0) }
    var scale = sigma > 0 ? min(pixels, Self.largestSigma / sigma) : pixels
    if sigma * pixels < Self.smallestSigma, parts != 1 || isOutline() {
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

extension Flattener {
  /// The most layers that are visited; the edges of more are not examined.
  private static let mostExamined = 64

  /// Whether a layer paints edges that may lie between the pixels of the frame, where its plane lies on them.
  func hasOutlines(_ root: Int, _ context: PlaneContext) -> Bool {
    var open: [(end: Int, homography: Homography)] = []
    var (index, visited) = (root, 0)
    while index < Int(tree.nodes[root].subtreeEnd) {
      while let last = open.last, last.end <= index { open.removeLast() }
      visited += 1
      guard visited <= Self.mostExamined else { return false }
      guard isVisible(index) else {
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      }
      var homography = open.last?.homography ?? context.homography
      if index != root {
        guard tree.staysInPlane(index) else { return true }
        homography = homography * tree.planarPlacement(of: index)
      }
      if paintsOutline(index, homography) { return true }
      open.append((Int(tree.nodes[index].subtreeEnd), homography))
      index += 1
    }
    return false
  }

  private func paintsOutline(_ index: Int, _ homography: Homography) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    if slots.shape >= 0 { return true }
    guard
      node.backgroundColor.w > 0 || slots.gradient >= 0 || slots.contents >= 0
        || slots.border >= 0 || node.flags.contains(.masksToBounds)
    else { return false }
    guard node.cornerRadius <= 0, homography.isAxisAligned,
      let quad = Quad(node.bounds, homography)
    else { return true }
    return !quad.bounds.isOnWholePixels
  }
}

extension Homography {
  /// Whether a grid through the plane's origin, with a given number of lines per unit, lies on the
  /// frame's pixels, when these are divided into parts.
  fileprivate func isOnPixels(_ scale: Double, parts: Double) -> Bool {
    guard isAffine, isAxisAligned else { return false }
    let sides = SIMD2(max(abs(xx), abs(xy)), max(abs(yx), abs(yy))) / scale - 1
    let origin = SIMD2(xw, yw) * parts
    let off = origin - origin.rounded(.toNearestOrAwayFromZero)
    return max(abs(sides.x), abs(sides.y)) < 1e-5 && max(abs(off.x), abs(off.y)) < 1e-3
  }
}
