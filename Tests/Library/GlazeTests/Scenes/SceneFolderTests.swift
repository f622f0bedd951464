import Foundation
import Testing

/// Rules for the files of `Tests/Scenes`.
@Suite struct SceneFolderTests {
  @Test func everyImageHasItsScene() {
    for name in SceneLibrary.names(in: "browser", ending: ".png") {
      let scene = name.hasSuffix(".mask") ? String(name.dropLast(5)) : name
      #expect(SceneLibrary.browser.contains(scene), "browser/\(name).png has no scene")
    }
    for name in SceneLibrary.names(in: "apple", ending: ".png") {
      // "FavoriteView.2" is the second part of FavoriteView.
      let bundle = name.prefix { $0 != "." }
      #expect(SceneLibrary.apple.contains(String(bundle)), "apple/\(name).png has no bundle")
    }
  }

  @Test func everySceneHasItsImages() {
    let images = SceneLibrary.names(in: "browser", ending: ".png")
    for scene in SceneLibrary.browser {
      #expect(images.contains(scene), "browser/\(scene).json has no image")
      #expect(images.contains(scene + ".mask"), "browser/\(scene).json has no mask")
    }
  }

  /// Small images are better tests, and stay in the history forever.
  @Test func imagesAreSmall() throws {
    let files = try #require(
      FileManager.default.enumerator(atPath: SceneLibrary.folder)?.allObjects as? [String])
    let images = files.filter { $0.hasSuffix(".png") }
    #expect(images.count >= 50)
    for image in images {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: "\(SceneLibrary.folder)/\(image)")
      let size = try #require(attributes[.size] as? Int)
      #expect(size <= 100 << 10, "\(image) has \(size) bytes; at most 100 KiB")
    }
  }
}
