import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Shadows so wide that the steps of 8 bits would be visible as contours.
@Suite struct ShadowDitherTests {
  enum Caster: CaseIterable {
    /// A layer whose shadow has a closed form.
    case box
    /// A layer whose shadow is a blurred image.
    case image
  }

  private static let width = 1200
  private static let height = 64

  /// Makes a shadow that fades from left to right.
  private func shadow(
    _ caster: Caster, radius: Double, opacity: Float = 0.6, _ backend: Renderer.Backend,
    dithers: Bool
  ) throws -> PixelBuffer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let layer = CALayer()
    layer.frame = CGRect(x: -5000, y: -4000, width: 5100, height: 8000)
    if caster == .image {
      let half = CALayer()
      half.frame = CGRect(x: 0, y: 0, width: 5100, height: 8000)
      half.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
      layer.addSublayer(half)
    } else {
      layer.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    }
    layer.shadowOpacity = opacity
    layer.shadowRadius = CGFloat(radius)
    layer.shadowOffset = .zero
    root.addSublayer(layer)
    let renderer = try RootRenderer(backend: backend)
    renderer.dithers = dithers
    return try renderer.frame(
      of: root,
      background: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), isGeometryFlipped: true
    ).pixels
  }

  /// Returns the red component of a pixel.
  private func red(_ image: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    Int(image.bytes[(y * Self.width + x) * 4])
  }

  /// Returns the most adjacent columns of eight pixels that are equal, where the shadow is partial:
  /// the width of a contour.
  private func widestStep(_ image: PixelBuffer) -> Int {
    let columns = (0..<Self.width).map { x in (32..<40).map { red(image, x, $0) } }
      .filter { $0.allSatisfy { 110..<252 ~= $0 } }
    var (widest, run) = (1, 1)
    for (a, b) in zip(columns, columns.dropFirst()) {
      run = a == b && Set(a).count == 1 ? run + 1 : 1
      widest = max(widest, run)
    }
    return widest
  }

  /// Returns the largest deviation from the Gaussian's integral of the mean of eight by eight
  /// pixels along the shadow.
  private func worstMean(_ image: PixelBuffer, sigma: Double, opacity: Double) -> Double {
    stride(from: 104, to: Self.width, by: 8).map { left in
      var error = 0.0
      for x in left..<left + 8 {
        let share = 0.5 * erfc((Double(x) + 0.5 - 100) / (sigma * 2.0.squareRoot()))
        for y in 32..<40 { error += Double(red(image, x, y)) - 255 * (1 - opacity * share) }
      }
      return abs(error) / 64
    }.max() ?? 0
  }

  @Test(arguments: Caster.allCases, Backends.usable)
  func aRadiusOf500ShowsNoContours(caster: Caster, backend: Renderer.Backend) throws {
    let plain = try shadow(caster, radius: 500, backend, dithers: false)
    let dithered = try shadow(caster, radius: 500, backend, dithers: true)
    let sigma = 500 * 0.945
    #expect(widestStep(plain) >= 40)
    // Where the shadow has an integer level, there is nothing to dither.
    #expect(widestStep(dithered) <= 16)
    #expect(worstMean(plain, sigma: sigma, opacity: 0.6) >= 0.4)
    // A blurred image is enlarged a hundredfold from a blur of four pixels.
    let limit = caster == .box ? 0.15 : 0.35
    #expect(worstMean(dithered, sigma: sigma, opacity: 0.6) <= limit)
    #expect(try shadow(caster, radius: 500, backend, dithers: true) == dithered)
  }

  @Test(arguments: Caster.allCases, Backends.usable)
  func narrowShadowsAreNotDithered(caster: Caster, backend: Renderer.Backend) throws {
    let plain = try shadow(caster, radius: 25, backend, dithers: false)
    #expect(try shadow(caster, radius: 25, backend, dithers: true) == plain)
    #expect(widestStep(plain) <= 3)
    let wide = try shadow(caster, radius: 26, backend, dithers: false)
    #expect(try shadow(caster, radius: 26, backend, dithers: true) != wide)
  }
}
