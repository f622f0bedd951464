import Foundation
import Glaze
import GlazePlan
import Testing

/// Scenes, compared with images by a browser's CSS engine.
@Suite struct BrowserSceneTests {
  @Test func areThere() {
    #expect(SceneLibrary.browser.count >= 25)
  }

  @Test(arguments: SceneLibrary.browser, Backends.usable)
  func looksLikeTheReference(scene: String, backend: Renderer.Backend) throws {
    let document = try SceneLibrary.document("browser/\(scene).json")
    let reference = try SceneLibrary.image("browser/\(scene).png")
    let mask = try SceneLibrary.image("browser/\(scene).mask.png")
    let limits = try #require(ReferenceMeasure.Limits(try tolerance(of: scene)))
    let image = try SceneLibrary.draw(document, backend)
    try #require((image.width, image.height) == (reference.width, reference.height))
    try #require((image.width, image.height) == (mask.width, mask.height))
    let measure = ReferenceMeasure(reference: reference, image: image, mask: mask, limits)
    let violations = measure.violations(of: limits)
    if !violations.isEmpty {
      try recordDifference(
        "\(scene).\(backend)", violations.joined(separator: "; "), expected: reference,
        actual: image)
    }
  }

  private func tolerance(of scene: String) throws -> String {
    struct Header: Decodable {
      var tolerance: String
    }
    let path = "\(SceneLibrary.folder)/browser/\(scene).json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try JSONDecoder().decode(Header.self, from: data).tolerance
  }

  /// Checks that the measure finds errors.
  @Test func findsMistakes() throws {
    let scene = "border_alpha"
    let reference = try SceneLibrary.image("browser/\(scene).png")
    let mask = try SceneLibrary.image("browser/\(scene).mask.png")
    let limits = try #require(ReferenceMeasure.Limits("edges"))
    func violations(_ image: PixelBuffer) -> [String] {
      ReferenceMeasure(reference: reference, image: image, mask: mask, limits)
        .violations(of: limits)
    }
    #expect(violations(reference).isEmpty)
    // The image moved by two pixels, and with red and blue exchanged.
    var moved = reference
    moved.bytes = Array(reference.bytes.dropFirst(8) + reference.bytes.prefix(8))
    #expect(!violations(moved).isEmpty)
    var exchanged = reference
    for index in stride(from: 0, to: exchanged.bytes.count, by: 4) {
      exchanged.bytes.swapAt(index, index + 2)
    }
    #expect(!violations(exchanged).isEmpty)
    let blank = PixelBuffer(
      width: reference.width, height: reference.height,
      bytes: [UInt8](repeating: 255, count: reference.bytes.count))
    #expect(!violations(blank).isEmpty)
  }
}
