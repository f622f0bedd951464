import Foundation
import Glaze
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Scenes of particles at other times than those of their images.
@Suite struct ParticleSceneTests {
  @Test("one renderer draws any time, in any order")
  func timesComeInAnyOrder() throws {
    let renderer = try RootRenderer(backend: .software)
    let document = try SceneLibrary.document("particles/fire.json")
    func frame(_ time: Double) throws -> PixelBuffer {
      try renderer.frame(
        of: document.rootLayer, extent: document.size, background: document.background,
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
