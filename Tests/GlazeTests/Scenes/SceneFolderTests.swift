import Foundation
import Testing

/// Rules for the files of `Tests/Scenes`.
@Suite struct SceneFolderTests {
  @Test func everyPictureHasItsScene() {
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

  @Test func everySceneHasItsPictures() {
    let pictures = SceneLibrary.names(in: "browser", ending: ".png")
    for scene in SceneLibrary.browser {
      #expect(pictures.contains(scene), "browser/\(scene).json has no picture")
      #expect(pictures.contains(scene + ".mask"), "browser/\(scene).json has no mask")
    }
  }

  /// Small images are better tests, and stay in the history forever.
  @Test func picturesAreSmall() throws {
    let files = try #require(
      FileManager.default.enumerator(atPath: SceneLibrary.folder)?.allObjects as? [String])
    let pictures = files.filter { $0.hasSuffix(".png") }
    #expect(pictures.count >= 50)
    for picture in pictures {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: "\(SceneLibrary.folder)/\(picture)")
      let size = try #require(attributes[.size] as? Int)
      #expect(size <= 100 << 10, "\(picture) has \(size) bytes; at most 100 KiB")
    }
  }
}
