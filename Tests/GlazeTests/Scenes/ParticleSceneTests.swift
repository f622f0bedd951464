import Foundation
import Glaze
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Scenes of particles against the pictures that Glaze's own CPU backend drew of them, which people have
/// looked at: what Apple's generator draws is not known.
@Suite struct ParticleSceneTests {
  private static let time = 4.0

  /// Particles add up what each is rounded by.
  private static let tolerance: [Renderer.Backend: PictureTolerance] = [
    .gl: PictureTolerance(deviation: 8, outliers: 0.001, because: "many layers of roundings"),
    .software: PictureTolerance(deviation: 1, because: "other processors' sines"),
  ]

  static let scenes = SceneLibrary.names(in: "particles", ending: ".json")

  private func draw(
    _ scene: String, _ renderer: Renderer, at time: Double
  ) throws -> PixelBuffer {
    let document = try SceneLibrary.document("particles/\(scene).json")
    return try renderer.frame(
      of: document.root, size: document.size, fit: .scale(1), background: document.background,
      isGeometryFlipped: document.isGeometryFlipped, at: time
    ).pixels
  }

  @Test func areThere() {
    #expect(Self.scenes.count >= 7)
    #expect(Self.scenes == SceneLibrary.names(in: "particles", ending: ".png"))
  }

  @Test(arguments: scenes, Backends.usable)
  func looksLikeTheReference(scene: String, backend: Renderer.Backend) throws {
    let expected = try SceneLibrary.picture("particles/\(scene).png")
    let actual = try draw(scene, Renderer(backend: backend), at: Self.time)
    let tolerance = try #require(Self.tolerance[backend])
    if !PictureComparison(expected, actual).isWithin(tolerance) {
      try recordDifference(
        "\(scene).\(backend)", "particles", expected: expected, actual: actual)
    }
  }

  @Test("one renderer draws any moment, in any order")
  func timesComeInAnyOrder() throws {
    let renderer = try Renderer(backend: .software)
    let document = try SceneLibrary.document("particles/fire.json")
    func frame(_ time: Double) throws -> PixelBuffer {
      try renderer.frame(
        of: document.root, size: document.size, fit: .scale(1), background: document.background,
        isGeometryFlipped: true, at: time
      ).pixels
    }
    let times = [0, 0.5, 1, 2.25, 7]
    let forwards = try times.map(frame)
    let backwards = try times.reversed().map(frame)
    #expect(forwards == backwards.reversed())
    #expect(Set(forwards.map(\.bytes)).count == times.count)
  }
}
