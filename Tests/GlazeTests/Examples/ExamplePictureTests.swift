import Examples
import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// Every example has a picture under `Tests/Scenes/examples`, which somebody has looked at.
///
/// `GLAZE_UPDATE_PICTURES=1` draws them anew, on the CPU.
@Suite struct ExamplePictureTests {
  private static let updates =
    ProcessInfo.processInfo.environment["GLAZE_UPDATE_PICTURES"] == "1"

  @Test(arguments: Example.all.map(\.name), Backends.usable)
  func looksAsApproved(name: String, backend: Renderer.Backend) throws {
    let example = try #require(Example.all.first { $0.name == name })
    let actual = try Shot(example.make(), backend, at: example.time).pixels
    let path = "\(SceneLibrary.folder)/examples/\(name).png"
    if Self.updates, backend == .software {
      let image = CGImage(
        width: actual.width, height: actual.height, premultipliedRGBA: actual.bytes)
      try Data(try PNG.encode(image)).write(to: URL(fileURLWithPath: path))
      return
    }
    if Self.updates { return }
    let expected = try SceneLibrary.picture("examples/\(name).png")
    #expect((expected.width, expected.height) == (actual.width, actual.height))
    var worst = 0
    var different = 0
    for (a, b) in zip(expected.bytes, actual.bytes) where a != b {
      worst = max(worst, abs(Int(a) - Int(b)))
      if abs(Int(a) - Int(b)) > 2 { different += 1 }
    }
    // The CPU draws the same everywhere; other rounding of 8-bit blending and of edges is OpenGL's.
    // Glyphs depend on the fonts that are installed: `make test` installs those of the pictures.
    // Pixels on the seam of the conic gradient may fall on either side.
    let limit = name == "gradients" ? 255 : 24
    let isSame = backend == .software ? worst <= 1 : worst <= limit && different <= 200
    if !isSame {
      try recordDifference(
        "example \(name) \(backend)", "worst \(worst), more than 2: \(different)",
        expected: expected, actual: actual)
    }
  }

  @Test func everyPictureHasItsExample() {
    #expect(
      SceneLibrary.names(in: "examples", ending: ".png") == Example.all.map(\.name).sorted())
  }
}
