import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// Golden images, compared with the present output.
@Suite struct GoldenTests {
  @Test(arguments: Golden.all, Backends.usable)
  func looksAsApproved(golden: Golden, backend: Renderer.Backend) throws {
    let expected = try SceneLibrary.image(golden.path)
    let actual = try golden.draw(backend)
    let comparison = ImageComparison(expected, actual)
    let tolerance = try #require(golden.tolerance[backend])
    if !comparison.isWithin(tolerance) || comparison.largest > golden.largest {
      try recordDifference(
        "\(golden.folder)-\(golden.name).\(backend)",
        "\(comparison.count(above: tolerance.deviation)) pixels differ by more than "
          + "\(tolerance.deviation) levels, most by \(comparison.largest)",
        expected: expected, actual: actual)
    }
  }

  @Test(arguments: Golden.folders) func everyImageHasWhatItShows(folder: String) {
    let names = Golden.all.filter { $0.folder == folder }.map(\.name).sorted()
    #expect(SceneLibrary.names(in: folder, ending: ".png") == names)
    #expect(names.count >= 2)
  }

  // MARK: Renewing the images

  private static let isWanted = ProcessInfo.processInfo.environment["GLAZE_APPROVE"] == "1"

  /// The first half of `make approve`, which copies the images that this leaves in `new`.
  @Test(.enabled(if: isWanted, "Scripts/approve enables this"))
  func proposesImages() throws {
    let folder = URL(fileURLWithPath: SceneLibrary.report.folder)
      .deletingLastPathComponent().appendingPathComponent("approve").path
    let report = ComparisonReport(folder: folder)
    for golden in Golden.all {
      let drawn = try golden.draw(.software)
      // A new image has no predecessor.
      let approved = try? SceneLibrary.image(golden.path)
      if drawn == approved { continue }
      try report.add(
        "\(golden.folder)-\(golden.name)",
        note: approved == nil
          ? "New." : "Expected is the approved image, actual is its replacement.",
        expected: approved
          ?? PixelBuffer(
            width: drawn.width, height: drawn.height,
            bytes: [UInt8](repeating: 0, count: drawn.bytes.count)),
        actual: drawn)
      let path = "\(folder)/new/\(golden.path)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let image = CGImage(
        width: drawn.width, height: drawn.height, premultipliedRGBA: drawn.bytes)
      try Data(try PNG.encode(image)).write(to: URL(fileURLWithPath: path))
    }
  }
}
