import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// Bundles against what Apple's render server drew of the same views, at one pixel per point.
@Suite struct AppleSceneTests {
  struct Picture: Sendable, CustomTestStringConvertible {
    var name: String
    var bundle: String
    /// The part of the root that the picture shows, in points; nil for all of it.
    var part: CGRect?
    var tolerance: PictureTolerance

    var testDescription: String { name }
  }

  static let pictures = [
    Picture(
      name: "FavoriteView.1", bundle: "FavoriteView",
      part: CGRect(x: 0, y: 0, width: 52.666666666667, height: 49.333333333333),
      tolerance: PictureTolerance(deviation: 0, because: "?")),
    Picture(
      name: "FavoriteView.2", bundle: "FavoriteView",
      part: CGRect(x: 0, y: 57.333333333333, width: 52.666666666667, height: 49.333333333333),
      tolerance: PictureTolerance(deviation: 0, because: "?")),
    Picture(
      name: "ToggleView", bundle: "ToggleView", part: nil,
      tolerance: PictureTolerance(deviation: 0, because: "?")),
  ]

  @Test(arguments: pictures, Backends.usable)
  func looksLikeApples(picture: Picture, backend: Renderer.Backend) throws {
    let expected = try SceneLibrary.picture("apple/\(picture.name).png")
    let document = try SceneLibrary.document("apple/\(picture.bundle).ca")
    if let part = picture.part { document.root.bounds = part }
    // Apple's pictures are rounded up to whole pixels.
    let actual = try SceneLibrary.draw(
      document, backend, size: CGSize(width: expected.width, height: expected.height))
    let comparison = PictureComparison(expected, actual)
    if !comparison.isWithin(picture.tolerance) {
      try recordDifference(
        "\(picture.name).\(backend)",
        "\(comparison.count(above: picture.tolerance.deviation)) pixels differ by more than "
          + "\(picture.tolerance.deviation) levels, most by \(comparison.largest) at "
          + "\(comparison.worst)", expected: expected, actual: actual)
    }
  }
}
