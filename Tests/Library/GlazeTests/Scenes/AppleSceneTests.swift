import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// Bundles, compared with images of the same views by Apple's render server, at one pixel per
/// point.
///
/// Apple drew the live views with images and text at three pixels per point, and sampled edges
/// elsewhere than at the centers of pixels. A pixel within the range of its neighbors therefore
/// counts as equal, and means over windows show whether anything is missing or moved. The limits
/// are the measured values, plus a little.
@Suite struct AppleSceneTests {
  struct Image: Sendable, CustomTestStringConvertible {
    var name: String
    var bundle: String
    /// The part of the root that the image shows, in points; nil for all of it.
    var part: CGRect?
    var limits: ReferenceMeasure.Limits

    var testDescription: String { name }
  }

  static let images = [
    Image(
      name: "FavoriteView.1", bundle: "FavoriteView",
      part: CGRect(x: 0, y: 0, width: 52.666666666667, height: 49.333333333333),
      limits: .ofApple(bad: 0.015, mean: 9, window: 18, cluster: 10)),
    Image(
      name: "FavoriteView.2", bundle: "FavoriteView",
      part: CGRect(x: 0, y: 57.333333333333, width: 52.666666666667, height: 49.333333333333),
      // A white layer with aliased edges ends a third into the last row, which Apple paints.
      limits: .ofApple(bad: 0.12, mean: 9.5, window: 32, cluster: 18)),
    Image(
      name: "ToggleView", bundle: "ToggleView", part: nil,
      limits: .ofApple(bad: 0.01, mean: 1.2, window: 12, cluster: 10)),
  ]

  @Test(arguments: images, Backends.usable)
  func looksLikeApples(image: Image, backend: Renderer.Backend) throws {
    let expected = try SceneLibrary.image("apple/\(image.name).png").overGrey
    let document = try SceneLibrary.document("apple/\(image.bundle).ca")
    if let part = image.part { document.rootLayer.bounds = part }
    // The sizes of Apple's images are rounded up to integers.
    let actual = try SceneLibrary.draw(
      document, backend, size: CGSize(width: expected.width, height: expected.height)
    ).overGrey
    // No pixel is compared strictly.
    let mask = PixelBuffer(
      width: expected.width, height: expected.height,
      bytes: [UInt8](repeating: 0, count: expected.bytes.count))
    let measure = ReferenceMeasure(
      reference: expected, image: actual, mask: mask, image.limits)
    let violations = measure.violations(of: image.limits)
    if !violations.isEmpty {
      try recordDifference(
        "\(image.name).\(backend)", violations.joined(separator: "; "), expected: expected,
        actual: actual)
    }
  }
}

extension ReferenceMeasure.Limits {
  /// Makes limits for an image of which no pixel is compared strictly.
  ///
  /// - Parameters:
  ///   - bad: the pixels more than 16 levels outside their neighbors' range, for each active pixel.
  ///   - mean: the mean deviation of pixels, in levels.
  ///   - window: the mean deviation of a window of 8 by 8 pixels, in levels.
  ///   - cluster: the pixels far outside their range in a window of 16 by 16.
  static func ofApple(bad: Double, mean: Double, window: Double, cluster: Int) -> Self {
    Self(0, 0, 16, bad, mean, 0, 0, window, cluster)
  }
}

extension PixelBuffer {
  /// The image over a gray that shows light and dark edges alike.
  fileprivate var overGrey: PixelBuffer {
    var result = self
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let grey = 128 * (255 - Int(bytes[start + 3])) / 255
      for index in start..<start + 3 {
        result.bytes[index] = UInt8(min(255, Int(bytes[index]) + grey))
      }
      result.bytes[start + 3] = 255
    }
    return result
  }
}
