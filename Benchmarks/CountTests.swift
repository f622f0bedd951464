import CGlazeShaders
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazeLowering
import GlazePlan
import Testing

/// The limits of what frames consist of.
///
/// Times depend on the machine and are measured by `glaze bench`. Counts do not, and these tests fail if a change
/// increases them.
@Suite struct CountTests {
  struct Limit: Sendable {
    var scene: RaceScene
    var layers: Int
    var passes: Int
    var draws: Int
    var instances: Int
    /// Bytes of instances, clips and stops.
    var bytes: Int
    /// The areas of polygons and cleared targets, in thousands of pixels.
    var kilopixels: Int
  }

  static let limits = [
    // One draw, whatever the number; 160 bytes per box. The frame cuts some into two.
    Limit(
      scene: .cards, layers: 200, passes: 1, draws: 1, instances: 240, bytes: 38_400,
      kilopixels: 3200),
    Limit(
      scene: .photos, layers: 100, passes: 1, draws: 100, instances: 100, bytes: 19_200,
      kilopixels: 1800),
    // A shadow is four pieces around the part that its layer hides.
    Limit(
      scene: .shadows, layers: 50, passes: 1, draws: 100, instances: 250, bytes: 40_000,
      kilopixels: 1700),
    Limit(
      scene: .gradients, layers: 60, passes: 1, draws: 1, instances: 60, bytes: 16_000,
      kilopixels: 1300),
    // One pass for each group and one for the frame.
    Limit(
      scene: .groups, layers: 20, passes: 21, draws: 40, instances: 120, bytes: 20_000,
      kilopixels: 1000),
    // An image and its mask are one instance.
    Limit(
      scene: .masks, layers: 20, passes: 1, draws: 20, instances: 20, bytes: 5000, kilopixels: 900),
    Limit(
      scene: .wall, layers: 90, passes: 1, draws: 90, instances: 90, bytes: 18_000,
      kilopixels: 750),
    Limit(
      scene: .paths, layers: 20, passes: 1, draws: 40, instances: 40, bytes: 4000,
      kilopixels: 1400),
    // Sprites that hide each other are cut at the borders of tiles, and to their visible parts.
    Limit(
      scene: .sprites, layers: 10_000, passes: 1, draws: 1, instances: 12_500, bytes: 400_000,
      kilopixels: 1500),
    Limit(
      scene: .sprites, layers: 40_000, passes: 1, draws: 1, instances: 30_000, bytes: 1_000_000,
      kilopixels: 1900),
  ]

  @Test(arguments: limits)
  func framesStayLight(limit: Limit) throws {
    let plan = try Renderer.plan(
      of: limit.scene.root(limit.layers), options: RenderOptions(background: .white),
      optimizations: .all)
    var statistics = FrameStatistics()
    statistics.count(plan)
    #expect(statistics.passes <= limit.passes)
    #expect(statistics.draws <= limit.draws)
    #expect(statistics.instances <= limit.instances)
    #expect(statistics.planBytes <= limit.bytes)
    #expect(plan.touchedPixels <= limit.kilopixels * 1000)
    // A limit far above the need would let frames grow unnoticed.
    #expect(Double(statistics.instances) >= 0.5 * Double(limit.instances))
  }

  /// Masks draw little more than the area that they cover, in few squares.
  @Test func pathsAreFewSquares() throws {
    let plan = try Renderer.plan(
      of: RaceScene.paths.root(20), options: RenderOptions(background: .white),
      optimizations: .all)
    var squares: [MaskTiles.Square] = []
    var (texels, held) = (0, 0)
    for draw in plan.draws {
      guard case .coverage(let index) = draw.kind else { continue }
      let mask = plan.masks[index]
      for instance in plan.coverages[draw.instances] {
        MaskTiles(mask).appendSquares(
          x: Int(clamping: instance.source.x), y: Int(clamping: instance.source.y),
          targetWidth: 960,
          targetHeight: 540, to: &squares)
        texels += mask.bytes.count
        held += mask.bytes.count { $0 > 0 }
      }
    }
    let drawn = squares.reduce(0) { $0 + Int(clamping: $1.size * $1.size) }
    // 97,000 of 445,000 pixels are covered; stars of lines are harder than most paths.
    #expect(squares.count <= 1600 && squares.count >= 800)
    #expect(Double(drawn) <= 0.55 * Double(texels) && drawn >= held)
  }

  @Test func pathsThatMoveKeepTheirMasks() throws {
    let root = RaceScene.paths.root(10)
    let session = try RenderSession(root, renderer: Renderer(.cpu))
    func masks() throws -> Set<UInt64> {
      let frame = try session.frame(at: 0)
      return Set(frame.plan.masks.map(\.identity))
    }
    let before = try masks()
    #expect(!before.isEmpty)
    for layer in root.sublayers ?? [] { layer.position.x += 3 }
    #expect(try masks().isSubset(of: before))
  }
}
