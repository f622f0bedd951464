import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// Scenes drawn in all the ways that must not change them.
@Suite struct SelfCheckTests {
  static let scenes =
    SceneLibrary.browser.map { "browser/\($0).json" }
    + SceneLibrary.apple.map { "apple/\($0).ca" }

  private func subject(_ document: Document) throws -> CheckSubject {
    try CheckSubject(
      root: document.root, size: document.size, background: document.background,
      isGeometryFlipped: document.isGeometryFlipped)
  }

  @Test(arguments: scenes) func isOnePicture(scene: String) throws {
    let document = try SceneLibrary.document(scene)
    let check = SelfCheck(renderers: try Backends.usable.map { try Renderer(backend: $0) })
    let result = try check.run(try subject(document))
    #expect(result.comparisons >= 15 * Backends.usable.count)
    for difference in result.differences {
      let name = (scene as NSString).lastPathComponent
      try recordDifference(
        "\(name).\(difference.variant.name).\(difference.backend)", "\(difference)",
        expected: difference.expected, actual: difference.actual)
    }
  }
}
