import Glaze
import GlazePlan
import Testing

/// Scenes of masks that take no pass, against pictures of Glaze's own CPU backend that people have looked
/// at; that passes draw the same is for `SelfCheckTests`.
@Suite struct MaskSceneTests {
  static let scenes = SceneLibrary.names(in: "masks", ending: ".json")

  private static let tolerance: [Renderer.Backend: PictureTolerance] = [
    .gl: .otherArithmetic,
    .software: PictureTolerance(deviation: 1, because: "other processors' sines"),
  ]

  @Test func areThere() {
    #expect(Self.scenes.count >= 1)
    #expect(Self.scenes == SceneLibrary.names(in: "masks", ending: ".png"))
  }

  @Test(arguments: scenes, Backends.usable)
  func looksLikeTheReference(scene: String, backend: Renderer.Backend) throws {
    let expected = try SceneLibrary.picture("masks/\(scene).png")
    let actual = try SceneLibrary.draw(
      try SceneLibrary.document("masks/\(scene).json"), backend)
    if !PictureComparison(expected, actual).isWithin(try #require(Self.tolerance[backend])) {
      try recordDifference("\(scene).\(backend)", "masks", expected: expected, actual: actual)
    }
  }
}
