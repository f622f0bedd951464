import Foundation
import Glaze
@testable import GlazeCore
import GlazePlan
import Testing

/// A clip acts on what it holds as a whole: a tree with clips looks as if each were a group that a mask of its
/// outline cuts.
///
/// There are 160 trees unless `GLAZE_RANDOM_TREES` says how many; `GLAZE_RANDOM_SEED` is the number of the first.
@Suite struct ClipLawTests {
  private static let parts = 4
  private static let count = number("GLAZE_RANDOM_TREES") ?? 160
  private static let first = number("GLAZE_RANDOM_SEED") ?? 1
  /// Levels of 255: masks have 8 bits, and each group is rounded once.
  private static let most = 4

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: 0..<parts)
  func clipsActAsMasksOfTheirOutlines(part: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    for seed in Self.first..<Self.first + Self.count where seed % Self.parts == part {
      var random = RandomClips(seed: seed)
      let scene = random.scene()
      for renderer in renderers {
        guard let problem = try difference(scene, renderer) else { continue }
        let smallest = RandomClips.cutDown(scene, tries: 300) {
          (try? difference($0, renderer)).flatMap(\.self) != nil
        }
        Issue.record(
          """
          seed \(seed), \(renderer.backend): \(problem)
          \(RandomClips.json(smallest, isMasked: false))
          \(RandomClips.json(smallest, isMasked: true))
          """)
      }
    }
  }

  /// How the two forms differ; nil when they agree.
  private func difference(_ scene: RandomClips.Layer, _ renderer: Renderer) throws -> String? {
    let images = try [false, true].map { isMasked in
      let json = RandomClips.json(scene, isMasked: isMasked)
      let document = try Document(data: Data(json.utf8), name: "clips.json")
      let session = try RenderSession(
        document.rootLayer, renderer: renderer, options: document.renderOptions)
      return try session.frame(at: 0).pixels
    }
    let comparison = ImageComparison(images[1], images[0])
    let count = comparison.count(above: Self.most)
    if count == 0 { return nil }
    return "\(count) pixels, \(comparison.largest) levels at \(comparison.worst)"
  }
}
